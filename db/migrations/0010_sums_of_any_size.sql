CREATE TABLE `password_attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `password_attempts_by_end` ON `password_attempts` (`until`);--> statement-breakpoint
ALTER TABLE `imports` ADD `income_crores` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `imports` ADD `expense_crores` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `imports` ADD `transfer_crores` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- An integer of SQLite ends at 922,337 of the largest amount, and a number of JavaScript at 900. So every sum
-- is kept as two: crores (of 1,000,000,000 paise each) and the paise beside them, which need not be less than
-- a crore. A sum is crores * 1000000000 + paise, whatever the two are; see db/sums.ts.
ALTER TABLE daily ADD COLUMN income_crores INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE daily ADD COLUMN expense_crores INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE daily ADD COLUMN transfer_in_crores INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE daily ADD COLUMN transfer_out_crores INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE monthly ADD COLUMN income_crores INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE monthly ADD COLUMN expense_crores INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE monthly ADD COLUMN transfer_in_crores INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE monthly ADD COLUMN transfer_out_crores INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE account_months ADD COLUMN income_crores INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE account_months ADD COLUMN expense_crores INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE account_months ADD COLUMN transfer_in_crores INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE account_months ADD COLUMN transfer_out_crores INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE invoice_days ADD COLUMN grand_total_crores INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE invoice_days ADD COLUMN received_crores INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE invoice_days ADD COLUMN tds_crores INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE receipt_days ADD COLUMN amount_crores INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE client_dues ADD COLUMN billed_crores INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE client_dues ADD COLUMN open_crores INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
DROP TRIGGER monthly_insert;
--> statement-breakpoint
DROP TRIGGER monthly_update;
--> statement-breakpoint
DROP TRIGGER monthly_delete;
--> statement-breakpoint
DROP TRIGGER postings_insert;
--> statement-breakpoint
DROP TRIGGER invoice_counts_insert;
--> statement-breakpoint
DROP TRIGGER receipt_counts_insert;
--> statement-breakpoint
DROP TRIGGER client_bills_insert;
--> statement-breakpoint
-- Sums that are nearly too large already; all others stay as they are.
UPDATE daily SET income_crores = income_paise / 1000000000, income_paise = income_paise % 1000000000, expense_crores = expense_paise / 1000000000, expense_paise = expense_paise % 1000000000, transfer_in_crores = transfer_in_paise / 1000000000, transfer_in_paise = transfer_in_paise % 1000000000, transfer_out_crores = transfer_out_paise / 1000000000, transfer_out_paise = transfer_out_paise % 1000000000
WHERE max(abs(income_paise), abs(expense_paise), abs(transfer_in_paise), abs(transfer_out_paise)) > 1000000000000000;
--> statement-breakpoint
UPDATE monthly SET income_crores = income_paise / 1000000000, income_paise = income_paise % 1000000000, expense_crores = expense_paise / 1000000000, expense_paise = expense_paise % 1000000000, transfer_in_crores = transfer_in_paise / 1000000000, transfer_in_paise = transfer_in_paise % 1000000000, transfer_out_crores = transfer_out_paise / 1000000000, transfer_out_paise = transfer_out_paise % 1000000000
WHERE max(abs(income_paise), abs(expense_paise), abs(transfer_in_paise), abs(transfer_out_paise)) > 1000000000000000;
--> statement-breakpoint
UPDATE account_months SET income_crores = income_paise / 1000000000, income_paise = income_paise % 1000000000, expense_crores = expense_paise / 1000000000, expense_paise = expense_paise % 1000000000, transfer_in_crores = transfer_in_paise / 1000000000, transfer_in_paise = transfer_in_paise % 1000000000, transfer_out_crores = transfer_out_paise / 1000000000, transfer_out_paise = transfer_out_paise % 1000000000
WHERE max(abs(income_paise), abs(expense_paise), abs(transfer_in_paise), abs(transfer_out_paise)) > 1000000000000000;
--> statement-breakpoint
UPDATE invoice_days SET grand_total_crores = grand_total_paise / 1000000000, grand_total_paise = grand_total_paise % 1000000000, received_crores = received_paise / 1000000000, received_paise = received_paise % 1000000000, tds_crores = tds_paise / 1000000000, tds_paise = tds_paise % 1000000000
WHERE max(abs(grand_total_paise), abs(received_paise), abs(tds_paise)) > 1000000000000000;
--> statement-breakpoint
UPDATE receipt_days SET amount_crores = amount_paise / 1000000000, amount_paise = amount_paise % 1000000000
WHERE abs(amount_paise) > 1000000000000000;
--> statement-breakpoint
UPDATE client_dues SET billed_crores = billed_paise / 1000000000, billed_paise = billed_paise % 1000000000, open_crores = open_paise / 1000000000, open_paise = open_paise % 1000000000
WHERE max(abs(billed_paise), abs(open_paise)) > 1000000000000000;
--> statement-breakpoint
UPDATE imports SET income_crores = income_paise / 1000000000, income_paise = income_paise % 1000000000, expense_crores = expense_paise / 1000000000, expense_paise = expense_paise % 1000000000, transfer_crores = transfer_paise / 1000000000, transfer_paise = transfer_paise % 1000000000
WHERE max(abs(income_paise), abs(expense_paise), abs(transfer_paise)) > 1000000000000000;
--> statement-breakpoint
-- An amount below ₹1,000 crore counts as paise alone, so that a server of the version before, which knows no
-- crores, says ordinary sums rightly while servers are updated one after the other.
CREATE TRIGGER postings_insert INSTEAD OF INSERT ON postings BEGIN
  INSERT INTO daily (agency_id, date, account_id, category_id,
    income_paise, expense_paise, transfer_in_paise, transfer_out_paise, entries, arrivals,
    income_crores, expense_crores, transfer_in_crores, transfer_out_crores)
  VALUES (new.agency_id, new.date, new.account_id, new.category_id,
    new.income % 1000000000000, new.expense % 1000000000000, new.transfer_in % 1000000000000, new.transfer_out % 1000000000000,
    new.entries, new.arrivals,
    new.income / 1000000000000 * 1000, new.expense / 1000000000000 * 1000, new.transfer_in / 1000000000000 * 1000, new.transfer_out / 1000000000000 * 1000)
  ON CONFLICT DO UPDATE SET
    income_paise = income_paise + excluded.income_paise, income_crores = income_crores + excluded.income_crores,
    expense_paise = expense_paise + excluded.expense_paise, expense_crores = expense_crores + excluded.expense_crores,
    transfer_in_paise = transfer_in_paise + excluded.transfer_in_paise, transfer_in_crores = transfer_in_crores + excluded.transfer_in_crores,
    transfer_out_paise = transfer_out_paise + excluded.transfer_out_paise, transfer_out_crores = transfer_out_crores + excluded.transfer_out_crores,
    entries = entries + excluded.entries,
    arrivals = arrivals + excluded.arrivals;
  INSERT INTO monthly (agency_id, month, account_id, category_id,
    income_paise, expense_paise, transfer_in_paise, transfer_out_paise, entries, arrivals,
    income_crores, expense_crores, transfer_in_crores, transfer_out_crores)
  SELECT new.agency_id, substr(new.date, 1, 7), new.account_id, new.category_id,
    new.income % 1000000000000, new.expense % 1000000000000, new.transfer_in % 1000000000000, new.transfer_out % 1000000000000,
    new.entries, new.arrivals,
    new.income / 1000000000000 * 1000, new.expense / 1000000000000 * 1000, new.transfer_in / 1000000000000 * 1000, new.transfer_out / 1000000000000 * 1000
  WHERE new.by_month ON CONFLICT DO UPDATE SET
    income_paise = income_paise + excluded.income_paise, income_crores = income_crores + excluded.income_crores,
    expense_paise = expense_paise + excluded.expense_paise, expense_crores = expense_crores + excluded.expense_crores,
    transfer_in_paise = transfer_in_paise + excluded.transfer_in_paise, transfer_in_crores = transfer_in_crores + excluded.transfer_in_crores,
    transfer_out_paise = transfer_out_paise + excluded.transfer_out_paise, transfer_out_crores = transfer_out_crores + excluded.transfer_out_crores,
    entries = entries + excluded.entries,
    arrivals = arrivals + excluded.arrivals;
END;
--> statement-breakpoint
CREATE TRIGGER monthly_insert AFTER INSERT ON monthly BEGIN
  INSERT INTO account_months (agency_id, month, account_id,
    income_paise, expense_paise, transfer_in_paise, transfer_out_paise,
    income_crores, expense_crores, transfer_in_crores, transfer_out_crores)
  VALUES (new.agency_id, new.month, new.account_id,
    new.income_paise, new.expense_paise, new.transfer_in_paise, new.transfer_out_paise,
    new.income_crores, new.expense_crores, new.transfer_in_crores, new.transfer_out_crores)
  ON CONFLICT DO UPDATE SET
    income_paise = income_paise + excluded.income_paise, income_crores = income_crores + excluded.income_crores,
    expense_paise = expense_paise + excluded.expense_paise, expense_crores = expense_crores + excluded.expense_crores,
    transfer_in_paise = transfer_in_paise + excluded.transfer_in_paise, transfer_in_crores = transfer_in_crores + excluded.transfer_in_crores,
    transfer_out_paise = transfer_out_paise + excluded.transfer_out_paise, transfer_out_crores = transfer_out_crores + excluded.transfer_out_crores;
END;
--> statement-breakpoint
CREATE TRIGGER monthly_update AFTER UPDATE ON monthly BEGIN
  UPDATE account_months SET
    income_paise = income_paise + new.income_paise - old.income_paise,
    income_crores = income_crores + new.income_crores - old.income_crores,
    expense_paise = expense_paise + new.expense_paise - old.expense_paise,
    expense_crores = expense_crores + new.expense_crores - old.expense_crores,
    transfer_in_paise = transfer_in_paise + new.transfer_in_paise - old.transfer_in_paise,
    transfer_in_crores = transfer_in_crores + new.transfer_in_crores - old.transfer_in_crores,
    transfer_out_paise = transfer_out_paise + new.transfer_out_paise - old.transfer_out_paise,
    transfer_out_crores = transfer_out_crores + new.transfer_out_crores - old.transfer_out_crores
  WHERE agency_id = new.agency_id AND month = new.month AND account_id = new.account_id;
END;
--> statement-breakpoint
-- A cell goes when nothing is left in it, so its account keeps what the others say.
CREATE TRIGGER monthly_delete AFTER DELETE ON monthly BEGIN
  UPDATE account_months SET
    income_paise = income_paise - old.income_paise,
    income_crores = income_crores - old.income_crores,
    expense_paise = expense_paise - old.expense_paise,
    expense_crores = expense_crores - old.expense_crores,
    transfer_in_paise = transfer_in_paise - old.transfer_in_paise,
    transfer_in_crores = transfer_in_crores - old.transfer_in_crores,
    transfer_out_paise = transfer_out_paise - old.transfer_out_paise,
    transfer_out_crores = transfer_out_crores - old.transfer_out_crores
  WHERE agency_id = old.agency_id AND month = old.month AND account_id = old.account_id;
  DELETE FROM account_months WHERE agency_id = old.agency_id AND month = old.month
    AND account_id = old.account_id AND NOT EXISTS (SELECT 1 FROM monthly
      WHERE agency_id = old.agency_id AND month = old.month AND account_id = old.account_id);
END;
--> statement-breakpoint
CREATE TRIGGER invoice_counts_insert INSTEAD OF INSERT ON invoice_counts BEGIN
  INSERT INTO invoice_days (agency_id, date, status, invoices,
    grand_total_paise, received_paise, tds_paise, grand_total_crores, received_crores, tds_crores)
  VALUES (new.agency_id, new.date, new.status, new.sign,
    new.sign * (new.grand_total % 1000000000000), new.sign * (new.received % 1000000000000), new.sign * (new.tds % 1000000000000),
    new.sign * (new.grand_total / 1000000000000 * 1000), new.sign * (new.received / 1000000000000 * 1000), new.sign * (new.tds / 1000000000000 * 1000))
  ON CONFLICT DO UPDATE SET
    invoices = invoices + excluded.invoices,
    grand_total_paise = grand_total_paise + excluded.grand_total_paise, grand_total_crores = grand_total_crores + excluded.grand_total_crores,
    received_paise = received_paise + excluded.received_paise, received_crores = received_crores + excluded.received_crores,
    tds_paise = tds_paise + excluded.tds_paise, tds_crores = tds_crores + excluded.tds_crores;
  DELETE FROM invoice_days WHERE agency_id = new.agency_id AND date = new.date
    AND status = new.status AND invoices = 0;
END;
--> statement-breakpoint
CREATE TRIGGER receipt_counts_insert INSTEAD OF INSERT ON receipt_counts BEGIN
  INSERT INTO receipt_days (agency_id, date, mode, receipts, amount_paise, amount_crores)
  VALUES (new.agency_id, new.date, new.mode, new.sign,
    new.sign * (new.amount % 1000000000000), new.sign * (new.amount / 1000000000000 * 1000))
  ON CONFLICT DO UPDATE SET
    receipts = receipts + excluded.receipts,
    amount_paise = amount_paise + excluded.amount_paise, amount_crores = amount_crores + excluded.amount_crores;
  DELETE FROM receipt_days WHERE agency_id = new.agency_id AND date = new.date
    AND mode = new.mode AND receipts = 0;
END;
--> statement-breakpoint
CREATE TRIGGER client_bills_insert INSTEAD OF INSERT ON client_bills
WHEN new.status IN ('SENT', 'PARTIALLY_PAID', 'PAID') BEGIN
  INSERT INTO client_dues (agency_id, client_id, invoices,
    billed_paise, open_paise, billed_crores, open_crores)
  VALUES (new.agency_id, new.client_id, new.sign,
    new.sign * (new.grand_total % 1000000000000), new.sign * ((new.grand_total - new.settled) % 1000000000000),
    new.sign * (new.grand_total / 1000000000000 * 1000), new.sign * ((new.grand_total - new.settled) / 1000000000000 * 1000))
  ON CONFLICT DO UPDATE SET
    invoices = invoices + excluded.invoices,
    billed_paise = billed_paise + excluded.billed_paise, billed_crores = billed_crores + excluded.billed_crores,
    open_paise = open_paise + excluded.open_paise, open_crores = open_crores + excluded.open_crores;
END;
