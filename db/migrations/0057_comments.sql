CREATE TABLE `comments` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`text` text NOT NULL,
	`mentions` text NOT NULL,
	`files` text NOT NULL,
	`question` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`edited_at` text DEFAULT '' NOT NULL,
	`deleted_at` text,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `comments_of_record` ON `comments` (`agency_id`,`entity`,`entity_id`,`id`);--> statement-breakpoint
CREATE INDEX `comments_open` ON `comments` (`agency_id`,`id`) WHERE question = 'open';