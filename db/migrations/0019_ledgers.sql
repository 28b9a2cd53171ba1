CREATE TABLE `journal_lines` (
	`agency_id` integer NOT NULL,
	`journal_id` text NOT NULL,
	`line` integer NOT NULL,
	`category_id` text,
	`ledger` text,
	`paise` integer NOT NULL,
	PRIMARY KEY(`agency_id`, `journal_id`, `line`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`journal_id`) REFERENCES `journals`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`category_id`) REFERENCES `categories`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "journal_lines_one" CHECK((category_id IS NULL) <> (ledger IS NULL) AND paise <> 0)
);
--> statement-breakpoint
CREATE INDEX `journal_lines_by_category` ON `journal_lines` (`agency_id`,`category_id`);--> statement-breakpoint
CREATE TABLE `journals` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`date` text NOT NULL,
	`reason` text NOT NULL,
	`basis` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `journals_by_date` ON `journals` (`agency_id`,`date`,`id`);--> statement-breakpoint
CREATE TABLE `ledger_openings` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`paise` integer NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
DROP INDEX `settlements_by_date`;--> statement-breakpoint
DROP INDEX `settlements_by_document`;--> statement-breakpoint
CREATE INDEX `settlements_with_tds` ON `settlements` (`agency_id`,`date`,`id`) WHERE tds_paise > 0;--> statement-breakpoint
CREATE INDEX `settlements_by_date` ON `settlements` (`agency_id`,`date`,`id`,`kind`,`document_id`);--> statement-breakpoint
CREATE INDEX `settlements_by_document` ON `settlements` (`agency_id`,`document_id`,`date`,`kind`,`amount_paise`,`tds_paise`);--> statement-breakpoint
ALTER TABLE `categories` ADD `kind` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `categories` ADD `ledger` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `transactions` ADD `split_id` text;--> statement-breakpoint
CREATE INDEX `transactions_of_split` ON `transactions` (`agency_id`,`split_id`) WHERE split_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `invoice_settings` ADD `revenue_category_id` text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- What documents, their settlements and journals post, by the rules of domain/ledger/postings.ts: paise, debit
-- positive. `ledger` is a category's id or a system ledger's. What transactions post is read from `monthly`.
-- A row is read once for all that it posts: triggers ask this of every document that is written.
CREATE VIEW document_postings (agency_id, document_id, client_id, vendor_id, line, date, ledger, paise) AS
WITH billed AS NOT MATERIALIZED (
  SELECT agency_id, id, client_id, NULL AS vendor_id, -1 AS line, date, column1 AS ledger,
    iif(kind = 'CREDIT_NOTE', -1, 1) * CASE column1 WHEN 'receivables' THEN grand_total_paise
      WHEN 'sales' THEN -taxable_paise WHEN 'output_cgst' THEN -cgst_paise WHEN 'output_sgst' THEN -sgst_paise
      WHEN 'output_igst' THEN -igst_paise ELSE -round_off_paise END AS paise
  FROM documents CROSS JOIN (VALUES ('receivables'), ('sales'), ('output_cgst'), ('output_sgst'), ('output_igst'), ('round_off'))
  WHERE family IN ('INVOICES', 'NOTES') AND status IN ('SENT', 'PARTIALLY_PAID', 'PAID')),
bought AS NOT MATERIALIZED (
  SELECT *, iif(kind = 'VENDOR_CREDIT', -1, 1) AS sign, iif(status = 'PAID', tds_paise, max(tds_due_paise, tds_paise)) AS kept_paise FROM documents
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
      WHEN '' THEN l.taxable_paise + iif(l.itc = 'ELIGIBLE', 0, l.cgst_paise + l.sgst_paise + l.igst_paise + l.cess_paise)
      WHEN 'input_cgst' THEN iif(l.itc = 'ELIGIBLE', l.cgst_paise, 0)
      WHEN 'input_sgst' THEN iif(l.itc = 'ELIGIBLE', l.sgst_paise, 0)
      WHEN 'input_igst' THEN iif(l.itc = 'ELIGIBLE', l.igst_paise, 0)
      WHEN 'input_cess' THEN iif(l.itc = 'ELIGIBLE', l.cess_paise, 0)
      WHEN 'gst_payable_cgst' THEN iif(b.reverse_charge, -l.cgst_paise, 0)
      WHEN 'gst_payable_sgst' THEN iif(b.reverse_charge, -l.sgst_paise, 0)
      WHEN 'gst_payable_igst' THEN iif(b.reverse_charge, -l.igst_paise, 0)
      ELSE iif(b.reverse_charge, -l.cess_paise, 0) END AS paise
  FROM bought b CROSS JOIN document_lines l ON l.agency_id = b.agency_id AND l.document_id = b.id
  CROSS JOIN (VALUES (''), ('input_cgst'), ('input_sgst'), ('input_igst'), ('input_cess'),
    ('gst_payable_cgst'), ('gst_payable_sgst'), ('gst_payable_igst'), ('gst_payable')))
