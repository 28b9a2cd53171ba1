ALTER TABLE `agencies` ADD `constitution` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `vendors` ADD `agreed_days` integer;--> statement-breakpoint
ALTER TABLE `clients` ADD `tan` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `document_lines` ADD `pure_agent` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `documents` ADD `pure_agent_paise` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `documents` ADD `cancelled_on` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `documents` ADD `credit_changed_on` text DEFAULT '' NOT NULL;
--> statement-breakpoint
DROP TRIGGER agencies_image_insert;
--> statement-breakpoint
DROP TRIGGER agencies_image_delete;
--> statement-breakpoint
DROP TRIGGER agencies_image_update;
--> statement-breakpoint
DROP TRIGGER vendors_image_insert;
--> statement-breakpoint
DROP TRIGGER vendors_image_delete;
--> statement-breakpoint
DROP TRIGGER vendors_image_update;
--> statement-breakpoint
DROP TRIGGER clients_image_insert;
--> statement-breakpoint
DROP TRIGGER clients_image_delete;
--> statement-breakpoint
DROP TRIGGER clients_image_update;
--> statement-breakpoint
DROP TRIGGER document_lines_image_insert;
--> statement-breakpoint
DROP TRIGGER document_lines_image_delete;
--> statement-breakpoint
DROP TRIGGER document_lines_image_update;
--> statement-breakpoint
DROP TRIGGER documents_image_insert;
--> statement-breakpoint
DROP TRIGGER documents_image_delete;
--> statement-breakpoint
DROP TRIGGER documents_image_update;
--> statement-breakpoint
DROP TRIGGER documents_post_before_update;
--> statement-breakpoint
DROP TRIGGER documents_post_update;
--> statement-breakpoint
DROP VIEW document_postings;
--> statement-breakpoint
DROP VIEW settlement_postings;
--> statement-breakpoint
-- What documents, their settlements and journals post, by the rules of domain/ledger/postings.ts: paise, debit
-- positive. `ledger` is a category's id or a system ledger's. What transactions post is read from `monthly`.
-- A row is read once for all that it posts: triggers ask this of every document that is written.
CREATE VIEW document_postings (agency_id, document_id, client_id, vendor_id, line, date, ledger, paise) AS
WITH billed AS NOT MATERIALIZED (
  SELECT agency_id, id, client_id, NULL AS vendor_id, -1 AS line, date, column1 AS ledger,
    iif(kind = 'CREDIT_NOTE', -1, 1) * CASE column1 WHEN 'receivables' THEN grand_total_paise
      WHEN 'sales' THEN pure_agent_paise - taxable_paise
      WHEN 'bought_for_clients' THEN -pure_agent_paise WHEN 'output_cgst' THEN -cgst_paise WHEN 'output_sgst' THEN -sgst_paise
      WHEN 'output_igst' THEN -igst_paise ELSE -round_off_paise END AS paise
  FROM documents CROSS JOIN (VALUES ('receivables'), ('sales'), ('bought_for_clients'), ('output_cgst'), ('output_sgst'), ('output_igst'), ('round_off'))
  WHERE family IN ('INVOICES', 'NOTES') AND status IN ('SENT', 'PARTIALLY_PAID', 'PAID')),
bought AS NOT MATERIALIZED (
  SELECT *, iif(kind = 'VENDOR_CREDIT', -1, 1) AS sign, iif(status = 'PAID', tds_paise, max(tds_due_paise, tds_paise)) AS kept_paise,
    reverse_charge AND NOT is_earlier AND NOT EXISTS (SELECT 1 FROM tax_books t
      WHERE t.agency_id = documents.agency_id AND documents.date < t.starts_on) AS is_by_tax_book FROM documents
  WHERE family = 'BILLS' AND status IN ('SENT', 'PARTIALLY_PAID', 'PAID', 'CREDIT')),
owed AS NOT MATERIALIZED (
  SELECT agency_id, id, NULL AS client_id, vendor_id, -1 AS line, date, column1 AS ledger,
    sign * CASE column1 WHEN 'payables' THEN kept_paise - grand_total_paise
      WHEN 'tds_payable' THEN -kept_paise ELSE round_off_paise END AS paise
  FROM bought CROSS JOIN (VALUES ('payables'), ('tds_payable'), ('round_off'))),
