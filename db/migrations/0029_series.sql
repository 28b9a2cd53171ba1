CREATE TABLE `occurrences` (
	`agency_id` integer NOT NULL,
	`series_id` text NOT NULL,
	`date` text NOT NULL,
	`state` text NOT NULL,
	`made_id` text NOT NULL,
	`note` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `series_id`, `date`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`series_id`) REFERENCES `series`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `occurrences_waiting` ON `occurrences` (`agency_id`,`date`) WHERE state = 'waiting';--> statement-breakpoint
CREATE TABLE `series` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`mode` text NOT NULL,
	`template` text NOT NULL,
	`client_id` text,
	`account_id` text,
	`category_id` text,
	`title` text NOT NULL,
	`searched` text NOT NULL,
	`anchor` text NOT NULL,
	`unit` text NOT NULL,
	`every` integer NOT NULL,
	`last_day` integer NOT NULL,
	`end_date` text NOT NULL,
	`end_after` integer NOT NULL,
	`next_date` text,
	`not_before` text NOT NULL,
	`late_to` text DEFAULT '' NOT NULL,
	`amount_paise` integer NOT NULL,
	`made` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`paused_at` text,
	`paused_by` text,
	`saved_by` text NOT NULL,
	`saved_at` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`client_id`) REFERENCES `clients`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`account_id`) REFERENCES `accounts`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`category_id`) REFERENCES `categories`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`saved_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`created_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "series_of" CHECK(iif(kind = 'invoice', client_id IS NOT NULL AND account_id IS NULL AND category_id IS NULL,
        client_id IS NULL AND account_id IS NOT NULL AND category_id IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX `series_due` ON `series` (`next_date`,`agency_id`) WHERE state = 'active';--> statement-breakpoint
CREATE INDEX `series_next` ON `series` (`agency_id`,`state`,`next_date`,`id`);--> statement-breakpoint
CREATE INDEX `series_by_client` ON `series` (`agency_id`,`client_id`);--> statement-breakpoint
CREATE INDEX `series_by_account` ON `series` (`agency_id`,`account_id`);--> statement-breakpoint
CREATE INDEX `series_by_category` ON `series` (`agency_id`,`category_id`);--> statement-breakpoint
CREATE TABLE `series_look` (
	`id` integer PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	CONSTRAINT "series_look_is_one" CHECK("series_look"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE `documents` ADD `series_id` text;--> statement-breakpoint
CREATE INDEX `documents_of_series` ON `documents` (`agency_id`,`date`) WHERE series_id IS NOT NULL AND status = 'DRAFT';
--> statement-breakpoint
-- What undo keeps of a document has a column more.
DROP TRIGGER documents_image_insert;
--> statement-breakpoint
DROP TRIGGER documents_image_delete;
--> statement-breakpoint
DROP TRIGGER documents_image_update;
--> statement-breakpoint
CREATE TRIGGER documents_image_insert AFTER INSERT ON documents WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'documents', new.id, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'documents' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER documents_image_delete AFTER DELETE ON documents WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'documents', old.id, '', 'D', json_object('agency_id', old.agency_id, 'id', old.id, 'kind', old.kind, 'family', old.family, 'number', old.number, 'date', old.date, 'due_date', old.due_date, 'client_id', old.client_id, 'vendor_id', old.vendor_id, 'number_key', old.number_key, 'vendor_key', old.vendor_key, 'received_date', old.received_date, 'place_of_supply', old.place_of_supply, 'supply_text', old.supply_text, 'supply_code', old.supply_code, 'gst_mode', old.gst_mode, 'supply', old.supply, 'reverse_charge', old.reverse_charge, 'import', old.import, 'is_untaxed', old.is_untaxed, 'foreign_currency', old.foreign_currency, 'exchange_rate', old.exchange_rate, 'delivery_address', old.delivery_address, 'sub_total_paise', old.sub_total_paise, 'discount_paise', old.discount_paise, 'taxable_paise', old.taxable_paise, 'cgst_paise', old.cgst_paise, 'sgst_paise', old.sgst_paise, 'igst_paise', old.igst_paise, 'cess_paise', old.cess_paise, 'round_off_paise', old.round_off_paise, 'grand_total_paise', old.grand_total_paise, 'tds_rule', old.tds_rule, 'tds_due_paise', old.tds_due_paise, 'is_on_hold', old.is_on_hold, 'is_earlier', old.is_earlier, 'sent_at', old.sent_at, 'cancelled_at', old.cancelled_at, 'accepted_at', old.accepted_at, 'declined_at', old.declined_at, 'issued', old.issued, 'original_id', old.original_id, 'original', old.original, 'reason', old.reason, 'series_id', old.series_id, 'import_id', old.import_id, 'is_edited', old.is_edited, 'notes', old.notes, 'terms', old.terms, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash VALUES (old.agency_id, 'documents', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id));
END;
--> statement-breakpoint
CREATE TRIGGER documents_image_update AFTER UPDATE OF id, kind, family, number, date, due_date, client_id, vendor_id, number_key, vendor_key, received_date, place_of_supply, supply_text, supply_code, gst_mode, supply, reverse_charge, import, is_untaxed, foreign_currency, exchange_rate, delivery_address, sub_total_paise, discount_paise, taxable_paise, cgst_paise, sgst_paise, igst_paise, cess_paise, round_off_paise, grand_total_paise, tds_rule, tds_due_paise, is_on_hold, is_earlier, sent_at, cancelled_at, accepted_at, declined_at, issued, original_id, original, reason, series_id, import_id, is_edited, notes, terms, created_by, created_at ON documents
WHEN (old.id, old.kind, old.family, old.number, old.date, old.due_date, old.client_id, old.vendor_id, old.number_key, old.vendor_key, old.received_date, old.place_of_supply, old.supply_text, old.supply_code, old.gst_mode, old.supply, old.reverse_charge, old.import, old.is_untaxed, old.foreign_currency, old.exchange_rate, old.delivery_address, old.sub_total_paise, old.discount_paise, old.taxable_paise, old.cgst_paise, old.sgst_paise, old.igst_paise, old.cess_paise, old.round_off_paise, old.grand_total_paise, old.tds_rule, old.tds_due_paise, old.is_on_hold, old.is_earlier, old.sent_at, old.cancelled_at, old.accepted_at, old.declined_at, old.issued, old.original_id, old.original, old.reason, old.series_id, old.import_id, old.is_edited, old.notes, old.terms, old.created_by, old.created_at)
  IS NOT (new.id, new.kind, new.family, new.number, new.date, new.due_date, new.client_id, new.vendor_id, new.number_key, new.vendor_key, new.received_date, new.place_of_supply, new.supply_text, new.supply_code, new.gst_mode, new.supply, new.reverse_charge, new.import, new.is_untaxed, new.foreign_currency, new.exchange_rate, new.delivery_address, new.sub_total_paise, new.discount_paise, new.taxable_paise, new.cgst_paise, new.sgst_paise, new.igst_paise, new.cess_paise, new.round_off_paise, new.grand_total_paise, new.tds_rule, new.tds_due_paise, new.is_on_hold, new.is_earlier, new.sent_at, new.cancelled_at, new.accepted_at, new.declined_at, new.issued, new.original_id, new.original, new.reason, new.series_id, new.import_id, new.is_edited, new.notes, new.terms, new.created_by, new.created_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'documents', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.kind IS new.kind, '', ',' || json_array('kind', old.kind, new.kind))
    || iif(old.family IS new.family, '', ',' || json_array('family', old.family, new.family))
    || iif(old.number IS new.number, '', ',' || json_array('number', old.number, new.number))
    || iif(old.date IS new.date, '', ',' || json_array('date', old.date, new.date))
    || iif(old.due_date IS new.due_date, '', ',' || json_array('due_date', old.due_date, new.due_date))
    || iif(old.client_id IS new.client_id, '', ',' || json_array('client_id', old.client_id, new.client_id))
    || iif(old.vendor_id IS new.vendor_id, '', ',' || json_array('vendor_id', old.vendor_id, new.vendor_id))
    || iif(old.number_key IS new.number_key, '', ',' || json_array('number_key', old.number_key, new.number_key))
    || iif(old.vendor_key IS new.vendor_key, '', ',' || json_array('vendor_key', old.vendor_key, new.vendor_key))
    || iif(old.received_date IS new.received_date, '', ',' || json_array('received_date', old.received_date, new.received_date))
    || iif(old.place_of_supply IS new.place_of_supply, '', ',' || json_array('place_of_supply', old.place_of_supply, new.place_of_supply))
    || iif(old.supply_text IS new.supply_text, '', ',' || json_array('supply_text', old.supply_text, new.supply_text))
    || iif(old.supply_code IS new.supply_code, '', ',' || json_array('supply_code', old.supply_code, new.supply_code))
    || iif(old.gst_mode IS new.gst_mode, '', ',' || json_array('gst_mode', old.gst_mode, new.gst_mode))
    || iif(old.supply IS new.supply, '', ',' || json_array('supply', old.supply, new.supply))
    || iif(old.reverse_charge IS new.reverse_charge, '', ',' || json_array('reverse_charge', old.reverse_charge, new.reverse_charge))
    || iif(old.import IS new.import, '', ',' || json_array('import', old.import, new.import))
    || iif(old.is_untaxed IS new.is_untaxed, '', ',' || json_array('is_untaxed', old.is_untaxed, new.is_untaxed))
    || iif(old.foreign_currency IS new.foreign_currency, '', ',' || json_array('foreign_currency', old.foreign_currency, new.foreign_currency))
    || iif(old.exchange_rate IS new.exchange_rate, '', ',' || json_array('exchange_rate', old.exchange_rate, new.exchange_rate))
    || iif(old.delivery_address IS new.delivery_address, '', ',' || json_array('delivery_address', old.delivery_address, new.delivery_address))
    || iif(old.sub_total_paise IS new.sub_total_paise, '', ',' || json_array('sub_total_paise', old.sub_total_paise, new.sub_total_paise))
    || iif(old.discount_paise IS new.discount_paise, '', ',' || json_array('discount_paise', old.discount_paise, new.discount_paise))
    || iif(old.taxable_paise IS new.taxable_paise, '', ',' || json_array('taxable_paise', old.taxable_paise, new.taxable_paise))
    || iif(old.cgst_paise IS new.cgst_paise, '', ',' || json_array('cgst_paise', old.cgst_paise, new.cgst_paise))
    || iif(old.sgst_paise IS new.sgst_paise, '', ',' || json_array('sgst_paise', old.sgst_paise, new.sgst_paise))
    || iif(old.igst_paise IS new.igst_paise, '', ',' || json_array('igst_paise', old.igst_paise, new.igst_paise))
    || iif(old.cess_paise IS new.cess_paise, '', ',' || json_array('cess_paise', old.cess_paise, new.cess_paise))
    || iif(old.round_off_paise IS new.round_off_paise, '', ',' || json_array('round_off_paise', old.round_off_paise, new.round_off_paise))
    || iif(old.grand_total_paise IS new.grand_total_paise, '', ',' || json_array('grand_total_paise', old.grand_total_paise, new.grand_total_paise))
    || iif(old.tds_rule IS new.tds_rule, '', ',' || json_array('tds_rule', old.tds_rule, new.tds_rule))
    || iif(old.tds_due_paise IS new.tds_due_paise, '', ',' || json_array('tds_due_paise', old.tds_due_paise, new.tds_due_paise))
    || iif(old.is_on_hold IS new.is_on_hold, '', ',' || json_array('is_on_hold', old.is_on_hold, new.is_on_hold))
    || iif(old.is_earlier IS new.is_earlier, '', ',' || json_array('is_earlier', old.is_earlier, new.is_earlier))
    || iif(old.sent_at IS new.sent_at, '', ',' || json_array('sent_at', old.sent_at, new.sent_at))
    || iif(old.cancelled_at IS new.cancelled_at, '', ',' || json_array('cancelled_at', old.cancelled_at, new.cancelled_at))
    || iif(old.accepted_at IS new.accepted_at, '', ',' || json_array('accepted_at', old.accepted_at, new.accepted_at))
    || iif(old.declined_at IS new.declined_at, '', ',' || json_array('declined_at', old.declined_at, new.declined_at))
    || iif(old.issued IS new.issued, '', ',' || json_array('issued', old.issued, new.issued))
    || iif(old.original_id IS new.original_id, '', ',' || json_array('original_id', old.original_id, new.original_id))
    || iif(old.original IS new.original, '', ',' || json_array('original', old.original, new.original))
    || iif(old.reason IS new.reason, '', ',' || json_array('reason', old.reason, new.reason))
    || iif(old.series_id IS new.series_id, '', ',' || json_array('series_id', old.series_id, new.series_id))
    || iif(old.import_id IS new.import_id, '', ',' || json_array('import_id', old.import_id, new.import_id))
    || iif(old.is_edited IS new.is_edited, '', ',' || json_array('is_edited', old.is_edited, new.is_edited))
    || iif(old.notes IS new.notes, '', ',' || json_array('notes', old.notes, new.notes))
    || iif(old.terms IS new.terms, '', ',' || json_array('terms', old.terms, new.terms))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
