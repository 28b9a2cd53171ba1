CREATE TABLE `notification_reads` (
	`agency_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`read_to` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`agency_id`, `user_id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`user_id`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `notifications` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`at` text NOT NULL,
	`to_user` text,
	`by_user` text,
	`name` text NOT NULL,
	`label` text NOT NULL,
	`amount_paise` integer,
	`link` text NOT NULL,
	`about_id` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`to_user`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`by_user`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