cost AS NOT MATERIALIZED (
  SELECT b.agency_id, b.id, NULL AS client_id, NULL AS vendor_id, l.line, b.date,
    iif(column1 = '', coalesce(l.category_id, 'purchases'), column1) AS ledger,
    sign * CASE column1
      WHEN '' THEN l.taxable_paise + iif(l.itc = 'ELIGIBLE' OR is_by_tax_book, 0, l.cgst_paise + l.sgst_paise + l.igst_paise + l.cess_paise)
      WHEN 'input_cgst' THEN iif(l.itc = 'ELIGIBLE' AND NOT is_by_tax_book, l.cgst_paise, 0)
      WHEN 'input_sgst' THEN iif(l.itc = 'ELIGIBLE' AND NOT is_by_tax_book, l.sgst_paise, 0)
      WHEN 'input_igst' THEN iif(l.itc = 'ELIGIBLE' AND NOT is_by_tax_book, l.igst_paise, 0)
      WHEN 'input_cess' THEN iif(l.itc = 'ELIGIBLE' AND NOT is_by_tax_book, l.cess_paise, 0)
      WHEN 'gst_payable_cgst' THEN iif(b.reverse_charge AND NOT is_by_tax_book, -l.cgst_paise, 0)
      WHEN 'gst_payable_sgst' THEN iif(b.reverse_charge AND NOT is_by_tax_book, -l.sgst_paise, 0)
      WHEN 'gst_payable_igst' THEN iif(b.reverse_charge AND NOT is_by_tax_book, -l.igst_paise, 0)
      ELSE iif(b.reverse_charge AND NOT is_by_tax_book, -l.cess_paise, 0) END AS paise
  FROM bought b CROSS JOIN document_lines l ON l.agency_id = b.agency_id AND l.document_id = b.id
  CROSS JOIN (VALUES (''), ('input_cgst'), ('input_sgst'), ('input_igst'), ('input_cess'),
    ('gst_payable_cgst'), ('gst_payable_sgst'), ('gst_payable_igst'), ('gst_payable')))
SELECT * FROM billed WHERE paise <> 0 UNION ALL SELECT * FROM owed WHERE paise <> 0
UNION ALL SELECT * FROM cost WHERE paise <> 0;
--> statement-breakpoint
-- As in 0019; what was paid of a bill that is cancelled is an advance to its vendor.
CREATE VIEW settlement_postings (agency_id, settlement_id, document_id, client_id, vendor_id, date, ledger, origin, paise) AS
WITH settled AS NOT MATERIALIZED (
  SELECT s.*, t.category_id, d.client_id, d.vendor_id, d.vendor_id IS NOT NULL AS is_bought, iif(d.vendor_id IS NULL, 1, -1) AS sign,
    CASE WHEN d.family = 'BILLS' AND d.status = 'CANCELLED' THEN 'vendor_advances' WHEN d.vendor_id IS NOT NULL THEN 'payables'
      WHEN s.kind IN ('PAYMENT', 'REFUND') AND d.kind = 'RECEIPT_VOUCHER' THEN 'advances' ELSE 'receivables' END AS due
  FROM settlements s JOIN documents d ON d.agency_id = s.agency_id AND d.id = s.document_id
  LEFT JOIN transactions t ON t.agency_id = s.agency_id AND t.id = s.transaction_id),
posted AS NOT MATERIALIZED (
  SELECT agency_id, id, document_id, client_id, vendor_id, date,
    CASE column1 WHEN 'money' THEN coalesce(category_id, 'unallocated') WHEN 'tax' THEN 'tds_receivable'
      WHEN 'due' THEN due ELSE iif(kind = 'WRITE_OFF', 'bad_debts', iif(is_bought, 'vendor_advances', 'advances')) END AS ledger,
    CASE WHEN column1 <> 'money' OR category_id IS NULL THEN 'D' WHEN is_bought THEN 'V' ELSE 'M' END AS origin,
    CASE column1
      WHEN 'money' THEN CASE kind WHEN 'PAYMENT' THEN sign * amount_paise WHEN 'REFUND' THEN -sign * amount_paise ELSE 0 END
      WHEN 'tax' THEN iif(kind = 'PAYMENT' AND NOT is_bought, tds_paise, 0)
      WHEN 'due' THEN CASE kind WHEN 'CREDIT' THEN 0 WHEN 'REFUND' THEN sign * amount_paise
        ELSE -sign * (amount_paise + iif(is_bought, 0, tds_paise)) END
      ELSE iif(kind IN ('ADVANCE', 'WRITE_OFF'), sign * amount_paise, 0) END AS paise
  FROM settled CROSS JOIN (VALUES ('money'), ('tax'), ('due'), ('other')))
SELECT * FROM posted WHERE paise <> 0;
--> statement-breakpoint
CREATE TRIGGER documents_post_before_update BEFORE UPDATE ON documents WHEN new.family <> 'ESTIMATES' AND
  (old.status IN ('SENT', 'PARTIALLY_PAID', 'PAID', 'CREDIT'), old.date, old.taxable_paise, old.pure_agent_paise, old.cgst_paise, old.sgst_paise, old.igst_paise, old.round_off_paise, old.grand_total_paise,
    iif(old.status = 'PAID', old.tds_paise, max(old.tds_due_paise, old.tds_paise)))
  IS NOT (new.status IN ('SENT', 'PARTIALLY_PAID', 'PAID', 'CREDIT'), new.date, new.taxable_paise, new.pure_agent_paise, new.cgst_paise, new.sgst_paise, new.igst_paise, new.round_off_paise, new.grand_total_paise,
    iif(new.status = 'PAID', new.tds_paise, max(new.tds_due_paise, new.tds_paise))) BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, 'D', paise, -1, coalesce(client_id, vendor_id) FROM document_postings
  WHERE agency_id = old.agency_id AND document_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER documents_post_update AFTER UPDATE ON documents WHEN new.family <> 'ESTIMATES' AND
  (old.status IN ('SENT', 'PARTIALLY_PAID', 'PAID', 'CREDIT'), old.date, old.taxable_paise, old.pure_agent_paise, old.cgst_paise, old.sgst_paise, old.igst_paise, old.round_off_paise, old.grand_total_paise,
    iif(old.status = 'PAID', old.tds_paise, max(old.tds_due_paise, old.tds_paise)))
  IS NOT (new.status IN ('SENT', 'PARTIALLY_PAID', 'PAID', 'CREDIT'), new.date, new.taxable_paise, new.pure_agent_paise, new.cgst_paise, new.sgst_paise, new.igst_paise, new.round_off_paise, new.grand_total_paise,
    iif(new.status = 'PAID', new.tds_paise, max(new.tds_due_paise, new.tds_paise))) BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, 'D', paise, 1, coalesce(client_id, vendor_id) FROM document_postings
  WHERE agency_id = new.agency_id AND document_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER documents_settled_before_cancel BEFORE UPDATE ON documents WHEN new.family = 'BILLS'
  AND (old.status = 'CANCELLED') <> (new.status = 'CANCELLED') BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, origin, paise, -1, coalesce(client_id, vendor_id) FROM settlement_postings
  WHERE agency_id = old.agency_id AND document_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER documents_settled_cancel AFTER UPDATE ON documents WHEN new.family = 'BILLS'
  AND (old.status = 'CANCELLED') <> (new.status = 'CANCELLED') BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, origin, paise, 1, coalesce(client_id, vendor_id) FROM settlement_postings
  WHERE agency_id = new.agency_id AND document_id = new.id;
