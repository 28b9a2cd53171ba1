ALTER TABLE `documents` ADD `supplier_unfiled_on` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `documents` ADD `supplier_filed_on` text DEFAULT '' NOT NULL;
--> statement-breakpoint
DROP TRIGGER documents_image_insert;
--> statement-breakpoint
DROP TRIGGER documents_image_delete;
--> statement-breakpoint
DROP TRIGGER documents_image_update;
--> statement-breakpoint
DROP TRIGGER documents_tax_update;
--> statement-breakpoint
CREATE TRIGGER documents_tax_update AFTER UPDATE OF date, sent_at, cancelled_at, cancelled_on, credit_changed_on, supplier_unfiled_on, supplier_filed_on, taxable_paise, cgst_paise, sgst_paise, igst_paise, cess_paise, grand_total_paise, supply_code, supply, gst_mode, reverse_charge, is_untaxed, is_earlier, number, vendor_id ON documents
WHEN new.kind = 'RECEIPT_VOUCHER' OR new.family = 'BILLS'
  OR (new.family = 'INVOICES' AND (new.received_paise + new.tds_paise > 0
    OR EXISTS (SELECT 1 FROM tax_entries WHERE agency_id = new.agency_id AND document = new.id))) BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (new.agency_id, new.id);
END;
--> statement-breakpoint
-- Written by db/undo/triggers.ts.
CREATE TRIGGER documents_image_insert AFTER INSERT ON documents BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'documents', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'kind', new.kind, 'family', new.family, 'number', new.number, 'date', new.date, 'due_date', new.due_date, 'client_id', new.client_id, 'vendor_id', new.vendor_id, 'number_key', new.number_key, 'vendor_key', new.vendor_key, 'received_date', new.received_date, 'place_of_supply', new.place_of_supply, 'supply_text', new.supply_text, 'supply_code', new.supply_code, 'gst_mode', new.gst_mode, 'supply', new.supply, 'reverse_charge', new.reverse_charge, 'import', new.import, 'is_untaxed', new.is_untaxed, 'foreign_currency', new.foreign_currency, 'exchange_rate', new.exchange_rate, 'delivery_address', new.delivery_address, 'sub_total_paise', new.sub_total_paise, 'discount_paise', new.discount_paise, 'taxable_paise', new.taxable_paise, 'pure_agent_paise', new.pure_agent_paise, 'cgst_paise', new.cgst_paise, 'sgst_paise', new.sgst_paise, 'igst_paise', new.igst_paise, 'cess_paise', new.cess_paise, 'round_off_paise', new.round_off_paise, 'grand_total_paise', new.grand_total_paise, 'tds_rule', new.tds_rule, 'tds_due_paise', new.tds_due_paise, 'is_tds_by_rule', new.is_tds_by_rule, 'tds_certificate', new.tds_certificate, 'rent_months', (new.rent_months || ''), 'is_on_hold', new.is_on_hold, 'is_earlier', new.is_earlier, 'sent_at', new.sent_at, 'cancelled_at', new.cancelled_at, 'cancelled_on', new.cancelled_on, 'credit_changed_on', new.credit_changed_on, 'supplier_unfiled_on', new.supplier_unfiled_on, 'supplier_filed_on', new.supplier_filed_on, 'service_date', new.service_date, 'amended_in', new.amended_in, 'accepted_at', new.accepted_at, 'declined_at', new.declined_at, 'issued', (new.issued || ''), 'original_id', new.original_id, 'original', (new.original || ''), 'reason', new.reason, 'series_id', new.series_id, 'import_id', new.import_id, 'is_edited', new.is_edited, 'notes', new.notes, 'terms', new.terms, 'created_by', new.created_by, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'documents' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER documents_image_delete AFTER DELETE ON documents BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'documents', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'kind', old.kind, 'family', old.family, 'number', old.number, 'date', old.date, 'due_date', old.due_date, 'client_id', old.client_id, 'vendor_id', old.vendor_id, 'number_key', old.number_key, 'vendor_key', old.vendor_key, 'received_date', old.received_date, 'place_of_supply', old.place_of_supply, 'supply_text', old.supply_text, 'supply_code', old.supply_code, 'gst_mode', old.gst_mode, 'supply', old.supply, 'reverse_charge', old.reverse_charge, 'import', old.import, 'is_untaxed', old.is_untaxed, 'foreign_currency', old.foreign_currency, 'exchange_rate', old.exchange_rate, 'delivery_address', old.delivery_address, 'sub_total_paise', old.sub_total_paise, 'discount_paise', old.discount_paise, 'taxable_paise', old.taxable_paise, 'pure_agent_paise', old.pure_agent_paise, 'cgst_paise', old.cgst_paise, 'sgst_paise', old.sgst_paise, 'igst_paise', old.igst_paise, 'cess_paise', old.cess_paise, 'round_off_paise', old.round_off_paise, 'grand_total_paise', old.grand_total_paise, 'tds_rule', old.tds_rule, 'tds_due_paise', old.tds_due_paise, 'is_tds_by_rule', old.is_tds_by_rule, 'tds_certificate', old.tds_certificate, 'rent_months', (old.rent_months || ''), 'is_on_hold', old.is_on_hold, 'is_earlier', old.is_earlier, 'sent_at', old.sent_at, 'cancelled_at', old.cancelled_at, 'cancelled_on', old.cancelled_on, 'credit_changed_on', old.credit_changed_on, 'supplier_unfiled_on', old.supplier_unfiled_on, 'supplier_filed_on', old.supplier_filed_on, 'service_date', old.service_date, 'amended_in', old.amended_in, 'accepted_at', old.accepted_at, 'declined_at', old.declined_at, 'issued', (old.issued || ''), 'original_id', old.original_id, 'original', (old.original || ''), 'reason', old.reason, 'series_id', old.series_id, 'import_id', old.import_id, 'is_edited', old.is_edited, 'notes', old.notes, 'terms', old.terms, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'documents', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
END;
--> statement-breakpoint
CREATE TRIGGER documents_image_update AFTER UPDATE OF id, kind, family, number, date, due_date, client_id, vendor_id, number_key, vendor_key, received_date, place_of_supply, supply_text, supply_code, gst_mode, supply, reverse_charge, import, is_untaxed, foreign_currency, exchange_rate, delivery_address, sub_total_paise, discount_paise, taxable_paise, pure_agent_paise, cgst_paise, sgst_paise, igst_paise, cess_paise, round_off_paise, grand_total_paise, tds_rule, tds_due_paise, is_tds_by_rule, tds_certificate, rent_months, is_on_hold, is_earlier, sent_at, cancelled_at, cancelled_on, credit_changed_on, supplier_unfiled_on, supplier_filed_on, service_date, amended_in, accepted_at, declined_at, issued, original_id, original, reason, series_id, import_id, is_edited, notes, terms, created_by, created_at ON documents
WHEN (old.id, old.kind, old.family, old.number, old.date, old.due_date, old.client_id, old.vendor_id, old.number_key, old.vendor_key, old.received_date, old.place_of_supply, old.supply_text, old.supply_code, old.gst_mode, old.supply, old.reverse_charge, old.import, old.is_untaxed, old.foreign_currency, old.exchange_rate, old.delivery_address, old.sub_total_paise, old.discount_paise, old.taxable_paise, old.pure_agent_paise, old.cgst_paise, old.sgst_paise, old.igst_paise, old.cess_paise, old.round_off_paise, old.grand_total_paise, old.tds_rule, old.tds_due_paise, old.is_tds_by_rule, old.tds_certificate, old.rent_months, old.is_on_hold, old.is_earlier, old.sent_at, old.cancelled_at, old.cancelled_on, old.credit_changed_on, old.supplier_unfiled_on, old.supplier_filed_on, old.service_date, old.amended_in, old.accepted_at, old.declined_at, old.issued, old.original_id, old.original, old.reason, old.series_id, old.import_id, old.is_edited, old.notes, old.terms, old.created_by, old.created_at)
  IS NOT (new.id, new.kind, new.family, new.number, new.date, new.due_date, new.client_id, new.vendor_id, new.number_key, new.vendor_key, new.received_date, new.place_of_supply, new.supply_text, new.supply_code, new.gst_mode, new.supply, new.reverse_charge, new.import, new.is_untaxed, new.foreign_currency, new.exchange_rate, new.delivery_address, new.sub_total_paise, new.discount_paise, new.taxable_paise, new.pure_agent_paise, new.cgst_paise, new.sgst_paise, new.igst_paise, new.cess_paise, new.round_off_paise, new.grand_total_paise, new.tds_rule, new.tds_due_paise, new.is_tds_by_rule, new.tds_certificate, new.rent_months, new.is_on_hold, new.is_earlier, new.sent_at, new.cancelled_at, new.cancelled_on, new.credit_changed_on, new.supplier_unfiled_on, new.supplier_filed_on, new.service_date, new.amended_in, new.accepted_at, new.declined_at, new.issued, new.original_id, new.original, new.reason, new.series_id, new.import_id, new.is_edited, new.notes, new.terms, new.created_by, new.created_at) BEGIN
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
    || iif(old.is_tds_by_rule IS new.is_tds_by_rule, '', ',' || json_array('is_tds_by_rule', old.is_tds_by_rule, new.is_tds_by_rule))
    || iif(old.tds_certificate IS new.tds_certificate, '', ',' || json_array('tds_certificate', old.tds_certificate, new.tds_certificate))
    || iif(old.rent_months IS new.rent_months, '', ',' || json_array('rent_months', (old.rent_months || ''), (new.rent_months || '')))
    || iif(old.is_on_hold IS new.is_on_hold, '', ',' || json_array('is_on_hold', old.is_on_hold, new.is_on_hold))
    || iif(old.is_earlier IS new.is_earlier, '', ',' || json_array('is_earlier', old.is_earlier, new.is_earlier))
    || iif(old.sent_at IS new.sent_at, '', ',' || json_array('sent_at', old.sent_at, new.sent_at))
    || iif(old.cancelled_at IS new.cancelled_at, '', ',' || json_array('cancelled_at', old.cancelled_at, new.cancelled_at))
    || iif(old.cancelled_on IS new.cancelled_on, '', ',' || json_array('cancelled_on', old.cancelled_on, new.cancelled_on))
    || iif(old.credit_changed_on IS new.credit_changed_on, '', ',' || json_array('credit_changed_on', old.credit_changed_on, new.credit_changed_on))
    || iif(old.supplier_unfiled_on IS new.supplier_unfiled_on, '', ',' || json_array('supplier_unfiled_on', old.supplier_unfiled_on, new.supplier_unfiled_on))
    || iif(old.supplier_filed_on IS new.supplier_filed_on, '', ',' || json_array('supplier_filed_on', old.supplier_filed_on, new.supplier_filed_on))
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
