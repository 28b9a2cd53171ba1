CREATE TABLE `__new_logos` (
	`entry` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`bytes` blob NOT NULL,
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_logos`(`agency_id`, `id`, `type`, `bytes`) SELECT `agency_id`, `id`, `type`, `bytes` FROM `logos`;--> statement-breakpoint
DROP TABLE `logos`;--> statement-breakpoint
ALTER TABLE `__new_logos` RENAME TO `logos`;--> statement-breakpoint
CREATE UNIQUE INDEX `logos_id_unique` ON `logos` (`id`);--> statement-breakpoint
CREATE INDEX `logos_by_agency` ON `logos` (`agency_id`,`entry`);