END;
--> statement-breakpoint
-- Written by db/undo/triggers.ts.
CREATE TRIGGER agencies_image_insert AFTER INSERT ON agencies BEGIN
  INSERT INTO row_images SELECT new.id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.id AND seq = s),
    'agencies', 'agencies', '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.id AND state = 'import'), 'i', 'I'), json_object('id', new.id, 'name', new.name, 'slug', new.slug, 'location', new.location, 'contact_number', new.contact_number, 'gst_number', new.gst_number, 'legal_name', new.legal_name, 'city', new.city, 'pin', new.pin, 'lut', (new.lut || ''), 'aato', (new.aato || ''), 'filing', new.filing, 'is_composition', new.is_composition, 'constitution', new.constitution, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER agencies_image_delete AFTER DELETE ON agencies BEGIN
  INSERT INTO row_images SELECT old.id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.id AND seq = s),
    'agencies', 'agencies', '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.id AND state = 'import'), 'd', 'D'), json_object('id', old.id, 'name', old.name, 'slug', old.slug, 'location', old.location, 'contact_number', old.contact_number, 'gst_number', old.gst_number, 'legal_name', old.legal_name, 'city', old.city, 'pin', old.pin, 'lut', (old.lut || ''), 'aato', (old.aato || ''), 'filing', old.filing, 'is_composition', old.is_composition, 'constitution', old.constitution, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER agencies_image_update AFTER UPDATE OF name, slug, location, contact_number, gst_number, legal_name, city, pin, lut, aato, filing, is_composition, constitution, created_at ON agencies
WHEN (old.name, old.slug, old.location, old.contact_number, old.gst_number, old.legal_name, old.city, old.pin, old.lut, old.aato, old.filing, old.is_composition, old.constitution, old.created_at)
  IS NOT (new.name, new.slug, new.location, new.contact_number, new.gst_number, new.legal_name, new.city, new.pin, new.lut, new.aato, new.filing, new.is_composition, new.constitution, new.created_at) BEGIN
  INSERT INTO row_images SELECT old.id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.id AND seq = s),
    'agencies', 'agencies', '', 'U', '[' || substr(iif(old.name IS new.name, '', ',' || json_array('name', old.name, new.name))
    || iif(old.slug IS new.slug, '', ',' || json_array('slug', old.slug, new.slug))
    || iif(old.location IS new.location, '', ',' || json_array('location', old.location, new.location))
    || iif(old.contact_number IS new.contact_number, '', ',' || json_array('contact_number', old.contact_number, new.contact_number))
    || iif(old.gst_number IS new.gst_number, '', ',' || json_array('gst_number', old.gst_number, new.gst_number))
    || iif(old.legal_name IS new.legal_name, '', ',' || json_array('legal_name', old.legal_name, new.legal_name))
    || iif(old.city IS new.city, '', ',' || json_array('city', old.city, new.city))
    || iif(old.pin IS new.pin, '', ',' || json_array('pin', old.pin, new.pin))
    || iif(old.lut IS new.lut, '', ',' || json_array('lut', (old.lut || ''), (new.lut || '')))
    || iif(old.aato IS new.aato, '', ',' || json_array('aato', (old.aato || ''), (new.aato || '')))
    || iif(old.filing IS new.filing, '', ',' || json_array('filing', old.filing, new.filing))
    || iif(old.is_composition IS new.is_composition, '', ',' || json_array('is_composition', old.is_composition, new.is_composition))
    || iif(old.constitution IS new.constitution, '', ',' || json_array('constitution', old.constitution, new.constitution))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER vendors_image_insert AFTER INSERT ON vendors BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'vendors', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'display_name', new.display_name, 'name_key', new.name_key, 'billing_name', new.billing_name, 'email', new.email, 'phone', new.phone, 'billing_address', new.billing_address, 'city', new.city, 'pin', new.pin, 'gstin', new.gstin, 'pan', new.pan, 'state', new.state, 'state_code', new.state_code, 'kind', new.kind, 'country', new.country, 'tds_rule', new.tds_rule, 'itc', new.itc, 'is_small_enterprise', new.is_small_enterprise, 'agreed_days', new.agreed_days, 'notes', new.notes, 'import_id', new.import_id, 'searched', new.searched)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'vendors' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER vendors_image_delete AFTER DELETE ON vendors BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'vendors', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'display_name', old.display_name, 'name_key', old.name_key, 'billing_name', old.billing_name, 'email', old.email, 'phone', old.phone, 'billing_address', old.billing_address, 'city', old.city, 'pin', old.pin, 'gstin', old.gstin, 'pan', old.pan, 'state', old.state, 'state_code', old.state_code, 'kind', old.kind, 'country', old.country, 'tds_rule', old.tds_rule, 'itc', old.itc, 'is_small_enterprise', old.is_small_enterprise, 'agreed_days', old.agreed_days, 'notes', old.notes, 'import_id', old.import_id, 'searched', old.searched)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'vendors', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
