ALTER TABLE `vendors` ADD `is_associated` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `documents` ADD `service_date` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `documents` ADD `amended_in` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `settlements` ADD `gst_tds_igst_paise` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `settlements` ADD `gst_tds_cgst_paise` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `settlements` ADD `gst_tds_sgst_paise` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
DROP TRIGGER vendors_image_insert;
--> statement-breakpoint
DROP TRIGGER vendors_image_delete;
--> statement-breakpoint
DROP TRIGGER vendors_image_update;
--> statement-breakpoint
DROP TRIGGER documents_image_insert;
--> statement-breakpoint
DROP TRIGGER documents_image_delete;
--> statement-breakpoint
DROP TRIGGER documents_image_update;
--> statement-breakpoint
DROP TRIGGER settlements_image_insert;
--> statement-breakpoint
DROP TRIGGER settlements_image_delete;
--> statement-breakpoint
DROP TRIGGER settlements_image_update;
--> statement-breakpoint
-- Tax that was deducted with a payment of a bill that is cancelled was in no ledger: it stays payable.
INSERT INTO ledger_posts SELECT agency_id, date, ledger, origin, paise, -1, coalesce(client_id, vendor_id) FROM settlement_postings
WHERE EXISTS (SELECT 1 FROM documents d WHERE d.agency_id = settlement_postings.agency_id AND d.id = document_id
  AND d.family = 'BILLS' AND d.status = 'CANCELLED' AND d.tds_paise > 0);
--> statement-breakpoint
DROP VIEW settlement_postings;
--> statement-breakpoint
-- As in migration tax_book_fields. GST that was deducted (s. 51) is an asset of its own, and what was paid of
-- a cancelled bill is an advance with the tax that was deducted from it.
CREATE VIEW settlement_postings (agency_id, settlement_id, document_id, client_id, vendor_id, date, ledger, origin, paise) AS
WITH settled AS NOT MATERIALIZED (
  SELECT s.*, t.category_id, d.client_id, d.vendor_id, d.vendor_id IS NOT NULL AS is_bought, iif(d.vendor_id IS NULL, 1, -1) AS sign,
    CASE WHEN d.family = 'BILLS' AND d.status = 'CANCELLED' THEN 'vendor_advances' WHEN d.vendor_id IS NOT NULL THEN 'payables'
      WHEN s.kind IN ('PAYMENT', 'REFUND') AND d.kind = 'RECEIPT_VOUCHER' THEN 'advances' ELSE 'receivables' END AS due,
    s.gst_tds_igst_paise + s.gst_tds_cgst_paise + s.gst_tds_sgst_paise AS gst_tds_paise,
    iif(d.vendor_id IS NULL OR (d.family = 'BILLS' AND d.status = 'CANCELLED'), s.tds_paise, 0) AS deducted_paise
  FROM settlements s JOIN documents d ON d.agency_id = s.agency_id AND d.id = s.document_id
  LEFT JOIN transactions t ON t.agency_id = s.agency_id AND t.id = s.transaction_id),
posted AS NOT MATERIALIZED (
  SELECT agency_id, id, document_id, client_id, vendor_id, date,
    CASE column1 WHEN 'money' THEN coalesce(category_id, 'unallocated') WHEN 'tax' THEN iif(is_bought, 'tds_payable', 'tds_receivable')
      WHEN 'due' THEN due WHEN 'other' THEN iif(kind = 'WRITE_OFF', 'bad_debts', iif(is_bought, 'vendor_advances', 'advances'))
      ELSE column1 END AS ledger,
    CASE WHEN column1 <> 'money' OR category_id IS NULL THEN 'D' WHEN is_bought THEN 'V' ELSE 'M' END AS origin,
    CASE column1
      WHEN 'money' THEN CASE kind WHEN 'PAYMENT' THEN sign * amount_paise WHEN 'REFUND' THEN -sign * amount_paise ELSE 0 END
      WHEN 'tax' THEN iif(kind = 'PAYMENT', sign * (deducted_paise - gst_tds_paise), 0)
      WHEN 'gst_tds_igst' THEN gst_tds_igst_paise WHEN 'gst_tds_cgst' THEN gst_tds_cgst_paise
      WHEN 'gst_tds_sgst' THEN gst_tds_sgst_paise
      WHEN 'due' THEN CASE kind WHEN 'CREDIT' THEN 0 WHEN 'REFUND' THEN sign * amount_paise
        ELSE -sign * (amount_paise + deducted_paise) END
      ELSE iif(kind IN ('ADVANCE', 'WRITE_OFF'), sign * amount_paise, 0) END AS paise
  FROM settled CROSS JOIN (VALUES ('money'), ('tax'), ('gst_tds_igst'), ('gst_tds_cgst'), ('gst_tds_sgst'), ('due'), ('other')))
