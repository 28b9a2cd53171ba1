CREATE TABLE `partner_payments` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`date` text NOT NULL,
	`partner` text NOT NULL,
	`pan` text NOT NULL,
	`kind` text NOT NULL,
	`amount_paise` integer NOT NULL,
	`tds_paise` integer NOT NULL,
	`journal_id` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`journal_id`) REFERENCES `journals`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "partner_payments_amount" CHECK(amount_paise > 0 AND tds_paise BETWEEN 0 AND amount_paise)
);
--> statement-breakpoint
CREATE INDEX `partner_payments_by_date` ON `partner_payments` (`agency_id`,`date`);--> statement-breakpoint
CREATE TABLE `tds_statements` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`quarter` text NOT NULL,
	`form` text NOT NULL,
	`date` text NOT NULL,
	`reference` text NOT NULL,
	`fee_paise` integer NOT NULL,
	`account_id` text,
	`transaction_id` text,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`account_id`) REFERENCES `accounts`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`transaction_id`) REFERENCES `transactions`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "tds_statements_fee" CHECK(fee_paise >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tds_statements_of_quarter` ON `tds_statements` (`agency_id`,`quarter`,`form`);--> statement-breakpoint
CREATE TABLE `vendor_advances` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`vendor_id` text NOT NULL,
	`date` text NOT NULL,
	`amount_paise` integer NOT NULL,
	`tds_rule` text NOT NULL,
	`tds_paise` integer NOT NULL,
	`reference` text NOT NULL,
	`account_id` text NOT NULL,
	`transaction_id` text NOT NULL,
	`journal_id` text,
	`bill_id` text,
	`use_journal_id` text,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`vendor_id`) REFERENCES `vendors`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`account_id`) REFERENCES `accounts`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`transaction_id`) REFERENCES `transactions`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`journal_id`) REFERENCES `journals`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "vendor_advances_amount" CHECK(amount_paise > 0 AND tds_paise >= 0)
);
--> statement-breakpoint
CREATE INDEX `vendor_advances_by_vendor` ON `vendor_advances` (`agency_id`,`vendor_id`,`date`);--> statement-breakpoint
CREATE UNIQUE INDEX `vendor_advances_transaction` ON `vendor_advances` (`agency_id`,`transaction_id`);--> statement-breakpoint
ALTER TABLE `tds_deposits` ADD `code` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `tds_deposits` ADD `interest_paise` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tds_deposits` ADD `interest_transaction_id` text;--> statement-breakpoint
ALTER TABLE `tds_deposits` ADD `journal_id` text;--> statement-breakpoint
ALTER TABLE `documents` ADD `is_tds_by_rule` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `documents` ADD `tds_certificate` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `documents` ADD `tds_early_paise` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `documents` ADD `rent_months` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `settlements` ADD `is_tds_early` integer DEFAULT false NOT NULL;
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
DROP TRIGGER tds_deposits_image_insert;
--> statement-breakpoint
DROP TRIGGER tds_deposits_image_delete;
--> statement-breakpoint
DROP TRIGGER tds_deposits_image_update;
--> statement-breakpoint
DROP TRIGGER documents_post_before_update;
--> statement-breakpoint
DROP TRIGGER documents_post_update;
--> statement-breakpoint
DROP TRIGGER settlements_insert;
--> statement-breakpoint
DROP TRIGGER settlements_delete;
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
  SELECT *, iif(kind = 'VENDOR_CREDIT', -1, 1) AS sign, iif(status = 'PAID', tds_paise, max(tds_due_paise, tds_paise)) - tds_early_paise AS kept_paise,
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
-- TDS of a payment that was made before its bill is deducted on the payment's day; other TDS of a bill is posted
-- with the bill.
CREATE VIEW settlement_postings (agency_id, settlement_id, document_id, client_id, vendor_id, date, ledger, origin, paise) AS
WITH settled AS NOT MATERIALIZED (
  SELECT s.*, t.category_id, d.client_id, d.vendor_id, d.vendor_id IS NOT NULL AS is_bought, iif(d.vendor_id IS NULL, 1, -1) AS sign,
    CASE WHEN d.family = 'BILLS' AND d.status = 'CANCELLED' THEN 'vendor_advances' WHEN d.vendor_id IS NOT NULL THEN 'payables'
      WHEN s.kind IN ('PAYMENT', 'REFUND') AND d.kind = 'RECEIPT_VOUCHER' THEN 'advances' ELSE 'receivables' END AS due,
    s.gst_tds_igst_paise + s.gst_tds_cgst_paise + s.gst_tds_sgst_paise AS gst_tds_paise,
    iif(d.vendor_id IS NULL OR s.is_tds_early OR (d.family = 'BILLS' AND d.status = 'CANCELLED'), s.tds_paise, 0) AS deducted_paise
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
CREATE TRIGGER documents_post_before_update BEFORE UPDATE ON documents WHEN new.family <> 'ESTIMATES' AND
  (old.status IN ('SENT', 'PARTIALLY_PAID', 'PAID', 'CREDIT'), old.date, old.taxable_paise, old.pure_agent_paise, old.cgst_paise, old.sgst_paise, old.igst_paise, old.round_off_paise, old.grand_total_paise,
    iif(old.status = 'PAID', old.tds_paise, max(old.tds_due_paise, old.tds_paise)) - old.tds_early_paise)
  IS NOT (new.status IN ('SENT', 'PARTIALLY_PAID', 'PAID', 'CREDIT'), new.date, new.taxable_paise, new.pure_agent_paise, new.cgst_paise, new.sgst_paise, new.igst_paise, new.round_off_paise, new.grand_total_paise,
    iif(new.status = 'PAID', new.tds_paise, max(new.tds_due_paise, new.tds_paise)) - new.tds_early_paise) BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, 'D', paise, -1, coalesce(client_id, vendor_id) FROM document_postings
  WHERE agency_id = old.agency_id AND document_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER documents_post_update AFTER UPDATE ON documents WHEN new.family <> 'ESTIMATES' AND
  (old.status IN ('SENT', 'PARTIALLY_PAID', 'PAID', 'CREDIT'), old.date, old.taxable_paise, old.pure_agent_paise, old.cgst_paise, old.sgst_paise, old.igst_paise, old.round_off_paise, old.grand_total_paise,
    iif(old.status = 'PAID', old.tds_paise, max(old.tds_due_paise, old.tds_paise)) - old.tds_early_paise)
  IS NOT (new.status IN ('SENT', 'PARTIALLY_PAID', 'PAID', 'CREDIT'), new.date, new.taxable_paise, new.pure_agent_paise, new.cgst_paise, new.sgst_paise, new.igst_paise, new.round_off_paise, new.grand_total_paise,
    iif(new.status = 'PAID', new.tds_paise, max(new.tds_due_paise, new.tds_paise)) - new.tds_early_paise) BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, 'D', paise, 1, coalesce(client_id, vendor_id) FROM document_postings
  WHERE agency_id = new.agency_id AND document_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER settlements_insert AFTER INSERT ON settlements BEGIN
  UPDATE documents SET
    received_paise = received_paise + iif(new.kind = 'PAYMENT', new.amount_paise, 0),
    tds_paise = tds_paise + new.tds_paise,
    tds_early_paise = tds_early_paise + iif(new.is_tds_early, new.tds_paise, 0),
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
    tds_early_paise = tds_early_paise - iif(old.is_tds_early, old.tds_paise, 0),
    advances_paise = advances_paise - iif(old.kind = 'ADVANCE', old.amount_paise, 0),
    credit_paise = credit_paise - iif(old.kind = 'CREDIT', old.amount_paise, 0),
    written_off_paise = written_off_paise - iif(old.kind = 'WRITE_OFF', old.amount_paise, 0),
    refunded_paise = refunded_paise - iif(old.kind = 'REFUND', old.amount_paise, 0)
  WHERE agency_id = old.agency_id AND id = old.document_id;
  UPDATE documents SET used_paise = used_paise - old.amount_paise
  WHERE agency_id = old.agency_id AND id = old.source_id AND old.kind IN ('ADVANCE', 'CREDIT');
END;
--> statement-breakpoint
-- Written by db/undo/triggers.ts.
CREATE TRIGGER documents_image_insert AFTER INSERT ON documents BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'documents', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'kind', new.kind, 'family', new.family, 'number', new.number, 'date', new.date, 'due_date', new.due_date, 'client_id', new.client_id, 'vendor_id', new.vendor_id, 'number_key', new.number_key, 'vendor_key', new.vendor_key, 'received_date', new.received_date, 'place_of_supply', new.place_of_supply, 'supply_text', new.supply_text, 'supply_code', new.supply_code, 'gst_mode', new.gst_mode, 'supply', new.supply, 'reverse_charge', new.reverse_charge, 'import', new.import, 'is_untaxed', new.is_untaxed, 'foreign_currency', new.foreign_currency, 'exchange_rate', new.exchange_rate, 'delivery_address', new.delivery_address, 'sub_total_paise', new.sub_total_paise, 'discount_paise', new.discount_paise, 'taxable_paise', new.taxable_paise, 'pure_agent_paise', new.pure_agent_paise, 'cgst_paise', new.cgst_paise, 'sgst_paise', new.sgst_paise, 'igst_paise', new.igst_paise, 'cess_paise', new.cess_paise, 'round_off_paise', new.round_off_paise, 'grand_total_paise', new.grand_total_paise, 'tds_rule', new.tds_rule, 'tds_due_paise', new.tds_due_paise, 'is_tds_by_rule', new.is_tds_by_rule, 'tds_certificate', new.tds_certificate, 'rent_months', (new.rent_months || ''), 'is_on_hold', new.is_on_hold, 'is_earlier', new.is_earlier, 'sent_at', new.sent_at, 'cancelled_at', new.cancelled_at, 'cancelled_on', new.cancelled_on, 'credit_changed_on', new.credit_changed_on, 'service_date', new.service_date, 'amended_in', new.amended_in, 'accepted_at', new.accepted_at, 'declined_at', new.declined_at, 'issued', (new.issued || ''), 'original_id', new.original_id, 'original', (new.original || ''), 'reason', new.reason, 'series_id', new.series_id, 'import_id', new.import_id, 'is_edited', new.is_edited, 'notes', new.notes, 'terms', new.terms, 'created_by', new.created_by, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'documents' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER documents_image_delete AFTER DELETE ON documents BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'documents', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'kind', old.kind, 'family', old.family, 'number', old.number, 'date', old.date, 'due_date', old.due_date, 'client_id', old.client_id, 'vendor_id', old.vendor_id, 'number_key', old.number_key, 'vendor_key', old.vendor_key, 'received_date', old.received_date, 'place_of_supply', old.place_of_supply, 'supply_text', old.supply_text, 'supply_code', old.supply_code, 'gst_mode', old.gst_mode, 'supply', old.supply, 'reverse_charge', old.reverse_charge, 'import', old.import, 'is_untaxed', old.is_untaxed, 'foreign_currency', old.foreign_currency, 'exchange_rate', old.exchange_rate, 'delivery_address', old.delivery_address, 'sub_total_paise', old.sub_total_paise, 'discount_paise', old.discount_paise, 'taxable_paise', old.taxable_paise, 'pure_agent_paise', old.pure_agent_paise, 'cgst_paise', old.cgst_paise, 'sgst_paise', old.sgst_paise, 'igst_paise', old.igst_paise, 'cess_paise', old.cess_paise, 'round_off_paise', old.round_off_paise, 'grand_total_paise', old.grand_total_paise, 'tds_rule', old.tds_rule, 'tds_due_paise', old.tds_due_paise, 'is_tds_by_rule', old.is_tds_by_rule, 'tds_certificate', old.tds_certificate, 'rent_months', (old.rent_months || ''), 'is_on_hold', old.is_on_hold, 'is_earlier', old.is_earlier, 'sent_at', old.sent_at, 'cancelled_at', old.cancelled_at, 'cancelled_on', old.cancelled_on, 'credit_changed_on', old.credit_changed_on, 'service_date', old.service_date, 'amended_in', old.amended_in, 'accepted_at', old.accepted_at, 'declined_at', old.declined_at, 'issued', (old.issued || ''), 'original_id', old.original_id, 'original', (old.original || ''), 'reason', old.reason, 'series_id', old.series_id, 'import_id', old.import_id, 'is_edited', old.is_edited, 'notes', old.notes, 'terms', old.terms, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'documents', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
END;
--> statement-breakpoint
CREATE TRIGGER documents_image_update AFTER UPDATE OF id, kind, family, number, date, due_date, client_id, vendor_id, number_key, vendor_key, received_date, place_of_supply, supply_text, supply_code, gst_mode, supply, reverse_charge, import, is_untaxed, foreign_currency, exchange_rate, delivery_address, sub_total_paise, discount_paise, taxable_paise, pure_agent_paise, cgst_paise, sgst_paise, igst_paise, cess_paise, round_off_paise, grand_total_paise, tds_rule, tds_due_paise, is_tds_by_rule, tds_certificate, rent_months, is_on_hold, is_earlier, sent_at, cancelled_at, cancelled_on, credit_changed_on, service_date, amended_in, accepted_at, declined_at, issued, original_id, original, reason, series_id, import_id, is_edited, notes, terms, created_by, created_at ON documents
WHEN (old.id, old.kind, old.family, old.number, old.date, old.due_date, old.client_id, old.vendor_id, old.number_key, old.vendor_key, old.received_date, old.place_of_supply, old.supply_text, old.supply_code, old.gst_mode, old.supply, old.reverse_charge, old.import, old.is_untaxed, old.foreign_currency, old.exchange_rate, old.delivery_address, old.sub_total_paise, old.discount_paise, old.taxable_paise, old.pure_agent_paise, old.cgst_paise, old.sgst_paise, old.igst_paise, old.cess_paise, old.round_off_paise, old.grand_total_paise, old.tds_rule, old.tds_due_paise, old.is_tds_by_rule, old.tds_certificate, old.rent_months, old.is_on_hold, old.is_earlier, old.sent_at, old.cancelled_at, old.cancelled_on, old.credit_changed_on, old.service_date, old.amended_in, old.accepted_at, old.declined_at, old.issued, old.original_id, old.original, old.reason, old.series_id, old.import_id, old.is_edited, old.notes, old.terms, old.created_by, old.created_at)
  IS NOT (new.id, new.kind, new.family, new.number, new.date, new.due_date, new.client_id, new.vendor_id, new.number_key, new.vendor_key, new.received_date, new.place_of_supply, new.supply_text, new.supply_code, new.gst_mode, new.supply, new.reverse_charge, new.import, new.is_untaxed, new.foreign_currency, new.exchange_rate, new.delivery_address, new.sub_total_paise, new.discount_paise, new.taxable_paise, new.pure_agent_paise, new.cgst_paise, new.sgst_paise, new.igst_paise, new.cess_paise, new.round_off_paise, new.grand_total_paise, new.tds_rule, new.tds_due_paise, new.is_tds_by_rule, new.tds_certificate, new.rent_months, new.is_on_hold, new.is_earlier, new.sent_at, new.cancelled_at, new.cancelled_on, new.credit_changed_on, new.service_date, new.amended_in, new.accepted_at, new.declined_at, new.issued, new.original_id, new.original, new.reason, new.series_id, new.import_id, new.is_edited, new.notes, new.terms, new.created_by, new.created_at) BEGIN
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
    'settlements', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'kind', new.kind, 'document_id', new.document_id, 'source_id', new.source_id, 'date', new.date, 'amount_paise', new.amount_paise, 'tds_paise', new.tds_paise, 'gst_tds_igst_paise', new.gst_tds_igst_paise, 'gst_tds_cgst_paise', new.gst_tds_cgst_paise, 'gst_tds_sgst_paise', new.gst_tds_sgst_paise, 'mode', new.mode, 'reference', new.reference, 'notes', new.notes, 'account_id', new.account_id, 'transaction_id', new.transaction_id, 'is_linked', new.is_linked, 'is_tds_early', new.is_tds_early, 'import_id', new.import_id, 'created_by', new.created_by, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'settlements' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER settlements_image_delete AFTER DELETE ON settlements BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'settlements', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'kind', old.kind, 'document_id', old.document_id, 'source_id', old.source_id, 'date', old.date, 'amount_paise', old.amount_paise, 'tds_paise', old.tds_paise, 'gst_tds_igst_paise', old.gst_tds_igst_paise, 'gst_tds_cgst_paise', old.gst_tds_cgst_paise, 'gst_tds_sgst_paise', old.gst_tds_sgst_paise, 'mode', old.mode, 'reference', old.reference, 'notes', old.notes, 'account_id', old.account_id, 'transaction_id', old.transaction_id, 'is_linked', old.is_linked, 'is_tds_early', old.is_tds_early, 'import_id', old.import_id, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'settlements', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
END;
--> statement-breakpoint
CREATE TRIGGER settlements_image_update AFTER UPDATE OF id, kind, document_id, source_id, date, amount_paise, tds_paise, gst_tds_igst_paise, gst_tds_cgst_paise, gst_tds_sgst_paise, mode, reference, notes, account_id, transaction_id, is_linked, is_tds_early, import_id, created_by, created_at ON settlements
WHEN (old.id, old.kind, old.document_id, old.source_id, old.date, old.amount_paise, old.tds_paise, old.gst_tds_igst_paise, old.gst_tds_cgst_paise, old.gst_tds_sgst_paise, old.mode, old.reference, old.notes, old.account_id, old.transaction_id, old.is_linked, old.is_tds_early, old.import_id, old.created_by, old.created_at)
  IS NOT (new.id, new.kind, new.document_id, new.source_id, new.date, new.amount_paise, new.tds_paise, new.gst_tds_igst_paise, new.gst_tds_cgst_paise, new.gst_tds_sgst_paise, new.mode, new.reference, new.notes, new.account_id, new.transaction_id, new.is_linked, new.is_tds_early, new.import_id, new.created_by, new.created_at) BEGIN
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
    || iif(old.is_tds_early IS new.is_tds_early, '', ',' || json_array('is_tds_early', old.is_tds_early, new.is_tds_early))
    || iif(old.import_id IS new.import_id, '', ',' || json_array('import_id', old.import_id, new.import_id))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER tds_deposits_image_insert AFTER INSERT ON tds_deposits BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'tds_deposits', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'month', new.month, 'rule', new.rule, 'date', new.date, 'code', new.code, 'amount_paise', new.amount_paise, 'interest_paise', new.interest_paise, 'interest_transaction_id', new.interest_transaction_id, 'journal_id', new.journal_id, 'reference', new.reference, 'account_id', new.account_id, 'transaction_id', new.transaction_id, 'created_by', new.created_by, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'tds_deposits' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER tds_deposits_image_delete AFTER DELETE ON tds_deposits BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'tds_deposits', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'month', old.month, 'rule', old.rule, 'date', old.date, 'code', old.code, 'amount_paise', old.amount_paise, 'interest_paise', old.interest_paise, 'interest_transaction_id', old.interest_transaction_id, 'journal_id', old.journal_id, 'reference', old.reference, 'account_id', old.account_id, 'transaction_id', old.transaction_id, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'tds_deposits', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
END;
--> statement-breakpoint
CREATE TRIGGER tds_deposits_image_update AFTER UPDATE OF id, month, rule, date, code, amount_paise, interest_paise, interest_transaction_id, journal_id, reference, account_id, transaction_id, created_by, created_at ON tds_deposits
WHEN (old.id, old.month, old.rule, old.date, old.code, old.amount_paise, old.interest_paise, old.interest_transaction_id, old.journal_id, old.reference, old.account_id, old.transaction_id, old.created_by, old.created_at)
  IS NOT (new.id, new.month, new.rule, new.date, new.code, new.amount_paise, new.interest_paise, new.interest_transaction_id, new.journal_id, new.reference, new.account_id, new.transaction_id, new.created_by, new.created_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'tds_deposits', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.month IS new.month, '', ',' || json_array('month', old.month, new.month))
    || iif(old.rule IS new.rule, '', ',' || json_array('rule', old.rule, new.rule))
    || iif(old.date IS new.date, '', ',' || json_array('date', old.date, new.date))
    || iif(old.code IS new.code, '', ',' || json_array('code', old.code, new.code))
    || iif(old.amount_paise IS new.amount_paise, '', ',' || json_array('amount_paise', old.amount_paise, new.amount_paise))
    || iif(old.interest_paise IS new.interest_paise, '', ',' || json_array('interest_paise', old.interest_paise, new.interest_paise))
    || iif(old.interest_transaction_id IS new.interest_transaction_id, '', ',' || json_array('interest_transaction_id', old.interest_transaction_id, new.interest_transaction_id))
    || iif(old.journal_id IS new.journal_id, '', ',' || json_array('journal_id', old.journal_id, new.journal_id))
    || iif(old.reference IS new.reference, '', ',' || json_array('reference', old.reference, new.reference))
    || iif(old.account_id IS new.account_id, '', ',' || json_array('account_id', old.account_id, new.account_id))
    || iif(old.transaction_id IS new.transaction_id, '', ',' || json_array('transaction_id', old.transaction_id, new.transaction_id))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER partner_payments_image_insert AFTER INSERT ON partner_payments BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'partner_payments', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'date', new.date, 'partner', new.partner, 'pan', new.pan, 'kind', new.kind, 'amount_paise', new.amount_paise, 'tds_paise', new.tds_paise, 'journal_id', new.journal_id, 'created_by', new.created_by, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER partner_payments_image_delete AFTER DELETE ON partner_payments BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'partner_payments', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'date', old.date, 'partner', old.partner, 'pan', old.pan, 'kind', old.kind, 'amount_paise', old.amount_paise, 'tds_paise', old.tds_paise, 'journal_id', old.journal_id, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER partner_payments_image_update AFTER UPDATE OF id, date, partner, pan, kind, amount_paise, tds_paise, journal_id, created_by, created_at ON partner_payments
WHEN (old.id, old.date, old.partner, old.pan, old.kind, old.amount_paise, old.tds_paise, old.journal_id, old.created_by, old.created_at)
  IS NOT (new.id, new.date, new.partner, new.pan, new.kind, new.amount_paise, new.tds_paise, new.journal_id, new.created_by, new.created_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'partner_payments', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.date IS new.date, '', ',' || json_array('date', old.date, new.date))
    || iif(old.partner IS new.partner, '', ',' || json_array('partner', old.partner, new.partner))
    || iif(old.pan IS new.pan, '', ',' || json_array('pan', old.pan, new.pan))
    || iif(old.kind IS new.kind, '', ',' || json_array('kind', old.kind, new.kind))
    || iif(old.amount_paise IS new.amount_paise, '', ',' || json_array('amount_paise', old.amount_paise, new.amount_paise))
    || iif(old.tds_paise IS new.tds_paise, '', ',' || json_array('tds_paise', old.tds_paise, new.tds_paise))
    || iif(old.journal_id IS new.journal_id, '', ',' || json_array('journal_id', old.journal_id, new.journal_id))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER tds_statements_image_insert AFTER INSERT ON tds_statements BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'tds_statements', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'quarter', new.quarter, 'form', new.form, 'date', new.date, 'reference', new.reference, 'fee_paise', new.fee_paise, 'account_id', new.account_id, 'transaction_id', new.transaction_id, 'created_by', new.created_by, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER tds_statements_image_delete AFTER DELETE ON tds_statements BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'tds_statements', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'quarter', old.quarter, 'form', old.form, 'date', old.date, 'reference', old.reference, 'fee_paise', old.fee_paise, 'account_id', old.account_id, 'transaction_id', old.transaction_id, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER tds_statements_image_update AFTER UPDATE OF id, quarter, form, date, reference, fee_paise, account_id, transaction_id, created_by, created_at ON tds_statements
WHEN (old.id, old.quarter, old.form, old.date, old.reference, old.fee_paise, old.account_id, old.transaction_id, old.created_by, old.created_at)
  IS NOT (new.id, new.quarter, new.form, new.date, new.reference, new.fee_paise, new.account_id, new.transaction_id, new.created_by, new.created_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'tds_statements', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.quarter IS new.quarter, '', ',' || json_array('quarter', old.quarter, new.quarter))
    || iif(old.form IS new.form, '', ',' || json_array('form', old.form, new.form))
    || iif(old.date IS new.date, '', ',' || json_array('date', old.date, new.date))
    || iif(old.reference IS new.reference, '', ',' || json_array('reference', old.reference, new.reference))
    || iif(old.fee_paise IS new.fee_paise, '', ',' || json_array('fee_paise', old.fee_paise, new.fee_paise))
    || iif(old.account_id IS new.account_id, '', ',' || json_array('account_id', old.account_id, new.account_id))
    || iif(old.transaction_id IS new.transaction_id, '', ',' || json_array('transaction_id', old.transaction_id, new.transaction_id))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER vendor_advances_image_insert AFTER INSERT ON vendor_advances BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'vendor_advances', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'vendor_id', new.vendor_id, 'date', new.date, 'amount_paise', new.amount_paise, 'tds_rule', new.tds_rule, 'tds_paise', new.tds_paise, 'reference', new.reference, 'account_id', new.account_id, 'transaction_id', new.transaction_id, 'journal_id', new.journal_id, 'bill_id', new.bill_id, 'use_journal_id', new.use_journal_id, 'created_by', new.created_by, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER vendor_advances_image_delete AFTER DELETE ON vendor_advances BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'vendor_advances', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'vendor_id', old.vendor_id, 'date', old.date, 'amount_paise', old.amount_paise, 'tds_rule', old.tds_rule, 'tds_paise', old.tds_paise, 'reference', old.reference, 'account_id', old.account_id, 'transaction_id', old.transaction_id, 'journal_id', old.journal_id, 'bill_id', old.bill_id, 'use_journal_id', old.use_journal_id, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER vendor_advances_image_update AFTER UPDATE OF id, vendor_id, date, amount_paise, tds_rule, tds_paise, reference, account_id, transaction_id, journal_id, bill_id, use_journal_id, created_by, created_at ON vendor_advances
WHEN (old.id, old.vendor_id, old.date, old.amount_paise, old.tds_rule, old.tds_paise, old.reference, old.account_id, old.transaction_id, old.journal_id, old.bill_id, old.use_journal_id, old.created_by, old.created_at)
  IS NOT (new.id, new.vendor_id, new.date, new.amount_paise, new.tds_rule, new.tds_paise, new.reference, new.account_id, new.transaction_id, new.journal_id, new.bill_id, new.use_journal_id, new.created_by, new.created_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'vendor_advances', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.vendor_id IS new.vendor_id, '', ',' || json_array('vendor_id', old.vendor_id, new.vendor_id))
    || iif(old.date IS new.date, '', ',' || json_array('date', old.date, new.date))
    || iif(old.amount_paise IS new.amount_paise, '', ',' || json_array('amount_paise', old.amount_paise, new.amount_paise))
    || iif(old.tds_rule IS new.tds_rule, '', ',' || json_array('tds_rule', old.tds_rule, new.tds_rule))
    || iif(old.tds_paise IS new.tds_paise, '', ',' || json_array('tds_paise', old.tds_paise, new.tds_paise))
    || iif(old.reference IS new.reference, '', ',' || json_array('reference', old.reference, new.reference))
    || iif(old.account_id IS new.account_id, '', ',' || json_array('account_id', old.account_id, new.account_id))
    || iif(old.transaction_id IS new.transaction_id, '', ',' || json_array('transaction_id', old.transaction_id, new.transaction_id))
    || iif(old.journal_id IS new.journal_id, '', ',' || json_array('journal_id', old.journal_id, new.journal_id))
    || iif(old.bill_id IS new.bill_id, '', ',' || json_array('bill_id', old.bill_id, new.bill_id))
    || iif(old.use_journal_id IS new.use_journal_id, '', ',' || json_array('use_journal_id', old.use_journal_id, new.use_journal_id))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
