ALTER TABLE `clients` ADD `due_days` integer;--> statement-breakpoint
ALTER TABLE `clients` ADD `terms` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `invoice_settings` ADD `default_due_days` integer;--> statement-breakpoint
ALTER TABLE `invoice_settings` ADD `default_notes` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `invoice_settings` ADD `default_terms` text DEFAULT '' NOT NULL;