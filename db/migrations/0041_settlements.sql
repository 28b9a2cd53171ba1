CREATE TABLE `tax_settlements` (
	`agency_id` integer NOT NULL,
	`filing_id` text NOT NULL,
	`period` text NOT NULL,
	`filed` text NOT NULL,
	PRIMARY KEY(`agency_id`, `filing_id`)
);
--> statement-breakpoint
CREATE INDEX `tax_settlements_by_period` ON `tax_settlements` (`agency_id`,`period`);
--> statement-breakpoint
-- A filing keeps what its return has, and settles it, whichever way it came.
CREATE TRIGGER filings_tax_insert AFTER INSERT ON filings BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (new.agency_id, 'filing ' || new.id || ' ' || new.period);
END;
--> statement-breakpoint
CREATE TRIGGER filings_tax_delete AFTER DELETE ON filings BEGIN
  INSERT OR IGNORE INTO tax_due VALUES (old.agency_id, 'filing ' || old.id || ' ' || old.period);
END;
