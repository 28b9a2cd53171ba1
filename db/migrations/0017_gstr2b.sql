CREATE TABLE `credit_openings` (
	`agency_id` integer NOT NULL,
	`period` text NOT NULL,
	`igst_paise` integer NOT NULL,
	`cgst_paise` integer NOT NULL,
	`sgst_paise` integer NOT NULL,
	PRIMARY KEY(`agency_id`, `period`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `credit_reversals` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`period` text NOT NULL,
	`row_key` text,
	`bill_id` text,
	`igst_paise` integer NOT NULL,
	`cgst_paise` integer NOT NULL,
	`sgst_paise` integer NOT NULL,
	`cess_paise` integer NOT NULL,
	`reclaimed_in` text,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`bill_id`) REFERENCES `documents`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `credit_reversals_of_period` ON `credit_reversals` (`agency_id`,`period`);--> statement-breakpoint
CREATE INDEX `credit_reversals_open` ON `credit_reversals` (`agency_id`,`period`) WHERE reclaimed_in IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `credit_reversals_of_bill` ON `credit_reversals` (`agency_id`,`bill_id`,`period`) WHERE bill_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `gstr2b_files` (
	`agency_id` integer NOT NULL,
	`period` text NOT NULL,
	`credits` text NOT NULL,
	`loaded_by` text NOT NULL,
	`loaded_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `period`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`loaded_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `gstr2b_rows` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`period` text NOT NULL,
	`portal_table` text NOT NULL,
	`gstin` text NOT NULL,
	`supplier` text NOT NULL,
	`number` text NOT NULL,
	`date` text NOT NULL,
	`kind` text NOT NULL,
	`place` text NOT NULL,
	`is_reverse_charge` integer NOT NULL,
	`available` text NOT NULL,
	`reason` text NOT NULL,
	`amends` text,
	`taxable_paise` integer NOT NULL,
	`igst_paise` integer NOT NULL,
	`cgst_paise` integer NOT NULL,
	`sgst_paise` integer NOT NULL,
	`cess_paise` integer NOT NULL,
	`bill_id` text,
	`linked_as` text,
	`linked_in` text,
	`is_ignored` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`bill_id`) REFERENCES `documents`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `gstr2b_rows_of_period` ON `gstr2b_rows` (`agency_id`,`period`);--> statement-breakpoint
CREATE INDEX `gstr2b_rows_open` ON `gstr2b_rows` (`agency_id`,`period`) WHERE bill_id IS NULL;--> statement-breakpoint
CREATE INDEX `gstr2b_rows_linked_in` ON `gstr2b_rows` (`agency_id`,`linked_in`) WHERE linked_in IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `gstr2b_rows_of_bill` ON `gstr2b_rows` (`agency_id`,`bill_id`);--> statement-breakpoint
-- A bill that an undone import takes along leaves its row as it was found.
CREATE TRIGGER bill_leaves_gstr2b BEFORE DELETE ON documents WHEN old.family = 'BILLS'
BEGIN
  UPDATE gstr2b_rows SET bill_id = NULL, linked_as = NULL, linked_in = NULL
    WHERE agency_id = old.agency_id AND bill_id = old.id;
  DELETE FROM credit_reversals WHERE agency_id = old.agency_id AND bill_id = old.id;
END;
