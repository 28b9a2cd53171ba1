CREATE TABLE `invitations` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`digest` text NOT NULL,
	`state` text DEFAULT 'OPEN' NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_digest` ON `invitations` (`digest`);--> statement-breakpoint
CREATE TABLE `people` (
	`email` text PRIMARY KEY NOT NULL,
	`password_hash` text NOT NULL
);
--> statement-breakpoint
INSERT INTO people SELECT email, password_hash FROM users WHERE removed_at IS NULL;--> statement-breakpoint
DROP INDEX `users_email`;--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`,`agency_id`) WHERE removed_at IS NULL;--> statement-breakpoint
ALTER TABLE `users` DROP COLUMN `password_hash`;