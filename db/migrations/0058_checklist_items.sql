CREATE TABLE `reversals` (
	`agency_id` integer NOT NULL,
	`journal_id` text NOT NULL,
	`date` text NOT NULL,
	`reversal_id` text,
	PRIMARY KEY(`agency_id`, `journal_id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`journal_id`) REFERENCES `journals`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`reversal_id`) REFERENCES `journals`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `reversals_due` ON `reversals` (`date`,`agency_id`) WHERE reversal_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `reversals_by_reversal` ON `reversals` (`agency_id`,`reversal_id`);--> statement-breakpoint
CREATE TABLE `close_items` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`account_id` text,
	`from_day` text NOT NULL,
	`until_day` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`user_id`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`account_id`) REFERENCES `accounts`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "close_items_count" CHECK((kind = 'count') = (account_id IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX `close_items_by_account` ON `close_items` (`agency_id`,`account_id`);--> statement-breakpoint
CREATE TABLE `close_marks` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`item_id` text NOT NULL,
	`date` text NOT NULL,
	`counted_paise` integer,
	`marked_by` text NOT NULL,
	`marked_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`item_id`) REFERENCES `close_items`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`marked_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `close_marks_of_month` ON `close_marks` (`agency_id`,`item_id`,`date`);