CREATE TABLE `share_links` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`digest` text NOT NULL,
	`entity` text NOT NULL,
	`document_id` text NOT NULL,
	`expires_on` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`ended_by` text,
	`ended_at` text,
	`views` integer DEFAULT 0 NOT NULL,
	`first_seen_at` text DEFAULT '' NOT NULL,
	`last_seen_at` text DEFAULT '' NOT NULL,
	`answer` text DEFAULT '' NOT NULL,
	`answered_by` text DEFAULT '' NOT NULL,
	`answered_at` text DEFAULT '' NOT NULL,
	`answered_hash` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`document_id`) REFERENCES `documents`(`agency_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`ended_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `share_links_digest` ON `share_links` (`digest`);--> statement-breakpoint
CREATE INDEX `share_links_of_document` ON `share_links` (`agency_id`,`document_id`,`id`);