END;
--> statement-breakpoint
CREATE TRIGGER vendors_image_update AFTER UPDATE OF id, display_name, name_key, billing_name, email, phone, billing_address, city, pin, gstin, pan, state, state_code, kind, country, tds_rule, itc, is_small_enterprise, agreed_days, notes, import_id, searched ON vendors
WHEN (old.id, old.display_name, old.name_key, old.billing_name, old.email, old.phone, old.billing_address, old.city, old.pin, old.gstin, old.pan, old.state, old.state_code, old.kind, old.country, old.tds_rule, old.itc, old.is_small_enterprise, old.agreed_days, old.notes, old.import_id, old.searched)
  IS NOT (new.id, new.display_name, new.name_key, new.billing_name, new.email, new.phone, new.billing_address, new.city, new.pin, new.gstin, new.pan, new.state, new.state_code, new.kind, new.country, new.tds_rule, new.itc, new.is_small_enterprise, new.agreed_days, new.notes, new.import_id, new.searched) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'vendors', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.display_name IS new.display_name, '', ',' || json_array('display_name', old.display_name, new.display_name))
    || iif(old.name_key IS new.name_key, '', ',' || json_array('name_key', old.name_key, new.name_key))
    || iif(old.billing_name IS new.billing_name, '', ',' || json_array('billing_name', old.billing_name, new.billing_name))
    || iif(old.email IS new.email, '', ',' || json_array('email', old.email, new.email))
    || iif(old.phone IS new.phone, '', ',' || json_array('phone', old.phone, new.phone))
    || iif(old.billing_address IS new.billing_address, '', ',' || json_array('billing_address', old.billing_address, new.billing_address))
    || iif(old.city IS new.city, '', ',' || json_array('city', old.city, new.city))
    || iif(old.pin IS new.pin, '', ',' || json_array('pin', old.pin, new.pin))
    || iif(old.gstin IS new.gstin, '', ',' || json_array('gstin', old.gstin, new.gstin))
    || iif(old.pan IS new.pan, '', ',' || json_array('pan', old.pan, new.pan))
    || iif(old.state IS new.state, '', ',' || json_array('state', old.state, new.state))
    || iif(old.state_code IS new.state_code, '', ',' || json_array('state_code', old.state_code, new.state_code))
    || iif(old.kind IS new.kind, '', ',' || json_array('kind', old.kind, new.kind))
    || iif(old.country IS new.country, '', ',' || json_array('country', old.country, new.country))
    || iif(old.tds_rule IS new.tds_rule, '', ',' || json_array('tds_rule', old.tds_rule, new.tds_rule))
    || iif(old.itc IS new.itc, '', ',' || json_array('itc', old.itc, new.itc))
    || iif(old.is_small_enterprise IS new.is_small_enterprise, '', ',' || json_array('is_small_enterprise', old.is_small_enterprise, new.is_small_enterprise))
    || iif(old.agreed_days IS new.agreed_days, '', ',' || json_array('agreed_days', old.agreed_days, new.agreed_days))
    || iif(old.notes IS new.notes, '', ',' || json_array('notes', old.notes, new.notes))
    || iif(old.import_id IS new.import_id, '', ',' || json_array('import_id', old.import_id, new.import_id))
    || iif(old.searched IS new.searched, '', ',' || json_array('searched', old.searched, new.searched)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER clients_image_insert AFTER INSERT ON clients BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'clients', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'display_name', new.display_name, 'name_key', new.name_key, 'billing_name', new.billing_name, 'email', new.email, 'phone', new.phone, 'billing_address', new.billing_address, 'city', new.city, 'pin', new.pin, 'gstin', new.gstin, 'state', new.state, 'state_code', new.state_code, 'kind', new.kind, 'country', new.country, 'tan', new.tan, 'notes', new.notes, 'import_id', new.import_id, 'searched', new.searched)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'clients' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER clients_image_delete AFTER DELETE ON clients BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'clients', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'display_name', old.display_name, 'name_key', old.name_key, 'billing_name', old.billing_name, 'email', old.email, 'phone', old.phone, 'billing_address', old.billing_address, 'city', old.city, 'pin', old.pin, 'gstin', old.gstin, 'state', old.state, 'state_code', old.state_code, 'kind', old.kind, 'country', old.country, 'tan', old.tan, 'notes', old.notes, 'import_id', old.import_id, 'searched', old.searched)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'clients', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
