-- What drizzle cannot say: the rollups, the search index, and the triggers that keep them.

-- Totals and balances are read from these two, never by scanning transactions: days for the ends of a
-- period, months for all that lies between, so that ten years cost no more than one.
CREATE TABLE daily (
  agency_id INTEGER NOT NULL,
  date TEXT NOT NULL,
  account_id TEXT NOT NULL,
  category_id TEXT NOT NULL,
  income_paise INTEGER NOT NULL,
  expense_paise INTEGER NOT NULL,
  transfer_in_paise INTEGER NOT NULL,
  transfer_out_paise INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  arrivals INTEGER NOT NULL,
  PRIMARY KEY (agency_id, date, account_id, category_id)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE monthly (
  agency_id INTEGER NOT NULL,
  month TEXT NOT NULL,
  account_id TEXT NOT NULL,
  category_id TEXT NOT NULL,
  income_paise INTEGER NOT NULL,
  expense_paise INTEGER NOT NULL,
  transfer_in_paise INTEGER NOT NULL,
  transfer_out_paise INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  arrivals INTEGER NOT NULL,
  PRIMARY KEY (agency_id, month, account_id, category_id)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
-- A transaction touches one account, a transfer two. What it does to one is a posting; sign -1 takes
-- it back. A transfer has no category ('' here); entries counts where it left, arrivals where it came.
-- by_month is 0 for imported rows: an import adds its months once a slice (db/imports/post.ts), which
-- saves it a sixth of its time.
CREATE VIEW postings AS SELECT 0 AS agency_id, '' AS date, '' AS account_id, '' AS category_id,
  0 AS income, 0 AS expense, 0 AS transfer_in, 0 AS transfer_out, 0 AS entries, 0 AS arrivals, 0 AS by_month;
--> statement-breakpoint
CREATE TRIGGER postings_insert INSTEAD OF INSERT ON postings BEGIN
  INSERT INTO daily VALUES (new.agency_id, new.date, new.account_id, new.category_id,
    new.income, new.expense, new.transfer_in, new.transfer_out, new.entries, new.arrivals)
  ON CONFLICT DO UPDATE SET
    income_paise = income_paise + excluded.income_paise,
    expense_paise = expense_paise + excluded.expense_paise,
    transfer_in_paise = transfer_in_paise + excluded.transfer_in_paise,
    transfer_out_paise = transfer_out_paise + excluded.transfer_out_paise,
    entries = entries + excluded.entries,
    arrivals = arrivals + excluded.arrivals;
  INSERT INTO monthly SELECT new.agency_id, substr(new.date, 1, 7), new.account_id, new.category_id,
    new.income, new.expense, new.transfer_in, new.transfer_out, new.entries, new.arrivals
  WHERE new.by_month ON CONFLICT DO UPDATE SET
    income_paise = income_paise + excluded.income_paise,
    expense_paise = expense_paise + excluded.expense_paise,
    transfer_in_paise = transfer_in_paise + excluded.transfer_in_paise,
    transfer_out_paise = transfer_out_paise + excluded.transfer_out_paise,
    entries = entries + excluded.entries,
    arrivals = arrivals + excluded.arrivals;
END;
--> statement-breakpoint
CREATE TRIGGER transactions_insert AFTER INSERT ON transactions WHEN new.category_id IS NOT NULL BEGIN
  INSERT INTO postings VALUES (new.agency_id, new.date, new.account_id, new.category_id,
    iif(new.type = 'Income', new.amount_paise, 0), iif(new.type = 'Expense', new.amount_paise, 0), 0, 0, 1, 0, new.import_id IS NULL);
END;
--> statement-breakpoint
CREATE TRIGGER transactions_insert_transfer AFTER INSERT ON transactions WHEN new.to_account_id IS NOT NULL BEGIN
  INSERT INTO postings VALUES (new.agency_id, new.date, new.account_id, '', 0, 0, 0, new.amount_paise, 1, 0, new.import_id IS NULL);
  INSERT INTO postings VALUES (new.agency_id, new.date, new.to_account_id, '', 0, 0, new.amount_paise, 0, 0, 1, new.import_id IS NULL);
END;
--> statement-breakpoint
-- A cell in which nothing is left goes, or books that were emptied would stay slow.
CREATE TRIGGER transactions_delete AFTER DELETE ON transactions WHEN old.category_id IS NOT NULL BEGIN
  INSERT INTO postings VALUES (old.agency_id, old.date, old.account_id, old.category_id,
    -iif(old.type = 'Income', old.amount_paise, 0), -iif(old.type = 'Expense', old.amount_paise, 0), 0, 0, -1, 0, 1);
  DELETE FROM daily WHERE agency_id = old.agency_id AND date = old.date
    AND account_id = old.account_id AND category_id = old.category_id AND entries = 0 AND arrivals = 0;
  DELETE FROM monthly WHERE agency_id = old.agency_id AND month = substr(old.date, 1, 7)
    AND account_id = old.account_id AND category_id = old.category_id AND entries = 0 AND arrivals = 0;
END;
--> statement-breakpoint
CREATE TRIGGER transactions_delete_transfer AFTER DELETE ON transactions WHEN old.to_account_id IS NOT NULL BEGIN
  INSERT INTO postings VALUES (old.agency_id, old.date, old.account_id, '', 0, 0, 0, -old.amount_paise, -1, 0, 1);
  INSERT INTO postings VALUES (old.agency_id, old.date, old.to_account_id, '', 0, 0, -old.amount_paise, 0, 0, -1, 1);
  DELETE FROM daily WHERE agency_id = old.agency_id AND date = old.date
    AND account_id = old.account_id AND category_id = '' AND entries = 0 AND arrivals = 0;
  DELETE FROM monthly WHERE agency_id = old.agency_id AND month = substr(old.date, 1, 7)
    AND account_id = old.account_id AND category_id = '' AND entries = 0 AND arrivals = 0;
  DELETE FROM daily WHERE agency_id = old.agency_id AND date = old.date
    AND account_id = old.to_account_id AND category_id = '' AND entries = 0 AND arrivals = 0;
  DELETE FROM monthly WHERE agency_id = old.agency_id AND month = substr(old.date, 1, 7)
    AND account_id = old.to_account_id AND category_id = '' AND entries = 0 AND arrivals = 0;
END;
--> statement-breakpoint
-- A transfer is never edited (specification, section 4), so only income and expense change.
CREATE TRIGGER transactions_update AFTER UPDATE OF agency_id, date, type, account_id, category_id, amount_paise
ON transactions BEGIN
  INSERT INTO postings VALUES (old.agency_id, old.date, old.account_id, old.category_id,
    -iif(old.type = 'Income', old.amount_paise, 0), -iif(old.type = 'Expense', old.amount_paise, 0), 0, 0, -1, 0, 1);
  INSERT INTO postings VALUES (new.agency_id, new.date, new.account_id, new.category_id,
    iif(new.type = 'Income', new.amount_paise, 0), iif(new.type = 'Expense', new.amount_paise, 0), 0, 0, 1, 0, 1);
  DELETE FROM daily WHERE agency_id = old.agency_id AND date = old.date
    AND account_id = old.account_id AND category_id = old.category_id AND entries = 0 AND arrivals = 0;
  DELETE FROM monthly WHERE agency_id = old.agency_id AND month = substr(old.date, 1, 7)
    AND account_id = old.account_id AND category_id = old.category_id AND entries = 0 AND arrivals = 0;
END;
--> statement-breakpoint
CREATE TRIGGER transactions_update_transfer BEFORE UPDATE OF
  agency_id, date, type, account_id, to_account_id, category_id, amount_paise ON transactions
WHEN old.to_account_id IS NOT NULL OR new.to_account_id IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'a transfer is deleted and made again, never edited');
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE transactions_search USING fts5 (
  description, notes,
  content = 'transactions', content_rowid = 'entry', tokenize = 'trigram'
);
--> statement-breakpoint
-- The index is filled in order of entry. Rows after indexed_to, which an import has left behind for
-- later, are read by the search itself.
CREATE TABLE search_state (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), indexed_to INTEGER NOT NULL) STRICT;
--> statement-breakpoint
INSERT INTO search_state VALUES (1, 0);
--> statement-breakpoint
-- At once when nothing waits before it; otherwise it waits its turn.
CREATE TRIGGER transactions_insert_search AFTER INSERT ON transactions
WHEN new.import_id IS NULL AND NOT EXISTS (
  SELECT 1 FROM transactions WHERE entry > (SELECT indexed_to FROM search_state) AND entry < new.entry
) BEGIN
  INSERT INTO transactions_search (rowid, description, notes) VALUES (new.entry, new.description, new.notes);
  UPDATE search_state SET indexed_to = new.entry;
END;
--> statement-breakpoint
CREATE TRIGGER transactions_delete_search AFTER DELETE ON transactions
WHEN old.entry <= (SELECT indexed_to FROM search_state) BEGIN
  INSERT INTO transactions_search (transactions_search, rowid, description, notes)
  VALUES ('delete', old.entry, old.description, old.notes);
END;
--> statement-breakpoint
CREATE TRIGGER transactions_update_search AFTER UPDATE OF description, notes ON transactions
WHEN old.entry <= (SELECT indexed_to FROM search_state) BEGIN
  INSERT INTO transactions_search (transactions_search, rowid, description, notes)
  VALUES ('delete', old.entry, old.description, old.notes);
  INSERT INTO transactions_search (rowid, description, notes) VALUES (new.entry, new.description, new.notes);
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_update BEFORE UPDATE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log cannot be changed');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_delete BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log cannot be changed');
END;
