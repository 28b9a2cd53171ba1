CREATE TABLE `closed_agencies` (
	`agency_id` integer PRIMARY KEY NOT NULL,
	`closed_at` text NOT NULL,
	`closed_by` text NOT NULL,
	`restorable_until` text NOT NULL,
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`closed_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