END;
--> statement-breakpoint
CREATE TRIGGER clients_image_update AFTER UPDATE OF id, display_name, name_key, billing_name, email, phone, billing_address, city, pin, gstin, state, state_code, kind, country, tan, notes, import_id, searched ON clients
WHEN (old.id, old.display_name, old.name_key, old.billing_name, old.email, old.phone, old.billing_address, old.city, old.pin, old.gstin, old.state, old.state_code, old.kind, old.country, old.tan, old.notes, old.import_id, old.searched)
  IS NOT (new.id, new.display_name, new.name_key, new.billing_name, new.email, new.phone, new.billing_address, new.city, new.pin, new.gstin, new.state, new.state_code, new.kind, new.country, new.tan, new.notes, new.import_id, new.searched) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'clients', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.display_name IS new.display_name, '', ',' || json_array('display_name', old.display_name, new.display_name))
    || iif(old.name_key IS new.name_key, '', ',' || json_array('name_key', old.name_key, new.name_key))
    || iif(old.billing_name IS new.billing_name, '', ',' || json_array('billing_name', old.billing_name, new.billing_name))
    || iif(old.email IS new.email, '', ',' || json_array('email', old.email, new.email))
    || iif(old.phone IS new.phone, '', ',' || json_array('phone', old.phone, new.phone))
    || iif(old.billing_address IS new.billing_address, '', ',' || json_array('billing_address', old.billing_address, new.billing_address))
    || iif(old.city IS new.city, '', ',' || json_array('city', old.city, new.city))
    || iif(old.pin IS new.pin, '', ',' || json_array('pin', old.pin, new.pin))
    || iif(old.gstin IS new.gstin, '', ',' || json_array('gstin', old.gstin, new.gstin))
    || iif(old.state IS new.state, '', ',' || json_array('state', old.state, new.state))
    || iif(old.state_code IS new.state_code, '', ',' || json_array('state_code', old.state_code, new.state_code))
    || iif(old.kind IS new.kind, '', ',' || json_array('kind', old.kind, new.kind))
    || iif(old.country IS new.country, '', ',' || json_array('country', old.country, new.country))
    || iif(old.tan IS new.tan, '', ',' || json_array('tan', old.tan, new.tan))
    || iif(old.notes IS new.notes, '', ',' || json_array('notes', old.notes, new.notes))
    || iif(old.import_id IS new.import_id, '', ',' || json_array('import_id', old.import_id, new.import_id))
    || iif(old.searched IS new.searched, '', ',' || json_array('searched', old.searched, new.searched)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER document_lines_image_insert AFTER INSERT ON document_lines BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'document_lines', new.document_id, new.line, iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'document_id', new.document_id, 'line', new.line, 'description', new.description, 'hsn_sac', new.hsn_sac, 'unit', new.unit, 'qty', new.qty, 'rate_paise', new.rate_paise, 'discount_pct', new.discount_pct, 'tax_pct', new.tax_pct, 'treatment', new.treatment, 'pure_agent', new.pure_agent, 'taxable_paise', new.taxable_paise, 'cgst_paise', new.cgst_paise, 'sgst_paise', new.sgst_paise, 'igst_paise', new.igst_paise, 'cess_paise', new.cess_paise, 'category_id', new.category_id, 'itc', new.itc, 'blocked_by', new.blocked_by)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER document_lines_image_delete AFTER DELETE ON document_lines BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'document_lines', old.document_id, old.line, iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'document_id', old.document_id, 'line', old.line, 'description', old.description, 'hsn_sac', old.hsn_sac, 'unit', old.unit, 'qty', old.qty, 'rate_paise', old.rate_paise, 'discount_pct', old.discount_pct, 'tax_pct', old.tax_pct, 'treatment', old.treatment, 'pure_agent', old.pure_agent, 'taxable_paise', old.taxable_paise, 'cgst_paise', old.cgst_paise, 'sgst_paise', old.sgst_paise, 'igst_paise', old.igst_paise, 'cess_paise', old.cess_paise, 'category_id', old.category_id, 'itc', old.itc, 'blocked_by', old.blocked_by)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER document_lines_image_update AFTER UPDATE OF document_id, line, description, hsn_sac, unit, qty, rate_paise, discount_pct, tax_pct, treatment, pure_agent, taxable_paise, cgst_paise, sgst_paise, igst_paise, cess_paise, category_id, itc, blocked_by ON document_lines
