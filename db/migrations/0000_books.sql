CREATE TABLE `accounts` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`type` text NOT NULL,
	`opening_paise` integer NOT NULL,
	`is_active` integer NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_name` ON `accounts` (`agency_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `agencies` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`location` text DEFAULT '' NOT NULL,
	`contact_number` text DEFAULT '' NOT NULL,
	`gst_number` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agencies_slug_unique` ON `agencies` (`slug`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`at` text NOT NULL,
	`user_id` text NOT NULL,
	`action` text NOT NULL,
	`entity` text NOT NULL,
	`payload` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`user_id`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `categories` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`type` text NOT NULL,
	`is_active` integer NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `categories_name` ON `categories` (`agency_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`agency_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`digest` text NOT NULL,
	`answer` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`agency_id`, `user_id`, `key`),
	FOREIGN KEY (`agency_id`,`user_id`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_age` ON `idempotency_keys` (`at`);--> statement-breakpoint
CREATE TABLE `import_names` (
	`agency_id` integer NOT NULL,
	`import_id` text NOT NULL,
	`account_id` text,
	`category_id` text,
	FOREIGN KEY (`agency_id`,`account_id`) REFERENCES `accounts`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`category_id`) REFERENCES `categories`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `import_names_by_import` ON `import_names` (`agency_id`,`import_id`);--> statement-breakpoint
CREATE INDEX `import_names_by_account` ON `import_names` (`agency_id`,`account_id`);--> statement-breakpoint
CREATE INDEX `import_names_by_category` ON `import_names` (`agency_id`,`category_id`);--> statement-breakpoint
CREATE TABLE `import_slices` (
	`agency_id` integer NOT NULL,
	`import_id` text NOT NULL,
	`month` text NOT NULL,
	`slice` integer NOT NULL,
	`rows` text NOT NULL,
	PRIMARY KEY(`agency_id`, `import_id`, `month`, `slice`)
);
--> statement-breakpoint
CREATE TABLE `imports` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`at` text NOT NULL,
	`file` text NOT NULL,
	`state` text NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`added` integer DEFAULT 0 NOT NULL,
	`transfers` integer DEFAULT 0 NOT NULL,
	`income_paise` integer DEFAULT 0 NOT NULL,
	`expense_paise` integer DEFAULT 0 NOT NULL,
	`transfer_paise` integer DEFAULT 0 NOT NULL,
	`date_from` text DEFAULT '' NOT NULL,
	`date_to` text DEFAULT '' NOT NULL,
	`created` text NOT NULL,
	`keeps_duplicates` integer DEFAULT false NOT NULL,
	`known_entry` integer DEFAULT 0 NOT NULL,
	`last_entry` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`user_id`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `transactions` (
	`entry` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`date` text NOT NULL,
	`type` text NOT NULL,
	`account_id` text NOT NULL,
	`to_account_id` text,
	`category_id` text,
	`amount_paise` integer NOT NULL,
	`description` text NOT NULL,
	`notes` text NOT NULL,
	`fingerprint` integer NOT NULL,
	`import_id` text,
	`is_edited` integer DEFAULT false NOT NULL,
	`created_by` text NOT NULL,
	FOREIGN KEY (`agency_id`,`account_id`) REFERENCES `accounts`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`to_account_id`) REFERENCES `accounts`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`category_id`) REFERENCES `categories`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "transactions_amount" CHECK(amount_paise > 0),
	CONSTRAINT "transactions_sides" CHECK(iif(type = 'Transfer',
        to_account_id IS NOT NULL AND to_account_id <> account_id AND category_id IS NULL,
        to_account_id IS NULL AND category_id IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `transactions_id` ON `transactions` (`agency_id`,`id`);--> statement-breakpoint
CREATE INDEX `transactions_by_date` ON `transactions` (`agency_id`,`date`,`entry`,`type`,`amount_paise`,`fingerprint`,`account_id`,`to_account_id`,`category_id`);--> statement-breakpoint
CREATE INDEX `transactions_edited` ON `transactions` (`agency_id`,`import_id`) WHERE is_edited;--> statement-breakpoint
CREATE TABLE `users` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text NOT NULL,
	`session_epoch` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`removed_at` text,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`) WHERE removed_at IS NULL;