CREATE TABLE `reminder_days` (
	`agency_id` integer NOT NULL,
	`client_id` text NOT NULL,
	`day` text NOT NULL,
	`mail_id` text NOT NULL,
	PRIMARY KEY(`agency_id`, `client_id`, `day`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `reminder_rules` (
	`agency_id` integer NOT NULL,
	`days` integer NOT NULL,
	`is_on` integer NOT NULL,
	`since` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`agency_id`, `days`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `reminder_settings` (
	`agency_id` integer PRIMARY KEY NOT NULL,
	`is_on` integer NOT NULL,
	`since` text NOT NULL,
	`saved_by` text NOT NULL,
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`saved_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `reminder_settings_on` ON `reminder_settings` (`is_on`);--> statement-breakpoint
CREATE TABLE `reminder_switches` (
	`agency_id` integer NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`is_on` integer NOT NULL,
	`since` text NOT NULL,
	PRIMARY KEY(`agency_id`, `entity`, `entity_id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `reminders` (
	`agency_id` integer NOT NULL,
	`invoice_id` text NOT NULL,
	`days` integer NOT NULL,
	`due_date` text NOT NULL,
	`client_id` text NOT NULL,
	`number` text NOT NULL,
	`client_name` text NOT NULL,
	`mail_id` text NOT NULL,
	`is_passed_over` integer NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `invoice_id`, `days`, `due_date`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `reminders_by_time` ON `reminders` (`agency_id`,`at`);--> statement-breakpoint
CREATE INDEX `reminders_by_client` ON `reminders` (`agency_id`,`client_id`,`at`);--> statement-breakpoint
CREATE INDEX `reminders_by_mail` ON `reminders` (`agency_id`,`mail_id`);