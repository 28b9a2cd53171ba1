CREATE TABLE `items` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`hsn_sac` text NOT NULL,
	`unit` text NOT NULL,
	`rate_paise` integer,
	`tax_pct` integer,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `items_name` ON `items` (`agency_id`,`name_key`);