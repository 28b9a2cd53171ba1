CREATE TABLE `tax_books` (
	`agency_id` integer PRIMARY KEY NOT NULL,
	`starts_on` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tax_due` (
	`agency_id` integer NOT NULL,
	`document` text NOT NULL,
	PRIMARY KEY(`agency_id`, `document`)
);
--> statement-breakpoint
CREATE TABLE `tax_entries` (
	`agency_id` integer NOT NULL,
	`document` text NOT NULL,
	`period` text NOT NULL,
	`n` integer NOT NULL,
	`number` text NOT NULL,
	`due` text NOT NULL,
	`posted` text NOT NULL,
	`cell` text NOT NULL,
	`section` text NOT NULL,
	`pos` text NOT NULL,
	`rate` integer NOT NULL,
	`is_intra` integer NOT NULL,
	`taxable_paise` integer NOT NULL,
	`igst_paise` integer NOT NULL,
	`cgst_paise` integer NOT NULL,
	`sgst_paise` integer NOT NULL,
	`cess_paise` integer NOT NULL,
	`reason` text NOT NULL,
	`filing_id` text,
	PRIMARY KEY(`agency_id`, `document`, `period`, `n`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `tax_entries_of_period` ON `tax_entries` (`agency_id`,`period`);--> statement-breakpoint
CREATE INDEX `tax_entries_of_filing` ON `tax_entries` (`agency_id`,`filing_id`) WHERE filing_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `tax_postings` (
	`agency_id` integer NOT NULL,
	`document` text NOT NULL,
	`n` integer NOT NULL,
	`date` text NOT NULL,
	`ledger` text NOT NULL,
	`paise` integer NOT NULL,
	`party` text,
	`reason` text NOT NULL,
	PRIMARY KEY(`agency_id`, `document`, `n`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `tax_postings_by_date` ON `tax_postings` (`agency_id`,`date`,`document`);
--> statement-breakpoint
-- Agencies of before keep their ledgers as they were until they take up the tax book.
INSERT INTO tax_books SELECT id, '9999-12-31' FROM agencies;
--> statement-breakpoint
INSERT INTO tax_due SELECT agency_id, id FROM documents
WHERE kind = 'RECEIPT_VOUCHER' OR (family = 'BILLS' AND reverse_charge);
--> statement-breakpoint
DROP VIEW document_postings;
--> statement-breakpoint
-- As in migration ledgers, but that tax under reverse charge is posted by the tax book: with its payment, or on
-- the last day that the law allows.
CREATE VIEW document_postings (agency_id, document_id, client_id, vendor_id, line, date, ledger, paise) AS
WITH billed AS NOT MATERIALIZED (
  SELECT agency_id, id, client_id, NULL AS vendor_id, -1 AS line, date, column1 AS ledger,
    iif(kind = 'CREDIT_NOTE', -1, 1) * CASE column1 WHEN 'receivables' THEN grand_total_paise
      WHEN 'sales' THEN -taxable_paise WHEN 'output_cgst' THEN -cgst_paise WHEN 'output_sgst' THEN -sgst_paise
      WHEN 'output_igst' THEN -igst_paise ELSE -round_off_paise END AS paise
  FROM documents CROSS JOIN (VALUES ('receivables'), ('sales'), ('output_cgst'), ('output_sgst'), ('output_igst'), ('round_off'))
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
CREATE TRIGGER tax_postings_post_insert AFTER INSERT ON tax_postings BEGIN
  INSERT INTO ledger_posts VALUES (new.agency_id, new.date, new.ledger, 'D', new.paise, 1, new.party);
END;
--> statement-breakpoint
CREATE TRIGGER tax_postings_post_delete BEFORE DELETE ON tax_postings BEGIN
  INSERT INTO ledger_posts VALUES (old.agency_id, old.date, old.ledger, 'D', old.paise, -1, old.party);
END;
--> statement-breakpoint
-- Whatever a document's tax follows from marks it as due. The same write derives it (db/taxbook/refresh.ts).
-- An invoice has tax of its own here only if it was paid before its day.
CREATE VIEW tax_due_marks AS SELECT 0 AS agency_id, '' AS document, '' AS date;
--> statement-breakpoint
CREATE TRIGGER tax_due_marks_insert INSTEAD OF INSERT ON tax_due_marks BEGIN
  INSERT OR IGNORE INTO tax_due SELECT agency_id, id FROM documents WHERE agency_id = new.agency_id AND id = new.document
    AND (kind = 'RECEIPT_VOUCHER' OR (family = 'BILLS' AND reverse_charge)
      OR (family = 'INVOICES' AND new.date < date)
      OR EXISTS (SELECT 1 FROM tax_entries WHERE agency_id = new.agency_id AND document = new.document));
END;
--> statement-breakpoint
CREATE TRIGGER settlements_tax_insert AFTER INSERT ON settlements BEGIN
  INSERT INTO tax_due_marks VALUES (new.agency_id, new.document_id, new.date);
  INSERT INTO tax_due_marks SELECT new.agency_id, new.source_id, new.date WHERE new.source_id IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER settlements_tax_delete AFTER DELETE ON settlements BEGIN
  INSERT INTO tax_due_marks VALUES (old.agency_id, old.document_id, old.date);
  INSERT INTO tax_due_marks SELECT old.agency_id, old.source_id, old.date WHERE old.source_id IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER settlements_tax_update AFTER UPDATE OF date, amount_paise, tds_paise, document_id, source_id, kind ON settlements BEGIN
  INSERT INTO tax_due_marks VALUES (old.agency_id, old.document_id, old.date);
  INSERT INTO tax_due_marks VALUES (new.agency_id, new.document_id, new.date);
  INSERT INTO tax_due_marks SELECT new.agency_id, new.source_id, new.date WHERE new.source_id IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER documents_tax_insert AFTER INSERT ON documents WHEN new.kind = 'RECEIPT_VOUCHER' OR (new.family = 'BILLS' AND new.reverse_charge) BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (new.agency_id, new.id);
END;
--> statement-breakpoint
CREATE TRIGGER documents_tax_update AFTER UPDATE OF date, sent_at, cancelled_at, taxable_paise, cgst_paise, sgst_paise, igst_paise, grand_total_paise, supply_code, supply, gst_mode, reverse_charge, is_untaxed, is_earlier, number ON documents
WHEN new.kind = 'RECEIPT_VOUCHER' OR (new.family = 'BILLS' AND (new.reverse_charge OR old.reverse_charge))
  OR (new.family = 'INVOICES' AND (new.received_paise + new.tds_paise > 0
    OR EXISTS (SELECT 1 FROM tax_entries WHERE agency_id = new.agency_id AND document = new.id))) BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (new.agency_id, new.id);
END;
--> statement-breakpoint
CREATE TRIGGER documents_tax_delete AFTER DELETE ON documents
WHEN EXISTS (SELECT 1 FROM tax_entries WHERE agency_id = old.agency_id AND document = old.id) BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (old.agency_id, old.id);
END;
--> statement-breakpoint
CREATE TRIGGER document_lines_tax_insert AFTER INSERT ON document_lines WHEN EXISTS (SELECT 1 FROM documents
  WHERE agency_id = new.agency_id AND id = new.document_id AND (kind = 'RECEIPT_VOUCHER' OR reverse_charge
    OR EXISTS (SELECT 1 FROM tax_entries WHERE agency_id = new.agency_id AND document = new.document_id))) BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (new.agency_id, new.document_id);
END;
--> statement-breakpoint
CREATE TRIGGER document_lines_tax_update AFTER UPDATE ON document_lines WHEN EXISTS (SELECT 1 FROM documents
  WHERE agency_id = new.agency_id AND id = new.document_id AND (kind = 'RECEIPT_VOUCHER' OR reverse_charge
    OR EXISTS (SELECT 1 FROM tax_entries WHERE agency_id = new.agency_id AND document = new.document_id))) BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (new.agency_id, new.document_id);
END;
--> statement-breakpoint
CREATE TRIGGER document_lines_tax_delete AFTER DELETE ON document_lines WHEN EXISTS (SELECT 1 FROM documents
  WHERE agency_id = old.agency_id AND id = old.document_id AND (kind = 'RECEIPT_VOUCHER' OR reverse_charge
    OR EXISTS (SELECT 1 FROM tax_entries WHERE agency_id = old.agency_id AND document = old.document_id))) BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (old.agency_id, old.document_id);
END;
