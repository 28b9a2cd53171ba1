CREATE TABLE `document_settings` (
	`agency_id` integer NOT NULL,
	`kind` text NOT NULL,
	`prefix` text NOT NULL,
	`series` text NOT NULL,
	`reset_policy` text NOT NULL,
	PRIMARY KEY(`agency_id`, `kind`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `number_series` (
	`agency_id` integer NOT NULL,
	`kind` text NOT NULL,
	`stem` text NOT NULL,
	`year` integer NOT NULL,
	`next_seq` integer NOT NULL,
	PRIMARY KEY(`agency_id`, `kind`, `stem`, `year`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `receipts` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`number` text NOT NULL,
	`date` text NOT NULL,
	`client_name` text NOT NULL,
	`client_email` text NOT NULL,
	`client_phone` text NOT NULL,
	`client_address` text NOT NULL,
	`purpose` text NOT NULL,
	`amount_paise` integer NOT NULL,
	`mode` text NOT NULL,
	`reference` text NOT NULL,
	`account_id` text NOT NULL,
	`notes` text NOT NULL,
	`transaction_id` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`agency` text NOT NULL,
	`searched` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`account_id`) REFERENCES `accounts`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`transaction_id`) REFERENCES `transactions`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "receipts_amount" CHECK(amount_paise > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_number` ON `receipts` (`agency_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_transaction` ON `receipts` (`agency_id`,`transaction_id`);--> statement-breakpoint
CREATE INDEX `receipts_by_date` ON `receipts` (`agency_id`,`date`,`id`,`amount_paise`,`mode`,`account_id`);--> statement-breakpoint
ALTER TABLE `transactions` ADD `source` text;--> statement-breakpoint
ALTER TABLE `transactions` ADD `source_id` text;