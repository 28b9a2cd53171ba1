ALTER TABLE `clients` ADD `send_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `clients` ADD `last_sent_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `mails` ADD `content` text;