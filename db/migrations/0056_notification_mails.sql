CREATE TABLE `notification_mails` (
	`agency_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`day` text NOT NULL,
	`mailed_to` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`agency_id`, `user_id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`user_id`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `notification_mails_due` ON `notification_mails` (`day`);
