CREATE TABLE `row_images` (
	`agency_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`n` integer NOT NULL,
	`of_table` text NOT NULL,
	`record` text NOT NULL,
	`part` text NOT NULL,
	`action` text NOT NULL,
	`was` text,
	PRIMARY KEY(`agency_id`, `seq`, `n`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `row_images_of_record` ON `row_images` (`agency_id`,`record`);--> statement-breakpoint
CREATE TABLE `trash` (
	`agency_id` integer NOT NULL,
	`of_table` text NOT NULL,
	`id` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`agency_id`, `of_table`, `id`)
);
--> statement-breakpoint
CREATE INDEX `trash_by_time` ON `trash` (`agency_id`,`seq`);--> statement-breakpoint
CREATE TABLE `undo_states` (
	`agency_id` integer PRIMARY KEY NOT NULL,
	`state` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `undos` (
	`agency_id` integer NOT NULL,
	`operation` text NOT NULL,
	`undone_by` text NOT NULL,
	PRIMARY KEY(`agency_id`, `operation`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `undos_by_undo` ON `undos` (`agency_id`,`undone_by`);--> statement-breakpoint
ALTER TABLE `audit_log` ADD `operation` text;--> statement-breakpoint
ALTER TABLE `idempotency_keys` ADD `operation` text;
--> statement-breakpoint
-- Histories begin where the log does; of what was written until now nothing can be undone.
INSERT INTO row_images SELECT agency_id, seq, 0, entity, coalesce(payload ->> '$.after._id', payload ->> '$.before._id'), '', 'L', NULL
FROM audit_log WHERE action <> 'VIEW' AND coalesce(payload ->> '$.after._id', payload ->> '$.before._id') IS NOT NULL;
--> statement-breakpoint
DROP TRIGGER documents_delete;
--> statement-breakpoint
-- A number is taken for good, so a document is cancelled instead; one that an import brought goes with it, and one
-- that was made by a slip may be undone: its number comes back with it alone.
CREATE TRIGGER documents_delete BEFORE DELETE ON documents WHEN old.import_id IS NULL
  AND NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'undo') BEGIN
  SELECT RAISE(ABORT, 'a document is cancelled, never deleted');
END;
--> statement-breakpoint
DROP TRIGGER transactions_insert_search;
--> statement-breakpoint
-- At once when nothing waits before it; otherwise it waits its turn. One that was deleted comes back to its place.
CREATE TRIGGER transactions_insert_search AFTER INSERT ON transactions
WHEN new.entry <= (SELECT indexed_to FROM search_state) OR (new.import_id IS NULL AND NOT EXISTS (
  SELECT 1 FROM transactions WHERE entry > (SELECT indexed_to FROM search_state) AND entry < new.entry)) BEGIN
  INSERT INTO transactions_search (rowid, description, notes) VALUES (new.entry, new.description, new.notes);
  UPDATE search_state SET indexed_to = max(indexed_to, new.entry);
END;
--> statement-breakpoint
-- Written by db/undo/triggers.ts.
CREATE TRIGGER accounts_image_insert AFTER INSERT ON accounts WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'accounts', new.id, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'accounts' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_image_delete AFTER DELETE ON accounts WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'accounts', old.id, '', 'D', json_object('agency_id', old.agency_id, 'id', old.id, 'name', old.name, 'name_key', old.name_key, 'type', old.type, 'opening_paise', old.opening_paise, 'is_active', old.is_active)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash VALUES (old.agency_id, 'accounts', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id));
END;
--> statement-breakpoint
CREATE TRIGGER accounts_image_update AFTER UPDATE OF id, name, name_key, type, opening_paise, is_active ON accounts
WHEN (old.id, old.name, old.name_key, old.type, old.opening_paise, old.is_active)
  IS NOT (new.id, new.name, new.name_key, new.type, new.opening_paise, new.is_active) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'accounts', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.name IS new.name, '', ',' || json_array('name', old.name, new.name))
    || iif(old.name_key IS new.name_key, '', ',' || json_array('name_key', old.name_key, new.name_key))
    || iif(old.type IS new.type, '', ',' || json_array('type', old.type, new.type))
    || iif(old.opening_paise IS new.opening_paise, '', ',' || json_array('opening_paise', old.opening_paise, new.opening_paise))
    || iif(old.is_active IS new.is_active, '', ',' || json_array('is_active', old.is_active, new.is_active)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER agencies_image_insert AFTER INSERT ON agencies WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.id AND seq = s),
    'agencies', 'agencies', '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER agencies_image_delete AFTER DELETE ON agencies WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.id AND seq = s),
    'agencies', 'agencies', '', 'D', json_object('id', old.id, 'name', old.name, 'slug', old.slug, 'location', old.location, 'contact_number', old.contact_number, 'gst_number', old.gst_number, 'legal_name', old.legal_name, 'city', old.city, 'pin', old.pin, 'lut', old.lut, 'aato', old.aato, 'filing', old.filing, 'is_composition', old.is_composition, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER agencies_image_update AFTER UPDATE OF name, slug, location, contact_number, gst_number, legal_name, city, pin, lut, aato, filing, is_composition, created_at ON agencies
WHEN (old.name, old.slug, old.location, old.contact_number, old.gst_number, old.legal_name, old.city, old.pin, old.lut, old.aato, old.filing, old.is_composition, old.created_at)
  IS NOT (new.name, new.slug, new.location, new.contact_number, new.gst_number, new.legal_name, new.city, new.pin, new.lut, new.aato, new.filing, new.is_composition, new.created_at) BEGIN
  INSERT INTO row_images SELECT old.id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.id AND seq = s),
    'agencies', 'agencies', '', 'U', '[' || substr(iif(old.name IS new.name, '', ',' || json_array('name', old.name, new.name))
    || iif(old.slug IS new.slug, '', ',' || json_array('slug', old.slug, new.slug))
    || iif(old.location IS new.location, '', ',' || json_array('location', old.location, new.location))
    || iif(old.contact_number IS new.contact_number, '', ',' || json_array('contact_number', old.contact_number, new.contact_number))
    || iif(old.gst_number IS new.gst_number, '', ',' || json_array('gst_number', old.gst_number, new.gst_number))
    || iif(old.legal_name IS new.legal_name, '', ',' || json_array('legal_name', old.legal_name, new.legal_name))
    || iif(old.city IS new.city, '', ',' || json_array('city', old.city, new.city))
    || iif(old.pin IS new.pin, '', ',' || json_array('pin', old.pin, new.pin))
    || iif(old.lut IS new.lut, '', ',' || json_array('lut', old.lut, new.lut))
    || iif(old.aato IS new.aato, '', ',' || json_array('aato', old.aato, new.aato))
    || iif(old.filing IS new.filing, '', ',' || json_array('filing', old.filing, new.filing))
    || iif(old.is_composition IS new.is_composition, '', ',' || json_array('is_composition', old.is_composition, new.is_composition))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER attachments_image_insert AFTER INSERT ON attachments WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'attachments', new.id, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER attachments_image_delete AFTER DELETE ON attachments WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'attachments', old.id, '', 'D', json_object('agency_id', old.agency_id, 'id', old.id, 'entity', old.entity, 'entity_id', old.entity_id, 'name', old.name, 'kind', old.kind, 'size', old.size, 'sha256', old.sha256, 'created_by', old.created_by, 'created_at', old.created_at, 'deleted_by', old.deleted_by, 'deleted_at', old.deleted_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER attachments_image_update AFTER UPDATE OF id, entity, entity_id, name, kind, size, sha256, created_by, created_at, deleted_by, deleted_at ON attachments
WHEN (old.id, old.entity, old.entity_id, old.name, old.kind, old.size, old.sha256, old.created_by, old.created_at, old.deleted_by, old.deleted_at)
  IS NOT (new.id, new.entity, new.entity_id, new.name, new.kind, new.size, new.sha256, new.created_by, new.created_at, new.deleted_by, new.deleted_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'attachments', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.entity IS new.entity, '', ',' || json_array('entity', old.entity, new.entity))
    || iif(old.entity_id IS new.entity_id, '', ',' || json_array('entity_id', old.entity_id, new.entity_id))
    || iif(old.name IS new.name, '', ',' || json_array('name', old.name, new.name))
    || iif(old.kind IS new.kind, '', ',' || json_array('kind', old.kind, new.kind))
    || iif(old.size IS new.size, '', ',' || json_array('size', old.size, new.size))
    || iif(old.sha256 IS new.sha256, '', ',' || json_array('sha256', old.sha256, new.sha256))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at))
    || iif(old.deleted_by IS new.deleted_by, '', ',' || json_array('deleted_by', old.deleted_by, new.deleted_by))
    || iif(old.deleted_at IS new.deleted_at, '', ',' || json_array('deleted_at', old.deleted_at, new.deleted_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER bank_accounts_image_insert AFTER INSERT ON bank_accounts WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'bank_accounts', new.account_id, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER bank_accounts_image_delete AFTER DELETE ON bank_accounts WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'bank_accounts', old.account_id, '', 'D', json_object('agency_id', old.agency_id, 'account_id', old.account_id, 'number', old.number, 'closed_to', old.closed_to, 'layouts', old.layouts)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER bank_accounts_image_update AFTER UPDATE OF account_id, number, closed_to, layouts ON bank_accounts
WHEN (old.account_id, old.number, old.closed_to, old.layouts)
  IS NOT (new.account_id, new.number, new.closed_to, new.layouts) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'bank_accounts', old.account_id, '', 'U', '[' || substr(iif(old.account_id IS new.account_id, '', ',' || json_array('account_id', old.account_id, new.account_id))
    || iif(old.number IS new.number, '', ',' || json_array('number', old.number, new.number))
    || iif(old.closed_to IS new.closed_to, '', ',' || json_array('closed_to', old.closed_to, new.closed_to))
    || iif(old.layouts IS new.layouts, '', ',' || json_array('layouts', old.layouts, new.layouts)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER bank_lines_image_update AFTER UPDATE OF id, account_id, date, place, value_date, narration, ref, bank_id, amount_paise, balance_paise, match_id ON bank_lines
WHEN (old.id, old.account_id, old.date, old.place, old.value_date, old.narration, old.ref, old.bank_id, old.amount_paise, old.balance_paise, old.match_id)
  IS NOT (new.id, new.account_id, new.date, new.place, new.value_date, new.narration, new.ref, new.bank_id, new.amount_paise, new.balance_paise, new.match_id) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'bank_lines', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.account_id IS new.account_id, '', ',' || json_array('account_id', old.account_id, new.account_id))
    || iif(old.date IS new.date, '', ',' || json_array('date', old.date, new.date))
    || iif(old.place IS new.place, '', ',' || json_array('place', old.place, new.place))
    || iif(old.value_date IS new.value_date, '', ',' || json_array('value_date', old.value_date, new.value_date))
    || iif(old.narration IS new.narration, '', ',' || json_array('narration', old.narration, new.narration))
    || iif(old.ref IS new.ref, '', ',' || json_array('ref', old.ref, new.ref))
    || iif(old.bank_id IS new.bank_id, '', ',' || json_array('bank_id', old.bank_id, new.bank_id))
    || iif(old.amount_paise IS new.amount_paise, '', ',' || json_array('amount_paise', old.amount_paise, new.amount_paise))
    || iif(old.balance_paise IS new.balance_paise, '', ',' || json_array('balance_paise', old.balance_paise, new.balance_paise))
    || iif(old.match_id IS new.match_id, '', ',' || json_array('match_id', old.match_id, new.match_id)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER bank_rules_image_insert AFTER INSERT ON bank_rules WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'bank_rules', new.id, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'bank_rules' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER bank_rules_image_delete AFTER DELETE ON bank_rules WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'bank_rules', old.id, '', 'D', json_object('agency_id', old.agency_id, 'id', old.id, 'place', old.place, 'name', old.name, 'test', old.test, 'effect', old.effect, 'is_active', old.is_active)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash VALUES (old.agency_id, 'bank_rules', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id));
END;
--> statement-breakpoint
CREATE TRIGGER bank_rules_image_update AFTER UPDATE OF id, place, name, test, effect, is_active ON bank_rules
WHEN (old.id, old.place, old.name, old.test, old.effect, old.is_active)
  IS NOT (new.id, new.place, new.name, new.test, new.effect, new.is_active) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'bank_rules', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.place IS new.place, '', ',' || json_array('place', old.place, new.place))
    || iif(old.name IS new.name, '', ',' || json_array('name', old.name, new.name))
    || iif(old.test IS new.test, '', ',' || json_array('test', old.test, new.test))
    || iif(old.effect IS new.effect, '', ',' || json_array('effect', old.effect, new.effect))
    || iif(old.is_active IS new.is_active, '', ',' || json_array('is_active', old.is_active, new.is_active)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER categories_image_insert AFTER INSERT ON categories WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'categories', new.id, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'categories' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER categories_image_delete AFTER DELETE ON categories WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'categories', old.id, '', 'D', json_object('agency_id', old.agency_id, 'id', old.id, 'name', old.name, 'name_key', old.name_key, 'type', old.type, 'kind', old.kind, 'ledger', old.ledger, 'is_active', old.is_active, 'itc', old.itc, 'blocked_by', old.blocked_by)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash VALUES (old.agency_id, 'categories', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id));
END;
--> statement-breakpoint
CREATE TRIGGER categories_image_update AFTER UPDATE OF id, name, name_key, type, kind, ledger, is_active, itc, blocked_by ON categories
WHEN (old.id, old.name, old.name_key, old.type, old.kind, old.ledger, old.is_active, old.itc, old.blocked_by)
  IS NOT (new.id, new.name, new.name_key, new.type, new.kind, new.ledger, new.is_active, new.itc, new.blocked_by) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'categories', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.name IS new.name, '', ',' || json_array('name', old.name, new.name))
    || iif(old.name_key IS new.name_key, '', ',' || json_array('name_key', old.name_key, new.name_key))
    || iif(old.type IS new.type, '', ',' || json_array('type', old.type, new.type))
    || iif(old.kind IS new.kind, '', ',' || json_array('kind', old.kind, new.kind))
    || iif(old.ledger IS new.ledger, '', ',' || json_array('ledger', old.ledger, new.ledger))
    || iif(old.is_active IS new.is_active, '', ',' || json_array('is_active', old.is_active, new.is_active))
    || iif(old.itc IS new.itc, '', ',' || json_array('itc', old.itc, new.itc))
    || iif(old.blocked_by IS new.blocked_by, '', ',' || json_array('blocked_by', old.blocked_by, new.blocked_by)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER clients_image_insert AFTER INSERT ON clients WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'clients', new.id, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'clients' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER clients_image_delete AFTER DELETE ON clients WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'clients', old.id, '', 'D', json_object('agency_id', old.agency_id, 'id', old.id, 'display_name', old.display_name, 'name_key', old.name_key, 'billing_name', old.billing_name, 'email', old.email, 'phone', old.phone, 'billing_address', old.billing_address, 'city', old.city, 'pin', old.pin, 'gstin', old.gstin, 'state', old.state, 'state_code', old.state_code, 'kind', old.kind, 'country', old.country, 'notes', old.notes, 'import_id', old.import_id, 'searched', old.searched)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash VALUES (old.agency_id, 'clients', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id));
END;
--> statement-breakpoint
CREATE TRIGGER clients_image_update AFTER UPDATE OF id, display_name, name_key, billing_name, email, phone, billing_address, city, pin, gstin, state, state_code, kind, country, notes, import_id, searched ON clients
WHEN (old.id, old.display_name, old.name_key, old.billing_name, old.email, old.phone, old.billing_address, old.city, old.pin, old.gstin, old.state, old.state_code, old.kind, old.country, old.notes, old.import_id, old.searched)
  IS NOT (new.id, new.display_name, new.name_key, new.billing_name, new.email, new.phone, new.billing_address, new.city, new.pin, new.gstin, new.state, new.state_code, new.kind, new.country, new.notes, new.import_id, new.searched) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'clients', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.display_name IS new.display_name, '', ',' || json_array('display_name', old.display_name, new.display_name))
    || iif(old.name_key IS new.name_key, '', ',' || json_array('name_key', old.name_key, new.name_key))
    || iif(old.billing_name IS new.billing_name, '', ',' || json_array('billing_name', old.billing_name, new.billing_name))
    || iif(old.email IS new.email, '', ',' || json_array('email', old.email, new.email))
    || iif(old.phone IS new.phone, '', ',' || json_array('phone', old.phone, new.phone))
    || iif(old.billing_address IS new.billing_address, '', ',' || json_array('billing_address', old.billing_address, new.billing_address))
    || iif(old.city IS new.city, '', ',' || json_array('city', old.city, new.city))
    || iif(old.pin IS new.pin, '', ',' || json_array('pin', old.pin, new.pin))
    || iif(old.gstin IS new.gstin, '', ',' || json_array('gstin', old.gstin, new.gstin))
    || iif(old.state IS new.state, '', ',' || json_array('state', old.state, new.state))
    || iif(old.state_code IS new.state_code, '', ',' || json_array('state_code', old.state_code, new.state_code))
    || iif(old.kind IS new.kind, '', ',' || json_array('kind', old.kind, new.kind))
    || iif(old.country IS new.country, '', ',' || json_array('country', old.country, new.country))
    || iif(old.notes IS new.notes, '', ',' || json_array('notes', old.notes, new.notes))
    || iif(old.import_id IS new.import_id, '', ',' || json_array('import_id', old.import_id, new.import_id))
    || iif(old.searched IS new.searched, '', ',' || json_array('searched', old.searched, new.searched)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER credit_openings_image_insert AFTER INSERT ON credit_openings WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'credit_openings', new.period, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER credit_openings_image_delete AFTER DELETE ON credit_openings WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'credit_openings', old.period, '', 'D', json_object('agency_id', old.agency_id, 'period', old.period, 'igst_paise', old.igst_paise, 'cgst_paise', old.cgst_paise, 'sgst_paise', old.sgst_paise)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER credit_openings_image_update AFTER UPDATE OF period, igst_paise, cgst_paise, sgst_paise ON credit_openings
WHEN (old.period, old.igst_paise, old.cgst_paise, old.sgst_paise)
  IS NOT (new.period, new.igst_paise, new.cgst_paise, new.sgst_paise) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'credit_openings', old.period, '', 'U', '[' || substr(iif(old.period IS new.period, '', ',' || json_array('period', old.period, new.period))
    || iif(old.igst_paise IS new.igst_paise, '', ',' || json_array('igst_paise', old.igst_paise, new.igst_paise))
    || iif(old.cgst_paise IS new.cgst_paise, '', ',' || json_array('cgst_paise', old.cgst_paise, new.cgst_paise))
    || iif(old.sgst_paise IS new.sgst_paise, '', ',' || json_array('sgst_paise', old.sgst_paise, new.sgst_paise)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER credit_reversals_image_insert AFTER INSERT ON credit_reversals WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'credit_reversals', new.id, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER credit_reversals_image_delete AFTER DELETE ON credit_reversals WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'credit_reversals', old.id, '', 'D', json_object('agency_id', old.agency_id, 'id', old.id, 'period', old.period, 'row_key', old.row_key, 'bill_id', old.bill_id, 'igst_paise', old.igst_paise, 'cgst_paise', old.cgst_paise, 'sgst_paise', old.sgst_paise, 'cess_paise', old.cess_paise, 'reclaimed_in', old.reclaimed_in)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER credit_reversals_image_update AFTER UPDATE OF id, period, row_key, bill_id, igst_paise, cgst_paise, sgst_paise, cess_paise, reclaimed_in ON credit_reversals
WHEN (old.id, old.period, old.row_key, old.bill_id, old.igst_paise, old.cgst_paise, old.sgst_paise, old.cess_paise, old.reclaimed_in)
  IS NOT (new.id, new.period, new.row_key, new.bill_id, new.igst_paise, new.cgst_paise, new.sgst_paise, new.cess_paise, new.reclaimed_in) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'credit_reversals', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.period IS new.period, '', ',' || json_array('period', old.period, new.period))
    || iif(old.row_key IS new.row_key, '', ',' || json_array('row_key', old.row_key, new.row_key))
    || iif(old.bill_id IS new.bill_id, '', ',' || json_array('bill_id', old.bill_id, new.bill_id))
    || iif(old.igst_paise IS new.igst_paise, '', ',' || json_array('igst_paise', old.igst_paise, new.igst_paise))
    || iif(old.cgst_paise IS new.cgst_paise, '', ',' || json_array('cgst_paise', old.cgst_paise, new.cgst_paise))
    || iif(old.sgst_paise IS new.sgst_paise, '', ',' || json_array('sgst_paise', old.sgst_paise, new.sgst_paise))
    || iif(old.cess_paise IS new.cess_paise, '', ',' || json_array('cess_paise', old.cess_paise, new.cess_paise))
    || iif(old.reclaimed_in IS new.reclaimed_in, '', ',' || json_array('reclaimed_in', old.reclaimed_in, new.reclaimed_in)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER declined_proposals_image_insert AFTER INSERT ON declined_proposals WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'declined_proposals', new.line_id, new.proposal, 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER declined_proposals_image_delete AFTER DELETE ON declined_proposals WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'declined_proposals', old.line_id, old.proposal, 'D', json_object('agency_id', old.agency_id, 'line_id', old.line_id, 'proposal', old.proposal)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER declined_proposals_image_update AFTER UPDATE OF line_id, proposal ON declined_proposals
WHEN (old.line_id, old.proposal)
  IS NOT (new.line_id, new.proposal) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'declined_proposals', old.line_id, old.proposal, 'U', '[' || substr(iif(old.line_id IS new.line_id, '', ',' || json_array('line_id', old.line_id, new.line_id))
    || iif(old.proposal IS new.proposal, '', ',' || json_array('proposal', old.proposal, new.proposal)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER document_lines_image_insert AFTER INSERT ON document_lines WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'document_lines', new.document_id, new.line, 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER document_lines_image_delete AFTER DELETE ON document_lines WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'document_lines', old.document_id, old.line, 'D', json_object('agency_id', old.agency_id, 'document_id', old.document_id, 'line', old.line, 'description', old.description, 'hsn_sac', old.hsn_sac, 'unit', old.unit, 'qty', old.qty, 'rate_paise', old.rate_paise, 'discount_pct', old.discount_pct, 'tax_pct', old.tax_pct, 'treatment', old.treatment, 'taxable_paise', old.taxable_paise, 'cgst_paise', old.cgst_paise, 'sgst_paise', old.sgst_paise, 'igst_paise', old.igst_paise, 'cess_paise', old.cess_paise, 'category_id', old.category_id, 'itc', old.itc, 'blocked_by', old.blocked_by)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER document_lines_image_update AFTER UPDATE OF document_id, line, description, hsn_sac, unit, qty, rate_paise, discount_pct, tax_pct, treatment, taxable_paise, cgst_paise, sgst_paise, igst_paise, cess_paise, category_id, itc, blocked_by ON document_lines
WHEN (old.document_id, old.line, old.description, old.hsn_sac, old.unit, old.qty, old.rate_paise, old.discount_pct, old.tax_pct, old.treatment, old.taxable_paise, old.cgst_paise, old.sgst_paise, old.igst_paise, old.cess_paise, old.category_id, old.itc, old.blocked_by)
  IS NOT (new.document_id, new.line, new.description, new.hsn_sac, new.unit, new.qty, new.rate_paise, new.discount_pct, new.tax_pct, new.treatment, new.taxable_paise, new.cgst_paise, new.sgst_paise, new.igst_paise, new.cess_paise, new.category_id, new.itc, new.blocked_by) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'document_lines', old.document_id, old.line, 'U', '[' || substr(iif(old.document_id IS new.document_id, '', ',' || json_array('document_id', old.document_id, new.document_id))
    || iif(old.line IS new.line, '', ',' || json_array('line', old.line, new.line))
    || iif(old.description IS new.description, '', ',' || json_array('description', old.description, new.description))
    || iif(old.hsn_sac IS new.hsn_sac, '', ',' || json_array('hsn_sac', old.hsn_sac, new.hsn_sac))
    || iif(old.unit IS new.unit, '', ',' || json_array('unit', old.unit, new.unit))
    || iif(old.qty IS new.qty, '', ',' || json_array('qty', old.qty, new.qty))
    || iif(old.rate_paise IS new.rate_paise, '', ',' || json_array('rate_paise', old.rate_paise, new.rate_paise))
    || iif(old.discount_pct IS new.discount_pct, '', ',' || json_array('discount_pct', old.discount_pct, new.discount_pct))
    || iif(old.tax_pct IS new.tax_pct, '', ',' || json_array('tax_pct', old.tax_pct, new.tax_pct))
    || iif(old.treatment IS new.treatment, '', ',' || json_array('treatment', old.treatment, new.treatment))
    || iif(old.taxable_paise IS new.taxable_paise, '', ',' || json_array('taxable_paise', old.taxable_paise, new.taxable_paise))
    || iif(old.cgst_paise IS new.cgst_paise, '', ',' || json_array('cgst_paise', old.cgst_paise, new.cgst_paise))
    || iif(old.sgst_paise IS new.sgst_paise, '', ',' || json_array('sgst_paise', old.sgst_paise, new.sgst_paise))
    || iif(old.igst_paise IS new.igst_paise, '', ',' || json_array('igst_paise', old.igst_paise, new.igst_paise))
    || iif(old.cess_paise IS new.cess_paise, '', ',' || json_array('cess_paise', old.cess_paise, new.cess_paise))
    || iif(old.category_id IS new.category_id, '', ',' || json_array('category_id', old.category_id, new.category_id))
    || iif(old.itc IS new.itc, '', ',' || json_array('itc', old.itc, new.itc))
    || iif(old.blocked_by IS new.blocked_by, '', ',' || json_array('blocked_by', old.blocked_by, new.blocked_by)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER document_settings_image_insert AFTER INSERT ON document_settings WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'document_settings', new.kind, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER document_settings_image_delete AFTER DELETE ON document_settings WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'document_settings', old.kind, '', 'D', json_object('agency_id', old.agency_id, 'kind', old.kind, 'prefix', old.prefix, 'series', old.series, 'reset_policy', old.reset_policy)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER document_settings_image_update AFTER UPDATE OF kind, prefix, series, reset_policy ON document_settings
WHEN (old.kind, old.prefix, old.series, old.reset_policy)
  IS NOT (new.kind, new.prefix, new.series, new.reset_policy) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'document_settings', old.kind, '', 'U', '[' || substr(iif(old.kind IS new.kind, '', ',' || json_array('kind', old.kind, new.kind))
    || iif(old.prefix IS new.prefix, '', ',' || json_array('prefix', old.prefix, new.prefix))
    || iif(old.series IS new.series, '', ',' || json_array('series', old.series, new.series))
    || iif(old.reset_policy IS new.reset_policy, '', ',' || json_array('reset_policy', old.reset_policy, new.reset_policy)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
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
    'documents', old.id, '', 'D', json_object('agency_id', old.agency_id, 'id', old.id, 'kind', old.kind, 'family', old.family, 'number', old.number, 'date', old.date, 'due_date', old.due_date, 'client_id', old.client_id, 'vendor_id', old.vendor_id, 'number_key', old.number_key, 'vendor_key', old.vendor_key, 'received_date', old.received_date, 'place_of_supply', old.place_of_supply, 'supply_text', old.supply_text, 'supply_code', old.supply_code, 'gst_mode', old.gst_mode, 'supply', old.supply, 'reverse_charge', old.reverse_charge, 'import', old.import, 'is_untaxed', old.is_untaxed, 'foreign_currency', old.foreign_currency, 'exchange_rate', old.exchange_rate, 'delivery_address', old.delivery_address, 'sub_total_paise', old.sub_total_paise, 'discount_paise', old.discount_paise, 'taxable_paise', old.taxable_paise, 'cgst_paise', old.cgst_paise, 'sgst_paise', old.sgst_paise, 'igst_paise', old.igst_paise, 'cess_paise', old.cess_paise, 'round_off_paise', old.round_off_paise, 'grand_total_paise', old.grand_total_paise, 'tds_rule', old.tds_rule, 'tds_due_paise', old.tds_due_paise, 'is_on_hold', old.is_on_hold, 'is_earlier', old.is_earlier, 'sent_at', old.sent_at, 'cancelled_at', old.cancelled_at, 'accepted_at', old.accepted_at, 'declined_at', old.declined_at, 'issued', old.issued, 'original_id', old.original_id, 'original', old.original, 'reason', old.reason, 'import_id', old.import_id, 'is_edited', old.is_edited, 'notes', old.notes, 'terms', old.terms, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash VALUES (old.agency_id, 'documents', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id));
END;
--> statement-breakpoint
CREATE TRIGGER documents_image_update AFTER UPDATE OF id, kind, family, number, date, due_date, client_id, vendor_id, number_key, vendor_key, received_date, place_of_supply, supply_text, supply_code, gst_mode, supply, reverse_charge, import, is_untaxed, foreign_currency, exchange_rate, delivery_address, sub_total_paise, discount_paise, taxable_paise, cgst_paise, sgst_paise, igst_paise, cess_paise, round_off_paise, grand_total_paise, tds_rule, tds_due_paise, is_on_hold, is_earlier, sent_at, cancelled_at, accepted_at, declined_at, issued, original_id, original, reason, import_id, is_edited, notes, terms, created_by, created_at ON documents
WHEN (old.id, old.kind, old.family, old.number, old.date, old.due_date, old.client_id, old.vendor_id, old.number_key, old.vendor_key, old.received_date, old.place_of_supply, old.supply_text, old.supply_code, old.gst_mode, old.supply, old.reverse_charge, old.import, old.is_untaxed, old.foreign_currency, old.exchange_rate, old.delivery_address, old.sub_total_paise, old.discount_paise, old.taxable_paise, old.cgst_paise, old.sgst_paise, old.igst_paise, old.cess_paise, old.round_off_paise, old.grand_total_paise, old.tds_rule, old.tds_due_paise, old.is_on_hold, old.is_earlier, old.sent_at, old.cancelled_at, old.accepted_at, old.declined_at, old.issued, old.original_id, old.original, old.reason, old.import_id, old.is_edited, old.notes, old.terms, old.created_by, old.created_at)
  IS NOT (new.id, new.kind, new.family, new.number, new.date, new.due_date, new.client_id, new.vendor_id, new.number_key, new.vendor_key, new.received_date, new.place_of_supply, new.supply_text, new.supply_code, new.gst_mode, new.supply, new.reverse_charge, new.import, new.is_untaxed, new.foreign_currency, new.exchange_rate, new.delivery_address, new.sub_total_paise, new.discount_paise, new.taxable_paise, new.cgst_paise, new.sgst_paise, new.igst_paise, new.cess_paise, new.round_off_paise, new.grand_total_paise, new.tds_rule, new.tds_due_paise, new.is_on_hold, new.is_earlier, new.sent_at, new.cancelled_at, new.accepted_at, new.declined_at, new.issued, new.original_id, new.original, new.reason, new.import_id, new.is_edited, new.notes, new.terms, new.created_by, new.created_at) BEGIN
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
    || iif(old.import_id IS new.import_id, '', ',' || json_array('import_id', old.import_id, new.import_id))
    || iif(old.is_edited IS new.is_edited, '', ',' || json_array('is_edited', old.is_edited, new.is_edited))
    || iif(old.notes IS new.notes, '', ',' || json_array('notes', old.notes, new.notes))
    || iif(old.terms IS new.terms, '', ',' || json_array('terms', old.terms, new.terms))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER filed_documents_image_insert AFTER INSERT ON filed_documents WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'filed_documents', new.filing_id, new.document_id, 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER filed_documents_image_delete AFTER DELETE ON filed_documents WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'filed_documents', old.filing_id, old.document_id, 'D', json_object('agency_id', old.agency_id, 'filing_id', old.filing_id, 'document_id', old.document_id, 'digest', old.digest)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER filed_documents_image_update AFTER UPDATE OF filing_id, document_id, digest ON filed_documents
WHEN (old.filing_id, old.document_id, old.digest)
  IS NOT (new.filing_id, new.document_id, new.digest) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'filed_documents', old.filing_id, old.document_id, 'U', '[' || substr(iif(old.filing_id IS new.filing_id, '', ',' || json_array('filing_id', old.filing_id, new.filing_id))
    || iif(old.document_id IS new.document_id, '', ',' || json_array('document_id', old.document_id, new.document_id))
    || iif(old.digest IS new.digest, '', ',' || json_array('digest', old.digest, new.digest)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER filings_image_insert AFTER INSERT ON filings WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'filings', new.id, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'filings' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER filings_image_delete AFTER DELETE ON filings WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'filings', old.id, '', 'D', json_object('agency_id', old.agency_id, 'id', old.id, 'period', old.period, 'return', old.return, 'date', old.date, 'arn', old.arn, 'file_name', old.file_name, 'file', old.file, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash VALUES (old.agency_id, 'filings', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id));
END;
--> statement-breakpoint
CREATE TRIGGER filings_image_update AFTER UPDATE OF id, period, return, date, arn, file_name, file, created_by, created_at ON filings
WHEN (old.id, old.period, old.return, old.date, old.arn, old.file_name, old.file, old.created_by, old.created_at)
  IS NOT (new.id, new.period, new.return, new.date, new.arn, new.file_name, new.file, new.created_by, new.created_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'filings', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.period IS new.period, '', ',' || json_array('period', old.period, new.period))
    || iif(old.return IS new.return, '', ',' || json_array('return', old.return, new.return))
    || iif(old.date IS new.date, '', ',' || json_array('date', old.date, new.date))
    || iif(old.arn IS new.arn, '', ',' || json_array('arn', old.arn, new.arn))
    || iif(old.file_name IS new.file_name, '', ',' || json_array('file_name', old.file_name, new.file_name))
    || iif(old.file IS new.file, '', ',' || json_array('file', old.file, new.file))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER gstr2b_rows_image_update AFTER UPDATE OF id, period, portal_table, gstin, supplier, number, date, kind, place, is_reverse_charge, available, reason, amends, taxable_paise, igst_paise, cgst_paise, sgst_paise, cess_paise, bill_id, linked_as, linked_in, is_ignored ON gstr2b_rows
WHEN (old.id, old.period, old.portal_table, old.gstin, old.supplier, old.number, old.date, old.kind, old.place, old.is_reverse_charge, old.available, old.reason, old.amends, old.taxable_paise, old.igst_paise, old.cgst_paise, old.sgst_paise, old.cess_paise, old.bill_id, old.linked_as, old.linked_in, old.is_ignored)
  IS NOT (new.id, new.period, new.portal_table, new.gstin, new.supplier, new.number, new.date, new.kind, new.place, new.is_reverse_charge, new.available, new.reason, new.amends, new.taxable_paise, new.igst_paise, new.cgst_paise, new.sgst_paise, new.cess_paise, new.bill_id, new.linked_as, new.linked_in, new.is_ignored) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'gstr2b_rows', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.period IS new.period, '', ',' || json_array('period', old.period, new.period))
    || iif(old.portal_table IS new.portal_table, '', ',' || json_array('portal_table', old.portal_table, new.portal_table))
    || iif(old.gstin IS new.gstin, '', ',' || json_array('gstin', old.gstin, new.gstin))
    || iif(old.supplier IS new.supplier, '', ',' || json_array('supplier', old.supplier, new.supplier))
    || iif(old.number IS new.number, '', ',' || json_array('number', old.number, new.number))
    || iif(old.date IS new.date, '', ',' || json_array('date', old.date, new.date))
    || iif(old.kind IS new.kind, '', ',' || json_array('kind', old.kind, new.kind))
    || iif(old.place IS new.place, '', ',' || json_array('place', old.place, new.place))
    || iif(old.is_reverse_charge IS new.is_reverse_charge, '', ',' || json_array('is_reverse_charge', old.is_reverse_charge, new.is_reverse_charge))
    || iif(old.available IS new.available, '', ',' || json_array('available', old.available, new.available))
    || iif(old.reason IS new.reason, '', ',' || json_array('reason', old.reason, new.reason))
    || iif(old.amends IS new.amends, '', ',' || json_array('amends', old.amends, new.amends))
    || iif(old.taxable_paise IS new.taxable_paise, '', ',' || json_array('taxable_paise', old.taxable_paise, new.taxable_paise))
    || iif(old.igst_paise IS new.igst_paise, '', ',' || json_array('igst_paise', old.igst_paise, new.igst_paise))
    || iif(old.cgst_paise IS new.cgst_paise, '', ',' || json_array('cgst_paise', old.cgst_paise, new.cgst_paise))
    || iif(old.sgst_paise IS new.sgst_paise, '', ',' || json_array('sgst_paise', old.sgst_paise, new.sgst_paise))
    || iif(old.cess_paise IS new.cess_paise, '', ',' || json_array('cess_paise', old.cess_paise, new.cess_paise))
    || iif(old.bill_id IS new.bill_id, '', ',' || json_array('bill_id', old.bill_id, new.bill_id))
    || iif(old.linked_as IS new.linked_as, '', ',' || json_array('linked_as', old.linked_as, new.linked_as))
    || iif(old.linked_in IS new.linked_in, '', ',' || json_array('linked_in', old.linked_in, new.linked_in))
    || iif(old.is_ignored IS new.is_ignored, '', ',' || json_array('is_ignored', old.is_ignored, new.is_ignored)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER invoice_settings_image_insert AFTER INSERT ON invoice_settings WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'invoice_settings', 'invoice_settings', '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER invoice_settings_image_delete AFTER DELETE ON invoice_settings WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'invoice_settings', 'invoice_settings', '', 'D', json_object('agency_id', old.agency_id, 'default_tax_pct', old.default_tax_pct, 'default_place_of_supply', old.default_place_of_supply, 'bank_details', old.bank_details, 'revenue_category_id', old.revenue_category_id)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER invoice_settings_image_update AFTER UPDATE OF default_tax_pct, default_place_of_supply, bank_details, revenue_category_id ON invoice_settings
WHEN (old.default_tax_pct, old.default_place_of_supply, old.bank_details, old.revenue_category_id)
  IS NOT (new.default_tax_pct, new.default_place_of_supply, new.bank_details, new.revenue_category_id) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'invoice_settings', 'invoice_settings', '', 'U', '[' || substr(iif(old.default_tax_pct IS new.default_tax_pct, '', ',' || json_array('default_tax_pct', old.default_tax_pct, new.default_tax_pct))
    || iif(old.default_place_of_supply IS new.default_place_of_supply, '', ',' || json_array('default_place_of_supply', old.default_place_of_supply, new.default_place_of_supply))
    || iif(old.bank_details IS new.bank_details, '', ',' || json_array('bank_details', old.bank_details, new.bank_details))
    || iif(old.revenue_category_id IS new.revenue_category_id, '', ',' || json_array('revenue_category_id', old.revenue_category_id, new.revenue_category_id)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER journal_lines_image_insert AFTER INSERT ON journal_lines WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'journal_lines', new.journal_id, new.line, 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER journal_lines_image_delete AFTER DELETE ON journal_lines WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'journal_lines', old.journal_id, old.line, 'D', json_object('agency_id', old.agency_id, 'journal_id', old.journal_id, 'line', old.line, 'category_id', old.category_id, 'ledger', old.ledger, 'paise', old.paise)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER journal_lines_image_update AFTER UPDATE OF journal_id, line, category_id, ledger, paise ON journal_lines
WHEN (old.journal_id, old.line, old.category_id, old.ledger, old.paise)
  IS NOT (new.journal_id, new.line, new.category_id, new.ledger, new.paise) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'journal_lines', old.journal_id, old.line, 'U', '[' || substr(iif(old.journal_id IS new.journal_id, '', ',' || json_array('journal_id', old.journal_id, new.journal_id))
    || iif(old.line IS new.line, '', ',' || json_array('line', old.line, new.line))
    || iif(old.category_id IS new.category_id, '', ',' || json_array('category_id', old.category_id, new.category_id))
    || iif(old.ledger IS new.ledger, '', ',' || json_array('ledger', old.ledger, new.ledger))
    || iif(old.paise IS new.paise, '', ',' || json_array('paise', old.paise, new.paise)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER journals_image_insert AFTER INSERT ON journals WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'journals', new.id, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'journals' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER journals_image_delete AFTER DELETE ON journals WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'journals', old.id, '', 'D', json_object('agency_id', old.agency_id, 'id', old.id, 'date', old.date, 'reason', old.reason, 'basis', old.basis, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash VALUES (old.agency_id, 'journals', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id));
END;
--> statement-breakpoint
CREATE TRIGGER journals_image_update AFTER UPDATE OF id, date, reason, basis, created_by, created_at ON journals
WHEN (old.id, old.date, old.reason, old.basis, old.created_by, old.created_at)
  IS NOT (new.id, new.date, new.reason, new.basis, new.created_by, new.created_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'journals', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.date IS new.date, '', ',' || json_array('date', old.date, new.date))
    || iif(old.reason IS new.reason, '', ',' || json_array('reason', old.reason, new.reason))
    || iif(old.basis IS new.basis, '', ',' || json_array('basis', old.basis, new.basis))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER ledger_openings_image_insert AFTER INSERT ON ledger_openings WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'ledger_openings', new.id, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER ledger_openings_image_delete AFTER DELETE ON ledger_openings WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'ledger_openings', old.id, '', 'D', json_object('agency_id', old.agency_id, 'id', old.id, 'paise', old.paise)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER ledger_openings_image_update AFTER UPDATE OF id, paise ON ledger_openings
WHEN (old.id, old.paise)
  IS NOT (new.id, new.paise) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'ledger_openings', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.paise IS new.paise, '', ',' || json_array('paise', old.paise, new.paise)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER match_entries_image_insert AFTER INSERT ON match_entries WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'match_entries', new.match_id, new.transaction_id, 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER match_entries_image_delete AFTER DELETE ON match_entries WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'match_entries', old.match_id, old.transaction_id, 'D', json_object('agency_id', old.agency_id, 'match_id', old.match_id, 'account_id', old.account_id, 'transaction_id', old.transaction_id)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER match_entries_image_update AFTER UPDATE OF match_id, account_id, transaction_id ON match_entries
WHEN (old.match_id, old.account_id, old.transaction_id)
  IS NOT (new.match_id, new.account_id, new.transaction_id) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'match_entries', old.match_id, old.transaction_id, 'U', '[' || substr(iif(old.match_id IS new.match_id, '', ',' || json_array('match_id', old.match_id, new.match_id))
    || iif(old.account_id IS new.account_id, '', ',' || json_array('account_id', old.account_id, new.account_id))
    || iif(old.transaction_id IS new.transaction_id, '', ',' || json_array('transaction_id', old.transaction_id, new.transaction_id)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER matches_image_insert AFTER INSERT ON matches WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'matches', new.id, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER matches_image_delete AFTER DELETE ON matches WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'matches', old.id, '', 'D', json_object('agency_id', old.agency_id, 'id', old.id, 'account_id', old.account_id, 'kind', old.kind, 'why', old.why, 'made', old.made, 'rule_id', old.rule_id, 'batch_id', old.batch_id, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER matches_image_update AFTER UPDATE OF id, account_id, kind, why, made, rule_id, batch_id, created_by, created_at ON matches
WHEN (old.id, old.account_id, old.kind, old.why, old.made, old.rule_id, old.batch_id, old.created_by, old.created_at)
  IS NOT (new.id, new.account_id, new.kind, new.why, new.made, new.rule_id, new.batch_id, new.created_by, new.created_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'matches', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.account_id IS new.account_id, '', ',' || json_array('account_id', old.account_id, new.account_id))
    || iif(old.kind IS new.kind, '', ',' || json_array('kind', old.kind, new.kind))
    || iif(old.why IS new.why, '', ',' || json_array('why', old.why, new.why))
    || iif(old.made IS new.made, '', ',' || json_array('made', old.made, new.made))
    || iif(old.rule_id IS new.rule_id, '', ',' || json_array('rule_id', old.rule_id, new.rule_id))
    || iif(old.batch_id IS new.batch_id, '', ',' || json_array('batch_id', old.batch_id, new.batch_id))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER receipts_image_insert AFTER INSERT ON receipts WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'receipts', new.id, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'receipts' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER receipts_image_delete AFTER DELETE ON receipts WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'receipts', old.id, '', 'D', json_object('agency_id', old.agency_id, 'id', old.id, 'number', old.number, 'date', old.date, 'client_name', old.client_name, 'client_email', old.client_email, 'client_phone', old.client_phone, 'client_address', old.client_address, 'purpose', old.purpose, 'amount_paise', old.amount_paise, 'mode', old.mode, 'reference', old.reference, 'account_id', old.account_id, 'notes', old.notes, 'transaction_id', old.transaction_id, 'is_apart', old.is_apart, 'created_by', old.created_by, 'created_at', old.created_at, 'agency', old.agency, 'searched', old.searched)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash VALUES (old.agency_id, 'receipts', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id));
END;
--> statement-breakpoint
CREATE TRIGGER receipts_image_update AFTER UPDATE OF id, number, date, client_name, client_email, client_phone, client_address, purpose, amount_paise, mode, reference, account_id, notes, transaction_id, is_apart, created_by, created_at, agency, searched ON receipts
WHEN (old.id, old.number, old.date, old.client_name, old.client_email, old.client_phone, old.client_address, old.purpose, old.amount_paise, old.mode, old.reference, old.account_id, old.notes, old.transaction_id, old.is_apart, old.created_by, old.created_at, old.agency, old.searched)
  IS NOT (new.id, new.number, new.date, new.client_name, new.client_email, new.client_phone, new.client_address, new.purpose, new.amount_paise, new.mode, new.reference, new.account_id, new.notes, new.transaction_id, new.is_apart, new.created_by, new.created_at, new.agency, new.searched) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'receipts', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.number IS new.number, '', ',' || json_array('number', old.number, new.number))
    || iif(old.date IS new.date, '', ',' || json_array('date', old.date, new.date))
    || iif(old.client_name IS new.client_name, '', ',' || json_array('client_name', old.client_name, new.client_name))
    || iif(old.client_email IS new.client_email, '', ',' || json_array('client_email', old.client_email, new.client_email))
    || iif(old.client_phone IS new.client_phone, '', ',' || json_array('client_phone', old.client_phone, new.client_phone))
    || iif(old.client_address IS new.client_address, '', ',' || json_array('client_address', old.client_address, new.client_address))
    || iif(old.purpose IS new.purpose, '', ',' || json_array('purpose', old.purpose, new.purpose))
    || iif(old.amount_paise IS new.amount_paise, '', ',' || json_array('amount_paise', old.amount_paise, new.amount_paise))
    || iif(old.mode IS new.mode, '', ',' || json_array('mode', old.mode, new.mode))
    || iif(old.reference IS new.reference, '', ',' || json_array('reference', old.reference, new.reference))
    || iif(old.account_id IS new.account_id, '', ',' || json_array('account_id', old.account_id, new.account_id))
    || iif(old.notes IS new.notes, '', ',' || json_array('notes', old.notes, new.notes))
    || iif(old.transaction_id IS new.transaction_id, '', ',' || json_array('transaction_id', old.transaction_id, new.transaction_id))
    || iif(old.is_apart IS new.is_apart, '', ',' || json_array('is_apart', old.is_apart, new.is_apart))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at))
    || iif(old.agency IS new.agency, '', ',' || json_array('agency', old.agency, new.agency))
    || iif(old.searched IS new.searched, '', ',' || json_array('searched', old.searched, new.searched)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER settlements_image_insert AFTER INSERT ON settlements WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'settlements', new.id, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'settlements' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER settlements_image_delete AFTER DELETE ON settlements WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'settlements', old.id, '', 'D', json_object('agency_id', old.agency_id, 'id', old.id, 'kind', old.kind, 'document_id', old.document_id, 'source_id', old.source_id, 'date', old.date, 'amount_paise', old.amount_paise, 'tds_paise', old.tds_paise, 'mode', old.mode, 'reference', old.reference, 'notes', old.notes, 'account_id', old.account_id, 'transaction_id', old.transaction_id, 'is_linked', old.is_linked, 'import_id', old.import_id, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash VALUES (old.agency_id, 'settlements', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id));
END;
--> statement-breakpoint
CREATE TRIGGER settlements_image_update AFTER UPDATE OF id, kind, document_id, source_id, date, amount_paise, tds_paise, mode, reference, notes, account_id, transaction_id, is_linked, import_id, created_by, created_at ON settlements
WHEN (old.id, old.kind, old.document_id, old.source_id, old.date, old.amount_paise, old.tds_paise, old.mode, old.reference, old.notes, old.account_id, old.transaction_id, old.is_linked, old.import_id, old.created_by, old.created_at)
  IS NOT (new.id, new.kind, new.document_id, new.source_id, new.date, new.amount_paise, new.tds_paise, new.mode, new.reference, new.notes, new.account_id, new.transaction_id, new.is_linked, new.import_id, new.created_by, new.created_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'settlements', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.kind IS new.kind, '', ',' || json_array('kind', old.kind, new.kind))
    || iif(old.document_id IS new.document_id, '', ',' || json_array('document_id', old.document_id, new.document_id))
    || iif(old.source_id IS new.source_id, '', ',' || json_array('source_id', old.source_id, new.source_id))
    || iif(old.date IS new.date, '', ',' || json_array('date', old.date, new.date))
    || iif(old.amount_paise IS new.amount_paise, '', ',' || json_array('amount_paise', old.amount_paise, new.amount_paise))
    || iif(old.tds_paise IS new.tds_paise, '', ',' || json_array('tds_paise', old.tds_paise, new.tds_paise))
    || iif(old.mode IS new.mode, '', ',' || json_array('mode', old.mode, new.mode))
    || iif(old.reference IS new.reference, '', ',' || json_array('reference', old.reference, new.reference))
    || iif(old.notes IS new.notes, '', ',' || json_array('notes', old.notes, new.notes))
    || iif(old.account_id IS new.account_id, '', ',' || json_array('account_id', old.account_id, new.account_id))
    || iif(old.transaction_id IS new.transaction_id, '', ',' || json_array('transaction_id', old.transaction_id, new.transaction_id))
    || iif(old.is_linked IS new.is_linked, '', ',' || json_array('is_linked', old.is_linked, new.is_linked))
    || iif(old.import_id IS new.import_id, '', ',' || json_array('import_id', old.import_id, new.import_id))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER tally_names_image_insert AFTER INSERT ON tally_names WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'tally_names', new.id, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER tally_names_image_delete AFTER DELETE ON tally_names WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'tally_names', old.id, '', 'D', json_object('agency_id', old.agency_id, 'id', old.id, 'name', old.name, 'group_name', old.group_name)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER tally_names_image_update AFTER UPDATE OF id, name, group_name ON tally_names
WHEN (old.id, old.name, old.group_name)
  IS NOT (new.id, new.name, new.group_name) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'tally_names', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.name IS new.name, '', ',' || json_array('name', old.name, new.name))
    || iif(old.group_name IS new.group_name, '', ',' || json_array('group_name', old.group_name, new.group_name)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER tds_deposits_image_insert AFTER INSERT ON tds_deposits WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'tds_deposits', new.id, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'tds_deposits' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER tds_deposits_image_delete AFTER DELETE ON tds_deposits WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'tds_deposits', old.id, '', 'D', json_object('agency_id', old.agency_id, 'id', old.id, 'month', old.month, 'rule', old.rule, 'date', old.date, 'amount_paise', old.amount_paise, 'reference', old.reference, 'account_id', old.account_id, 'transaction_id', old.transaction_id, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash VALUES (old.agency_id, 'tds_deposits', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id));
END;
--> statement-breakpoint
CREATE TRIGGER tds_deposits_image_update AFTER UPDATE OF id, month, rule, date, amount_paise, reference, account_id, transaction_id, created_by, created_at ON tds_deposits
WHEN (old.id, old.month, old.rule, old.date, old.amount_paise, old.reference, old.account_id, old.transaction_id, old.created_by, old.created_at)
  IS NOT (new.id, new.month, new.rule, new.date, new.amount_paise, new.reference, new.account_id, new.transaction_id, new.created_by, new.created_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'tds_deposits', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.month IS new.month, '', ',' || json_array('month', old.month, new.month))
    || iif(old.rule IS new.rule, '', ',' || json_array('rule', old.rule, new.rule))
    || iif(old.date IS new.date, '', ',' || json_array('date', old.date, new.date))
    || iif(old.amount_paise IS new.amount_paise, '', ',' || json_array('amount_paise', old.amount_paise, new.amount_paise))
    || iif(old.reference IS new.reference, '', ',' || json_array('reference', old.reference, new.reference))
    || iif(old.account_id IS new.account_id, '', ',' || json_array('account_id', old.account_id, new.account_id))
    || iif(old.transaction_id IS new.transaction_id, '', ',' || json_array('transaction_id', old.transaction_id, new.transaction_id))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER transactions_image_insert AFTER INSERT ON transactions WHEN (new.import_id IS NULL AND NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'))
  OR EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'undo') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'transactions', new.id, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'transactions' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER transactions_image_delete AFTER DELETE ON transactions WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'transactions', old.id, '', 'D', json_object('entry', old.entry, 'agency_id', old.agency_id, 'id', old.id, 'date', old.date, 'type', old.type, 'account_id', old.account_id, 'to_account_id', old.to_account_id, 'category_id', old.category_id, 'amount_paise', old.amount_paise, 'description', old.description, 'notes', old.notes, 'fingerprint', old.fingerprint, 'import_id', old.import_id, 'is_edited', old.is_edited, 'created_by', old.created_by, 'source', old.source, 'source_id', old.source_id, 'split_id', old.split_id)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash VALUES (old.agency_id, 'transactions', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id));
END;
--> statement-breakpoint
CREATE TRIGGER transactions_image_update AFTER UPDATE OF entry, id, date, type, account_id, to_account_id, category_id, amount_paise, description, notes, fingerprint, import_id, is_edited, created_by, source, source_id, split_id ON transactions
WHEN (old.entry, old.id, old.date, old.type, old.account_id, old.to_account_id, old.category_id, old.amount_paise, old.description, old.notes, old.fingerprint, old.import_id, old.is_edited, old.created_by, old.source, old.source_id, old.split_id)
  IS NOT (new.entry, new.id, new.date, new.type, new.account_id, new.to_account_id, new.category_id, new.amount_paise, new.description, new.notes, new.fingerprint, new.import_id, new.is_edited, new.created_by, new.source, new.source_id, new.split_id) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'transactions', old.id, '', 'U', '[' || substr(iif(old.entry IS new.entry, '', ',' || json_array('entry', old.entry, new.entry))
    || iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.date IS new.date, '', ',' || json_array('date', old.date, new.date))
    || iif(old.type IS new.type, '', ',' || json_array('type', old.type, new.type))
    || iif(old.account_id IS new.account_id, '', ',' || json_array('account_id', old.account_id, new.account_id))
    || iif(old.to_account_id IS new.to_account_id, '', ',' || json_array('to_account_id', old.to_account_id, new.to_account_id))
    || iif(old.category_id IS new.category_id, '', ',' || json_array('category_id', old.category_id, new.category_id))
    || iif(old.amount_paise IS new.amount_paise, '', ',' || json_array('amount_paise', old.amount_paise, new.amount_paise))
    || iif(old.description IS new.description, '', ',' || json_array('description', old.description, new.description))
    || iif(old.notes IS new.notes, '', ',' || json_array('notes', old.notes, new.notes))
    || iif(old.fingerprint IS new.fingerprint, '', ',' || json_array('fingerprint', old.fingerprint, new.fingerprint))
    || iif(old.import_id IS new.import_id, '', ',' || json_array('import_id', old.import_id, new.import_id))
    || iif(old.is_edited IS new.is_edited, '', ',' || json_array('is_edited', old.is_edited, new.is_edited))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.source IS new.source, '', ',' || json_array('source', old.source, new.source))
    || iif(old.source_id IS new.source_id, '', ',' || json_array('source_id', old.source_id, new.source_id))
    || iif(old.split_id IS new.split_id, '', ',' || json_array('split_id', old.split_id, new.split_id)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER vendors_image_insert AFTER INSERT ON vendors WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'vendors', new.id, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'vendors' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER vendors_image_delete AFTER DELETE ON vendors WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'vendors', old.id, '', 'D', json_object('agency_id', old.agency_id, 'id', old.id, 'display_name', old.display_name, 'name_key', old.name_key, 'billing_name', old.billing_name, 'email', old.email, 'phone', old.phone, 'billing_address', old.billing_address, 'city', old.city, 'pin', old.pin, 'gstin', old.gstin, 'pan', old.pan, 'state', old.state, 'state_code', old.state_code, 'kind', old.kind, 'country', old.country, 'tds_rule', old.tds_rule, 'itc', old.itc, 'is_small_enterprise', old.is_small_enterprise, 'notes', old.notes, 'import_id', old.import_id, 'searched', old.searched)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash VALUES (old.agency_id, 'vendors', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id));
END;
--> statement-breakpoint
CREATE TRIGGER vendors_image_update AFTER UPDATE OF id, display_name, name_key, billing_name, email, phone, billing_address, city, pin, gstin, pan, state, state_code, kind, country, tds_rule, itc, is_small_enterprise, notes, import_id, searched ON vendors
WHEN (old.id, old.display_name, old.name_key, old.billing_name, old.email, old.phone, old.billing_address, old.city, old.pin, old.gstin, old.pan, old.state, old.state_code, old.kind, old.country, old.tds_rule, old.itc, old.is_small_enterprise, old.notes, old.import_id, old.searched)
  IS NOT (new.id, new.display_name, new.name_key, new.billing_name, new.email, new.phone, new.billing_address, new.city, new.pin, new.gstin, new.pan, new.state, new.state_code, new.kind, new.country, new.tds_rule, new.itc, new.is_small_enterprise, new.notes, new.import_id, new.searched) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'vendors', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.display_name IS new.display_name, '', ',' || json_array('display_name', old.display_name, new.display_name))
    || iif(old.name_key IS new.name_key, '', ',' || json_array('name_key', old.name_key, new.name_key))
    || iif(old.billing_name IS new.billing_name, '', ',' || json_array('billing_name', old.billing_name, new.billing_name))
    || iif(old.email IS new.email, '', ',' || json_array('email', old.email, new.email))
    || iif(old.phone IS new.phone, '', ',' || json_array('phone', old.phone, new.phone))
    || iif(old.billing_address IS new.billing_address, '', ',' || json_array('billing_address', old.billing_address, new.billing_address))
    || iif(old.city IS new.city, '', ',' || json_array('city', old.city, new.city))
    || iif(old.pin IS new.pin, '', ',' || json_array('pin', old.pin, new.pin))
    || iif(old.gstin IS new.gstin, '', ',' || json_array('gstin', old.gstin, new.gstin))
    || iif(old.pan IS new.pan, '', ',' || json_array('pan', old.pan, new.pan))
    || iif(old.state IS new.state, '', ',' || json_array('state', old.state, new.state))
    || iif(old.state_code IS new.state_code, '', ',' || json_array('state_code', old.state_code, new.state_code))
    || iif(old.kind IS new.kind, '', ',' || json_array('kind', old.kind, new.kind))
    || iif(old.country IS new.country, '', ',' || json_array('country', old.country, new.country))
    || iif(old.tds_rule IS new.tds_rule, '', ',' || json_array('tds_rule', old.tds_rule, new.tds_rule))
    || iif(old.itc IS new.itc, '', ',' || json_array('itc', old.itc, new.itc))
    || iif(old.is_small_enterprise IS new.is_small_enterprise, '', ',' || json_array('is_small_enterprise', old.is_small_enterprise, new.is_small_enterprise))
    || iif(old.notes IS new.notes, '', ',' || json_array('notes', old.notes, new.notes))
    || iif(old.import_id IS new.import_id, '', ',' || json_array('import_id', old.import_id, new.import_id))
    || iif(old.searched IS new.searched, '', ',' || json_array('searched', old.searched, new.searched)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
