-- What is bought is a document, too, of a vendor in the place of a client. Tables are built anew, for SQLite
-- changes no column and no check; the migrator has switched foreign keys off, so nothing that refers to them
-- goes with them. What triggers keep stays as it is: dropping a table sets none off.
DROP TRIGGER documents_insert;
--> statement-breakpoint
DROP TRIGGER documents_update;
--> statement-breakpoint
DROP TRIGGER documents_delete;
--> statement-breakpoint
DROP TRIGGER documents_deleted;
--> statement-breakpoint
DROP TRIGGER settlements_insert;
--> statement-breakpoint
DROP TRIGGER settlements_delete;
--> statement-breakpoint
CREATE TABLE `tds_deposits` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`month` text NOT NULL,
	`rule` text NOT NULL,
	`date` text NOT NULL,
	`amount_paise` integer NOT NULL,
	`reference` text NOT NULL,
	`account_id` text NOT NULL,
	`transaction_id` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`account_id`) REFERENCES `accounts`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`transaction_id`) REFERENCES `transactions`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "tds_deposits_amount" CHECK(amount_paise > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tds_deposits_transaction` ON `tds_deposits` (`agency_id`,`transaction_id`);--> statement-breakpoint
CREATE INDEX `tds_deposits_by_month` ON `tds_deposits` (`agency_id`,`month`);--> statement-breakpoint
CREATE TABLE `vendors` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`display_name` text NOT NULL,
	`name_key` text NOT NULL,
	`billing_name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`billing_address` text NOT NULL,
	`city` text NOT NULL,
	`pin` text NOT NULL,
	`gstin` text NOT NULL,
	`pan` text NOT NULL,
	`state` text NOT NULL,
	`state_code` text NOT NULL,
	`kind` text NOT NULL,
	`country` text NOT NULL,
	`tds_rule` text NOT NULL,
	`itc` text NOT NULL,
	`is_small_enterprise` integer NOT NULL,
	`notes` text NOT NULL,
	`import_id` text,
	`searched` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `vendors_by_name` ON `vendors` (`agency_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `__new_documents` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`family` text NOT NULL,
	`number` text NOT NULL,
	`date` text NOT NULL,
	`financial_year` integer GENERATED ALWAYS AS (CAST(substr(date, 1, 4) AS INTEGER) - (substr(date, 6, 2) < '04')) VIRTUAL,
	`due_date` text NOT NULL,
	`client_id` text,
	`vendor_id` text,
	`number_key` text DEFAULT '' NOT NULL,
	`vendor_key` text DEFAULT '' NOT NULL,
	`received_date` text DEFAULT '' NOT NULL,
	`place_of_supply` text NOT NULL,
	`supply_text` text NOT NULL,
	`supply_code` text NOT NULL,
	`gst_mode` text NOT NULL,
	`supply` text DEFAULT 'REGULAR' NOT NULL,
	`reverse_charge` integer DEFAULT false NOT NULL,
	`import` text DEFAULT '' NOT NULL,
	`is_untaxed` integer DEFAULT false NOT NULL,
	`foreign_currency` text DEFAULT '' NOT NULL,
	`exchange_rate` integer DEFAULT 0 NOT NULL,
	`delivery_address` text DEFAULT '' NOT NULL,
	`sub_total_paise` integer NOT NULL,
	`discount_paise` integer NOT NULL,
	`taxable_paise` integer NOT NULL,
	`cgst_paise` integer NOT NULL,
	`sgst_paise` integer NOT NULL,
	`igst_paise` integer NOT NULL,
	`cess_paise` integer DEFAULT 0 NOT NULL,
	`round_off_paise` integer NOT NULL,
	`grand_total_paise` integer NOT NULL,
	`received_paise` integer DEFAULT 0 NOT NULL,
	`tds_paise` integer DEFAULT 0 NOT NULL,
	`advances_paise` integer DEFAULT 0 NOT NULL,
	`credit_paise` integer DEFAULT 0 NOT NULL,
	`written_off_paise` integer DEFAULT 0 NOT NULL,
	`used_paise` integer DEFAULT 0 NOT NULL,
	`refunded_paise` integer DEFAULT 0 NOT NULL,
	`tds_rule` text DEFAULT '' NOT NULL,
	`tds_due_paise` integer DEFAULT 0 NOT NULL,
	`to_pay_paise` integer GENERATED ALWAYS AS (iif(kind = 'VENDOR_CREDIT', grand_total_paise - used_paise - refunded_paise,
          max(grand_total_paise - received_paise - tds_paise - advances_paise - credit_paise
            - written_off_paise - max(tds_due_paise - tds_paise, 0), 0))) VIRTUAL,
	`is_on_hold` integer DEFAULT false NOT NULL,
	`is_earlier` integer DEFAULT false NOT NULL,
	`sent_at` text,
	`cancelled_at` text,
	`accepted_at` text,
	`declined_at` text,
	`status` text GENERATED ALWAYS AS (CASE WHEN cancelled_at IS NOT NULL THEN 'CANCELLED'
          WHEN kind = 'VENDOR_CREDIT' AND sent_at IS NOT NULL THEN 'CREDIT'
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
	`is_edited` integer DEFAULT false NOT NULL,
	`notes` text NOT NULL,
	`terms` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`client_id`) REFERENCES `clients`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`vendor_id`) REFERENCES `vendors`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`original_id`) REFERENCES `documents`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "documents_family" CHECK(family = CASE WHEN kind IN ('INVOICE', 'BILL_OF_SUPPLY') THEN 'INVOICES'
      WHEN kind IN ('CREDIT_NOTE', 'DEBIT_NOTE') THEN 'NOTES'
      WHEN kind IN ('RECEIPT_VOUCHER', 'REFUND_VOUCHER') THEN 'VOUCHERS'
      WHEN kind IN ('BILL', 'VENDOR_CREDIT', 'VENDOR_DEBIT', 'SELF_INVOICE') THEN 'BILLS'
      WHEN kind = 'PAYMENT_VOUCHER' THEN 'PAYMENT_VOUCHERS' ELSE 'ESTIMATES' END),
	CONSTRAINT "documents_party" CHECK(iif(family IN ('BILLS', 'PAYMENT_VOUCHERS'), client_id IS NULL AND vendor_id IS NOT NULL,
      client_id IS NOT NULL AND vendor_id IS NULL)),
	CONSTRAINT "documents_number_key" CHECK((kind IN ('BILL', 'VENDOR_CREDIT', 'VENDOR_DEBIT')) = (number_key <> '')),
	CONSTRAINT "documents_tds" CHECK(tds_due_paise BETWEEN 0 AND grand_total_paise),
	CONSTRAINT "documents_total" CHECK(taxable_paise = sub_total_paise - discount_paise AND grand_total_paise =
      taxable_paise + cgst_paise + sgst_paise + igst_paise + cess_paise + round_off_paise),
	CONSTRAINT "documents_settled" CHECK(min(received_paise, tds_paise, advances_paise, credit_paise, written_off_paise) >= 0 AND
      received_paise + tds_paise + advances_paise + credit_paise + written_off_paise <= grand_total_paise),
	CONSTRAINT "documents_used" CHECK(min(used_paise, refunded_paise) >= 0 AND used_paise + refunded_paise <= grand_total_paise)
);
--> statement-breakpoint
INSERT INTO __new_documents (agency_id, id, kind, family, number, date, due_date, client_id, place_of_supply, supply_text,
  supply_code, gst_mode, supply, reverse_charge, is_untaxed, foreign_currency, exchange_rate,
  delivery_address, sub_total_paise, discount_paise, taxable_paise, cgst_paise, sgst_paise,
  igst_paise, round_off_paise, grand_total_paise, received_paise, tds_paise, advances_paise,
  credit_paise, written_off_paise, used_paise, refunded_paise, sent_at, cancelled_at, accepted_at,
  declined_at, issued, original_id, original, reason, import_id, is_edited, notes, terms,
  created_by, created_at)
SELECT agency_id, id, kind, family, number, date, due_date, client_id, place_of_supply, supply_text,
  supply_code, gst_mode, supply, reverse_charge, is_untaxed, foreign_currency, exchange_rate,
  delivery_address, sub_total_paise, discount_paise, taxable_paise, cgst_paise, sgst_paise,
  igst_paise, round_off_paise, grand_total_paise, received_paise, tds_paise, advances_paise,
  credit_paise, written_off_paise, used_paise, refunded_paise, sent_at, cancelled_at, accepted_at,
  declined_at, issued, original_id, original, reason, import_id, is_edited, notes, terms,
  created_by, created_at
FROM documents ORDER BY rowid;--> statement-breakpoint
DROP TABLE `documents`;--> statement-breakpoint
ALTER TABLE `__new_documents` RENAME TO `documents`;--> statement-breakpoint
CREATE UNIQUE INDEX `documents_number` ON `documents` (`agency_id`,`kind`,`number`,`financial_year`,(CASE number_key WHEN '' THEN '' ELSE id END));--> statement-breakpoint
CREATE UNIQUE INDEX `documents_number_of_vendor` ON `documents` (`agency_id`,`vendor_key`,`kind`,`number_key`,`financial_year`) WHERE number_key <> '' AND cancelled_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `documents_number_by_vendor` ON `documents` (`agency_id`,`vendor_id`,`kind`,`number_key`,`financial_year`) WHERE number_key <> '' AND cancelled_at IS NULL;--> statement-breakpoint
CREATE INDEX `documents_by_date` ON `documents` (`agency_id`,`family`,`date`,`id`,`number`,`client_id`,`vendor_id`);--> statement-breakpoint
CREATE INDEX `documents_by_status` ON `documents` (`agency_id`,`family`,`status`,`date`,`id`);--> statement-breakpoint
CREATE INDEX `documents_by_client` ON `documents` (`agency_id`,`client_id`,`family`,`date`,`id`);--> statement-breakpoint
CREATE INDEX `documents_by_vendor` ON `documents` (`agency_id`,`vendor_id`,`family`,`date`,`id`) WHERE vendor_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documents_of_original` ON `documents` (`agency_id`,`original_id`) WHERE original_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documents_of_import` ON `documents` (`agency_id`,`import_id`) WHERE import_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documents_open` ON `documents` (`agency_id`,`client_id`,`due_date`) WHERE status IN ('SENT', 'PARTIALLY_PAID');--> statement-breakpoint
CREATE INDEX `documents_due` ON `documents` (`agency_id`,`family`,`due_date`) WHERE status IN ('SENT', 'PARTIALLY_PAID');--> statement-breakpoint
ALTER TABLE `categories` ADD `itc` text DEFAULT 'ELIGIBLE' NOT NULL;--> statement-breakpoint
ALTER TABLE `categories` ADD `blocked_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE TABLE `__new_document_lines` (
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
	`cess_paise` integer DEFAULT 0 NOT NULL,
	`category_id` text,
	`itc` text DEFAULT '' NOT NULL,
	`blocked_by` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`agency_id`, `document_id`, `line`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`document_id`) REFERENCES `documents`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`category_id`) REFERENCES `categories`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO __new_document_lines (agency_id, document_id, line, description, hsn_sac, unit, qty, rate_paise, discount_pct,
  tax_pct, treatment, taxable_paise, cgst_paise, sgst_paise, igst_paise)
SELECT agency_id, document_id, line, description, hsn_sac, unit, qty, rate_paise, discount_pct,
  tax_pct, treatment, taxable_paise, cgst_paise, sgst_paise, igst_paise
FROM document_lines ORDER BY rowid;--> statement-breakpoint
DROP TABLE `document_lines`;--> statement-breakpoint
ALTER TABLE `__new_document_lines` RENAME TO `document_lines`;--> statement-breakpoint
CREATE INDEX `document_lines_by_category` ON `document_lines` (`agency_id`,`category_id`) WHERE category_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `settlements` ADD `is_linked` integer DEFAULT false NOT NULL;
--> statement-breakpoint
-- What a vendor has billed by documents that are entered, and what of it is to be paid.
CREATE TABLE vendor_dues (
  agency_id INTEGER NOT NULL,
  vendor_id TEXT NOT NULL,
  documents INTEGER NOT NULL,
  billed_paise INTEGER NOT NULL,
  billed_crores INTEGER NOT NULL,
  open_paise INTEGER NOT NULL,
  open_crores INTEGER NOT NULL,
  PRIMARY KEY (agency_id, vendor_id)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
-- What is to be paid by when, of bills that are not on hold.
CREATE TABLE bill_dues (
  agency_id INTEGER NOT NULL,
  due_date TEXT NOT NULL,
  documents INTEGER NOT NULL,
  open_paise INTEGER NOT NULL,
  open_crores INTEGER NOT NULL,
  PRIMARY KEY (agency_id, due_date)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE VIEW vendor_bills AS SELECT 0 AS agency_id, '' AS vendor_id, '' AS kind, '' AS status, 0 AS sign,
  0 AS billed, 0 AS open, '' AS due_date, 0 AS is_on_hold;
--> statement-breakpoint
CREATE TRIGGER vendor_bills_insert INSTEAD OF INSERT ON vendor_bills
WHEN new.status IN ('SENT', 'PARTIALLY_PAID', 'PAID') AND new.kind IN ('BILL', 'VENDOR_DEBIT', 'SELF_INVOICE')
BEGIN
  INSERT INTO vendor_dues (agency_id, vendor_id, documents, billed_paise, open_paise, billed_crores, open_crores)
  VALUES (new.agency_id, new.vendor_id, new.sign, new.sign * (new.billed % 1000000000000), new.sign * (new.open % 1000000000000),
    new.sign * (new.billed / 1000000000000 * 1000), new.sign * (new.open / 1000000000000 * 1000))
  ON CONFLICT DO UPDATE SET
    documents = documents + excluded.documents,
    billed_paise = billed_paise + excluded.billed_paise, billed_crores = billed_crores + excluded.billed_crores,
    open_paise = open_paise + excluded.open_paise, open_crores = open_crores + excluded.open_crores;
  INSERT INTO bill_dues (agency_id, due_date, documents, open_paise, open_crores)
  SELECT new.agency_id, new.due_date, new.sign,
    new.sign * (new.open % 1000000000000), new.sign * (new.open / 1000000000000 * 1000)
  WHERE new.status <> 'PAID' AND NOT new.is_on_hold
  ON CONFLICT DO UPDATE SET
    documents = documents + excluded.documents,
    open_paise = open_paise + excluded.open_paise, open_crores = open_crores + excluded.open_crores;
  DELETE FROM bill_dues WHERE agency_id = new.agency_id AND due_date = new.due_date AND documents = 0;
END;
--> statement-breakpoint
CREATE TRIGGER documents_insert AFTER INSERT ON documents BEGIN
  INSERT INTO document_counts VALUES (new.agency_id, new.family, new.date, new.status, 1,
    new.grand_total_paise, new.received_paise, new.tds_paise, iif(new.is_on_hold, 0, new.to_pay_paise));
  INSERT INTO client_bills VALUES (new.agency_id, new.client_id, new.kind, new.status, 1,
    new.grand_total_paise, new.to_pay_paise);
  INSERT INTO vendor_bills VALUES (new.agency_id, new.vendor_id, new.kind, new.status, 1,
    new.grand_total_paise, new.to_pay_paise, new.due_date, new.is_on_hold);
END;
--> statement-breakpoint
CREATE TRIGGER documents_update AFTER UPDATE ON documents BEGIN
  INSERT INTO document_counts VALUES (old.agency_id, old.family, old.date, old.status, -1,
    old.grand_total_paise, old.received_paise, old.tds_paise, iif(old.is_on_hold, 0, old.to_pay_paise));
  INSERT INTO client_bills VALUES (old.agency_id, old.client_id, old.kind, old.status, -1,
    old.grand_total_paise, old.to_pay_paise);
  INSERT INTO vendor_bills VALUES (old.agency_id, old.vendor_id, old.kind, old.status, -1,
    old.grand_total_paise, old.to_pay_paise, old.due_date, old.is_on_hold);
  INSERT INTO document_counts VALUES (new.agency_id, new.family, new.date, new.status, 1,
    new.grand_total_paise, new.received_paise, new.tds_paise, iif(new.is_on_hold, 0, new.to_pay_paise));
  INSERT INTO client_bills VALUES (new.agency_id, new.client_id, new.kind, new.status, 1,
    new.grand_total_paise, new.to_pay_paise);
  INSERT INTO vendor_bills VALUES (new.agency_id, new.vendor_id, new.kind, new.status, 1,
    new.grand_total_paise, new.to_pay_paise, new.due_date, new.is_on_hold);
END;
--> statement-breakpoint
-- A number is taken for good, so a document is cancelled instead; one that an import brought goes with it.
CREATE TRIGGER documents_delete BEFORE DELETE ON documents WHEN old.import_id IS NULL BEGIN
  SELECT RAISE(ABORT, 'a document is cancelled, never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER documents_deleted AFTER DELETE ON documents BEGIN
  INSERT INTO document_counts VALUES (old.agency_id, old.family, old.date, old.status, -1,
    old.grand_total_paise, old.received_paise, old.tds_paise, iif(old.is_on_hold, 0, old.to_pay_paise));
  INSERT INTO client_bills VALUES (old.agency_id, old.client_id, old.kind, old.status, -1,
    old.grand_total_paise, old.to_pay_paise);
  INSERT INTO vendor_bills VALUES (old.agency_id, old.vendor_id, old.kind, old.status, -1,
    old.grand_total_paise, old.to_pay_paise, old.due_date, old.is_on_hold);
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
