CREATE TABLE `tally_days` (
	`agency_id` integer NOT NULL,
	`date` text NOT NULL,
	`file` integer NOT NULL,
	`said` text NOT NULL,
	PRIMARY KEY(`agency_id`, `date`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `tally_names` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`group_name` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
