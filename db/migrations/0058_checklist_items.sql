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
CREATE UNIQUE INDEX `close_marks_of_month` ON `close_marks` (`agency_id`,`item_id`,`date`);--> statement-breakpoint
-- SQLite changes no check of a table, so it is built anew; the migrator has switched foreign keys off.
CREATE TABLE `__new_series` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`mode` text NOT NULL,
	`template` text NOT NULL,
	`client_id` text,
	`account_id` text,
	`category_id` text,
	`title` text NOT NULL,
	`searched` text NOT NULL,
	`anchor` text NOT NULL,
	`unit` text NOT NULL,
	`every` integer NOT NULL,
	`last_day` integer NOT NULL,
	`end_date` text NOT NULL,
	`end_after` integer NOT NULL,
	`next_date` text,
	`not_before` text NOT NULL,
	`late_to` text DEFAULT '' NOT NULL,
	`amount_paise` integer NOT NULL,
	`made` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`paused_at` text,
	`paused_by` text,
	`saved_by` text NOT NULL,
	`saved_at` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`client_id`) REFERENCES `clients`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`account_id`) REFERENCES `accounts`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`category_id`) REFERENCES `categories`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`saved_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "series_of" CHECK((client_id IS NOT NULL) = (kind = 'invoice') AND (account_id IS NOT NULL) = (kind = 'transaction')
        AND (category_id IS NOT NULL) = (kind = 'transaction'))
);
--> statement-breakpoint
INSERT INTO `__new_series`("agency_id", "id", "kind", "state", "mode", "template", "client_id", "account_id", "category_id", "title", "searched", "anchor", "unit", "every", "last_day", "end_date", "end_after", "next_date", "not_before", "late_to", "amount_paise", "made", "failures", "reason", "paused_at", "paused_by", "saved_by", "saved_at", "created_by", "created_at") SELECT "agency_id", "id", "kind", "state", "mode", "template", "client_id", "account_id", "category_id", "title", "searched", "anchor", "unit", "every", "last_day", "end_date", "end_after", "next_date", "not_before", "late_to", "amount_paise", "made", "failures", "reason", "paused_at", "paused_by", "saved_by", "saved_at", "created_by", "created_at" FROM `series`;--> statement-breakpoint
DROP TABLE `series`;--> statement-breakpoint
ALTER TABLE `__new_series` RENAME TO `series`;--> statement-breakpoint
CREATE INDEX `series_due` ON `series` (`next_date`,`agency_id`) WHERE state = 'active';--> statement-breakpoint
CREATE INDEX `series_next` ON `series` (`agency_id`,`state`,`next_date`,`id`);--> statement-breakpoint
CREATE INDEX `series_by_client` ON `series` (`agency_id`,`client_id`);--> statement-breakpoint
CREATE INDEX `series_by_account` ON `series` (`agency_id`,`account_id`);--> statement-breakpoint
CREATE INDEX `series_by_category` ON `series` (`agency_id`,`category_id`);--> statement-breakpoint
ALTER TABLE `journals` ADD `reverses_on` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `journals` ADD `reversal_of` text;--> statement-breakpoint
CREATE INDEX `journals_to_reverse` ON `journals` (`reverses_on`,`agency_id`) WHERE reverses_on <> '';--> statement-breakpoint
CREATE UNIQUE INDEX `journals_reversal` ON `journals` (`agency_id`,`reversal_of`) WHERE reversal_of IS NOT NULL;