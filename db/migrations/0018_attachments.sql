CREATE TABLE `attachments` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`deleted_by` text,
	`deleted_at` text,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`deleted_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `attachments_of_record` ON `attachments` (`agency_id`,`entity`,`entity_id`,`id`);--> statement-breakpoint
CREATE INDEX `attachments_by_hash` ON `attachments` (`agency_id`,`sha256`);