CREATE TABLE `closings` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`month` text NOT NULL,
	`seq` integer NOT NULL,
	`head` text NOT NULL,
	`figures` text NOT NULL,
	`papers` text NOT NULL,
	`recipients` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`reopened_at` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `closings_of_month` ON `closings` (`agency_id`,`month`) WHERE reopened_at = '';--> statement-breakpoint
ALTER TABLE `receipts` ADD `is_apart` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- A month that is open again is closed no more, whoever moved the lock back and how.
CREATE TRIGGER closings_reopened AFTER UPDATE OF locked_to ON locks WHEN new.locked_to < old.locked_to BEGIN
  UPDATE closings SET reopened_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE agency_id = new.agency_id AND reopened_at = ''
    AND date(month || '-01', '+1 month', '-1 day') > new.locked_to;
END;
