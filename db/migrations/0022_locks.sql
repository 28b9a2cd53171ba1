CREATE TABLE `lock_exceptions` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`until` text NOT NULL,
	`reason` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`ended_at` text,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`user_id`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `lock_exceptions_by_end` ON `lock_exceptions` (`agency_id`,`until`);--> statement-breakpoint
CREATE TABLE `lock_passes` (
	`agency_id` integer PRIMARY KEY NOT NULL,
	`exception_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `locked_changes` (
	`agency_id` integer NOT NULL,
	`audit_id` text NOT NULL,
	`exception_id` text,
	PRIMARY KEY(`agency_id`, `audit_id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`audit_id`) REFERENCES `audit_log`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`exception_id`) REFERENCES `lock_exceptions`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `locks` (
	`agency_id` integer PRIMARY KEY NOT NULL,
	`locked_to` text NOT NULL,
	`final_to` text NOT NULL,
	`furthest_to` text NOT NULL,
	`locked_by` text DEFAULT '' NOT NULL,
	`locked_at` text DEFAULT '' NOT NULL,
	`final_by` text DEFAULT '' NOT NULL,
	`final_at` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `imports` ADD `exception_id` text;
--> statement-breakpoint
-- A row that is written, as it was or as it is, and whether a lock refuses it. db/engine/locks.ts makes a sentence of
-- the words: `what` is the field that is wrong, or "old" where it is what was there.
CREATE VIEW locked_writes AS SELECT 0 AS agency_id, '' AS date, '' AS what;
--> statement-breakpoint
CREATE TRIGGER locked_writes_insert INSTEAD OF INSERT ON locked_writes
WHEN new.date <= (SELECT locked_to FROM locks WHERE agency_id = new.agency_id) BEGIN
  SELECT RAISE(ABORT, 'books are final') FROM locks WHERE agency_id = new.agency_id AND new.date <= final_to;
  SELECT CASE new.what
    WHEN 'date' THEN RAISE(ABORT, 'books are closed: date')
    WHEN 'openingBalance' THEN RAISE(ABORT, 'books are closed: openingBalance')
    WHEN 'kind' THEN RAISE(ABORT, 'books are closed: kind')
    WHEN 'type' THEN RAISE(ABORT, 'books are closed: type')
    ELSE RAISE(ABORT, 'books are closed') END
  WHERE NOT EXISTS (SELECT 1 FROM lock_passes WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER transactions_lock_insert AFTER INSERT ON transactions
WHEN new.date <= (SELECT locked_to FROM locks WHERE agency_id = new.agency_id) BEGIN
  INSERT INTO locked_writes VALUES (new.agency_id, new.date, 'date');
END;
--> statement-breakpoint
CREATE TRIGGER transactions_lock_delete AFTER DELETE ON transactions
WHEN old.date <= (SELECT locked_to FROM locks WHERE agency_id = old.agency_id) BEGIN
  INSERT INTO locked_writes VALUES (old.agency_id, old.date, 'old');
END;
--> statement-breakpoint
-- Whose an entry is, and what it is part of, are no figures.
CREATE TRIGGER transactions_lock_update AFTER UPDATE OF agency_id, date, type, account_id, to_account_id, category_id,
  amount_paise, description, notes ON transactions
WHEN min(old.date, new.date) <= (SELECT locked_to FROM locks WHERE agency_id = new.agency_id) BEGIN
  INSERT INTO locked_writes VALUES (old.agency_id, old.date, 'old'), (new.agency_id, new.date, 'date');
END;
--> statement-breakpoint
-- Drafts are in no figure: they may be made and changed up to what is final. Estimates never are.
CREATE TRIGGER documents_lock_insert AFTER INSERT ON documents WHEN new.family <> 'ESTIMATES' AND
  new.date <= (SELECT iif(new.status = 'DRAFT', final_to, locked_to) FROM locks WHERE agency_id = new.agency_id) BEGIN
  INSERT INTO locked_writes VALUES (new.agency_id, new.date, 'date');
END;
--> statement-breakpoint
CREATE TRIGGER documents_lock_delete AFTER DELETE ON documents WHEN old.family <> 'ESTIMATES' AND
  old.date <= (SELECT iif(old.status = 'DRAFT', final_to, locked_to) FROM locks WHERE agency_id = old.agency_id) BEGIN
  INSERT INTO locked_writes VALUES (old.agency_id, old.date, 'old');
END;
--> statement-breakpoint
-- All columns but what settles a document and what a payment may wait for: those follow from other rows, or are no figure.
CREATE TRIGGER documents_lock_update AFTER UPDATE OF
  agency_id, kind, family, number, date, due_date, client_id, vendor_id, number_key, vendor_key, received_date,
  place_of_supply, supply_text, supply_code, gst_mode, supply, reverse_charge, import, is_untaxed, foreign_currency,
  exchange_rate, delivery_address, sub_total_paise, discount_paise, taxable_paise, cgst_paise, sgst_paise,
  igst_paise, cess_paise, round_off_paise, grand_total_paise, tds_rule, tds_due_paise, sent_at, cancelled_at,
  accepted_at, declined_at, issued, original_id, original, reason, notes, terms
  ON documents WHEN new.family <> 'ESTIMATES' AND
  min(old.date, new.date) <= (SELECT locked_to FROM locks WHERE agency_id = new.agency_id) BEGIN
  INSERT INTO locked_writes SELECT agency_id, old.date, 'old' FROM locks
  WHERE agency_id = old.agency_id AND old.date <= iif(old.status = 'DRAFT', final_to, locked_to);
  INSERT INTO locked_writes SELECT agency_id, new.date, iif(old.date = new.date, 'old', 'date') FROM locks
  WHERE agency_id = new.agency_id AND new.date <= iif(new.status = 'DRAFT', final_to, locked_to);
END;
--> statement-breakpoint
-- A payment of today may settle what is locked, but not issue a draft there, nor change what is kept back of a bill.
CREATE TRIGGER documents_lock_settle AFTER UPDATE OF received_paise, tds_paise, advances_paise, credit_paise, written_off_paise
ON documents WHEN new.family <> 'ESTIMATES' AND (
    (old.status = 'DRAFT') <> (new.status = 'DRAFT') OR (new.family = 'BILLS' AND
      iif(old.status = 'PAID', old.tds_paise, max(old.tds_due_paise, old.tds_paise)) <>
      iif(new.status = 'PAID', new.tds_paise, max(new.tds_due_paise, new.tds_paise)))) AND
  new.date <= (SELECT locked_to FROM locks WHERE agency_id = new.agency_id) BEGIN
  INSERT INTO locked_writes VALUES (new.agency_id, new.date, 'old');
END;
--> statement-breakpoint
-- One view for what happens to lines and to what hangs on a document.
CREATE VIEW locked_lines AS SELECT 0 AS agency_id, '' AS document_id;
--> statement-breakpoint
CREATE TRIGGER locked_lines_insert INSTEAD OF INSERT ON locked_lines BEGIN
  INSERT INTO locked_writes SELECT d.agency_id, d.date, 'old' FROM locks l CROSS JOIN documents d
    ON d.agency_id = l.agency_id AND d.id = new.document_id
  WHERE l.agency_id = new.agency_id AND d.family <> 'ESTIMATES' AND d.date <= iif(d.status = 'DRAFT', l.final_to, l.locked_to);
END;
--> statement-breakpoint
CREATE TRIGGER document_lines_lock_insert AFTER INSERT ON document_lines
WHEN EXISTS (SELECT 1 FROM locks WHERE agency_id = new.agency_id) BEGIN
  INSERT INTO locked_lines VALUES (new.agency_id, new.document_id);
END;
--> statement-breakpoint
CREATE TRIGGER document_lines_lock_update AFTER UPDATE ON document_lines
WHEN EXISTS (SELECT 1 FROM locks WHERE agency_id = new.agency_id) BEGIN
  INSERT INTO locked_lines VALUES (new.agency_id, new.document_id);
END;
--> statement-breakpoint
CREATE TRIGGER document_lines_lock_delete AFTER DELETE ON document_lines
WHEN EXISTS (SELECT 1 FROM locks WHERE agency_id = old.agency_id) BEGIN
  INSERT INTO locked_lines VALUES (old.agency_id, old.document_id);
END;
--> statement-breakpoint
-- Settlements are never updated.
CREATE TRIGGER settlements_lock_insert AFTER INSERT ON settlements
WHEN new.date <= (SELECT locked_to FROM locks WHERE agency_id = new.agency_id) BEGIN
  INSERT INTO locked_writes VALUES (new.agency_id, new.date, 'date');
END;
--> statement-breakpoint
CREATE TRIGGER settlements_lock_delete AFTER DELETE ON settlements
WHEN old.date <= (SELECT locked_to FROM locks WHERE agency_id = old.agency_id) BEGIN
  INSERT INTO locked_writes VALUES (old.agency_id, old.date, 'old');
END;
--> statement-breakpoint
CREATE TRIGGER receipts_lock_insert AFTER INSERT ON receipts
WHEN new.date <= (SELECT locked_to FROM locks WHERE agency_id = new.agency_id) BEGIN
  INSERT INTO locked_writes VALUES (new.agency_id, new.date, 'date');
END;
--> statement-breakpoint
CREATE TRIGGER receipts_lock_update AFTER UPDATE ON receipts
WHEN min(old.date, new.date) <= (SELECT locked_to FROM locks WHERE agency_id = new.agency_id) BEGIN
  INSERT INTO locked_writes VALUES (old.agency_id, old.date, 'old'), (new.agency_id, new.date, 'date');
END;
--> statement-breakpoint
CREATE TRIGGER receipts_lock_delete AFTER DELETE ON receipts
WHEN old.date <= (SELECT locked_to FROM locks WHERE agency_id = old.agency_id) BEGIN
  INSERT INTO locked_writes VALUES (old.agency_id, old.date, 'old');
END;
--> statement-breakpoint
CREATE TRIGGER tds_deposits_lock_insert AFTER INSERT ON tds_deposits
WHEN new.date <= (SELECT locked_to FROM locks WHERE agency_id = new.agency_id) BEGIN
  INSERT INTO locked_writes VALUES (new.agency_id, new.date, 'date');
END;
--> statement-breakpoint
CREATE TRIGGER tds_deposits_lock_update AFTER UPDATE ON tds_deposits
WHEN min(old.date, new.date) <= (SELECT locked_to FROM locks WHERE agency_id = new.agency_id) BEGIN
  INSERT INTO locked_writes VALUES (old.agency_id, old.date, 'old'), (new.agency_id, new.date, 'date');
END;
--> statement-breakpoint
CREATE TRIGGER tds_deposits_lock_delete AFTER DELETE ON tds_deposits
WHEN old.date <= (SELECT locked_to FROM locks WHERE agency_id = old.agency_id) BEGIN
  INSERT INTO locked_writes VALUES (old.agency_id, old.date, 'old');
END;
--> statement-breakpoint
CREATE TRIGGER journals_lock_insert AFTER INSERT ON journals
WHEN new.date <= (SELECT locked_to FROM locks WHERE agency_id = new.agency_id) BEGIN
  INSERT INTO locked_writes VALUES (new.agency_id, new.date, 'date');
END;
--> statement-breakpoint
CREATE TRIGGER journals_lock_update AFTER UPDATE ON journals
WHEN min(old.date, new.date) <= (SELECT locked_to FROM locks WHERE agency_id = new.agency_id) BEGIN
  INSERT INTO locked_writes VALUES (old.agency_id, old.date, 'old'), (new.agency_id, new.date, 'date');
END;
--> statement-breakpoint
CREATE TRIGGER journals_lock_delete AFTER DELETE ON journals
WHEN old.date <= (SELECT locked_to FROM locks WHERE agency_id = old.agency_id) BEGIN
  INSERT INTO locked_writes VALUES (old.agency_id, old.date, 'old');
END;
--> statement-breakpoint
CREATE TRIGGER journal_lines_lock_insert AFTER INSERT ON journal_lines
WHEN EXISTS (SELECT 1 FROM locks WHERE agency_id = new.agency_id) BEGIN
  INSERT INTO locked_writes SELECT agency_id, date, 'old' FROM journals
  WHERE agency_id = new.agency_id AND id = new.journal_id;
END;
--> statement-breakpoint
CREATE TRIGGER journal_lines_lock_update AFTER UPDATE ON journal_lines
WHEN EXISTS (SELECT 1 FROM locks WHERE agency_id = new.agency_id) BEGIN
  INSERT INTO locked_writes SELECT agency_id, date, 'old' FROM journals
  WHERE agency_id = new.agency_id AND id = new.journal_id;
END;
--> statement-breakpoint
CREATE TRIGGER journal_lines_lock_delete AFTER DELETE ON journal_lines
WHEN EXISTS (SELECT 1 FROM locks WHERE agency_id = old.agency_id) BEGIN
  INSERT INTO locked_writes SELECT agency_id, date, 'old' FROM journals
  WHERE agency_id = old.agency_id AND id = old.journal_id;
END;
--> statement-breakpoint
-- What the books open with, and what sales are booked to, is of all of the past, from the first entry on.
CREATE VIEW locked_openings AS SELECT 0 AS agency_id;
--> statement-breakpoint
CREATE TRIGGER locked_openings_insert INSTEAD OF INSERT ON locked_openings BEGIN
  INSERT INTO locked_writes SELECT new.agency_id, min(date), 'openingBalance' FROM (
    SELECT min(date) AS date FROM transactions WHERE agency_id = new.agency_id
    UNION ALL SELECT min(date) FROM ledger_days WHERE agency_id = new.agency_id AND entries <> 0);
END;
--> statement-breakpoint
CREATE TRIGGER accounts_lock_insert AFTER INSERT ON accounts WHEN new.opening_paise <> 0 BEGIN
  INSERT INTO locked_openings VALUES (new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER accounts_lock_update AFTER UPDATE OF opening_paise ON accounts WHEN new.opening_paise <> old.opening_paise BEGIN
  INSERT INTO locked_openings VALUES (new.agency_id);
END;
--> statement-breakpoint
-- A card is a debt, every other account an asset.
CREATE TRIGGER accounts_lock_type AFTER UPDATE OF type ON accounts WHEN (new.type = 'Card') <> (old.type = 'Card') BEGIN
  INSERT INTO locked_writes SELECT new.agency_id, min(month) || '-01', 'type' FROM account_months
  WHERE agency_id = new.agency_id AND account_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_lock_delete AFTER DELETE ON accounts WHEN old.opening_paise <> 0 BEGIN
  INSERT INTO locked_openings VALUES (old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER ledger_openings_lock_insert AFTER INSERT ON ledger_openings BEGIN
  INSERT INTO locked_openings VALUES (new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER ledger_openings_lock_update AFTER UPDATE ON ledger_openings BEGIN
  INSERT INTO locked_openings VALUES (new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER ledger_openings_lock_delete AFTER DELETE ON ledger_openings BEGIN
  INSERT INTO locked_openings VALUES (old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER invoice_settings_lock_insert AFTER INSERT ON invoice_settings WHEN new.revenue_category_id <> '' BEGIN
  INSERT INTO locked_openings VALUES (new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER invoice_settings_lock_update AFTER UPDATE OF revenue_category_id ON invoice_settings
WHEN new.revenue_category_id <> old.revenue_category_id BEGIN
  INSERT INTO locked_openings VALUES (new.agency_id);
END;
--> statement-breakpoint
-- Without a kind a category has the one of its name: whoever changes that writes it down first (db/ledger/categories.ts).
CREATE TRIGGER categories_lock_update AFTER UPDATE OF kind, ledger ON categories
WHEN (new.kind <> old.kind AND old.kind <> '') OR new.ledger <> old.ledger BEGIN
  INSERT INTO locked_writes SELECT new.agency_id, min(month) || '-01', 'kind' FROM (
    SELECT min(month) AS month FROM monthly WHERE agency_id = new.agency_id AND category_id = new.id AND entries <> 0
    UNION ALL SELECT min(month) FROM ledger_months WHERE agency_id = new.agency_id AND ledger = new.id AND entries <> 0);
END;
--> statement-breakpoint
-- What the bank says may come late; what was made of it stays.
CREATE TRIGGER bank_lines_lock_update AFTER UPDATE OF match_id ON bank_lines
WHEN old.date <= (SELECT locked_to FROM locks WHERE agency_id = old.agency_id) BEGIN
  INSERT INTO locked_writes VALUES (old.agency_id, old.date, 'old');
END;
--> statement-breakpoint
CREATE TRIGGER bank_lines_lock_delete AFTER DELETE ON bank_lines
WHEN old.date <= (SELECT locked_to FROM locks WHERE agency_id = old.agency_id) BEGIN
  INSERT INTO locked_writes VALUES (old.agency_id, old.date, 'old');
END;
--> statement-breakpoint
-- Papers may be added, not taken off.
CREATE TRIGGER attachments_lock_update AFTER UPDATE OF deleted_at ON attachments
WHEN new.deleted_at IS NOT NULL AND EXISTS (SELECT 1 FROM locks WHERE agency_id = new.agency_id) BEGIN
  INSERT INTO locked_writes SELECT new.agency_id, CASE new.entity
    WHEN 'transaction' THEN (SELECT date FROM transactions WHERE agency_id = new.agency_id AND id = new.entity_id)
    WHEN 'payment' THEN (SELECT date FROM settlements WHERE agency_id = new.agency_id AND id = new.entity_id)
    WHEN 'receipt' THEN (SELECT date FROM receipts WHERE agency_id = new.agency_id AND id = new.entity_id)
    WHEN 'journal' THEN (SELECT date FROM journals WHERE agency_id = new.agency_id AND id = new.entity_id) END, 'old';
  INSERT INTO locked_lines VALUES (new.agency_id, new.entity_id);
END;
--> statement-breakpoint
-- From here on an import is posted, or undone, whatever comes: its rows pass by its exception.
CREATE TRIGGER imports_lock_update AFTER UPDATE OF state ON imports
WHEN new.state IN ('posting', 'undoing') AND new.date_from <> '' BEGIN
  INSERT INTO locked_writes VALUES (new.agency_id, new.date_from, iif(new.state = 'posting', 'date', 'old'));
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_locked AFTER INSERT ON audit_log
WHEN new.action <> 'VIEW' AND new.entity NOT IN ('Lock', 'Exception') AND
  EXISTS (SELECT 1 FROM locks WHERE agency_id = new.agency_id) BEGIN
  INSERT INTO locked_changes (agency_id, audit_id, exception_id)
  SELECT new.agency_id, new.id, p.exception_id FROM locks l LEFT JOIN lock_passes p ON p.agency_id = l.agency_id
  WHERE l.agency_id = new.agency_id AND (p.exception_id IS NOT NULL OR (
    l.locked_to < l.furthest_to AND
    new.entity IN ('Transaction', 'Invoice', 'Note', 'Voucher', 'Bill', 'Payment', 'Application', 'Receipt', 'Journal', 'Deposit') AND
    min(coalesce(new.payload ->> '$.before.date', '9999'), coalesce(new.payload ->> '$.after.date', '9999')) <= l.furthest_to AND
    NOT (coalesce(new.payload ->> '$.before.status', 'DRAFT') = 'DRAFT' AND coalesce(new.payload ->> '$.after.status', '') = 'DRAFT')));
END;
