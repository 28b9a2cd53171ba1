CREATE TABLE `tax_links` (
	`agency_id` integer NOT NULL,
	`row_id` text NOT NULL,
	`bill_id` text NOT NULL,
	PRIMARY KEY(`agency_id`, `row_id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tax_links_of_bill` ON `tax_links` (`agency_id`,`bill_id`);--> statement-breakpoint
ALTER TABLE `tax_entries` ADD `against` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `gstr2b_rows_open_of_supplier` ON `gstr2b_rows` (`agency_id`,`gstin`) WHERE bill_id IS NULL;
--> statement-breakpoint
-- What ledgers have of bills so far goes out with the old view, and in again with the new one.
INSERT INTO ledger_posts SELECT agency_id, date, ledger, 'D', paise, -1, vendor_id FROM document_postings
WHERE line >= 0 AND agency_id NOT IN (SELECT agency_id FROM tax_books);
--> statement-breakpoint
DROP VIEW document_postings;
--> statement-breakpoint
-- As in 0039, but that the tax of a bill waits for GSTR-2B.
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
    NOT is_earlier AND NOT EXISTS (SELECT 1 FROM tax_books t
      WHERE t.agency_id = documents.agency_id AND documents.date < t.starts_on) AS is_by_tax_book FROM documents
  WHERE family = 'BILLS' AND status IN ('SENT', 'PARTIALLY_PAID', 'PAID', 'CREDIT')),
owed AS NOT MATERIALIZED (
  SELECT agency_id, id, NULL AS client_id, vendor_id, -1 AS line, date, column1 AS ledger,
    sign * CASE column1 WHEN 'payables' THEN kept_paise - grand_total_paise
      WHEN 'tds_payable' THEN -kept_paise ELSE round_off_paise END AS paise
  FROM bought CROSS JOIN (VALUES ('payables'), ('tds_payable'), ('round_off'))),
cost AS NOT MATERIALIZED (
  SELECT b.agency_id, b.id, NULL AS client_id, NULL AS vendor_id, l.line, b.date,
    CASE WHEN column1 = '' THEN coalesce(l.category_id, 'purchases')
      WHEN b.is_by_tax_book AND column1 GLOB 'input*' THEN replace(column1, 'input', 'input_wait') ELSE column1 END AS ledger,
    sign * CASE column1
      WHEN '' THEN l.taxable_paise + iif(l.itc = 'ELIGIBLE' OR (b.reverse_charge AND is_by_tax_book), 0, l.cgst_paise + l.sgst_paise + l.igst_paise + l.cess_paise)
      WHEN 'input_cgst' THEN iif(l.itc = 'ELIGIBLE' AND NOT (b.reverse_charge AND is_by_tax_book), l.cgst_paise, 0)
      WHEN 'input_sgst' THEN iif(l.itc = 'ELIGIBLE' AND NOT (b.reverse_charge AND is_by_tax_book), l.sgst_paise, 0)
      WHEN 'input_igst' THEN iif(l.itc = 'ELIGIBLE' AND NOT (b.reverse_charge AND is_by_tax_book), l.igst_paise, 0)
      WHEN 'input_cess' THEN iif(l.itc = 'ELIGIBLE' AND NOT (b.reverse_charge AND is_by_tax_book), l.cess_paise, 0)
      WHEN 'gst_payable_cgst' THEN iif(b.reverse_charge AND NOT (b.reverse_charge AND is_by_tax_book), -l.cgst_paise, 0)
      WHEN 'gst_payable_sgst' THEN iif(b.reverse_charge AND NOT (b.reverse_charge AND is_by_tax_book), -l.sgst_paise, 0)
      WHEN 'gst_payable_igst' THEN iif(b.reverse_charge AND NOT (b.reverse_charge AND is_by_tax_book), -l.igst_paise, 0)
      ELSE iif(b.reverse_charge AND NOT (b.reverse_charge AND is_by_tax_book), -l.cess_paise, 0) END AS paise
  FROM bought b CROSS JOIN document_lines l ON l.agency_id = b.agency_id AND l.document_id = b.id
  CROSS JOIN (VALUES (''), ('input_cgst'), ('input_sgst'), ('input_igst'), ('input_cess'),
    ('gst_payable_cgst'), ('gst_payable_sgst'), ('gst_payable_igst'), ('gst_payable')))
SELECT * FROM billed WHERE paise <> 0 UNION ALL SELECT * FROM owed WHERE paise <> 0
UNION ALL SELECT * FROM cost WHERE paise <> 0;
--> statement-breakpoint
INSERT INTO ledger_posts SELECT agency_id, date, ledger, 'D', paise, 1, vendor_id FROM document_postings
WHERE line >= 0 AND agency_id NOT IN (SELECT agency_id FROM tax_books);
--> statement-breakpoint
DROP TRIGGER tax_due_marks_insert;
--> statement-breakpoint
CREATE TRIGGER tax_due_marks_insert INSTEAD OF INSERT ON tax_due_marks BEGIN
  INSERT OR IGNORE INTO tax_due SELECT agency_id, id FROM documents WHERE agency_id = new.agency_id AND id = new.document
    AND (kind = 'RECEIPT_VOUCHER' OR family = 'BILLS' OR (family = 'INVOICES' AND new.date < date)
      OR EXISTS (SELECT 1 FROM tax_entries WHERE agency_id = new.agency_id AND document = new.document));
END;
--> statement-breakpoint
DROP TRIGGER documents_tax_insert;
--> statement-breakpoint
CREATE TRIGGER documents_tax_insert AFTER INSERT ON documents
WHEN new.kind = 'RECEIPT_VOUCHER' OR (new.family = 'BILLS' AND new.sent_at IS NOT NULL) BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (new.agency_id, new.id);
END;
--> statement-breakpoint
DROP TRIGGER documents_tax_update;
--> statement-breakpoint
CREATE TRIGGER documents_tax_update AFTER UPDATE OF date, sent_at, cancelled_at, cancelled_on, credit_changed_on, taxable_paise, cgst_paise, sgst_paise, igst_paise, cess_paise, grand_total_paise, supply_code, supply, gst_mode, reverse_charge, is_untaxed, is_earlier, number, vendor_id ON documents
WHEN new.kind = 'RECEIPT_VOUCHER' OR new.family = 'BILLS'
  OR (new.family = 'INVOICES' AND (new.received_paise + new.tds_paise > 0
    OR EXISTS (SELECT 1 FROM tax_entries WHERE agency_id = new.agency_id AND document = new.id))) BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (new.agency_id, new.id);
END;
--> statement-breakpoint
DROP TRIGGER documents_tax_delete;
--> statement-breakpoint
CREATE TRIGGER documents_tax_delete AFTER DELETE ON documents
WHEN old.family = 'BILLS' OR EXISTS (SELECT 1 FROM tax_entries WHERE agency_id = old.agency_id AND document = old.id) BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (old.agency_id, old.id);
END;
--> statement-breakpoint
DROP TRIGGER document_lines_tax_insert;
--> statement-breakpoint
CREATE TRIGGER document_lines_tax_insert AFTER INSERT ON document_lines WHEN EXISTS (SELECT 1 FROM documents
  WHERE agency_id = new.agency_id AND id = new.document_id AND (kind = 'RECEIPT_VOUCHER' OR (family = 'BILLS' AND sent_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM tax_entries WHERE agency_id = new.agency_id AND document = new.document_id))) BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (new.agency_id, new.document_id);
END;
--> statement-breakpoint
DROP TRIGGER document_lines_tax_update;
--> statement-breakpoint
CREATE TRIGGER document_lines_tax_update AFTER UPDATE ON document_lines WHEN EXISTS (SELECT 1 FROM documents
  WHERE agency_id = new.agency_id AND id = new.document_id AND (kind = 'RECEIPT_VOUCHER' OR (family = 'BILLS' AND sent_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM tax_entries WHERE agency_id = new.agency_id AND document = new.document_id))) BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (new.agency_id, new.document_id);
END;
--> statement-breakpoint
DROP TRIGGER document_lines_tax_delete;
--> statement-breakpoint
CREATE TRIGGER document_lines_tax_delete AFTER DELETE ON document_lines WHEN EXISTS (SELECT 1 FROM documents
  WHERE agency_id = old.agency_id AND id = old.document_id AND (kind = 'RECEIPT_VOUCHER' OR (family = 'BILLS' AND sent_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM tax_entries WHERE agency_id = old.agency_id AND document = old.document_id))) BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (old.agency_id, old.document_id);
END;
--> statement-breakpoint
-- A row of GSTR-2B and the bill that it is or was.
CREATE TRIGGER gstr2b_rows_tax_insert AFTER INSERT ON gstr2b_rows BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (new.agency_id, new.id);
  INSERT OR IGNORE INTO tax_due SELECT new.agency_id, new.bill_id WHERE new.bill_id IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER gstr2b_rows_tax_delete AFTER DELETE ON gstr2b_rows BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (old.agency_id, old.id);
  INSERT OR IGNORE INTO tax_due SELECT old.agency_id, old.bill_id WHERE old.bill_id IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER gstr2b_rows_tax_update AFTER UPDATE ON gstr2b_rows BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (new.agency_id, new.id);
  INSERT OR IGNORE INTO tax_due SELECT old.agency_id, old.bill_id WHERE old.bill_id IS NOT NULL;
  INSERT OR IGNORE INTO tax_due SELECT new.agency_id, new.bill_id WHERE new.bill_id IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER credit_reversals_tax_insert AFTER INSERT ON credit_reversals WHEN new.bill_id IS NOT NULL BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (new.agency_id, new.bill_id);
END;
--> statement-breakpoint
CREATE TRIGGER credit_reversals_tax_delete AFTER DELETE ON credit_reversals WHEN old.bill_id IS NOT NULL BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (old.agency_id, old.bill_id);
END;
--> statement-breakpoint
-- Tax of ordinary bills leaves Input for what is not yet in GSTR-2B, where the tax book posts it.
UPDATE tax_entries SET against = CASE cell WHEN '3.1a' THEN 'gst_on_advances' WHEN '4A2' THEN 'rcm' WHEN '4A3' THEN 'rcm'
  ELSE coalesce((SELECT coalesce(l.category_id, 'purchases') FROM document_lines l WHERE l.agency_id = tax_entries.agency_id
    AND l.document_id = tax_entries.document AND l.itc <> 'ELIGIBLE' ORDER BY l.line LIMIT 1), 'purchases') END
WHERE cell <> '3.1d' AND NOT EXISTS (SELECT 1 FROM tax_books t JOIN documents d ON d.agency_id = t.agency_id
  AND d.id = tax_entries.document AND d.date < t.starts_on WHERE t.agency_id = tax_entries.agency_id);
--> statement-breakpoint
INSERT OR IGNORE INTO tax_due SELECT agency_id, id FROM documents
WHERE kind = 'RECEIPT_VOUCHER' OR (family = 'BILLS' AND sent_at IS NOT NULL);
--> statement-breakpoint
INSERT OR IGNORE INTO tax_due SELECT agency_id, id FROM gstr2b_rows;