SELECT * FROM posted WHERE paise <> 0;
--> statement-breakpoint
INSERT INTO ledger_posts SELECT agency_id, date, ledger, origin, paise, 1, coalesce(client_id, vendor_id) FROM settlement_postings
WHERE EXISTS (SELECT 1 FROM documents d WHERE d.agency_id = settlement_postings.agency_id AND d.id = document_id
  AND d.family = 'BILLS' AND d.status = 'CANCELLED' AND d.tds_paise > 0);
--> statement-breakpoint
-- Written by db/undo/triggers.ts.
CREATE TRIGGER vendors_image_insert AFTER INSERT ON vendors BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'vendors', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'display_name', new.display_name, 'name_key', new.name_key, 'billing_name', new.billing_name, 'email', new.email, 'phone', new.phone, 'billing_address', new.billing_address, 'city', new.city, 'pin', new.pin, 'gstin', new.gstin, 'pan', new.pan, 'state', new.state, 'state_code', new.state_code, 'kind', new.kind, 'country', new.country, 'tds_rule', new.tds_rule, 'itc', new.itc, 'is_small_enterprise', new.is_small_enterprise, 'agreed_days', new.agreed_days, 'is_associated', new.is_associated, 'notes', new.notes, 'import_id', new.import_id, 'searched', new.searched)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'vendors' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER vendors_image_delete AFTER DELETE ON vendors BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'vendors', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'display_name', old.display_name, 'name_key', old.name_key, 'billing_name', old.billing_name, 'email', old.email, 'phone', old.phone, 'billing_address', old.billing_address, 'city', old.city, 'pin', old.pin, 'gstin', old.gstin, 'pan', old.pan, 'state', old.state, 'state_code', old.state_code, 'kind', old.kind, 'country', old.country, 'tds_rule', old.tds_rule, 'itc', old.itc, 'is_small_enterprise', old.is_small_enterprise, 'agreed_days', old.agreed_days, 'is_associated', old.is_associated, 'notes', old.notes, 'import_id', old.import_id, 'searched', old.searched)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'vendors', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
END;
--> statement-breakpoint
CREATE TRIGGER vendors_image_update AFTER UPDATE OF id, display_name, name_key, billing_name, email, phone, billing_address, city, pin, gstin, pan, state, state_code, kind, country, tds_rule, itc, is_small_enterprise, agreed_days, is_associated, notes, import_id, searched ON vendors
WHEN (old.id, old.display_name, old.name_key, old.billing_name, old.email, old.phone, old.billing_address, old.city, old.pin, old.gstin, old.pan, old.state, old.state_code, old.kind, old.country, old.tds_rule, old.itc, old.is_small_enterprise, old.agreed_days, old.is_associated, old.notes, old.import_id, old.searched)
  IS NOT (new.id, new.display_name, new.name_key, new.billing_name, new.email, new.phone, new.billing_address, new.city, new.pin, new.gstin, new.pan, new.state, new.state_code, new.kind, new.country, new.tds_rule, new.itc, new.is_small_enterprise, new.agreed_days, new.is_associated, new.notes, new.import_id, new.searched) BEGIN
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
    || iif(old.is_associated IS new.is_associated, '', ',' || json_array('is_associated', old.is_associated, new.is_associated))
    || iif(old.notes IS new.notes, '', ',' || json_array('notes', old.notes, new.notes))
    || iif(old.import_id IS new.import_id, '', ',' || json_array('import_id', old.import_id, new.import_id))
    || iif(old.searched IS new.searched, '', ',' || json_array('searched', old.searched, new.searched)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER documents_image_insert AFTER INSERT ON documents BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'documents', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'kind', new.kind, 'family', new.family, 'number', new.number, 'date', new.date, 'due_date', new.due_date, 'client_id', new.client_id, 'vendor_id', new.vendor_id, 'number_key', new.number_key, 'vendor_key', new.vendor_key, 'received_date', new.received_date, 'place_of_supply', new.place_of_supply, 'supply_text', new.supply_text, 'supply_code', new.supply_code, 'gst_mode', new.gst_mode, 'supply', new.supply, 'reverse_charge', new.reverse_charge, 'import', new.import, 'is_untaxed', new.is_untaxed, 'foreign_currency', new.foreign_currency, 'exchange_rate', new.exchange_rate, 'delivery_address', new.delivery_address, 'sub_total_paise', new.sub_total_paise, 'discount_paise', new.discount_paise, 'taxable_paise', new.taxable_paise, 'pure_agent_paise', new.pure_agent_paise, 'cgst_paise', new.cgst_paise, 'sgst_paise', new.sgst_paise, 'igst_paise', new.igst_paise, 'cess_paise', new.cess_paise, 'round_off_paise', new.round_off_paise, 'grand_total_paise', new.grand_total_paise, 'tds_rule', new.tds_rule, 'tds_due_paise', new.tds_due_paise, 'is_on_hold', new.is_on_hold, 'is_earlier', new.is_earlier, 'sent_at', new.sent_at, 'cancelled_at', new.cancelled_at, 'cancelled_on', new.cancelled_on, 'credit_changed_on', new.credit_changed_on, 'service_date', new.service_date, 'amended_in', new.amended_in, 'accepted_at', new.accepted_at, 'declined_at', new.declined_at, 'issued', (new.issued || ''), 'original_id', new.original_id, 'original', (new.original || ''), 'reason', new.reason, 'series_id', new.series_id, 'import_id', new.import_id, 'is_edited', new.is_edited, 'notes', new.notes, 'terms', new.terms, 'created_by', new.created_by, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'documents' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER documents_image_delete AFTER DELETE ON documents BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'documents', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'kind', old.kind, 'family', old.family, 'number', old.number, 'date', old.date, 'due_date', old.due_date, 'client_id', old.client_id, 'vendor_id', old.vendor_id, 'number_key', old.number_key, 'vendor_key', old.vendor_key, 'received_date', old.received_date, 'place_of_supply', old.place_of_supply, 'supply_text', old.supply_text, 'supply_code', old.supply_code, 'gst_mode', old.gst_mode, 'supply', old.supply, 'reverse_charge', old.reverse_charge, 'import', old.import, 'is_untaxed', old.is_untaxed, 'foreign_currency', old.foreign_currency, 'exchange_rate', old.exchange_rate, 'delivery_address', old.delivery_address, 'sub_total_paise', old.sub_total_paise, 'discount_paise', old.discount_paise, 'taxable_paise', old.taxable_paise, 'pure_agent_paise', old.pure_agent_paise, 'cgst_paise', old.cgst_paise, 'sgst_paise', old.sgst_paise, 'igst_paise', old.igst_paise, 'cess_paise', old.cess_paise, 'round_off_paise', old.round_off_paise, 'grand_total_paise', old.grand_total_paise, 'tds_rule', old.tds_rule, 'tds_due_paise', old.tds_due_paise, 'is_on_hold', old.is_on_hold, 'is_earlier', old.is_earlier, 'sent_at', old.sent_at, 'cancelled_at', old.cancelled_at, 'cancelled_on', old.cancelled_on, 'credit_changed_on', old.credit_changed_on, 'service_date', old.service_date, 'amended_in', old.amended_in, 'accepted_at', old.accepted_at, 'declined_at', old.declined_at, 'issued', (old.issued || ''), 'original_id', old.original_id, 'original', (old.original || ''), 'reason', old.reason, 'series_id', old.series_id, 'import_id', old.import_id, 'is_edited', old.is_edited, 'notes', old.notes, 'terms', old.terms, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'documents', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
END;
--> statement-breakpoint
CREATE TRIGGER documents_image_update AFTER UPDATE OF id, kind, family, number, date, due_date, client_id, vendor_id, number_key, vendor_key, received_date, place_of_supply, supply_text, supply_code, gst_mode, supply, reverse_charge, import, is_untaxed, foreign_currency, exchange_rate, delivery_address, sub_total_paise, discount_paise, taxable_paise, pure_agent_paise, cgst_paise, sgst_paise, igst_paise, cess_paise, round_off_paise, grand_total_paise, tds_rule, tds_due_paise, is_on_hold, is_earlier, sent_at, cancelled_at, cancelled_on, credit_changed_on, service_date, amended_in, accepted_at, declined_at, issued, original_id, original, reason, series_id, import_id, is_edited, notes, terms, created_by, created_at ON documents
WHEN (old.id, old.kind, old.family, old.number, old.date, old.due_date, old.client_id, old.vendor_id, old.number_key, old.vendor_key, old.received_date, old.place_of_supply, old.supply_text, old.supply_code, old.gst_mode, old.supply, old.reverse_charge, old.import, old.is_untaxed, old.foreign_currency, old.exchange_rate, old.delivery_address, old.sub_total_paise, old.discount_paise, old.taxable_paise, old.pure_agent_paise, old.cgst_paise, old.sgst_paise, old.igst_paise, old.cess_paise, old.round_off_paise, old.grand_total_paise, old.tds_rule, old.tds_due_paise, old.is_on_hold, old.is_earlier, old.sent_at, old.cancelled_at, old.cancelled_on, old.credit_changed_on, old.service_date, old.amended_in, old.accepted_at, old.declined_at, old.issued, old.original_id, old.original, old.reason, old.series_id, old.import_id, old.is_edited, old.notes, old.terms, old.created_by, old.created_at)
  IS NOT (new.id, new.kind, new.family, new.number, new.date, new.due_date, new.client_id, new.vendor_id, new.number_key, new.vendor_key, new.received_date, new.place_of_supply, new.supply_text, new.supply_code, new.gst_mode, new.supply, new.reverse_charge, new.import, new.is_untaxed, new.foreign_currency, new.exchange_rate, new.delivery_address, new.sub_total_paise, new.discount_paise, new.taxable_paise, new.pure_agent_paise, new.cgst_paise, new.sgst_paise, new.igst_paise, new.cess_paise, new.round_off_paise, new.grand_total_paise, new.tds_rule, new.tds_due_paise, new.is_on_hold, new.is_earlier, new.sent_at, new.cancelled_at, new.cancelled_on, new.credit_changed_on, new.service_date, new.amended_in, new.accepted_at, new.declined_at, new.issued, new.original_id, new.original, new.reason, new.series_id, new.import_id, new.is_edited, new.notes, new.terms, new.created_by, new.created_at) BEGIN
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
    || iif(old.service_date IS new.service_date, '', ',' || json_array('service_date', old.service_date, new.service_date))
    || iif(old.amended_in IS new.amended_in, '', ',' || json_array('amended_in', old.amended_in, new.amended_in))
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
--> statement-breakpoint
CREATE TRIGGER settlements_image_insert AFTER INSERT ON settlements BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'settlements', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'kind', new.kind, 'document_id', new.document_id, 'source_id', new.source_id, 'date', new.date, 'amount_paise', new.amount_paise, 'tds_paise', new.tds_paise, 'gst_tds_igst_paise', new.gst_tds_igst_paise, 'gst_tds_cgst_paise', new.gst_tds_cgst_paise, 'gst_tds_sgst_paise', new.gst_tds_sgst_paise, 'mode', new.mode, 'reference', new.reference, 'notes', new.notes, 'account_id', new.account_id, 'transaction_id', new.transaction_id, 'is_linked', new.is_linked, 'import_id', new.import_id, 'created_by', new.created_by, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'settlements' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER settlements_image_delete AFTER DELETE ON settlements BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'settlements', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'kind', old.kind, 'document_id', old.document_id, 'source_id', old.source_id, 'date', old.date, 'amount_paise', old.amount_paise, 'tds_paise', old.tds_paise, 'gst_tds_igst_paise', old.gst_tds_igst_paise, 'gst_tds_cgst_paise', old.gst_tds_cgst_paise, 'gst_tds_sgst_paise', old.gst_tds_sgst_paise, 'mode', old.mode, 'reference', old.reference, 'notes', old.notes, 'account_id', old.account_id, 'transaction_id', old.transaction_id, 'is_linked', old.is_linked, 'import_id', old.import_id, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'settlements', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
END;
--> statement-breakpoint
CREATE TRIGGER settlements_image_update AFTER UPDATE OF id, kind, document_id, source_id, date, amount_paise, tds_paise, gst_tds_igst_paise, gst_tds_cgst_paise, gst_tds_sgst_paise, mode, reference, notes, account_id, transaction_id, is_linked, import_id, created_by, created_at ON settlements
WHEN (old.id, old.kind, old.document_id, old.source_id, old.date, old.amount_paise, old.tds_paise, old.gst_tds_igst_paise, old.gst_tds_cgst_paise, old.gst_tds_sgst_paise, old.mode, old.reference, old.notes, old.account_id, old.transaction_id, old.is_linked, old.import_id, old.created_by, old.created_at)
  IS NOT (new.id, new.kind, new.document_id, new.source_id, new.date, new.amount_paise, new.tds_paise, new.gst_tds_igst_paise, new.gst_tds_cgst_paise, new.gst_tds_sgst_paise, new.mode, new.reference, new.notes, new.account_id, new.transaction_id, new.is_linked, new.import_id, new.created_by, new.created_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'settlements', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.kind IS new.kind, '', ',' || json_array('kind', old.kind, new.kind))
    || iif(old.document_id IS new.document_id, '', ',' || json_array('document_id', old.document_id, new.document_id))
    || iif(old.source_id IS new.source_id, '', ',' || json_array('source_id', old.source_id, new.source_id))
    || iif(old.date IS new.date, '', ',' || json_array('date', old.date, new.date))
    || iif(old.amount_paise IS new.amount_paise, '', ',' || json_array('amount_paise', old.amount_paise, new.amount_paise))
    || iif(old.tds_paise IS new.tds_paise, '', ',' || json_array('tds_paise', old.tds_paise, new.tds_paise))
    || iif(old.gst_tds_igst_paise IS new.gst_tds_igst_paise, '', ',' || json_array('gst_tds_igst_paise', old.gst_tds_igst_paise, new.gst_tds_igst_paise))
    || iif(old.gst_tds_cgst_paise IS new.gst_tds_cgst_paise, '', ',' || json_array('gst_tds_cgst_paise', old.gst_tds_cgst_paise, new.gst_tds_cgst_paise))
    || iif(old.gst_tds_sgst_paise IS new.gst_tds_sgst_paise, '', ',' || json_array('gst_tds_sgst_paise', old.gst_tds_sgst_paise, new.gst_tds_sgst_paise))
    || iif(old.mode IS new.mode, '', ',' || json_array('mode', old.mode, new.mode))
    || iif(old.reference IS new.reference, '', ',' || json_array('reference', old.reference, new.reference))
    || iif(old.notes IS new.notes, '', ',' || json_array('notes', old.notes, new.notes))
    || iif(old.account_id IS new.account_id, '', ',' || json_array('account_id', old.account_id, new.account_id))
    || iif(old.transaction_id IS new.transaction_id, '', ',' || json_array('transaction_id', old.transaction_id, new.transaction_id))
    || iif(old.is_linked IS new.is_linked, '', ',' || json_array('is_linked', old.is_linked, new.is_linked))
    || iif(old.import_id IS new.import_id, '', ',' || json_array('import_id', old.import_id, new.import_id))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
