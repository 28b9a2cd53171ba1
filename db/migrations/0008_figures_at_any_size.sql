CREATE INDEX `audit_log_by_moment` ON `audit_log` (`agency_id`,`at`,`id`,`action`,`entity`);--> statement-breakpoint
CREATE INDEX `invoices_due` ON `invoices` (`agency_id`,`due_date`) WHERE status IN ('SENT', 'PARTIALLY_PAID');--> statement-breakpoint
-- How many entries of each kind the log has of each day in India. Entries only come, and never change.
CREATE TABLE audit_days (
  agency_id INTEGER NOT NULL,
  date TEXT NOT NULL,
  action TEXT NOT NULL,
  entity TEXT NOT NULL,
  entries INTEGER NOT NULL,
  PRIMARY KEY (agency_id, date, action, entity)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO audit_days SELECT agency_id, date(at, '+330 minutes'), action, entity, count(*) FROM audit_log
GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
CREATE TRIGGER audit_log_insert AFTER INSERT ON audit_log BEGIN
  INSERT INTO audit_days VALUES (new.agency_id, date(new.at, '+330 minutes'), new.action, new.entity, 1)
  ON CONFLICT DO UPDATE SET entries = entries + 1;
END;
--> statement-breakpoint
-- What `monthly` says of an account in all its categories: an account's opening is the sum of all months
-- before, which by category are two dozen times as many. Whatever changes `monthly` changes this.
CREATE TABLE account_months (
  agency_id INTEGER NOT NULL,
  month TEXT NOT NULL,
  account_id TEXT NOT NULL,
  income_paise INTEGER NOT NULL,
  expense_paise INTEGER NOT NULL,
  transfer_in_paise INTEGER NOT NULL,
  transfer_out_paise INTEGER NOT NULL,
  PRIMARY KEY (agency_id, month, account_id)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO account_months SELECT agency_id, month, account_id, sum(income_paise), sum(expense_paise),
  sum(transfer_in_paise), sum(transfer_out_paise) FROM monthly GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE TRIGGER monthly_insert AFTER INSERT ON monthly BEGIN
  INSERT INTO account_months VALUES (new.agency_id, new.month, new.account_id,
    new.income_paise, new.expense_paise, new.transfer_in_paise, new.transfer_out_paise)
  ON CONFLICT DO UPDATE SET
    income_paise = income_paise + excluded.income_paise,
    expense_paise = expense_paise + excluded.expense_paise,
    transfer_in_paise = transfer_in_paise + excluded.transfer_in_paise,
    transfer_out_paise = transfer_out_paise + excluded.transfer_out_paise;
END;
--> statement-breakpoint
CREATE TRIGGER monthly_update AFTER UPDATE ON monthly BEGIN
  UPDATE account_months SET
    income_paise = income_paise + new.income_paise - old.income_paise,
    expense_paise = expense_paise + new.expense_paise - old.expense_paise,
    transfer_in_paise = transfer_in_paise + new.transfer_in_paise - old.transfer_in_paise,
    transfer_out_paise = transfer_out_paise + new.transfer_out_paise - old.transfer_out_paise
  WHERE agency_id = new.agency_id AND month = new.month AND account_id = new.account_id;
END;
--> statement-breakpoint
-- A cell goes when nothing is left in it, so its account keeps what the others say.
CREATE TRIGGER monthly_delete AFTER DELETE ON monthly BEGIN
  UPDATE account_months SET
    income_paise = income_paise - old.income_paise,
    expense_paise = expense_paise - old.expense_paise,
    transfer_in_paise = transfer_in_paise - old.transfer_in_paise,
    transfer_out_paise = transfer_out_paise - old.transfer_out_paise
  WHERE agency_id = old.agency_id AND month = old.month AND account_id = old.account_id;
  DELETE FROM account_months WHERE agency_id = old.agency_id AND month = old.month
    AND account_id = old.account_id AND NOT EXISTS (SELECT 1 FROM monthly
      WHERE agency_id = old.agency_id AND month = old.month AND account_id = old.account_id);
END;
