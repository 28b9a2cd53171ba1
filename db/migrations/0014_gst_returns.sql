CREATE TABLE `einvoices` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`irn` text NOT NULL,
	`ack_no` text NOT NULL,
	`ack_date` text NOT NULL,
	`signed_qr` text NOT NULL,
	`signed_invoice` text NOT NULL,
	`status` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`id`) REFERENCES `documents`(`agency_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `filed_documents` (
	`agency_id` integer NOT NULL,
	`filing_id` text NOT NULL,
	`document_id` text NOT NULL,
	`digest` text NOT NULL,
	PRIMARY KEY(`agency_id`, `filing_id`, `document_id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`filing_id`) REFERENCES `filings`(`agency_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `filed_documents_by_document` ON `filed_documents` (`agency_id`,`document_id`);--> statement-breakpoint
CREATE TABLE `filings` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`period` text NOT NULL,
	`return` text NOT NULL,
	`date` text NOT NULL,
	`arn` text NOT NULL,
	`file_name` text NOT NULL,
	`file` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `filings_of_period` ON `filings` (`agency_id`,`return`,`period`);