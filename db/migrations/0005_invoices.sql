CREATE TABLE `clients` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`display_name` text NOT NULL,
	`name_key` text NOT NULL,
	`billing_name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`billing_address` text NOT NULL,
	`city` text NOT NULL,
	`pin` text NOT NULL,
	`gstin` text NOT NULL,
	`state` text NOT NULL,
	`state_code` text NOT NULL,
	`notes` text NOT NULL,
	`searched` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `clients_by_name` ON `clients` (`agency_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `invoice_items` (
	`agency_id` integer NOT NULL,
	`invoice_id` text NOT NULL,
	`line` integer NOT NULL,
	`description` text NOT NULL,
	`hsn_sac` text NOT NULL,
	`qty` integer NOT NULL,
	`rate_paise` integer NOT NULL,
	`discount_pct` integer NOT NULL,
	`tax_pct` integer NOT NULL,
	PRIMARY KEY(`agency_id`, `invoice_id`, `line`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`invoice_id`) REFERENCES `invoices`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `invoice_settings` (
	`agency_id` integer PRIMARY KEY NOT NULL,
	`default_tax_pct` integer NOT NULL,
	`default_place_of_supply` text NOT NULL,
	`bank_details` text NOT NULL,
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `invoices` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`number` text NOT NULL,
	`date` text NOT NULL,
	`due_date` text NOT NULL,
	`client_id` text NOT NULL,
	`place_of_supply` text NOT NULL,
	`supply_text` text NOT NULL,
	`supply_code` text NOT NULL,
	`gst_mode` text NOT NULL,
	`sub_total_paise` integer NOT NULL,
	`discount_paise` integer NOT NULL,
	`taxable_paise` integer NOT NULL,
	`cgst_paise` integer NOT NULL,
	`sgst_paise` integer NOT NULL,
	`igst_paise` integer NOT NULL,
	`round_off_paise` integer NOT NULL,
	`grand_total_paise` integer NOT NULL,
	`received_paise` integer DEFAULT 0 NOT NULL,
	`tds_paise` integer DEFAULT 0 NOT NULL,
	`sent_at` text,
	`cancelled_at` text,
	`status` text GENERATED ALWAYS AS (CASE WHEN cancelled_at IS NOT NULL THEN 'CANCELLED'
          WHEN received_paise + tds_paise > 0 THEN
            iif(received_paise + tds_paise = grand_total_paise, 'PAID', 'PARTIALLY_PAID')
          WHEN sent_at IS NOT NULL THEN 'SENT' ELSE 'DRAFT' END) STORED NOT NULL,
	`issued` text,
	`notes` text NOT NULL,
	`terms` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`client_id`) REFERENCES `clients`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_total" CHECK(taxable_paise = sub_total_paise - discount_paise AND grand_total_paise =
        taxable_paise + cgst_paise + sgst_paise + igst_paise + round_off_paise),
	CONSTRAINT "invoices_settled" CHECK(received_paise >= 0 AND tds_paise >= 0 AND received_paise + tds_paise <= grand_total_paise)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`agency_id`,`number`);--> statement-breakpoint
CREATE INDEX `invoices_by_date` ON `invoices` (`agency_id`,`date`,`id`,`number`,`client_id`);--> statement-breakpoint
CREATE INDEX `invoices_by_status` ON `invoices` (`agency_id`,`status`,`date`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_by_client` ON `invoices` (`agency_id`,`client_id`,`date`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_open` ON `invoices` (`agency_id`,`client_id`,`due_date`) WHERE status IN ('SENT', 'PARTIALLY_PAID');--> statement-breakpoint
CREATE TABLE `payments` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`date` text NOT NULL,
	`amount_paise` integer NOT NULL,
	`tds_paise` integer NOT NULL,
	`mode` text NOT NULL,
	`reference` text NOT NULL,
	`notes` text NOT NULL,
	`account_id` text NOT NULL,
	`transaction_id` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`invoice_id`) REFERENCES `invoices`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`account_id`) REFERENCES `accounts`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`transaction_id`) REFERENCES `transactions`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_amount" CHECK(amount_paise > 0 AND tds_paise >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_transaction` ON `payments` (`agency_id`,`transaction_id`);--> statement-breakpoint
CREATE INDEX `payments_by_invoice` ON `payments` (`agency_id`,`invoice_id`);