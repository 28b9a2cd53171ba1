CREATE TABLE `document_lines` (
	`agency_id` integer NOT NULL,
	`document_id` text NOT NULL,
	`line` integer NOT NULL,
	`description` text NOT NULL,
	`hsn_sac` text NOT NULL,
	`unit` text DEFAULT '' NOT NULL,
	`qty` integer NOT NULL,
	`rate_paise` integer NOT NULL,
	`discount_pct` integer NOT NULL,
	`tax_pct` integer NOT NULL,
	`treatment` text DEFAULT '' NOT NULL,
	`taxable_paise` integer NOT NULL,
	`cgst_paise` integer NOT NULL,
	`sgst_paise` integer NOT NULL,
	`igst_paise` integer NOT NULL,
	PRIMARY KEY(`agency_id`, `document_id`, `line`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`document_id`) REFERENCES `documents`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `documents` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`family` text NOT NULL,
	`number` text NOT NULL,
	`date` text NOT NULL,
	`due_date` text NOT NULL,
	`client_id` text NOT NULL,
	`place_of_supply` text NOT NULL,
	`supply_text` text NOT NULL,
	`supply_code` text NOT NULL,
	`gst_mode` text NOT NULL,
	`supply` text DEFAULT 'REGULAR' NOT NULL,
	`reverse_charge` integer DEFAULT false NOT NULL,
	`is_untaxed` integer DEFAULT false NOT NULL,
	`foreign_currency` text DEFAULT '' NOT NULL,
	`exchange_rate` integer DEFAULT 0 NOT NULL,
	`sub_total_paise` integer NOT NULL,
	`discount_paise` integer NOT NULL,
	`taxable_paise` integer NOT NULL,
	`cgst_paise` integer NOT NULL,
	`sgst_paise` integer NOT NULL,
	`igst_paise` integer NOT NULL,
	`round_off_paise` integer NOT NULL,
	`grand_total_paise` integer NOT NULL,
	`received_paise` integer DEFAULT 0 NOT NULL,
	`tds_paise` integer DEFAULT 0 NOT NULL,
	`advances_paise` integer DEFAULT 0 NOT NULL,
	`credit_paise` integer DEFAULT 0 NOT NULL,
	`written_off_paise` integer DEFAULT 0 NOT NULL,
	`used_paise` integer DEFAULT 0 NOT NULL,
	`refunded_paise` integer DEFAULT 0 NOT NULL,
	`sent_at` text,
	`cancelled_at` text,
	`accepted_at` text,
	`declined_at` text,
	`status` text GENERATED ALWAYS AS (CASE WHEN cancelled_at IS NOT NULL THEN 'CANCELLED'
          WHEN received_paise + tds_paise + advances_paise + credit_paise + written_off_paise > 0 THEN
            iif(received_paise + tds_paise + advances_paise + credit_paise + written_off_paise
              = grand_total_paise, 'PAID', 'PARTIALLY_PAID')
          WHEN accepted_at IS NOT NULL THEN 'ACCEPTED' WHEN declined_at IS NOT NULL THEN 'DECLINED'
          WHEN sent_at IS NOT NULL THEN 'SENT' ELSE 'DRAFT' END) STORED NOT NULL,
	`issued` text,
	`recipient_gstin` text GENERATED ALWAYS AS (issued ->> '$.recipient.gstin') VIRTUAL,
	`original_id` text,
	`original` text,
	`reason` text DEFAULT '' NOT NULL,
	`import_id` text,
	`notes` text NOT NULL,
	`terms` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`client_id`) REFERENCES `clients`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`original_id`) REFERENCES `documents`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "documents_family" CHECK(family = CASE WHEN kind IN ('INVOICE', 'BILL_OF_SUPPLY') THEN 'INVOICES'
        WHEN kind IN ('CREDIT_NOTE', 'DEBIT_NOTE') THEN 'NOTES'
        WHEN kind IN ('RECEIPT_VOUCHER', 'REFUND_VOUCHER') THEN 'VOUCHERS' ELSE 'ESTIMATES' END),
	CONSTRAINT "documents_total" CHECK(taxable_paise = sub_total_paise - discount_paise AND grand_total_paise =
        taxable_paise + cgst_paise + sgst_paise + igst_paise + round_off_paise),
	CONSTRAINT "documents_settled" CHECK(min(received_paise, tds_paise, advances_paise, credit_paise, written_off_paise) >= 0 AND
        received_paise + tds_paise + advances_paise + credit_paise + written_off_paise <= grand_total_paise),
	CONSTRAINT "documents_used" CHECK(min(used_paise, refunded_paise) >= 0 AND used_paise + refunded_paise <= grand_total_paise)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_number` ON `documents` (`agency_id`,`kind`,`number`);--> statement-breakpoint
CREATE INDEX `documents_by_date` ON `documents` (`agency_id`,`family`,`date`,`id`,`number`,`client_id`);--> statement-breakpoint
CREATE INDEX `documents_by_status` ON `documents` (`agency_id`,`family`,`status`,`date`,`id`);--> statement-breakpoint
CREATE INDEX `documents_by_client` ON `documents` (`agency_id`,`client_id`,`family`,`date`,`id`);--> statement-breakpoint
CREATE INDEX `documents_of_original` ON `documents` (`agency_id`,`original_id`) WHERE original_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documents_of_import` ON `documents` (`agency_id`,`import_id`) WHERE import_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documents_open` ON `documents` (`agency_id`,`client_id`,`due_date`) WHERE status IN ('SENT', 'PARTIALLY_PAID');--> statement-breakpoint
CREATE INDEX `documents_due` ON `documents` (`agency_id`,`family`,`due_date`) WHERE status IN ('SENT', 'PARTIALLY_PAID');--> statement-breakpoint
CREATE TABLE `settlements` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`document_id` text NOT NULL,
	`source_id` text,
	`date` text NOT NULL,
	`amount_paise` integer NOT NULL,
	`tds_paise` integer NOT NULL,
	`mode` text NOT NULL,
	`reference` text NOT NULL,
	`notes` text NOT NULL,
	`account_id` text,
	`transaction_id` text,
	`import_id` text,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`document_id`) REFERENCES `documents`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`source_id`) REFERENCES `documents`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`account_id`) REFERENCES `accounts`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`transaction_id`) REFERENCES `transactions`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "settlements_amount" CHECK(min(amount_paise, tds_paise) >= 0 AND amount_paise + tds_paise > 0),
	CONSTRAINT "settlements_source" CHECK((source_id IS NOT NULL) >= (kind IN ('ADVANCE', 'CREDIT'))),
	CONSTRAINT "settlements_money" CHECK(account_id IS NOT NULL OR transaction_id IS NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `settlements_transaction` ON `settlements` (`agency_id`,`transaction_id`);--> statement-breakpoint
CREATE INDEX `settlements_by_document` ON `settlements` (`agency_id`,`document_id`);--> statement-breakpoint
CREATE INDEX `settlements_by_source` ON `settlements` (`agency_id`,`source_id`) WHERE source_id IS NOT NULL;--> statement-breakpoint
-- What was there: invoices are one kind of document, and payments one kind of what settles one.
INSERT INTO documents (kind, family, agency_id, id, number, date, due_date, client_id, place_of_supply, supply_text, supply_code, gst_mode,
  sub_total_paise, discount_paise, taxable_paise, cgst_paise, sgst_paise, igst_paise, round_off_paise,
  grand_total_paise, received_paise, tds_paise, sent_at, cancelled_at, issued, notes, terms, created_by, created_at)
SELECT 'INVOICE', 'INVOICES', agency_id, id, number, date, due_date, client_id, place_of_supply, supply_text, supply_code, gst_mode,
  sub_total_paise, discount_paise, taxable_paise, cgst_paise, sgst_paise, igst_paise, round_off_paise,
  grand_total_paise, received_paise, tds_paise, sent_at, cancelled_at, issued, notes, terms, created_by, created_at FROM invoices;
--> statement-breakpoint
-- The tax of a line as the engine of GST computes it, half up, in integers: taxable is gross less discount.
-- Gross and discount are taken apart where their product would be more than an integer holds.
INSERT INTO document_lines (agency_id, document_id, line, description, hsn_sac, qty, rate_paise,
  discount_pct, tax_pct, taxable_paise, cgst_paise, sgst_paise, igst_paise)
SELECT agency_id, invoice_id, line, description, hsn_sac, qty, rate_paise, discount_pct, tax_pct, taxable,
  iif(is_intra, (taxable * tax_pct + 10000) / 20000, 0),
  iif(is_intra, (taxable * tax_pct + 10000) / 20000, 0),
  iif(is_intra, 0, (taxable * tax_pct + 5000) / 10000)
FROM (SELECT l.*, i.gst_mode = 'INTRA' AS is_intra,
    qty * rate_paise / 1000000 * (10000 - discount_pct)
      + (qty * rate_paise % 1000000 * (10000 - discount_pct) + 500000) / 1000000 AS taxable
  FROM invoice_items l JOIN invoices i ON i.agency_id = l.agency_id AND i.id = l.invoice_id);
--> statement-breakpoint
INSERT INTO settlements (agency_id, id, kind, document_id, date, amount_paise, tds_paise, mode, reference,
  notes, account_id, transaction_id, created_by, created_at)
SELECT agency_id, id, 'PAYMENT', invoice_id, date, amount_paise, tds_paise, mode, reference,
  notes, account_id, transaction_id, created_by, created_at FROM payments;
--> statement-breakpoint
DROP TABLE payments;
--> statement-breakpoint
DROP TABLE invoice_items;
--> statement-breakpoint
DROP TABLE invoices;
--> statement-breakpoint
DROP VIEW invoice_counts;
--> statement-breakpoint
DROP VIEW client_bills;
--> statement-breakpoint
DROP TABLE invoice_days;
--> statement-breakpoint
DROP TABLE client_dues;
--> statement-breakpoint
ALTER TABLE `agencies` ADD `legal_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `agencies` ADD `city` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `agencies` ADD `pin` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `agencies` ADD `lut` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `agencies` ADD `aato` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `agencies` ADD `filing` text DEFAULT 'MONTHLY' NOT NULL;--> statement-breakpoint
ALTER TABLE `agencies` ADD `is_composition` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `clients` ADD `kind` text DEFAULT 'REGULAR' NOT NULL;--> statement-breakpoint
ALTER TABLE `clients` ADD `country` text DEFAULT 'IN' NOT NULL;--> statement-breakpoint
ALTER TABLE `clients` ADD `import_id` text;
--> statement-breakpoint
UPDATE clients SET kind = 'UNREGISTERED' WHERE gstin = '';
--> statement-breakpoint
UPDATE number_series SET kind = upper(kind);
--> statement-breakpoint
UPDATE document_settings SET kind = upper(kind);
--> statement-breakpoint
-- By day, family and status, so that the totals of a list never scan its documents. Sums as in 0010.
CREATE TABLE document_days (
  agency_id INTEGER NOT NULL,
  family TEXT NOT NULL,
  date TEXT NOT NULL,
  status TEXT NOT NULL,
  documents INTEGER NOT NULL,
  grand_total_paise INTEGER NOT NULL,
  grand_total_crores INTEGER NOT NULL,
  received_paise INTEGER NOT NULL,
  received_crores INTEGER NOT NULL,
  tds_paise INTEGER NOT NULL,
  tds_crores INTEGER NOT NULL,
  open_paise INTEGER NOT NULL,
  open_crores INTEGER NOT NULL,
  PRIMARY KEY (agency_id, family, date, status)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
-- What a document adds to its day; sign -1 takes it back.
CREATE VIEW document_counts AS SELECT 0 AS agency_id, '' AS family, '' AS date, '' AS status, 0 AS sign,
  0 AS grand_total, 0 AS received, 0 AS tds, 0 AS open;
--> statement-breakpoint
CREATE TRIGGER document_counts_insert INSTEAD OF INSERT ON document_counts BEGIN
  INSERT INTO document_days (agency_id, family, date, status, documents,
    grand_total_paise, received_paise, tds_paise, open_paise,
    grand_total_crores, received_crores, tds_crores, open_crores)
  VALUES (new.agency_id, new.family, new.date, new.status, new.sign,
    new.sign * (new.grand_total % 1000000000000), new.sign * (new.received % 1000000000000), new.sign * (new.tds % 1000000000000), new.sign * (new.open % 1000000000000),
    new.sign * (new.grand_total / 1000000000000 * 1000), new.sign * (new.received / 1000000000000 * 1000), new.sign * (new.tds / 1000000000000 * 1000), new.sign * (new.open / 1000000000000 * 1000))
  ON CONFLICT DO UPDATE SET
    documents = documents + excluded.documents,
    grand_total_paise = grand_total_paise + excluded.grand_total_paise, grand_total_crores = grand_total_crores + excluded.grand_total_crores,
    received_paise = received_paise + excluded.received_paise, received_crores = received_crores + excluded.received_crores,
    tds_paise = tds_paise + excluded.tds_paise, tds_crores = tds_crores + excluded.tds_crores,
    open_paise = open_paise + excluded.open_paise, open_crores = open_crores + excluded.open_crores;
  DELETE FROM document_days WHERE agency_id = new.agency_id AND family = new.family
    AND date = new.date AND status = new.status AND documents = 0;
END;
--> statement-breakpoint
-- What a client has been billed by documents that were sent, and what of it is open.
CREATE TABLE client_dues (
  agency_id INTEGER NOT NULL,
  client_id TEXT NOT NULL,
  documents INTEGER NOT NULL,
  billed_paise INTEGER NOT NULL,
  billed_crores INTEGER NOT NULL,
  open_paise INTEGER NOT NULL,
  open_crores INTEGER NOT NULL,
  PRIMARY KEY (agency_id, client_id)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE VIEW client_bills AS SELECT 0 AS agency_id, '' AS client_id, '' AS kind, '' AS status, 0 AS sign,
  0 AS billed, 0 AS open;
--> statement-breakpoint
CREATE TRIGGER client_bills_insert INSTEAD OF INSERT ON client_bills
WHEN new.status IN ('SENT', 'PARTIALLY_PAID', 'PAID') AND new.kind IN ('INVOICE', 'BILL_OF_SUPPLY', 'DEBIT_NOTE')
BEGIN
  INSERT INTO client_dues (agency_id, client_id, documents, billed_paise, open_paise, billed_crores, open_crores)
  VALUES (new.agency_id, new.client_id, new.sign, new.sign * (new.billed % 1000000000000), new.sign * (new.open % 1000000000000),
    new.sign * (new.billed / 1000000000000 * 1000), new.sign * (new.open / 1000000000000 * 1000))
  ON CONFLICT DO UPDATE SET
    documents = documents + excluded.documents,
    billed_paise = billed_paise + excluded.billed_paise, billed_crores = billed_crores + excluded.billed_crores,
    open_paise = open_paise + excluded.open_paise, open_crores = open_crores + excluded.open_crores;
END;
--> statement-breakpoint
INSERT INTO document_counts SELECT agency_id, family, date, status, 1, grand_total_paise, received_paise, tds_paise,
  grand_total_paise - received_paise - tds_paise FROM documents;
--> statement-breakpoint
INSERT INTO client_bills SELECT agency_id, client_id, kind, status, 1, grand_total_paise,
  grand_total_paise - received_paise - tds_paise FROM documents;
--> statement-breakpoint
CREATE TRIGGER documents_insert AFTER INSERT ON documents BEGIN
  INSERT INTO document_counts VALUES (new.agency_id, new.family, new.date, new.status, 1,
    new.grand_total_paise, new.received_paise, new.tds_paise,
    new.grand_total_paise - new.received_paise - new.tds_paise - new.advances_paise - new.credit_paise - new.written_off_paise);
  INSERT INTO client_bills VALUES (new.agency_id, new.client_id, new.kind, new.status, 1,
    new.grand_total_paise,
    new.grand_total_paise - new.received_paise - new.tds_paise - new.advances_paise - new.credit_paise - new.written_off_paise);
END;
--> statement-breakpoint
CREATE TRIGGER documents_update AFTER UPDATE ON documents BEGIN
  INSERT INTO document_counts VALUES (old.agency_id, old.family, old.date, old.status, -1,
    old.grand_total_paise, old.received_paise, old.tds_paise,
    old.grand_total_paise - old.received_paise - old.tds_paise - old.advances_paise - old.credit_paise - old.written_off_paise);
  INSERT INTO client_bills VALUES (old.agency_id, old.client_id, old.kind, old.status, -1,
    old.grand_total_paise,
    old.grand_total_paise - old.received_paise - old.tds_paise - old.advances_paise - old.credit_paise - old.written_off_paise);
  INSERT INTO document_counts VALUES (new.agency_id, new.family, new.date, new.status, 1,
    new.grand_total_paise, new.received_paise, new.tds_paise,
    new.grand_total_paise - new.received_paise - new.tds_paise - new.advances_paise - new.credit_paise - new.written_off_paise);
  INSERT INTO client_bills VALUES (new.agency_id, new.client_id, new.kind, new.status, 1,
    new.grand_total_paise,
    new.grand_total_paise - new.received_paise - new.tds_paise - new.advances_paise - new.credit_paise - new.written_off_paise);
END;
--> statement-breakpoint
-- A number is taken for good, so a document is cancelled instead; one that an import brought goes with it.
CREATE TRIGGER documents_delete BEFORE DELETE ON documents WHEN old.import_id IS NULL BEGIN
  SELECT RAISE(ABORT, 'a document is cancelled, never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER documents_deleted AFTER DELETE ON documents BEGIN
  INSERT INTO document_counts VALUES (old.agency_id, old.family, old.date, old.status, -1,
    old.grand_total_paise, old.received_paise, old.tds_paise,
    old.grand_total_paise - old.received_paise - old.tds_paise - old.advances_paise - old.credit_paise - old.written_off_paise);
  INSERT INTO client_bills VALUES (old.agency_id, old.client_id, old.kind, old.status, -1,
    old.grand_total_paise,
    old.grand_total_paise - old.received_paise - old.tds_paise - old.advances_paise - old.credit_paise - old.written_off_paise);
END;
--> statement-breakpoint
CREATE TRIGGER settlements_insert AFTER INSERT ON settlements BEGIN
  UPDATE documents SET
    received_paise = received_paise + iif(new.kind = 'PAYMENT', new.amount_paise, 0),
    tds_paise = tds_paise + new.tds_paise,
    advances_paise = advances_paise + iif(new.kind = 'ADVANCE', new.amount_paise, 0),
    credit_paise = credit_paise + iif(new.kind = 'CREDIT', new.amount_paise, 0),
    written_off_paise = written_off_paise + iif(new.kind = 'WRITE_OFF', new.amount_paise, 0),
    refunded_paise = refunded_paise + iif(new.kind = 'REFUND', new.amount_paise, 0)
  WHERE agency_id = new.agency_id AND id = new.document_id;
  UPDATE documents SET used_paise = used_paise + new.amount_paise
  WHERE agency_id = new.agency_id AND id = new.source_id AND new.kind IN ('ADVANCE', 'CREDIT');
END;
--> statement-breakpoint
CREATE TRIGGER settlements_delete AFTER DELETE ON settlements BEGIN
  UPDATE documents SET
    received_paise = received_paise - iif(old.kind = 'PAYMENT', old.amount_paise, 0),
    tds_paise = tds_paise - old.tds_paise,
    advances_paise = advances_paise - iif(old.kind = 'ADVANCE', old.amount_paise, 0),
    credit_paise = credit_paise - iif(old.kind = 'CREDIT', old.amount_paise, 0),
    written_off_paise = written_off_paise - iif(old.kind = 'WRITE_OFF', old.amount_paise, 0),
    refunded_paise = refunded_paise - iif(old.kind = 'REFUND', old.amount_paise, 0)
  WHERE agency_id = old.agency_id AND id = old.document_id;
  UPDATE documents SET used_paise = used_paise - old.amount_paise
  WHERE agency_id = old.agency_id AND id = old.source_id AND old.kind IN ('ADVANCE', 'CREDIT');
END;
--> statement-breakpoint
CREATE TRIGGER settlements_update BEFORE UPDATE ON settlements BEGIN
  SELECT RAISE(ABORT, 'a settlement is deleted and made again, never edited');
END;