WHEN (old.document_id, old.line, old.description, old.hsn_sac, old.unit, old.qty, old.rate_paise, old.discount_pct, old.tax_pct, old.treatment, old.pure_agent, old.taxable_paise, old.cgst_paise, old.sgst_paise, old.igst_paise, old.cess_paise, old.category_id, old.itc, old.blocked_by)
  IS NOT (new.document_id, new.line, new.description, new.hsn_sac, new.unit, new.qty, new.rate_paise, new.discount_pct, new.tax_pct, new.treatment, new.pure_agent, new.taxable_paise, new.cgst_paise, new.sgst_paise, new.igst_paise, new.cess_paise, new.category_id, new.itc, new.blocked_by) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'document_lines', old.document_id, old.line, 'U', '[' || substr(iif(old.document_id IS new.document_id, '', ',' || json_array('document_id', old.document_id, new.document_id))
    || iif(old.line IS new.line, '', ',' || json_array('line', old.line, new.line))
    || iif(old.description IS new.description, '', ',' || json_array('description', old.description, new.description))
    || iif(old.hsn_sac IS new.hsn_sac, '', ',' || json_array('hsn_sac', old.hsn_sac, new.hsn_sac))
    || iif(old.unit IS new.unit, '', ',' || json_array('unit', old.unit, new.unit))
    || iif(old.qty IS new.qty, '', ',' || json_array('qty', old.qty, new.qty))
    || iif(old.rate_paise IS new.rate_paise, '', ',' || json_array('rate_paise', old.rate_paise, new.rate_paise))
    || iif(old.discount_pct IS new.discount_pct, '', ',' || json_array('discount_pct', old.discount_pct, new.discount_pct))
    || iif(old.tax_pct IS new.tax_pct, '', ',' || json_array('tax_pct', old.tax_pct, new.tax_pct))
    || iif(old.treatment IS new.treatment, '', ',' || json_array('treatment', old.treatment, new.treatment))
    || iif(old.pure_agent IS new.pure_agent, '', ',' || json_array('pure_agent', old.pure_agent, new.pure_agent))
    || iif(old.taxable_paise IS new.taxable_paise, '', ',' || json_array('taxable_paise', old.taxable_paise, new.taxable_paise))
    || iif(old.cgst_paise IS new.cgst_paise, '', ',' || json_array('cgst_paise', old.cgst_paise, new.cgst_paise))
    || iif(old.sgst_paise IS new.sgst_paise, '', ',' || json_array('sgst_paise', old.sgst_paise, new.sgst_paise))
    || iif(old.igst_paise IS new.igst_paise, '', ',' || json_array('igst_paise', old.igst_paise, new.igst_paise))
    || iif(old.cess_paise IS new.cess_paise, '', ',' || json_array('cess_paise', old.cess_paise, new.cess_paise))
    || iif(old.category_id IS new.category_id, '', ',' || json_array('category_id', old.category_id, new.category_id))
    || iif(old.itc IS new.itc, '', ',' || json_array('itc', old.itc, new.itc))
    || iif(old.blocked_by IS new.blocked_by, '', ',' || json_array('blocked_by', old.blocked_by, new.blocked_by)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER documents_image_insert AFTER INSERT ON documents BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'documents', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'kind', new.kind, 'family', new.family, 'number', new.number, 'date', new.date, 'due_date', new.due_date, 'client_id', new.client_id, 'vendor_id', new.vendor_id, 'number_key', new.number_key, 'vendor_key', new.vendor_key, 'received_date', new.received_date, 'place_of_supply', new.place_of_supply, 'supply_text', new.supply_text, 'supply_code', new.supply_code, 'gst_mode', new.gst_mode, 'supply', new.supply, 'reverse_charge', new.reverse_charge, 'import', new.import, 'is_untaxed', new.is_untaxed, 'foreign_currency', new.foreign_currency, 'exchange_rate', new.exchange_rate, 'delivery_address', new.delivery_address, 'sub_total_paise', new.sub_total_paise, 'discount_paise', new.discount_paise, 'taxable_paise', new.taxable_paise, 'pure_agent_paise', new.pure_agent_paise, 'cgst_paise', new.cgst_paise, 'sgst_paise', new.sgst_paise, 'igst_paise', new.igst_paise, 'cess_paise', new.cess_paise, 'round_off_paise', new.round_off_paise, 'grand_total_paise', new.grand_total_paise, 'tds_rule', new.tds_rule, 'tds_due_paise', new.tds_due_paise, 'is_on_hold', new.is_on_hold, 'is_earlier', new.is_earlier, 'sent_at', new.sent_at, 'cancelled_at', new.cancelled_at, 'cancelled_on', new.cancelled_on, 'credit_changed_on', new.credit_changed_on, 'accepted_at', new.accepted_at, 'declined_at', new.declined_at, 'issued', (new.issued || ''), 'original_id', new.original_id, 'original', (new.original || ''), 'reason', new.reason, 'series_id', new.series_id, 'import_id', new.import_id, 'is_edited', new.is_edited, 'notes', new.notes, 'terms', new.terms, 'created_by', new.created_by, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'documents' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER documents_image_delete AFTER DELETE ON documents BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'documents', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'kind', old.kind, 'family', old.family, 'number', old.number, 'date', old.date, 'due_date', old.due_date, 'client_id', old.client_id, 'vendor_id', old.vendor_id, 'number_key', old.number_key, 'vendor_key', old.vendor_key, 'received_date', old.received_date, 'place_of_supply', old.place_of_supply, 'supply_text', old.supply_text, 'supply_code', old.supply_code, 'gst_mode', old.gst_mode, 'supply', old.supply, 'reverse_charge', old.reverse_charge, 'import', old.import, 'is_untaxed', old.is_untaxed, 'foreign_currency', old.foreign_currency, 'exchange_rate', old.exchange_rate, 'delivery_address', old.delivery_address, 'sub_total_paise', old.sub_total_paise, 'discount_paise', old.discount_paise, 'taxable_paise', old.taxable_paise, 'pure_agent_paise', old.pure_agent_paise, 'cgst_paise', old.cgst_paise, 'sgst_paise', old.sgst_paise, 'igst_paise', old.igst_paise, 'cess_paise', old.cess_paise, 'round_off_paise', old.round_off_paise, 'grand_total_paise', old.grand_total_paise, 'tds_rule', old.tds_rule, 'tds_due_paise', old.tds_due_paise, 'is_on_hold', old.is_on_hold, 'is_earlier', old.is_earlier, 'sent_at', old.sent_at, 'cancelled_at', old.cancelled_at, 'cancelled_on', old.cancelled_on, 'credit_changed_on', old.credit_changed_on, 'accepted_at', old.accepted_at, 'declined_at', old.declined_at, 'issued', (old.issued || ''), 'original_id', old.original_id, 'original', (old.original || ''), 'reason', old.reason, 'series_id', old.series_id, 'import_id', old.import_id, 'is_edited', old.is_edited, 'notes', old.notes, 'terms', old.terms, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'documents', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
END;
--> statement-breakpoint
CREATE TRIGGER documents_image_update AFTER UPDATE OF id, kind, family, number, date, due_date, client_id, vendor_id, number_key, vendor_key, received_date, place_of_supply, supply_text, supply_code, gst_mode, supply, reverse_charge, import, is_untaxed, foreign_currency, exchange_rate, delivery_address, sub_total_paise, discount_paise, taxable_paise, pure_agent_paise, cgst_paise, sgst_paise, igst_paise, cess_paise, round_off_paise, grand_total_paise, tds_rule, tds_due_paise, is_on_hold, is_earlier, sent_at, cancelled_at, cancelled_on, credit_changed_on, accepted_at, declined_at, issued, original_id, original, reason, series_id, import_id, is_edited, notes, terms, created_by, created_at ON documents
WHEN (old.id, old.kind, old.family, old.number, old.date, old.due_date, old.client_id, old.vendor_id, old.number_key, old.vendor_key, old.received_date, old.place_of_supply, old.supply_text, old.supply_code, old.gst_mode, old.supply, old.reverse_charge, old.import, old.is_untaxed, old.foreign_currency, old.exchange_rate, old.delivery_address, old.sub_total_paise, old.discount_paise, old.taxable_paise, old.pure_agent_paise, old.cgst_paise, old.sgst_paise, old.igst_paise, old.cess_paise, old.round_off_paise, old.grand_total_paise, old.tds_rule, old.tds_due_paise, old.is_on_hold, old.is_earlier, old.sent_at, old.cancelled_at, old.cancelled_on, old.credit_changed_on, old.accepted_at, old.declined_at, old.issued, old.original_id, old.original, old.reason, old.series_id, old.import_id, old.is_edited, old.notes, old.terms, old.created_by, old.created_at)
  IS NOT (new.id, new.kind, new.family, new.number, new.date, new.due_date, new.client_id, new.vendor_id, new.number_key, new.vendor_key, new.received_date, new.place_of_supply, new.supply_text, new.supply_code, new.gst_mode, new.supply, new.reverse_charge, new.import, new.is_untaxed, new.foreign_currency, new.exchange_rate, new.delivery_address, new.sub_total_paise, new.discount_paise, new.taxable_paise, new.pure_agent_paise, new.cgst_paise, new.sgst_paise, new.igst_paise, new.cess_paise, new.round_off_paise, new.grand_total_paise, new.tds_rule, new.tds_due_paise, new.is_on_hold, new.is_earlier, new.sent_at, new.cancelled_at, new.cancelled_on, new.credit_changed_on, new.accepted_at, new.declined_at, new.issued, new.original_id, new.original, new.reason, new.series_id, new.import_id, new.is_edited, new.notes, new.terms, new.created_by, new.created_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'documents', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.kind IS new.kind, '', ',' || json_array('kind', old.kind, new.kind))
    || iif(old.family IS new.family, '', ',' || json_array('family', old.family, new.family))
    || iif(old.number IS new.number, '', ',' || json_array('number', old.number, new.number))
    || iif(old.date IS new.date, '', ',' || json_array('date', old.date, new.date))
    || iif(old.due_date IS new.due_date, '', ',' || json_array('due_date', old.due_date, new.due_date))
    || iif(old.client_id IS new.client_id, '', ',' || json_array('client_id', old.client_id, new.client_id))
    || iif(old.vendor_id IS new.vendor_id, '', ',' || json_array('vendor_id', old.vendor_id, new.vendor_id))
    || iif(old.number_key IS new.number_key, '', ',' || json_array('number_key', old.number_key, new.number_key))
    || iif(old.vendor_key IS new.vendor_key, '', ',' || json_array('vendor_key', old.vendor_key, new.vendor_key))
    || iif(old.received_date IS new.received_date, '', ',' || json_array('received_date', old.received_date, new.received_date))
    || iif(old.place_of_supply IS new.place_of_supply, '', ',' || json_array('place_of_supply', old.place_of_supply, new.place_of_supply))
    || iif(old.supply_text IS new.supply_text, '', ',' || json_array('supply_text', old.supply_text, new.supply_text))
    || iif(old.supply_code IS new.supply_code, '', ',' || json_array('supply_code', old.supply_code, new.supply_code))
    || iif(old.gst_mode IS new.gst_mode, '', ',' || json_array('gst_mode', old.gst_mode, new.gst_mode))
    || iif(old.supply IS new.supply, '', ',' || json_array('supply', old.supply, new.supply))
    || iif(old.reverse_charge IS new.reverse_charge, '', ',' || json_array('reverse_charge', old.reverse_charge, new.reverse_charge))
    || iif(old.import IS new.import, '', ',' || json_array('import', old.import, new.import))
    || iif(old.is_untaxed IS new.is_untaxed, '', ',' || json_array('is_untaxed', old.is_untaxed, new.is_untaxed))
    || iif(old.foreign_currency IS new.foreign_currency, '', ',' || json_array('foreign_currency', old.foreign_currency, new.foreign_currency))
    || iif(old.exchange_rate IS new.exchange_rate, '', ',' || json_array('exchange_rate', old.exchange_rate, new.exchange_rate))
    || iif(old.delivery_address IS new.delivery_address, '', ',' || json_array('delivery_address', old.delivery_address, new.delivery_address))
    || iif(old.sub_total_paise IS new.sub_total_paise, '', ',' || json_array('sub_total_paise', old.sub_total_paise, new.sub_total_paise))
    || iif(old.discount_paise IS new.discount_paise, '', ',' || json_array('discount_paise', old.discount_paise, new.discount_paise))
    || iif(old.taxable_paise IS new.taxable_paise, '', ',' || json_array('taxable_paise', old.taxable_paise, new.taxable_paise))
    || iif(old.pure_agent_paise IS new.pure_agent_paise, '', ',' || json_array('pure_agent_paise', old.pure_agent_paise, new.pure_agent_paise))
    || iif(old.cgst_paise IS new.cgst_paise, '', ',' || json_array('cgst_paise', old.cgst_paise, new.cgst_paise))
    || iif(old.sgst_paise IS new.sgst_paise, '', ',' || json_array('sgst_paise', old.sgst_paise, new.sgst_paise))
    || iif(old.igst_paise IS new.igst_paise, '', ',' || json_array('igst_paise', old.igst_paise, new.igst_paise))
    || iif(old.cess_paise IS new.cess_paise, '', ',' || json_array('cess_paise', old.cess_paise, new.cess_paise))
    || iif(old.round_off_paise IS new.round_off_paise, '', ',' || json_array('round_off_paise', old.round_off_paise, new.round_off_paise))
    || iif(old.grand_total_paise IS new.grand_total_paise, '', ',' || json_array('grand_total_paise', old.grand_total_paise, new.grand_total_paise))
    || iif(old.tds_rule IS new.tds_rule, '', ',' || json_array('tds_rule', old.tds_rule, new.tds_rule))
    || iif(old.tds_due_paise IS new.tds_due_paise, '', ',' || json_array('tds_due_paise', old.tds_due_paise, new.tds_due_paise))
    || iif(old.is_on_hold IS new.is_on_hold, '', ',' || json_array('is_on_hold', old.is_on_hold, new.is_on_hold))
    || iif(old.is_earlier IS new.is_earlier, '', ',' || json_array('is_earlier', old.is_earlier, new.is_earlier))
    || iif(old.sent_at IS new.sent_at, '', ',' || json_array('sent_at', old.sent_at, new.sent_at))
    || iif(old.cancelled_at IS new.cancelled_at, '', ',' || json_array('cancelled_at', old.cancelled_at, new.cancelled_at))
    || iif(old.cancelled_on IS new.cancelled_on, '', ',' || json_array('cancelled_on', old.cancelled_on, new.cancelled_on))
    || iif(old.credit_changed_on IS new.credit_changed_on, '', ',' || json_array('credit_changed_on', old.credit_changed_on, new.credit_changed_on))
    || iif(old.accepted_at IS new.accepted_at, '', ',' || json_array('accepted_at', old.accepted_at, new.accepted_at))
    || iif(old.declined_at IS new.declined_at, '', ',' || json_array('declined_at', old.declined_at, new.declined_at))
    || iif(old.issued IS new.issued, '', ',' || json_array('issued', (old.issued || ''), (new.issued || '')))
    || iif(old.original_id IS new.original_id, '', ',' || json_array('original_id', old.original_id, new.original_id))
    || iif(old.original IS new.original, '', ',' || json_array('original', (old.original || ''), (new.original || '')))
    || iif(old.reason IS new.reason, '', ',' || json_array('reason', old.reason, new.reason))
    || iif(old.series_id IS new.series_id, '', ',' || json_array('series_id', old.series_id, new.series_id))
    || iif(old.import_id IS new.import_id, '', ',' || json_array('import_id', old.import_id, new.import_id))
    || iif(old.is_edited IS new.is_edited, '', ',' || json_array('is_edited', old.is_edited, new.is_edited))
    || iif(old.notes IS new.notes, '', ',' || json_array('notes', old.notes, new.notes))
    || iif(old.terms IS new.terms, '', ',' || json_array('terms', old.terms, new.terms))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
