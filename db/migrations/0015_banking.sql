CREATE TABLE `bank_accounts` (
	`agency_id` integer NOT NULL,
	`account_id` text NOT NULL,
	`number` text DEFAULT '' NOT NULL,
	`closed_to` text DEFAULT '' NOT NULL,
	`layouts` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`agency_id`, `account_id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`account_id`) REFERENCES `accounts`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `bank_lines` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`account_id` text NOT NULL,
	`date` text NOT NULL,
	`place` integer NOT NULL,
	`value_date` text,
	`narration` text NOT NULL,
	`ref` text,
	`bank_id` text,
	`amount_paise` integer NOT NULL,
	`balance_paise` integer,
	`match_id` text,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`account_id`) REFERENCES `accounts`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`match_id`) REFERENCES `matches`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bank_lines_by_date` ON `bank_lines` (`agency_id`,`account_id`,`date`,`place`);--> statement-breakpoint
CREATE INDEX `bank_lines_open` ON `bank_lines` (`agency_id`,`account_id`,`date`,`place`) WHERE match_id IS NULL;--> statement-breakpoint
CREATE INDEX `bank_lines_of_match` ON `bank_lines` (`agency_id`,`match_id`) WHERE match_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `bank_memory` (
	`agency_id` integer NOT NULL,
	`direction` text NOT NULL,
	`token` text NOT NULL,
	`category_id` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`agency_id`, `direction`, `token`, `category_id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`category_id`) REFERENCES `categories`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `bank_rules` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`place` integer NOT NULL,
	`name` text NOT NULL,
	`test` text NOT NULL,
	`effect` text NOT NULL,
	`is_active` integer NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `declined_proposals` (
	`agency_id` integer NOT NULL,
	`line_id` text NOT NULL,
	`proposal` text NOT NULL,
	PRIMARY KEY(`agency_id`, `line_id`, `proposal`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`line_id`) REFERENCES `bank_lines`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `match_entries` (
	`agency_id` integer NOT NULL,
	`match_id` text NOT NULL,
	`account_id` text NOT NULL,
	`transaction_id` text NOT NULL,
	PRIMARY KEY(`agency_id`, `match_id`, `transaction_id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`match_id`) REFERENCES `matches`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`account_id`) REFERENCES `accounts`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`transaction_id`) REFERENCES `transactions`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `match_entries_cleared` ON `match_entries` (`agency_id`,`transaction_id`,`account_id`);--> statement-breakpoint
CREATE TABLE `matches` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`why` text NOT NULL,
	`made` text NOT NULL,
	`rule_id` text,
	`batch_id` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`account_id`) REFERENCES `accounts`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `statement_files` (
	`agency_id` integer NOT NULL,
	`statement_id` text NOT NULL,
	`part` integer NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`agency_id`, `statement_id`, `part`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`statement_id`) REFERENCES `statements`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `statement_lines` (
	`agency_id` integer NOT NULL,
	`statement_id` text NOT NULL,
	`line` integer NOT NULL,
	`line_id` text NOT NULL,
	PRIMARY KEY(`agency_id`, `statement_id`, `line`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`statement_id`) REFERENCES `statements`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`line_id`) REFERENCES `bank_lines`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `statement_lines_by_line` ON `statement_lines` (`agency_id`,`line_id`);--> statement-breakpoint
CREATE TABLE `statements` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`account_id` text NOT NULL,
	`file` text NOT NULL,
	`digest` text NOT NULL,
	`format` text NOT NULL,
	`bank` text,
	`number` text,
	`period_from` text NOT NULL,
	`period_to` text NOT NULL,
	`opening_paise` integer,
	`closing_paise` integer,
	`debits_paise` integer NOT NULL,
	`credits_paise` integer NOT NULL,
	`line_count` integer NOT NULL,
	`added` integer NOT NULL,
	`proof` text NOT NULL,
	`gaps` text NOT NULL,
	`remarks` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`account_id`) REFERENCES `accounts`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `statements_by_period` ON `statements` (`agency_id`,`account_id`,`period_from`);