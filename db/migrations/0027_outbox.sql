CREATE TABLE `mail_settings` (
	`agency_id` integer PRIMARY KEY NOT NULL,
	`host` text DEFAULT '' NOT NULL,
	`port` integer DEFAULT 0 NOT NULL,
	`security` text DEFAULT 'STARTTLS' NOT NULL,
	`username` text DEFAULT '' NOT NULL,
	`password` text DEFAULT '' NOT NULL,
	`from_address` text DEFAULT '' NOT NULL,
	`reply_to` text DEFAULT '' NOT NULL,
	`tested_at` text DEFAULT '' NOT NULL,
	`tested_answer` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `mails` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`label` text NOT NULL,
	`about` text NOT NULL,
	`to_address` text NOT NULL,
	`is_copy` integer DEFAULT false NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`link` text DEFAULT '' NOT NULL,
	`message_id` text NOT NULL,
	`in_reply_to` text DEFAULT '' NOT NULL,
	`state` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer,
	`lease` text,
	`is_out` integer DEFAULT false NOT NULL,
	`unknowns` integer DEFAULT 0 NOT NULL,
	`account` text DEFAULT '' NOT NULL,
	`tried_at` integer,
	`code` integer,
	`answer` text DEFAULT '' NOT NULL,
	`handed_over_at` text,
	`has_paper` integer NOT NULL,
	`paper_name` text DEFAULT '' NOT NULL,
	`paper_size` integer,
	`paper_sha256` text,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `mails_waiting` ON `mails` (`agency_id`,`next_at`,`id`) WHERE next_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `mails_by_state` ON `mails` (`agency_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `mails_of_record` ON `mails` (`agency_id`,`entity`,`entity_id`,`id`);--> statement-breakpoint
CREATE INDEX `mails_tried` ON `mails` (`account`,`tried_at`) WHERE tried_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `mails_by_paper` ON `mails` (`agency_id`,`paper_sha256`) WHERE paper_sha256 IS NOT NULL;