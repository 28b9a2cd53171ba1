DROP INDEX `documents_number`;--> statement-breakpoint
ALTER TABLE `documents` ADD `financial_year` integer GENERATED ALWAYS AS (CAST(substr(date, 1, 4) AS INTEGER) - (substr(date, 6, 2) < '04')) VIRTUAL;--> statement-breakpoint
ALTER TABLE `documents` ADD `delivery_address` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `documents` ADD `is_edited` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `documents_number` ON `documents` (`agency_id`,`kind`,`number`,`financial_year`);--> statement-breakpoint
ALTER TABLE `imports` ADD `books` text;--> statement-breakpoint
ALTER TABLE `number_series` ADD `moved_in` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `settlements_of_import` ON `settlements` (`agency_id`,`import_id`) WHERE import_id IS NOT NULL;