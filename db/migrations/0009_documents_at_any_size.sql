-- By day and mode, so that the totals of a list never scan its receipts, and a page far on is found by counting.
CREATE TABLE receipt_days (
  agency_id INTEGER NOT NULL,
  date TEXT NOT NULL,
  mode TEXT NOT NULL,
  receipts INTEGER NOT NULL,
  amount_paise INTEGER NOT NULL,
  PRIMARY KEY (agency_id, date, mode)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO receipt_days SELECT agency_id, date, mode, count(*), sum(amount_paise) FROM receipts GROUP BY 1, 2, 3;
--> statement-breakpoint
-- What a receipt adds to its day; sign -1 takes it back.
CREATE VIEW receipt_counts AS SELECT 0 AS agency_id, '' AS date, '' AS mode, 0 AS sign, 0 AS amount;
--> statement-breakpoint
CREATE TRIGGER receipt_counts_insert INSTEAD OF INSERT ON receipt_counts BEGIN
  INSERT INTO receipt_days VALUES (new.agency_id, new.date, new.mode, new.sign, new.sign * new.amount)
  ON CONFLICT DO UPDATE SET
    receipts = receipts + excluded.receipts,
    amount_paise = amount_paise + excluded.amount_paise;
  DELETE FROM receipt_days WHERE agency_id = new.agency_id AND date = new.date
    AND mode = new.mode AND receipts = 0;
END;
--> statement-breakpoint
CREATE TRIGGER receipts_insert AFTER INSERT ON receipts BEGIN
  INSERT INTO receipt_counts VALUES (new.agency_id, new.date, new.mode, 1, new.amount_paise);
END;
--> statement-breakpoint
CREATE TRIGGER receipts_delete AFTER DELETE ON receipts BEGIN
  INSERT INTO receipt_counts VALUES (old.agency_id, old.date, old.mode, -1, old.amount_paise);
END;
--> statement-breakpoint
CREATE TRIGGER receipts_update AFTER UPDATE OF agency_id, date, mode, amount_paise ON receipts BEGIN
  INSERT INTO receipt_counts VALUES (old.agency_id, old.date, old.mode, -1, old.amount_paise);
  INSERT INTO receipt_counts VALUES (new.agency_id, new.date, new.mode, 1, new.amount_paise);
END;
--> statement-breakpoint
-- What a client has been billed by invoices that were sent, and what of it is open.
CREATE TABLE client_dues (
  agency_id INTEGER NOT NULL,
  client_id TEXT NOT NULL,
  invoices INTEGER NOT NULL,
  billed_paise INTEGER NOT NULL,
  open_paise INTEGER NOT NULL,
  PRIMARY KEY (agency_id, client_id)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO client_dues SELECT agency_id, client_id, count(*), sum(grand_total_paise),
  sum(grand_total_paise - received_paise - tds_paise)
FROM invoices WHERE status IN ('SENT', 'PARTIALLY_PAID', 'PAID') GROUP BY 1, 2;
--> statement-breakpoint
CREATE VIEW client_bills AS SELECT 0 AS agency_id, '' AS client_id, '' AS status, 0 AS sign,
  0 AS grand_total, 0 AS settled;
--> statement-breakpoint
CREATE TRIGGER client_bills_insert INSTEAD OF INSERT ON client_bills
WHEN new.status IN ('SENT', 'PARTIALLY_PAID', 'PAID') BEGIN
  INSERT INTO client_dues VALUES (new.agency_id, new.client_id, new.sign, new.sign * new.grand_total,
    new.sign * (new.grand_total - new.settled))
  ON CONFLICT DO UPDATE SET
    invoices = invoices + excluded.invoices,
    billed_paise = billed_paise + excluded.billed_paise,
    open_paise = open_paise + excluded.open_paise;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_insert_dues AFTER INSERT ON invoices BEGIN
  INSERT INTO client_bills VALUES (new.agency_id, new.client_id, new.status, 1,
    new.grand_total_paise, new.received_paise + new.tds_paise);
END;
--> statement-breakpoint
CREATE TRIGGER invoices_update_dues AFTER UPDATE ON invoices BEGIN
  INSERT INTO client_bills VALUES (old.agency_id, old.client_id, old.status, -1,
    old.grand_total_paise, old.received_paise + old.tds_paise);
  INSERT INTO client_bills VALUES (new.agency_id, new.client_id, new.status, 1,
    new.grand_total_paise, new.received_paise + new.tds_paise);
END;
