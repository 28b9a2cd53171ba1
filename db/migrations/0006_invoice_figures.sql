-- What drizzle cannot say: the figures of invoices that the database keeps by itself.

-- By day and status, so that the totals of a list never scan its invoices.
CREATE TABLE invoice_days (
  agency_id INTEGER NOT NULL,
  date TEXT NOT NULL,
  status TEXT NOT NULL,
  invoices INTEGER NOT NULL,
  grand_total_paise INTEGER NOT NULL,
  received_paise INTEGER NOT NULL,
  tds_paise INTEGER NOT NULL,
  PRIMARY KEY (agency_id, date, status)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
-- What an invoice adds to its day; sign -1 takes it back.
CREATE VIEW invoice_counts AS SELECT 0 AS agency_id, '' AS date, '' AS status, 0 AS sign,
  0 AS grand_total, 0 AS received, 0 AS tds;
--> statement-breakpoint
CREATE TRIGGER invoice_counts_insert INSTEAD OF INSERT ON invoice_counts BEGIN
  INSERT INTO invoice_days VALUES (new.agency_id, new.date, new.status, new.sign,
    new.sign * new.grand_total, new.sign * new.received, new.sign * new.tds)
  ON CONFLICT DO UPDATE SET
    invoices = invoices + excluded.invoices,
    grand_total_paise = grand_total_paise + excluded.grand_total_paise,
    received_paise = received_paise + excluded.received_paise,
    tds_paise = tds_paise + excluded.tds_paise;
  DELETE FROM invoice_days WHERE agency_id = new.agency_id AND date = new.date
    AND status = new.status AND invoices = 0;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_insert AFTER INSERT ON invoices BEGIN
  INSERT INTO invoice_counts VALUES (new.agency_id, new.date, new.status, 1,
    new.grand_total_paise, new.received_paise, new.tds_paise);
END;
--> statement-breakpoint
CREATE TRIGGER invoices_update AFTER UPDATE ON invoices BEGIN
  INSERT INTO invoice_counts VALUES (old.agency_id, old.date, old.status, -1,
    old.grand_total_paise, old.received_paise, old.tds_paise);
  INSERT INTO invoice_counts VALUES (new.agency_id, new.date, new.status, 1,
    new.grand_total_paise, new.received_paise, new.tds_paise);
END;
--> statement-breakpoint
-- Its number is taken for good, so it is cancelled instead.
CREATE TRIGGER invoices_delete BEFORE DELETE ON invoices BEGIN
  SELECT RAISE(ABORT, 'an invoice is cancelled, never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER payments_insert AFTER INSERT ON payments BEGIN
  UPDATE invoices SET received_paise = received_paise + new.amount_paise, tds_paise = tds_paise + new.tds_paise
  WHERE agency_id = new.agency_id AND id = new.invoice_id;
END;
--> statement-breakpoint
CREATE TRIGGER payments_delete AFTER DELETE ON payments BEGIN
  UPDATE invoices SET received_paise = received_paise - old.amount_paise, tds_paise = tds_paise - old.tds_paise
  WHERE agency_id = old.agency_id AND id = old.invoice_id;
END;
--> statement-breakpoint
CREATE TRIGGER payments_update BEFORE UPDATE ON payments BEGIN
  SELECT RAISE(ABORT, 'a payment is deleted and made again, never edited');
END;
