ALTER TABLE `agencies` ADD `accountant_may_close` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `closings` ADD `marked_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `closings` ADD `marked_by` text DEFAULT '' NOT NULL;