SELECT * FROM billed WHERE paise <> 0 UNION ALL SELECT * FROM owed WHERE paise <> 0
UNION ALL SELECT * FROM cost WHERE paise <> 0;
--> statement-breakpoint
-- M takes the money of a settlement from the category that it was booked to, for it belongs elsewhere; so does V
-- what was paid to vendors.
CREATE VIEW settlement_postings (agency_id, settlement_id, document_id, client_id, vendor_id, date, ledger, origin, paise) AS
WITH settled AS NOT MATERIALIZED (
  SELECT s.*, t.category_id, d.client_id, d.vendor_id, d.vendor_id IS NOT NULL AS is_bought, iif(d.vendor_id IS NULL, 1, -1) AS sign,
    CASE WHEN d.vendor_id IS NOT NULL THEN 'payables'
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
-- J: on both bases. A: on the accrual basis alone.
CREATE VIEW journal_postings (agency_id, journal_id, date, ledger, origin, paise) AS
SELECT j.agency_id, j.id, j.date, coalesce(l.category_id, l.ledger), iif(j.basis = 'both', 'J', 'A'), l.paise
FROM journals j JOIN journal_lines l ON l.agency_id = j.agency_id AND l.journal_id = j.id;
--> statement-breakpoint
CREATE TABLE ledger_days (
  agency_id INTEGER NOT NULL,
  date TEXT NOT NULL,
  ledger TEXT NOT NULL,
  origin TEXT NOT NULL,
  debit_paise INTEGER NOT NULL,
  debit_crores INTEGER NOT NULL,
  credit_paise INTEGER NOT NULL,
  credit_crores INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  PRIMARY KEY (agency_id, date, ledger, origin)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE ledger_months (
  agency_id INTEGER NOT NULL,
  month TEXT NOT NULL,
  ledger TEXT NOT NULL,
  origin TEXT NOT NULL,
  debit_paise INTEGER NOT NULL,
  debit_crores INTEGER NOT NULL,
  credit_paise INTEGER NOT NULL,
  credit_crores INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  PRIMARY KEY (agency_id, month, ledger, origin)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
-- What clients owe and vendors are owed: receivables and payables by month and party.
CREATE TABLE party_months (
  agency_id INTEGER NOT NULL,
  ledger TEXT NOT NULL,
  party TEXT NOT NULL,
  month TEXT NOT NULL,
  debit_paise INTEGER NOT NULL,
  debit_crores INTEGER NOT NULL,
  credit_paise INTEGER NOT NULL,
  credit_crores INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  PRIMARY KEY (agency_id, ledger, party, month)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
-- One posting; sign -1 takes it back. Sums as in 0010. M and V lessen what a transaction has.
CREATE VIEW ledger_posts AS SELECT 0 AS agency_id, '' AS date, '' AS ledger, '' AS origin, 0 AS paise, 0 AS sign, '' AS party;
--> statement-breakpoint
CREATE TRIGGER ledger_posts_insert INSTEAD OF INSERT ON ledger_posts BEGIN
  INSERT INTO ledger_days (agency_id, date, ledger, origin, debit_paise, debit_crores, credit_paise, credit_crores, entries)
  SELECT new.agency_id, new.date, new.ledger, new.origin, debit % 1000000000000, debit / 1000000000000 * 1000,
    credit % 1000000000000, credit / 1000000000000 * 1000, iif(new.origin IN ('M', 'V'), -new.sign, new.sign)
  FROM (SELECT iif((new.origin IN ('M', 'V')) = (new.paise < 0), new.sign * new.paise, 0) AS debit,
    iif((new.origin IN ('M', 'V')) = (new.paise < 0), 0, -new.sign * new.paise) AS credit)
  WHERE true ON CONFLICT DO UPDATE SET
    debit_paise = debit_paise + excluded.debit_paise, debit_crores = debit_crores + excluded.debit_crores,
    credit_paise = credit_paise + excluded.credit_paise, credit_crores = credit_crores + excluded.credit_crores,
    entries = entries + excluded.entries;
  INSERT INTO ledger_months (agency_id, month, ledger, origin, debit_paise, debit_crores, credit_paise, credit_crores, entries)
  SELECT new.agency_id, substr(new.date, 1, 7), new.ledger, new.origin, debit % 1000000000000, debit / 1000000000000 * 1000,
    credit % 1000000000000, credit / 1000000000000 * 1000, iif(new.origin IN ('M', 'V'), -new.sign, new.sign)
  FROM (SELECT iif((new.origin IN ('M', 'V')) = (new.paise < 0), new.sign * new.paise, 0) AS debit,
    iif((new.origin IN ('M', 'V')) = (new.paise < 0), 0, -new.sign * new.paise) AS credit)
  WHERE true ON CONFLICT DO UPDATE SET
    debit_paise = debit_paise + excluded.debit_paise, debit_crores = debit_crores + excluded.debit_crores,
    credit_paise = credit_paise + excluded.credit_paise, credit_crores = credit_crores + excluded.credit_crores,
    entries = entries + excluded.entries;
  INSERT INTO party_months (agency_id, ledger, party, month, debit_paise, debit_crores, credit_paise, credit_crores, entries)
  SELECT new.agency_id, new.ledger, new.party, substr(new.date, 1, 7), debit % 1000000000000, debit / 1000000000000 * 1000,
    credit % 1000000000000, credit / 1000000000000 * 1000, iif(new.origin IN ('M', 'V'), -new.sign, new.sign)
  FROM (SELECT iif((new.origin IN ('M', 'V')) = (new.paise < 0), new.sign * new.paise, 0) AS debit,
    iif((new.origin IN ('M', 'V')) = (new.paise < 0), 0, -new.sign * new.paise) AS credit)
  WHERE new.ledger IN ('receivables', 'payables') ON CONFLICT DO UPDATE SET
    debit_paise = debit_paise + excluded.debit_paise, debit_crores = debit_crores + excluded.debit_crores,
    credit_paise = credit_paise + excluded.credit_paise, credit_crores = credit_crores + excluded.credit_crores,
    entries = entries + excluded.entries;
  DELETE FROM ledger_days WHERE new.sign < 0 AND agency_id = new.agency_id AND date = new.date
    AND ledger = new.ledger AND origin = new.origin AND entries = 0;
  DELETE FROM ledger_months WHERE new.sign < 0 AND agency_id = new.agency_id AND month = substr(new.date, 1, 7)
    AND ledger = new.ledger AND origin = new.origin AND entries = 0;
  DELETE FROM party_months WHERE new.sign < 0 AND agency_id = new.agency_id AND ledger = new.ledger AND party = new.party
    AND month = substr(new.date, 1, 7) AND entries = 0;
END;
--> statement-breakpoint
INSERT INTO ledger_posts SELECT agency_id, date, ledger, 'D', paise, 1, coalesce(client_id, vendor_id) FROM document_postings;
--> statement-breakpoint
INSERT INTO ledger_posts SELECT agency_id, date, ledger, origin, paise, 1, coalesce(client_id, vendor_id) FROM settlement_postings;
--> statement-breakpoint
CREATE TRIGGER documents_post_insert AFTER INSERT ON documents BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, 'D', paise, 1, coalesce(client_id, vendor_id) FROM document_postings
  WHERE agency_id = new.agency_id AND document_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER documents_post_before_update BEFORE UPDATE ON documents WHEN new.family <> 'ESTIMATES' AND
  (old.status IN ('SENT', 'PARTIALLY_PAID', 'PAID', 'CREDIT'), old.date, old.taxable_paise, old.cgst_paise, old.sgst_paise, old.igst_paise, old.round_off_paise, old.grand_total_paise,
    iif(old.status = 'PAID', old.tds_paise, max(old.tds_due_paise, old.tds_paise)))
  IS NOT (new.status IN ('SENT', 'PARTIALLY_PAID', 'PAID', 'CREDIT'), new.date, new.taxable_paise, new.cgst_paise, new.sgst_paise, new.igst_paise, new.round_off_paise, new.grand_total_paise,
    iif(new.status = 'PAID', new.tds_paise, max(new.tds_due_paise, new.tds_paise))) BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, 'D', paise, -1, coalesce(client_id, vendor_id) FROM document_postings
  WHERE agency_id = old.agency_id AND document_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER documents_post_update AFTER UPDATE ON documents WHEN new.family <> 'ESTIMATES' AND
  (old.status IN ('SENT', 'PARTIALLY_PAID', 'PAID', 'CREDIT'), old.date, old.taxable_paise, old.cgst_paise, old.sgst_paise, old.igst_paise, old.round_off_paise, old.grand_total_paise,
    iif(old.status = 'PAID', old.tds_paise, max(old.tds_due_paise, old.tds_paise)))
  IS NOT (new.status IN ('SENT', 'PARTIALLY_PAID', 'PAID', 'CREDIT'), new.date, new.taxable_paise, new.cgst_paise, new.sgst_paise, new.igst_paise, new.round_off_paise, new.grand_total_paise,
    iif(new.status = 'PAID', new.tds_paise, max(new.tds_due_paise, new.tds_paise))) BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, 'D', paise, 1, coalesce(client_id, vendor_id) FROM document_postings
  WHERE agency_id = new.agency_id AND document_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER documents_post_delete BEFORE DELETE ON documents BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, 'D', paise, -1, coalesce(client_id, vendor_id) FROM document_postings
  WHERE agency_id = old.agency_id AND document_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER settlements_post_insert AFTER INSERT ON settlements BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, origin, paise, 1, coalesce(client_id, vendor_id) FROM settlement_postings
  WHERE agency_id = new.agency_id AND settlement_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER settlements_post_delete BEFORE DELETE ON settlements BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, origin, paise, -1, coalesce(client_id, vendor_id) FROM settlement_postings
  WHERE agency_id = old.agency_id AND settlement_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER journal_lines_post_insert AFTER INSERT ON journal_lines BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, coalesce(new.category_id, new.ledger), iif(basis = 'both', 'J', 'A'), new.paise, 1, NULL
  FROM journals WHERE agency_id = new.agency_id AND id = new.journal_id;
END;
--> statement-breakpoint
CREATE TRIGGER journal_lines_post_delete BEFORE DELETE ON journal_lines BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, coalesce(old.category_id, old.ledger), iif(basis = 'both', 'J', 'A'), old.paise, -1, NULL
  FROM journals WHERE agency_id = old.agency_id AND id = old.journal_id;
END;
--> statement-breakpoint
-- What its lines have posted would stay where it was.
CREATE TRIGGER journals_update BEFORE UPDATE ON journals WHEN EXISTS (SELECT 1 FROM journal_lines
  WHERE agency_id = old.agency_id AND journal_id = old.id) BEGIN
  SELECT RAISE(ABORT, 'the lines of a journal go before it changes');
END;
--> statement-breakpoint
-- Lines of what was bought alone post by themselves, and they alone say whether their credit may be claimed.
CREATE TRIGGER document_lines_post_insert AFTER INSERT ON document_lines WHEN new.itc <> '' BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, 'D', paise, 1, coalesce(client_id, vendor_id) FROM document_postings
  WHERE agency_id = new.agency_id AND document_id = new.document_id AND line = new.line;
END;
--> statement-breakpoint
CREATE TRIGGER document_lines_post_before_update BEFORE UPDATE ON document_lines WHEN new.itc <> '' BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, 'D', paise, -1, coalesce(client_id, vendor_id) FROM document_postings
  WHERE agency_id = old.agency_id AND document_id = old.document_id AND line = old.line;
END;
--> statement-breakpoint
CREATE TRIGGER document_lines_post_update AFTER UPDATE ON document_lines WHEN new.itc <> '' BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, 'D', paise, 1, coalesce(client_id, vendor_id) FROM document_postings
  WHERE agency_id = new.agency_id AND document_id = new.document_id AND line = new.line;
END;
--> statement-breakpoint
CREATE TRIGGER document_lines_post_delete BEFORE DELETE ON document_lines WHEN old.itc <> '' BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, 'D', paise, -1, coalesce(client_id, vendor_id) FROM document_postings
  WHERE agency_id = old.agency_id AND document_id = old.document_id AND line = old.line;
END;
--> statement-breakpoint
-- An entry that a bill was made of keeps its category, from which its settlement takes the money.
CREATE TRIGGER transactions_post_before_update BEFORE UPDATE OF category_id ON transactions BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, origin, paise, -1, coalesce(client_id, vendor_id) FROM settlement_postings
  WHERE agency_id = old.agency_id AND settlement_id = (SELECT id FROM settlements
    WHERE agency_id = old.agency_id AND transaction_id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER transactions_post_update AFTER UPDATE OF category_id ON transactions BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, origin, paise, 1, coalesce(client_id, vendor_id) FROM settlement_postings
  WHERE agency_id = new.agency_id AND settlement_id = (SELECT id FROM settlements
    WHERE agency_id = new.agency_id AND transaction_id = new.id);
END;
