CREATE TABLE `import_digests` (
	`agency_id` integer NOT NULL,
	`import_id` text NOT NULL,
	`last_entry` integer NOT NULL,
	`digest` text NOT NULL,
	PRIMARY KEY(`agency_id`, `import_id`, `last_entry`)
);
--> statement-breakpoint
ALTER TABLE `users` ADD `sign_in_mark` text DEFAULT '' NOT NULL;
--> statement-breakpoint
UPDATE users SET sign_in_mark = (SELECT substr(password_hash, -16) || is_own_password FROM people
  WHERE people.email = users.email) WHERE removed_at IS NULL;
--> statement-breakpoint
DROP TRIGGER accounts_image_insert;
--> statement-breakpoint
DROP TRIGGER accounts_image_delete;
--> statement-breakpoint
DROP TRIGGER accounts_image_update;
--> statement-breakpoint
DROP TRIGGER agencies_image_insert;
--> statement-breakpoint
DROP TRIGGER agencies_image_delete;
--> statement-breakpoint
DROP TRIGGER agencies_image_update;
--> statement-breakpoint
DROP TRIGGER attachments_image_insert;
--> statement-breakpoint
DROP TRIGGER attachments_image_delete;
--> statement-breakpoint
DROP TRIGGER attachments_image_update;
--> statement-breakpoint
DROP TRIGGER bank_accounts_image_insert;
--> statement-breakpoint
DROP TRIGGER bank_accounts_image_delete;
--> statement-breakpoint
DROP TRIGGER bank_accounts_image_update;
--> statement-breakpoint
DROP TRIGGER bank_lines_image_update;
--> statement-breakpoint
DROP TRIGGER bank_rules_image_insert;
--> statement-breakpoint
DROP TRIGGER bank_rules_image_delete;
--> statement-breakpoint
DROP TRIGGER bank_rules_image_update;
--> statement-breakpoint
DROP TRIGGER categories_image_insert;
--> statement-breakpoint
DROP TRIGGER categories_image_delete;
--> statement-breakpoint
DROP TRIGGER categories_image_update;
--> statement-breakpoint
DROP TRIGGER clients_image_insert;
--> statement-breakpoint
DROP TRIGGER clients_image_delete;
--> statement-breakpoint
DROP TRIGGER clients_image_update;
--> statement-breakpoint
DROP TRIGGER credit_openings_image_insert;
--> statement-breakpoint
DROP TRIGGER credit_openings_image_delete;
--> statement-breakpoint
DROP TRIGGER credit_openings_image_update;
--> statement-breakpoint
DROP TRIGGER credit_reversals_image_insert;
--> statement-breakpoint
DROP TRIGGER credit_reversals_image_delete;
--> statement-breakpoint
DROP TRIGGER credit_reversals_image_update;
--> statement-breakpoint
DROP TRIGGER declined_proposals_image_insert;
--> statement-breakpoint
DROP TRIGGER declined_proposals_image_delete;
--> statement-breakpoint
DROP TRIGGER declined_proposals_image_update;
--> statement-breakpoint
DROP TRIGGER document_lines_image_insert;
--> statement-breakpoint
DROP TRIGGER document_lines_image_delete;
--> statement-breakpoint
DROP TRIGGER document_lines_image_update;
--> statement-breakpoint
DROP TRIGGER document_settings_image_insert;
--> statement-breakpoint
DROP TRIGGER document_settings_image_delete;
--> statement-breakpoint
DROP TRIGGER document_settings_image_update;
--> statement-breakpoint
DROP TRIGGER filed_documents_image_insert;
--> statement-breakpoint
DROP TRIGGER filed_documents_image_delete;
--> statement-breakpoint
DROP TRIGGER filed_documents_image_update;
--> statement-breakpoint
DROP TRIGGER filings_image_insert;
--> statement-breakpoint
DROP TRIGGER filings_image_delete;
--> statement-breakpoint
DROP TRIGGER filings_image_update;
--> statement-breakpoint
DROP TRIGGER gstr2b_rows_image_update;
--> statement-breakpoint
DROP TRIGGER invoice_settings_image_insert;
--> statement-breakpoint
DROP TRIGGER invoice_settings_image_delete;
--> statement-breakpoint
DROP TRIGGER invoice_settings_image_update;
--> statement-breakpoint
DROP TRIGGER journal_lines_image_insert;
--> statement-breakpoint
DROP TRIGGER journal_lines_image_delete;
--> statement-breakpoint
DROP TRIGGER journal_lines_image_update;
--> statement-breakpoint
DROP TRIGGER journals_image_insert;
--> statement-breakpoint
DROP TRIGGER journals_image_delete;
--> statement-breakpoint
DROP TRIGGER journals_image_update;
--> statement-breakpoint
DROP TRIGGER ledger_openings_image_insert;
--> statement-breakpoint
DROP TRIGGER ledger_openings_image_delete;
--> statement-breakpoint
DROP TRIGGER ledger_openings_image_update;
--> statement-breakpoint
DROP TRIGGER match_entries_image_insert;
--> statement-breakpoint
DROP TRIGGER match_entries_image_delete;
--> statement-breakpoint
DROP TRIGGER match_entries_image_update;
--> statement-breakpoint
DROP TRIGGER matches_image_insert;
--> statement-breakpoint
DROP TRIGGER matches_image_delete;
--> statement-breakpoint
DROP TRIGGER matches_image_update;
--> statement-breakpoint
DROP TRIGGER receipts_image_insert;
--> statement-breakpoint
DROP TRIGGER receipts_image_delete;
--> statement-breakpoint
DROP TRIGGER receipts_image_update;
--> statement-breakpoint
DROP TRIGGER settlements_image_insert;
--> statement-breakpoint
DROP TRIGGER settlements_image_delete;
--> statement-breakpoint
DROP TRIGGER settlements_image_update;
--> statement-breakpoint
DROP TRIGGER tally_names_image_insert;
--> statement-breakpoint
DROP TRIGGER tally_names_image_delete;
--> statement-breakpoint
DROP TRIGGER tally_names_image_update;
--> statement-breakpoint
DROP TRIGGER tds_deposits_image_insert;
--> statement-breakpoint
DROP TRIGGER tds_deposits_image_delete;
--> statement-breakpoint
DROP TRIGGER tds_deposits_image_update;
--> statement-breakpoint
DROP TRIGGER transactions_image_insert;
--> statement-breakpoint
DROP TRIGGER transactions_image_delete;
--> statement-breakpoint
DROP TRIGGER transactions_image_update;
--> statement-breakpoint
DROP TRIGGER vendors_image_insert;
--> statement-breakpoint
DROP TRIGGER vendors_image_delete;
--> statement-breakpoint
DROP TRIGGER vendors_image_update;
--> statement-breakpoint
DROP TRIGGER approvals_image_insert;
--> statement-breakpoint
DROP TRIGGER approvals_image_delete;
--> statement-breakpoint
DROP TRIGGER approvals_image_update;
--> statement-breakpoint
DROP TRIGGER approval_limits_image_insert;
--> statement-breakpoint
DROP TRIGGER approval_limits_image_delete;
--> statement-breakpoint
DROP TRIGGER approval_limits_image_update;
--> statement-breakpoint
DROP TRIGGER documents_image_insert;
--> statement-breakpoint
DROP TRIGGER documents_image_delete;
--> statement-breakpoint
DROP TRIGGER documents_image_update;
--> statement-breakpoint
-- Written by db/undo/triggers.ts.
CREATE TRIGGER accounts_image_insert AFTER INSERT ON accounts BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'accounts', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'name', new.name, 'name_key', new.name_key, 'type', new.type, 'opening_paise', new.opening_paise, 'is_active', new.is_active)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'accounts' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_image_delete AFTER DELETE ON accounts BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'accounts', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'name', old.name, 'name_key', old.name_key, 'type', old.type, 'opening_paise', old.opening_paise, 'is_active', old.is_active)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'accounts', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
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
CREATE TRIGGER agencies_image_insert AFTER INSERT ON agencies BEGIN
  INSERT INTO row_images SELECT new.id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.id AND seq = s),
    'agencies', 'agencies', '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.id AND state = 'import'), 'i', 'I'), json_object('id', new.id, 'name', new.name, 'slug', new.slug, 'location', new.location, 'contact_number', new.contact_number, 'gst_number', new.gst_number, 'legal_name', new.legal_name, 'city', new.city, 'pin', new.pin, 'lut', (new.lut || ''), 'aato', (new.aato || ''), 'filing', new.filing, 'is_composition', new.is_composition, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER agencies_image_delete AFTER DELETE ON agencies BEGIN
  INSERT INTO row_images SELECT old.id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.id AND seq = s),
    'agencies', 'agencies', '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.id AND state = 'import'), 'd', 'D'), json_object('id', old.id, 'name', old.name, 'slug', old.slug, 'location', old.location, 'contact_number', old.contact_number, 'gst_number', old.gst_number, 'legal_name', old.legal_name, 'city', old.city, 'pin', old.pin, 'lut', (old.lut || ''), 'aato', (old.aato || ''), 'filing', old.filing, 'is_composition', old.is_composition, 'created_at', old.created_at)
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
    || iif(old.lut IS new.lut, '', ',' || json_array('lut', (old.lut || ''), (new.lut || '')))
    || iif(old.aato IS new.aato, '', ',' || json_array('aato', (old.aato || ''), (new.aato || '')))
    || iif(old.filing IS new.filing, '', ',' || json_array('filing', old.filing, new.filing))
    || iif(old.is_composition IS new.is_composition, '', ',' || json_array('is_composition', old.is_composition, new.is_composition))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER approval_limits_image_insert AFTER INSERT ON approval_limits BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'approval_limits', 'approval_limits', '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'limit_paise', new.limit_paise)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER approval_limits_image_delete AFTER DELETE ON approval_limits BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'approval_limits', 'approval_limits', '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'limit_paise', old.limit_paise)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER approval_limits_image_update AFTER UPDATE OF limit_paise ON approval_limits
WHEN (old.limit_paise)
  IS NOT (new.limit_paise) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'approval_limits', 'approval_limits', '', 'U', '[' || substr(iif(old.limit_paise IS new.limit_paise, '', ',' || json_array('limit_paise', old.limit_paise, new.limit_paise)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER approvals_image_insert AFTER INSERT ON approvals BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'approvals', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'kind', new.kind, 'state', new.state, 'input', (new.input || ''), 'bill_id', new.bill_id, 'date', new.date, 'amount_paise', new.amount_paise, 'description', new.description, 'from_name', new.from_name, 'to_name', new.to_name, 'asked_by', new.asked_by, 'asked_at', new.asked_at, 'decided_by', new.decided_by, 'decided_at', new.decided_at, 'reason', new.reason, 'transaction_id', new.transaction_id)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER approvals_image_delete AFTER DELETE ON approvals BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'approvals', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'kind', old.kind, 'state', old.state, 'input', (old.input || ''), 'bill_id', old.bill_id, 'date', old.date, 'amount_paise', old.amount_paise, 'description', old.description, 'from_name', old.from_name, 'to_name', old.to_name, 'asked_by', old.asked_by, 'asked_at', old.asked_at, 'decided_by', old.decided_by, 'decided_at', old.decided_at, 'reason', old.reason, 'transaction_id', old.transaction_id)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER approvals_image_update AFTER UPDATE OF id, kind, state, input, bill_id, date, amount_paise, description, from_name, to_name, asked_by, asked_at, decided_by, decided_at, reason, transaction_id ON approvals
WHEN (old.id, old.kind, old.state, old.input, old.bill_id, old.date, old.amount_paise, old.description, old.from_name, old.to_name, old.asked_by, old.asked_at, old.decided_by, old.decided_at, old.reason, old.transaction_id)
  IS NOT (new.id, new.kind, new.state, new.input, new.bill_id, new.date, new.amount_paise, new.description, new.from_name, new.to_name, new.asked_by, new.asked_at, new.decided_by, new.decided_at, new.reason, new.transaction_id) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'approvals', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.kind IS new.kind, '', ',' || json_array('kind', old.kind, new.kind))
    || iif(old.state IS new.state, '', ',' || json_array('state', old.state, new.state))
    || iif(old.input IS new.input, '', ',' || json_array('input', (old.input || ''), (new.input || '')))
    || iif(old.bill_id IS new.bill_id, '', ',' || json_array('bill_id', old.bill_id, new.bill_id))
    || iif(old.date IS new.date, '', ',' || json_array('date', old.date, new.date))
    || iif(old.amount_paise IS new.amount_paise, '', ',' || json_array('amount_paise', old.amount_paise, new.amount_paise))
    || iif(old.description IS new.description, '', ',' || json_array('description', old.description, new.description))
    || iif(old.from_name IS new.from_name, '', ',' || json_array('from_name', old.from_name, new.from_name))
    || iif(old.to_name IS new.to_name, '', ',' || json_array('to_name', old.to_name, new.to_name))
    || iif(old.asked_by IS new.asked_by, '', ',' || json_array('asked_by', old.asked_by, new.asked_by))
    || iif(old.asked_at IS new.asked_at, '', ',' || json_array('asked_at', old.asked_at, new.asked_at))
    || iif(old.decided_by IS new.decided_by, '', ',' || json_array('decided_by', old.decided_by, new.decided_by))
    || iif(old.decided_at IS new.decided_at, '', ',' || json_array('decided_at', old.decided_at, new.decided_at))
    || iif(old.reason IS new.reason, '', ',' || json_array('reason', old.reason, new.reason))
    || iif(old.transaction_id IS new.transaction_id, '', ',' || json_array('transaction_id', old.transaction_id, new.transaction_id)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER attachments_image_insert AFTER INSERT ON attachments BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'attachments', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'entity', new.entity, 'entity_id', new.entity_id, 'name', new.name, 'kind', new.kind, 'size', new.size, 'sha256', new.sha256, 'created_by', new.created_by, 'created_at', new.created_at, 'deleted_by', new.deleted_by, 'deleted_at', new.deleted_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER attachments_image_delete AFTER DELETE ON attachments BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'attachments', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'entity', old.entity, 'entity_id', old.entity_id, 'name', old.name, 'kind', old.kind, 'size', old.size, 'sha256', old.sha256, 'created_by', old.created_by, 'created_at', old.created_at, 'deleted_by', old.deleted_by, 'deleted_at', old.deleted_at)
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
CREATE TRIGGER bank_accounts_image_insert AFTER INSERT ON bank_accounts BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'bank_accounts', new.account_id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'account_id', new.account_id, 'number', new.number, 'closed_to', new.closed_to, 'layouts', (new.layouts || ''))
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER bank_accounts_image_delete AFTER DELETE ON bank_accounts BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'bank_accounts', old.account_id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'account_id', old.account_id, 'number', old.number, 'closed_to', old.closed_to, 'layouts', (old.layouts || ''))
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
    || iif(old.layouts IS new.layouts, '', ',' || json_array('layouts', (old.layouts || ''), (new.layouts || ''))), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER bank_lines_image_insert AFTER INSERT ON bank_lines BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'bank_lines', new.id, '', 'i', json_object('agency_id', new.agency_id, 'id', new.id, 'account_id', new.account_id, 'date', new.date, 'place', new.place, 'value_date', new.value_date, 'narration', new.narration, 'ref', new.ref, 'bank_id', new.bank_id, 'amount_paise', new.amount_paise, 'balance_paise', new.balance_paise, 'match_id', new.match_id)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER bank_lines_image_delete AFTER DELETE ON bank_lines BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'bank_lines', old.id, '', 'd', json_object('agency_id', old.agency_id, 'id', old.id, 'account_id', old.account_id, 'date', old.date, 'place', old.place, 'value_date', old.value_date, 'narration', old.narration, 'ref', old.ref, 'bank_id', old.bank_id, 'amount_paise', old.amount_paise, 'balance_paise', old.balance_paise, 'match_id', old.match_id)
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
CREATE TRIGGER bank_rules_image_insert AFTER INSERT ON bank_rules BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'bank_rules', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'place', new.place, 'name', new.name, 'test', (new.test || ''), 'effect', (new.effect || ''), 'is_active', new.is_active)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'bank_rules' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER bank_rules_image_delete AFTER DELETE ON bank_rules BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'bank_rules', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'place', old.place, 'name', old.name, 'test', (old.test || ''), 'effect', (old.effect || ''), 'is_active', old.is_active)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'bank_rules', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
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
    || iif(old.test IS new.test, '', ',' || json_array('test', (old.test || ''), (new.test || '')))
    || iif(old.effect IS new.effect, '', ',' || json_array('effect', (old.effect || ''), (new.effect || '')))
    || iif(old.is_active IS new.is_active, '', ',' || json_array('is_active', old.is_active, new.is_active)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER categories_image_insert AFTER INSERT ON categories BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'categories', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'name', new.name, 'name_key', new.name_key, 'type', new.type, 'kind', new.kind, 'ledger', new.ledger, 'is_active', new.is_active, 'itc', new.itc, 'blocked_by', new.blocked_by)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'categories' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER categories_image_delete AFTER DELETE ON categories BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'categories', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'name', old.name, 'name_key', old.name_key, 'type', old.type, 'kind', old.kind, 'ledger', old.ledger, 'is_active', old.is_active, 'itc', old.itc, 'blocked_by', old.blocked_by)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'categories', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
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
CREATE TRIGGER clients_image_insert AFTER INSERT ON clients BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'clients', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'display_name', new.display_name, 'name_key', new.name_key, 'billing_name', new.billing_name, 'email', new.email, 'phone', new.phone, 'billing_address', new.billing_address, 'city', new.city, 'pin', new.pin, 'gstin', new.gstin, 'state', new.state, 'state_code', new.state_code, 'kind', new.kind, 'country', new.country, 'notes', new.notes, 'import_id', new.import_id, 'searched', new.searched)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'clients' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER clients_image_delete AFTER DELETE ON clients BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'clients', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'display_name', old.display_name, 'name_key', old.name_key, 'billing_name', old.billing_name, 'email', old.email, 'phone', old.phone, 'billing_address', old.billing_address, 'city', old.city, 'pin', old.pin, 'gstin', old.gstin, 'state', old.state, 'state_code', old.state_code, 'kind', old.kind, 'country', old.country, 'notes', old.notes, 'import_id', old.import_id, 'searched', old.searched)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'clients', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
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
CREATE TRIGGER credit_openings_image_insert AFTER INSERT ON credit_openings BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'credit_openings', new.period, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'period', new.period, 'igst_paise', new.igst_paise, 'cgst_paise', new.cgst_paise, 'sgst_paise', new.sgst_paise)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER credit_openings_image_delete AFTER DELETE ON credit_openings BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'credit_openings', old.period, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'period', old.period, 'igst_paise', old.igst_paise, 'cgst_paise', old.cgst_paise, 'sgst_paise', old.sgst_paise)
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
CREATE TRIGGER credit_reversals_image_insert AFTER INSERT ON credit_reversals BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'credit_reversals', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'period', new.period, 'row_key', new.row_key, 'bill_id', new.bill_id, 'igst_paise', new.igst_paise, 'cgst_paise', new.cgst_paise, 'sgst_paise', new.sgst_paise, 'cess_paise', new.cess_paise, 'reclaimed_in', new.reclaimed_in)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER credit_reversals_image_delete AFTER DELETE ON credit_reversals BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'credit_reversals', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'period', old.period, 'row_key', old.row_key, 'bill_id', old.bill_id, 'igst_paise', old.igst_paise, 'cgst_paise', old.cgst_paise, 'sgst_paise', old.sgst_paise, 'cess_paise', old.cess_paise, 'reclaimed_in', old.reclaimed_in)
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
CREATE TRIGGER declined_proposals_image_insert AFTER INSERT ON declined_proposals BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'declined_proposals', new.line_id, new.proposal, iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'line_id', new.line_id, 'proposal', new.proposal)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER declined_proposals_image_delete AFTER DELETE ON declined_proposals BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'declined_proposals', old.line_id, old.proposal, iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'line_id', old.line_id, 'proposal', old.proposal)
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
CREATE TRIGGER document_lines_image_insert AFTER INSERT ON document_lines BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'document_lines', new.document_id, new.line, iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'document_id', new.document_id, 'line', new.line, 'description', new.description, 'hsn_sac', new.hsn_sac, 'unit', new.unit, 'qty', new.qty, 'rate_paise', new.rate_paise, 'discount_pct', new.discount_pct, 'tax_pct', new.tax_pct, 'treatment', new.treatment, 'taxable_paise', new.taxable_paise, 'cgst_paise', new.cgst_paise, 'sgst_paise', new.sgst_paise, 'igst_paise', new.igst_paise, 'cess_paise', new.cess_paise, 'category_id', new.category_id, 'itc', new.itc, 'blocked_by', new.blocked_by)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER document_lines_image_delete AFTER DELETE ON document_lines BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'document_lines', old.document_id, old.line, iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'document_id', old.document_id, 'line', old.line, 'description', old.description, 'hsn_sac', old.hsn_sac, 'unit', old.unit, 'qty', old.qty, 'rate_paise', old.rate_paise, 'discount_pct', old.discount_pct, 'tax_pct', old.tax_pct, 'treatment', old.treatment, 'taxable_paise', old.taxable_paise, 'cgst_paise', old.cgst_paise, 'sgst_paise', old.sgst_paise, 'igst_paise', old.igst_paise, 'cess_paise', old.cess_paise, 'category_id', old.category_id, 'itc', old.itc, 'blocked_by', old.blocked_by)
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
CREATE TRIGGER document_settings_image_insert AFTER INSERT ON document_settings BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'document_settings', new.kind, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'kind', new.kind, 'prefix', new.prefix, 'series', new.series, 'reset_policy', new.reset_policy)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER document_settings_image_delete AFTER DELETE ON document_settings BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'document_settings', old.kind, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'kind', old.kind, 'prefix', old.prefix, 'series', old.series, 'reset_policy', old.reset_policy)
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
CREATE TRIGGER documents_image_insert AFTER INSERT ON documents BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'documents', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'kind', new.kind, 'family', new.family, 'number', new.number, 'date', new.date, 'due_date', new.due_date, 'client_id', new.client_id, 'vendor_id', new.vendor_id, 'number_key', new.number_key, 'vendor_key', new.vendor_key, 'received_date', new.received_date, 'place_of_supply', new.place_of_supply, 'supply_text', new.supply_text, 'supply_code', new.supply_code, 'gst_mode', new.gst_mode, 'supply', new.supply, 'reverse_charge', new.reverse_charge, 'import', new.import, 'is_untaxed', new.is_untaxed, 'foreign_currency', new.foreign_currency, 'exchange_rate', new.exchange_rate, 'delivery_address', new.delivery_address, 'sub_total_paise', new.sub_total_paise, 'discount_paise', new.discount_paise, 'taxable_paise', new.taxable_paise, 'cgst_paise', new.cgst_paise, 'sgst_paise', new.sgst_paise, 'igst_paise', new.igst_paise, 'cess_paise', new.cess_paise, 'round_off_paise', new.round_off_paise, 'grand_total_paise', new.grand_total_paise, 'tds_rule', new.tds_rule, 'tds_due_paise', new.tds_due_paise, 'is_on_hold', new.is_on_hold, 'is_earlier', new.is_earlier, 'sent_at', new.sent_at, 'cancelled_at', new.cancelled_at, 'accepted_at', new.accepted_at, 'declined_at', new.declined_at, 'issued', (new.issued || ''), 'original_id', new.original_id, 'original', (new.original || ''), 'reason', new.reason, 'series_id', new.series_id, 'import_id', new.import_id, 'is_edited', new.is_edited, 'notes', new.notes, 'terms', new.terms, 'created_by', new.created_by, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'documents' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER documents_image_delete AFTER DELETE ON documents BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'documents', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'kind', old.kind, 'family', old.family, 'number', old.number, 'date', old.date, 'due_date', old.due_date, 'client_id', old.client_id, 'vendor_id', old.vendor_id, 'number_key', old.number_key, 'vendor_key', old.vendor_key, 'received_date', old.received_date, 'place_of_supply', old.place_of_supply, 'supply_text', old.supply_text, 'supply_code', old.supply_code, 'gst_mode', old.gst_mode, 'supply', old.supply, 'reverse_charge', old.reverse_charge, 'import', old.import, 'is_untaxed', old.is_untaxed, 'foreign_currency', old.foreign_currency, 'exchange_rate', old.exchange_rate, 'delivery_address', old.delivery_address, 'sub_total_paise', old.sub_total_paise, 'discount_paise', old.discount_paise, 'taxable_paise', old.taxable_paise, 'cgst_paise', old.cgst_paise, 'sgst_paise', old.sgst_paise, 'igst_paise', old.igst_paise, 'cess_paise', old.cess_paise, 'round_off_paise', old.round_off_paise, 'grand_total_paise', old.grand_total_paise, 'tds_rule', old.tds_rule, 'tds_due_paise', old.tds_due_paise, 'is_on_hold', old.is_on_hold, 'is_earlier', old.is_earlier, 'sent_at', old.sent_at, 'cancelled_at', old.cancelled_at, 'accepted_at', old.accepted_at, 'declined_at', old.declined_at, 'issued', (old.issued || ''), 'original_id', old.original_id, 'original', (old.original || ''), 'reason', old.reason, 'series_id', old.series_id, 'import_id', old.import_id, 'is_edited', old.is_edited, 'notes', old.notes, 'terms', old.terms, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'documents', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
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
    || iif(old.issued IS new.issued, '', ',' || json_array('issued', (old.issued || ''), (new.issued || '')))
    || iif(old.original_id IS new.original_id, '', ',' || json_array('original_id', old.original_id, new.original_id))
    || iif(old.original IS new.original, '', ',' || json_array('original', (old.original || ''), (new.original || '')))
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
--> statement-breakpoint
CREATE TRIGGER filed_documents_image_insert AFTER INSERT ON filed_documents BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'filed_documents', new.filing_id, new.document_id, iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'filing_id', new.filing_id, 'document_id', new.document_id, 'digest', new.digest)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER filed_documents_image_delete AFTER DELETE ON filed_documents BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'filed_documents', old.filing_id, old.document_id, iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'filing_id', old.filing_id, 'document_id', old.document_id, 'digest', old.digest)
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
CREATE TRIGGER filings_image_insert AFTER INSERT ON filings BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'filings', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'period', new.period, 'return', new.return, 'date', new.date, 'arn', new.arn, 'file_name', new.file_name, 'file', new.file, 'created_by', new.created_by, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'filings' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER filings_image_delete AFTER DELETE ON filings BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'filings', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'period', old.period, 'return', old.return, 'date', old.date, 'arn', old.arn, 'file_name', old.file_name, 'file', old.file, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'filings', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
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
CREATE TRIGGER gstr2b_rows_image_insert AFTER INSERT ON gstr2b_rows BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'gstr2b_rows', new.id, '', 'i', json_object('agency_id', new.agency_id, 'id', new.id, 'period', new.period, 'portal_table', new.portal_table, 'gstin', new.gstin, 'supplier', new.supplier, 'number', new.number, 'date', new.date, 'kind', new.kind, 'place', new.place, 'is_reverse_charge', new.is_reverse_charge, 'available', new.available, 'reason', new.reason, 'amends', (new.amends || ''), 'taxable_paise', new.taxable_paise, 'igst_paise', new.igst_paise, 'cgst_paise', new.cgst_paise, 'sgst_paise', new.sgst_paise, 'cess_paise', new.cess_paise, 'bill_id', new.bill_id, 'linked_as', new.linked_as, 'linked_in', new.linked_in, 'is_ignored', new.is_ignored)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER gstr2b_rows_image_delete AFTER DELETE ON gstr2b_rows BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'gstr2b_rows', old.id, '', 'd', json_object('agency_id', old.agency_id, 'id', old.id, 'period', old.period, 'portal_table', old.portal_table, 'gstin', old.gstin, 'supplier', old.supplier, 'number', old.number, 'date', old.date, 'kind', old.kind, 'place', old.place, 'is_reverse_charge', old.is_reverse_charge, 'available', old.available, 'reason', old.reason, 'amends', (old.amends || ''), 'taxable_paise', old.taxable_paise, 'igst_paise', old.igst_paise, 'cgst_paise', old.cgst_paise, 'sgst_paise', old.sgst_paise, 'cess_paise', old.cess_paise, 'bill_id', old.bill_id, 'linked_as', old.linked_as, 'linked_in', old.linked_in, 'is_ignored', old.is_ignored)
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
    || iif(old.amends IS new.amends, '', ',' || json_array('amends', (old.amends || ''), (new.amends || '')))
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
CREATE TRIGGER invoice_settings_image_insert AFTER INSERT ON invoice_settings BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'invoice_settings', 'invoice_settings', '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'default_tax_pct', new.default_tax_pct, 'default_place_of_supply', new.default_place_of_supply, 'bank_details', (new.bank_details || ''), 'revenue_category_id', new.revenue_category_id)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER invoice_settings_image_delete AFTER DELETE ON invoice_settings BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'invoice_settings', 'invoice_settings', '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'default_tax_pct', old.default_tax_pct, 'default_place_of_supply', old.default_place_of_supply, 'bank_details', (old.bank_details || ''), 'revenue_category_id', old.revenue_category_id)
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
    || iif(old.bank_details IS new.bank_details, '', ',' || json_array('bank_details', (old.bank_details || ''), (new.bank_details || '')))
    || iif(old.revenue_category_id IS new.revenue_category_id, '', ',' || json_array('revenue_category_id', old.revenue_category_id, new.revenue_category_id)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER journal_lines_image_insert AFTER INSERT ON journal_lines BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'journal_lines', new.journal_id, new.line, iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'journal_id', new.journal_id, 'line', new.line, 'category_id', new.category_id, 'ledger', new.ledger, 'paise', new.paise)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER journal_lines_image_delete AFTER DELETE ON journal_lines BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'journal_lines', old.journal_id, old.line, iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'journal_id', old.journal_id, 'line', old.line, 'category_id', old.category_id, 'ledger', old.ledger, 'paise', old.paise)
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
CREATE TRIGGER journals_image_insert AFTER INSERT ON journals BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'journals', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'date', new.date, 'reason', new.reason, 'basis', new.basis, 'created_by', new.created_by, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'journals' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER journals_image_delete AFTER DELETE ON journals BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'journals', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'date', old.date, 'reason', old.reason, 'basis', old.basis, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'journals', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
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
CREATE TRIGGER ledger_openings_image_insert AFTER INSERT ON ledger_openings BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'ledger_openings', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'paise', new.paise)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER ledger_openings_image_delete AFTER DELETE ON ledger_openings BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'ledger_openings', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'paise', old.paise)
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
CREATE TRIGGER match_entries_image_insert AFTER INSERT ON match_entries BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'match_entries', new.match_id, new.transaction_id, iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'match_id', new.match_id, 'account_id', new.account_id, 'transaction_id', new.transaction_id)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER match_entries_image_delete AFTER DELETE ON match_entries BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'match_entries', old.match_id, old.transaction_id, iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'match_id', old.match_id, 'account_id', old.account_id, 'transaction_id', old.transaction_id)
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
CREATE TRIGGER matches_image_insert AFTER INSERT ON matches BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'matches', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'account_id', new.account_id, 'kind', new.kind, 'why', new.why, 'made', (new.made || ''), 'rule_id', new.rule_id, 'batch_id', new.batch_id, 'created_by', new.created_by, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER matches_image_delete AFTER DELETE ON matches BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'matches', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'account_id', old.account_id, 'kind', old.kind, 'why', old.why, 'made', (old.made || ''), 'rule_id', old.rule_id, 'batch_id', old.batch_id, 'created_by', old.created_by, 'created_at', old.created_at)
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
    || iif(old.made IS new.made, '', ',' || json_array('made', (old.made || ''), (new.made || '')))
    || iif(old.rule_id IS new.rule_id, '', ',' || json_array('rule_id', old.rule_id, new.rule_id))
    || iif(old.batch_id IS new.batch_id, '', ',' || json_array('batch_id', old.batch_id, new.batch_id))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER receipts_image_insert AFTER INSERT ON receipts BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'receipts', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'number', new.number, 'date', new.date, 'client_name', new.client_name, 'client_email', new.client_email, 'client_phone', new.client_phone, 'client_address', new.client_address, 'purpose', new.purpose, 'amount_paise', new.amount_paise, 'mode', new.mode, 'reference', new.reference, 'account_id', new.account_id, 'notes', new.notes, 'transaction_id', new.transaction_id, 'is_apart', new.is_apart, 'created_by', new.created_by, 'created_at', new.created_at, 'agency', (new.agency || ''), 'searched', new.searched)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'receipts' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER receipts_image_delete AFTER DELETE ON receipts BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'receipts', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'number', old.number, 'date', old.date, 'client_name', old.client_name, 'client_email', old.client_email, 'client_phone', old.client_phone, 'client_address', old.client_address, 'purpose', old.purpose, 'amount_paise', old.amount_paise, 'mode', old.mode, 'reference', old.reference, 'account_id', old.account_id, 'notes', old.notes, 'transaction_id', old.transaction_id, 'is_apart', old.is_apart, 'created_by', old.created_by, 'created_at', old.created_at, 'agency', (old.agency || ''), 'searched', old.searched)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'receipts', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
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
    || iif(old.agency IS new.agency, '', ',' || json_array('agency', (old.agency || ''), (new.agency || '')))
    || iif(old.searched IS new.searched, '', ',' || json_array('searched', old.searched, new.searched)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER settlements_image_insert AFTER INSERT ON settlements BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'settlements', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'kind', new.kind, 'document_id', new.document_id, 'source_id', new.source_id, 'date', new.date, 'amount_paise', new.amount_paise, 'tds_paise', new.tds_paise, 'mode', new.mode, 'reference', new.reference, 'notes', new.notes, 'account_id', new.account_id, 'transaction_id', new.transaction_id, 'is_linked', new.is_linked, 'import_id', new.import_id, 'created_by', new.created_by, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'settlements' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER settlements_image_delete AFTER DELETE ON settlements BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'settlements', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'kind', old.kind, 'document_id', old.document_id, 'source_id', old.source_id, 'date', old.date, 'amount_paise', old.amount_paise, 'tds_paise', old.tds_paise, 'mode', old.mode, 'reference', old.reference, 'notes', old.notes, 'account_id', old.account_id, 'transaction_id', old.transaction_id, 'is_linked', old.is_linked, 'import_id', old.import_id, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'settlements', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
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
CREATE TRIGGER tally_names_image_insert AFTER INSERT ON tally_names BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'tally_names', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'name', new.name, 'group_name', new.group_name)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER tally_names_image_delete AFTER DELETE ON tally_names BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'tally_names', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'name', old.name, 'group_name', old.group_name)
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
CREATE TRIGGER tds_deposits_image_insert AFTER INSERT ON tds_deposits BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'tds_deposits', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'month', new.month, 'rule', new.rule, 'date', new.date, 'amount_paise', new.amount_paise, 'reference', new.reference, 'account_id', new.account_id, 'transaction_id', new.transaction_id, 'created_by', new.created_by, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'tds_deposits' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER tds_deposits_image_delete AFTER DELETE ON tds_deposits BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'tds_deposits', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'month', old.month, 'rule', old.rule, 'date', old.date, 'amount_paise', old.amount_paise, 'reference', old.reference, 'account_id', old.account_id, 'transaction_id', old.transaction_id, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'tds_deposits', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
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
CREATE TRIGGER transactions_image_insert AFTER INSERT ON transactions WHEN new.import_id IS NULL
  OR EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'undo') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'transactions', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('entry', new.entry, 'agency_id', new.agency_id, 'id', new.id, 'date', new.date, 'type', new.type, 'account_id', new.account_id, 'to_account_id', new.to_account_id, 'category_id', new.category_id, 'amount_paise', new.amount_paise, 'description', new.description, 'notes', new.notes, 'fingerprint', new.fingerprint, 'import_id', new.import_id, 'is_edited', new.is_edited, 'created_by', new.created_by, 'source', new.source, 'source_id', new.source_id, 'split_id', new.split_id)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'transactions' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER transactions_image_delete AFTER DELETE ON transactions WHEN old.import_id IS NULL OR NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import')
  OR EXISTS (SELECT 1 FROM row_images WHERE agency_id = old.agency_id AND record = old.id) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'transactions', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('entry', old.entry, 'agency_id', old.agency_id, 'id', old.id, 'date', old.date, 'type', old.type, 'account_id', old.account_id, 'to_account_id', old.to_account_id, 'category_id', old.category_id, 'amount_paise', old.amount_paise, 'description', old.description, 'notes', old.notes, 'fingerprint', old.fingerprint, 'import_id', old.import_id, 'is_edited', old.is_edited, 'created_by', old.created_by, 'source', old.source, 'source_id', old.source_id, 'split_id', old.split_id)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'transactions', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
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
CREATE TRIGGER vendors_image_insert AFTER INSERT ON vendors BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'vendors', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'display_name', new.display_name, 'name_key', new.name_key, 'billing_name', new.billing_name, 'email', new.email, 'phone', new.phone, 'billing_address', new.billing_address, 'city', new.city, 'pin', new.pin, 'gstin', new.gstin, 'pan', new.pan, 'state', new.state, 'state_code', new.state_code, 'kind', new.kind, 'country', new.country, 'tds_rule', new.tds_rule, 'itc', new.itc, 'is_small_enterprise', new.is_small_enterprise, 'notes', new.notes, 'import_id', new.import_id, 'searched', new.searched)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'vendors' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER vendors_image_delete AFTER DELETE ON vendors BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'vendors', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'display_name', old.display_name, 'name_key', old.name_key, 'billing_name', old.billing_name, 'email', old.email, 'phone', old.phone, 'billing_address', old.billing_address, 'city', old.city, 'pin', old.pin, 'gstin', old.gstin, 'pan', old.pan, 'state', old.state, 'state_code', old.state_code, 'kind', old.kind, 'country', old.country, 'tds_rule', old.tds_rule, 'itc', old.itc, 'is_small_enterprise', old.is_small_enterprise, 'notes', old.notes, 'import_id', old.import_id, 'searched', old.searched)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'vendors', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
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
--> statement-breakpoint
CREATE TRIGGER users_image_insert AFTER INSERT ON users BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'users', new.id, '', 'i', json_object('agency_id', new.agency_id, 'id', new.id, 'name', new.name, 'email', new.email, 'role', new.role, 'session_epoch', new.session_epoch, 'sign_in_mark', new.sign_in_mark, 'created_at', new.created_at, 'removed_at', new.removed_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER users_image_delete AFTER DELETE ON users BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'users', old.id, '', 'd', json_object('agency_id', old.agency_id, 'id', old.id, 'name', old.name, 'email', old.email, 'role', old.role, 'session_epoch', old.session_epoch, 'sign_in_mark', old.sign_in_mark, 'created_at', old.created_at, 'removed_at', old.removed_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER users_image_update AFTER UPDATE OF id, name, email, role, session_epoch, sign_in_mark, created_at, removed_at ON users
WHEN (old.id, old.name, old.email, old.role, old.session_epoch, old.sign_in_mark, old.created_at, old.removed_at)
  IS NOT (new.id, new.name, new.email, new.role, new.session_epoch, new.sign_in_mark, new.created_at, new.removed_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'users', old.id, '', 'u', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.name IS new.name, '', ',' || json_array('name', old.name, new.name))
    || iif(old.email IS new.email, '', ',' || json_array('email', old.email, new.email))
    || iif(old.role IS new.role, '', ',' || json_array('role', old.role, new.role))
    || iif(old.session_epoch IS new.session_epoch, '', ',' || json_array('session_epoch', old.session_epoch, new.session_epoch))
    || iif(old.sign_in_mark IS new.sign_in_mark, '', ',' || json_array('sign_in_mark', old.sign_in_mark, new.sign_in_mark))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at))
    || iif(old.removed_at IS new.removed_at, '', ',' || json_array('removed_at', old.removed_at, new.removed_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER api_tokens_image_insert AFTER INSERT ON api_tokens BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'api_tokens', new.id, '', 'i', json_object('agency_id', new.agency_id, 'id', new.id, 'user_id', new.user_id, 'name', new.name, 'digest', new.digest, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER api_tokens_image_delete AFTER DELETE ON api_tokens BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'api_tokens', old.id, '', 'd', json_object('agency_id', old.agency_id, 'id', old.id, 'user_id', old.user_id, 'name', old.name, 'digest', old.digest, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER api_tokens_image_update AFTER UPDATE OF id, user_id, name, digest, created_at ON api_tokens
WHEN (old.id, old.user_id, old.name, old.digest, old.created_at)
  IS NOT (new.id, new.user_id, new.name, new.digest, new.created_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'api_tokens', old.id, '', 'u', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.user_id IS new.user_id, '', ',' || json_array('user_id', old.user_id, new.user_id))
    || iif(old.name IS new.name, '', ',' || json_array('name', old.name, new.name))
    || iif(old.digest IS new.digest, '', ',' || json_array('digest', old.digest, new.digest))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER invitations_image_insert AFTER INSERT ON invitations BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'invitations', new.id, '', 'i', json_object('agency_id', new.agency_id, 'id', new.id, 'email', new.email, 'name', new.name, 'role', new.role, 'digest', new.digest, 'state', new.state, 'created_by', new.created_by, 'created_at', new.created_at, 'expires_at', new.expires_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER invitations_image_delete AFTER DELETE ON invitations BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'invitations', old.id, '', 'd', json_object('agency_id', old.agency_id, 'id', old.id, 'email', old.email, 'name', old.name, 'role', old.role, 'digest', old.digest, 'state', old.state, 'created_by', old.created_by, 'created_at', old.created_at, 'expires_at', old.expires_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER invitations_image_update AFTER UPDATE OF id, email, name, role, digest, state, created_by, created_at, expires_at ON invitations
WHEN (old.id, old.email, old.name, old.role, old.digest, old.state, old.created_by, old.created_at, old.expires_at)
  IS NOT (new.id, new.email, new.name, new.role, new.digest, new.state, new.created_by, new.created_at, new.expires_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'invitations', old.id, '', 'u', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.email IS new.email, '', ',' || json_array('email', old.email, new.email))
    || iif(old.name IS new.name, '', ',' || json_array('name', old.name, new.name))
    || iif(old.role IS new.role, '', ',' || json_array('role', old.role, new.role))
    || iif(old.digest IS new.digest, '', ',' || json_array('digest', old.digest, new.digest))
    || iif(old.state IS new.state, '', ',' || json_array('state', old.state, new.state))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at))
    || iif(old.expires_at IS new.expires_at, '', ',' || json_array('expires_at', old.expires_at, new.expires_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER locks_image_insert AFTER INSERT ON locks BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'locks', 'locks', '', 'i', json_object('agency_id', new.agency_id, 'locked_to', new.locked_to, 'final_to', new.final_to, 'furthest_to', new.furthest_to, 'locked_by', new.locked_by, 'locked_at', new.locked_at, 'final_by', new.final_by, 'final_at', new.final_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER locks_image_delete AFTER DELETE ON locks BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'locks', 'locks', '', 'd', json_object('agency_id', old.agency_id, 'locked_to', old.locked_to, 'final_to', old.final_to, 'furthest_to', old.furthest_to, 'locked_by', old.locked_by, 'locked_at', old.locked_at, 'final_by', old.final_by, 'final_at', old.final_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER locks_image_update AFTER UPDATE OF locked_to, final_to, furthest_to, locked_by, locked_at, final_by, final_at ON locks
WHEN (old.locked_to, old.final_to, old.furthest_to, old.locked_by, old.locked_at, old.final_by, old.final_at)
  IS NOT (new.locked_to, new.final_to, new.furthest_to, new.locked_by, new.locked_at, new.final_by, new.final_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'locks', 'locks', '', 'u', '[' || substr(iif(old.locked_to IS new.locked_to, '', ',' || json_array('locked_to', old.locked_to, new.locked_to))
    || iif(old.final_to IS new.final_to, '', ',' || json_array('final_to', old.final_to, new.final_to))
    || iif(old.furthest_to IS new.furthest_to, '', ',' || json_array('furthest_to', old.furthest_to, new.furthest_to))
    || iif(old.locked_by IS new.locked_by, '', ',' || json_array('locked_by', old.locked_by, new.locked_by))
    || iif(old.locked_at IS new.locked_at, '', ',' || json_array('locked_at', old.locked_at, new.locked_at))
    || iif(old.final_by IS new.final_by, '', ',' || json_array('final_by', old.final_by, new.final_by))
    || iif(old.final_at IS new.final_at, '', ',' || json_array('final_at', old.final_at, new.final_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER lock_exceptions_image_insert AFTER INSERT ON lock_exceptions BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'lock_exceptions', new.id, '', 'i', json_object('agency_id', new.agency_id, 'id', new.id, 'user_id', new.user_id, 'until', new.until, 'reason', new.reason, 'created_by', new.created_by, 'created_at', new.created_at, 'ended_at', new.ended_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER lock_exceptions_image_delete AFTER DELETE ON lock_exceptions BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'lock_exceptions', old.id, '', 'd', json_object('agency_id', old.agency_id, 'id', old.id, 'user_id', old.user_id, 'until', old.until, 'reason', old.reason, 'created_by', old.created_by, 'created_at', old.created_at, 'ended_at', old.ended_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER lock_exceptions_image_update AFTER UPDATE OF id, user_id, until, reason, created_by, created_at, ended_at ON lock_exceptions
WHEN (old.id, old.user_id, old.until, old.reason, old.created_by, old.created_at, old.ended_at)
  IS NOT (new.id, new.user_id, new.until, new.reason, new.created_by, new.created_at, new.ended_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'lock_exceptions', old.id, '', 'u', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.user_id IS new.user_id, '', ',' || json_array('user_id', old.user_id, new.user_id))
    || iif(old.until IS new.until, '', ',' || json_array('until', old.until, new.until))
    || iif(old.reason IS new.reason, '', ',' || json_array('reason', old.reason, new.reason))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at))
    || iif(old.ended_at IS new.ended_at, '', ',' || json_array('ended_at', old.ended_at, new.ended_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER number_series_image_insert AFTER INSERT ON number_series BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'number_series', new.kind, new.stem || ' ' || new.year, 'i', json_object('agency_id', new.agency_id, 'kind', new.kind, 'stem', new.stem, 'year', new.year, 'next_seq', new.next_seq, 'moved_in', new.moved_in)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER number_series_image_delete AFTER DELETE ON number_series BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'number_series', old.kind, old.stem || ' ' || old.year, 'd', json_object('agency_id', old.agency_id, 'kind', old.kind, 'stem', old.stem, 'year', old.year, 'next_seq', old.next_seq, 'moved_in', old.moved_in)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER number_series_image_update AFTER UPDATE OF kind, stem, year, next_seq, moved_in ON number_series
WHEN (old.kind, old.stem, old.year, old.next_seq, old.moved_in)
  IS NOT (new.kind, new.stem, new.year, new.next_seq, new.moved_in) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'number_series', old.kind, old.stem || ' ' || old.year, 'u', '[' || substr(iif(old.kind IS new.kind, '', ',' || json_array('kind', old.kind, new.kind))
    || iif(old.stem IS new.stem, '', ',' || json_array('stem', old.stem, new.stem))
    || iif(old.year IS new.year, '', ',' || json_array('year', old.year, new.year))
    || iif(old.next_seq IS new.next_seq, '', ',' || json_array('next_seq', old.next_seq, new.next_seq))
    || iif(old.moved_in IS new.moved_in, '', ',' || json_array('moved_in', old.moved_in, new.moved_in)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER logos_image_insert AFTER INSERT ON logos BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'logos', new.id, '', 'i', json_object('entry', new.entry, 'agency_id', new.agency_id, 'id', new.id, 'type', new.type, 'bytes', hex(new.bytes))
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER logos_image_delete AFTER DELETE ON logos BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'logos', old.id, '', 'd', json_object('entry', old.entry, 'agency_id', old.agency_id, 'id', old.id, 'type', old.type, 'bytes', hex(old.bytes))
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER logos_image_update AFTER UPDATE OF entry, id, type, bytes ON logos
WHEN (old.entry, old.id, old.type, old.bytes)
  IS NOT (new.entry, new.id, new.type, new.bytes) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'logos', old.id, '', 'u', '[' || substr(iif(old.entry IS new.entry, '', ',' || json_array('entry', old.entry, new.entry))
    || iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.type IS new.type, '', ',' || json_array('type', old.type, new.type))
    || iif(old.bytes IS new.bytes, '', ',' || json_array('bytes', hex(old.bytes), hex(new.bytes))), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER statements_image_insert AFTER INSERT ON statements BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'statements', new.id, '', 'i', json_object('agency_id', new.agency_id, 'id', new.id, 'account_id', new.account_id, 'file', new.file, 'digest', new.digest, 'format', new.format, 'bank', new.bank, 'number', new.number, 'period_from', new.period_from, 'period_to', new.period_to, 'opening_paise', new.opening_paise, 'closing_paise', new.closing_paise, 'debits_paise', new.debits_paise, 'credits_paise', new.credits_paise, 'line_count', new.line_count, 'added', new.added, 'proof', new.proof, 'gaps', (new.gaps || ''), 'remarks', (new.remarks || ''), 'created_by', new.created_by, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER statements_image_delete AFTER DELETE ON statements BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'statements', old.id, '', 'd', json_object('agency_id', old.agency_id, 'id', old.id, 'account_id', old.account_id, 'file', old.file, 'digest', old.digest, 'format', old.format, 'bank', old.bank, 'number', old.number, 'period_from', old.period_from, 'period_to', old.period_to, 'opening_paise', old.opening_paise, 'closing_paise', old.closing_paise, 'debits_paise', old.debits_paise, 'credits_paise', old.credits_paise, 'line_count', old.line_count, 'added', old.added, 'proof', old.proof, 'gaps', (old.gaps || ''), 'remarks', (old.remarks || ''), 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER statements_image_update AFTER UPDATE OF id, account_id, file, digest, format, bank, number, period_from, period_to, opening_paise, closing_paise, debits_paise, credits_paise, line_count, added, proof, gaps, remarks, created_by, created_at ON statements
WHEN (old.id, old.account_id, old.file, old.digest, old.format, old.bank, old.number, old.period_from, old.period_to, old.opening_paise, old.closing_paise, old.debits_paise, old.credits_paise, old.line_count, old.added, old.proof, old.gaps, old.remarks, old.created_by, old.created_at)
  IS NOT (new.id, new.account_id, new.file, new.digest, new.format, new.bank, new.number, new.period_from, new.period_to, new.opening_paise, new.closing_paise, new.debits_paise, new.credits_paise, new.line_count, new.added, new.proof, new.gaps, new.remarks, new.created_by, new.created_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'statements', old.id, '', 'u', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.account_id IS new.account_id, '', ',' || json_array('account_id', old.account_id, new.account_id))
    || iif(old.file IS new.file, '', ',' || json_array('file', old.file, new.file))
    || iif(old.digest IS new.digest, '', ',' || json_array('digest', old.digest, new.digest))
    || iif(old.format IS new.format, '', ',' || json_array('format', old.format, new.format))
    || iif(old.bank IS new.bank, '', ',' || json_array('bank', old.bank, new.bank))
    || iif(old.number IS new.number, '', ',' || json_array('number', old.number, new.number))
    || iif(old.period_from IS new.period_from, '', ',' || json_array('period_from', old.period_from, new.period_from))
    || iif(old.period_to IS new.period_to, '', ',' || json_array('period_to', old.period_to, new.period_to))
    || iif(old.opening_paise IS new.opening_paise, '', ',' || json_array('opening_paise', old.opening_paise, new.opening_paise))
    || iif(old.closing_paise IS new.closing_paise, '', ',' || json_array('closing_paise', old.closing_paise, new.closing_paise))
    || iif(old.debits_paise IS new.debits_paise, '', ',' || json_array('debits_paise', old.debits_paise, new.debits_paise))
    || iif(old.credits_paise IS new.credits_paise, '', ',' || json_array('credits_paise', old.credits_paise, new.credits_paise))
    || iif(old.line_count IS new.line_count, '', ',' || json_array('line_count', old.line_count, new.line_count))
    || iif(old.added IS new.added, '', ',' || json_array('added', old.added, new.added))
    || iif(old.proof IS new.proof, '', ',' || json_array('proof', old.proof, new.proof))
    || iif(old.gaps IS new.gaps, '', ',' || json_array('gaps', (old.gaps || ''), (new.gaps || '')))
    || iif(old.remarks IS new.remarks, '', ',' || json_array('remarks', (old.remarks || ''), (new.remarks || '')))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER statement_lines_image_insert AFTER INSERT ON statement_lines BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'statement_lines', new.statement_id, new.line, 'i', json_object('agency_id', new.agency_id, 'statement_id', new.statement_id, 'line', new.line, 'line_id', new.line_id)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER statement_lines_image_delete AFTER DELETE ON statement_lines BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'statement_lines', old.statement_id, old.line, 'd', json_object('agency_id', old.agency_id, 'statement_id', old.statement_id, 'line', old.line, 'line_id', old.line_id)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER statement_lines_image_update AFTER UPDATE OF statement_id, line, line_id ON statement_lines
WHEN (old.statement_id, old.line, old.line_id)
  IS NOT (new.statement_id, new.line, new.line_id) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'statement_lines', old.statement_id, old.line, 'u', '[' || substr(iif(old.statement_id IS new.statement_id, '', ',' || json_array('statement_id', old.statement_id, new.statement_id))
    || iif(old.line IS new.line, '', ',' || json_array('line', old.line, new.line))
    || iif(old.line_id IS new.line_id, '', ',' || json_array('line_id', old.line_id, new.line_id)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER gstr2b_files_image_insert AFTER INSERT ON gstr2b_files BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'gstr2b_files', new.period, '', 'i', json_object('agency_id', new.agency_id, 'period', new.period, 'credits', (new.credits || ''), 'loaded_by', new.loaded_by, 'loaded_at', new.loaded_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER gstr2b_files_image_delete AFTER DELETE ON gstr2b_files BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'gstr2b_files', old.period, '', 'd', json_object('agency_id', old.agency_id, 'period', old.period, 'credits', (old.credits || ''), 'loaded_by', old.loaded_by, 'loaded_at', old.loaded_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER gstr2b_files_image_update AFTER UPDATE OF period, credits, loaded_by, loaded_at ON gstr2b_files
WHEN (old.period, old.credits, old.loaded_by, old.loaded_at)
  IS NOT (new.period, new.credits, new.loaded_by, new.loaded_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'gstr2b_files', old.period, '', 'u', '[' || substr(iif(old.period IS new.period, '', ',' || json_array('period', old.period, new.period))
    || iif(old.credits IS new.credits, '', ',' || json_array('credits', (old.credits || ''), (new.credits || '')))
    || iif(old.loaded_by IS new.loaded_by, '', ',' || json_array('loaded_by', old.loaded_by, new.loaded_by))
    || iif(old.loaded_at IS new.loaded_at, '', ',' || json_array('loaded_at', old.loaded_at, new.loaded_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER einvoices_image_insert AFTER INSERT ON einvoices BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'einvoices', new.id, '', 'i', json_object('agency_id', new.agency_id, 'id', new.id, 'irn', new.irn, 'ack_no', new.ack_no, 'ack_date', new.ack_date, 'signed_qr', new.signed_qr, 'signed_invoice', new.signed_invoice, 'status', new.status, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER einvoices_image_delete AFTER DELETE ON einvoices BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'einvoices', old.id, '', 'd', json_object('agency_id', old.agency_id, 'id', old.id, 'irn', old.irn, 'ack_no', old.ack_no, 'ack_date', old.ack_date, 'signed_qr', old.signed_qr, 'signed_invoice', old.signed_invoice, 'status', old.status, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER einvoices_image_update AFTER UPDATE OF id, irn, ack_no, ack_date, signed_qr, signed_invoice, status, created_at ON einvoices
WHEN (old.id, old.irn, old.ack_no, old.ack_date, old.signed_qr, old.signed_invoice, old.status, old.created_at)
  IS NOT (new.id, new.irn, new.ack_no, new.ack_date, new.signed_qr, new.signed_invoice, new.status, new.created_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'einvoices', old.id, '', 'u', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.irn IS new.irn, '', ',' || json_array('irn', old.irn, new.irn))
    || iif(old.ack_no IS new.ack_no, '', ',' || json_array('ack_no', old.ack_no, new.ack_no))
    || iif(old.ack_date IS new.ack_date, '', ',' || json_array('ack_date', old.ack_date, new.ack_date))
    || iif(old.signed_qr IS new.signed_qr, '', ',' || json_array('signed_qr', old.signed_qr, new.signed_qr))
    || iif(old.signed_invoice IS new.signed_invoice, '', ',' || json_array('signed_invoice', old.signed_invoice, new.signed_invoice))
    || iif(old.status IS new.status, '', ',' || json_array('status', old.status, new.status))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER share_links_image_insert AFTER INSERT ON share_links BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'share_links', new.id, '', 'i', json_object('agency_id', new.agency_id, 'id', new.id, 'digest', new.digest, 'entity', new.entity, 'document_id', new.document_id, 'expires_on', new.expires_on, 'created_by', new.created_by, 'created_at', new.created_at, 'ended_by', new.ended_by, 'ended_at', new.ended_at, 'answer', new.answer, 'answered_by', new.answered_by, 'answered_at', new.answered_at, 'answered_hash', new.answered_hash)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER share_links_image_delete AFTER DELETE ON share_links BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'share_links', old.id, '', 'd', json_object('agency_id', old.agency_id, 'id', old.id, 'digest', old.digest, 'entity', old.entity, 'document_id', old.document_id, 'expires_on', old.expires_on, 'created_by', old.created_by, 'created_at', old.created_at, 'ended_by', old.ended_by, 'ended_at', old.ended_at, 'answer', old.answer, 'answered_by', old.answered_by, 'answered_at', old.answered_at, 'answered_hash', old.answered_hash)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER share_links_image_update AFTER UPDATE OF id, digest, entity, document_id, expires_on, created_by, created_at, ended_by, ended_at, answer, answered_by, answered_at, answered_hash ON share_links
WHEN (old.id, old.digest, old.entity, old.document_id, old.expires_on, old.created_by, old.created_at, old.ended_by, old.ended_at, old.answer, old.answered_by, old.answered_at, old.answered_hash)
  IS NOT (new.id, new.digest, new.entity, new.document_id, new.expires_on, new.created_by, new.created_at, new.ended_by, new.ended_at, new.answer, new.answered_by, new.answered_at, new.answered_hash) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'share_links', old.id, '', 'u', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.digest IS new.digest, '', ',' || json_array('digest', old.digest, new.digest))
    || iif(old.entity IS new.entity, '', ',' || json_array('entity', old.entity, new.entity))
    || iif(old.document_id IS new.document_id, '', ',' || json_array('document_id', old.document_id, new.document_id))
    || iif(old.expires_on IS new.expires_on, '', ',' || json_array('expires_on', old.expires_on, new.expires_on))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at))
    || iif(old.ended_by IS new.ended_by, '', ',' || json_array('ended_by', old.ended_by, new.ended_by))
    || iif(old.ended_at IS new.ended_at, '', ',' || json_array('ended_at', old.ended_at, new.ended_at))
    || iif(old.answer IS new.answer, '', ',' || json_array('answer', old.answer, new.answer))
    || iif(old.answered_by IS new.answered_by, '', ',' || json_array('answered_by', old.answered_by, new.answered_by))
    || iif(old.answered_at IS new.answered_at, '', ',' || json_array('answered_at', old.answered_at, new.answered_at))
    || iif(old.answered_hash IS new.answered_hash, '', ',' || json_array('answered_hash', old.answered_hash, new.answered_hash)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER mail_settings_image_insert AFTER INSERT ON mail_settings BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'mail_settings', 'mail_settings', '', 'i', json_object('agency_id', new.agency_id, 'host', new.host, 'port', new.port, 'security', new.security, 'username', new.username, 'password', new.password, 'from_address', new.from_address, 'reply_to', new.reply_to, 'tested_at', new.tested_at, 'tested_answer', new.tested_answer)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER mail_settings_image_delete AFTER DELETE ON mail_settings BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'mail_settings', 'mail_settings', '', 'd', json_object('agency_id', old.agency_id, 'host', old.host, 'port', old.port, 'security', old.security, 'username', old.username, 'password', old.password, 'from_address', old.from_address, 'reply_to', old.reply_to, 'tested_at', old.tested_at, 'tested_answer', old.tested_answer)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER mail_settings_image_update AFTER UPDATE OF host, port, security, username, password, from_address, reply_to, tested_at, tested_answer ON mail_settings
WHEN (old.host, old.port, old.security, old.username, old.password, old.from_address, old.reply_to, old.tested_at, old.tested_answer)
  IS NOT (new.host, new.port, new.security, new.username, new.password, new.from_address, new.reply_to, new.tested_at, new.tested_answer) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'mail_settings', 'mail_settings', '', 'u', '[' || substr(iif(old.host IS new.host, '', ',' || json_array('host', old.host, new.host))
    || iif(old.port IS new.port, '', ',' || json_array('port', old.port, new.port))
    || iif(old.security IS new.security, '', ',' || json_array('security', old.security, new.security))
    || iif(old.username IS new.username, '', ',' || json_array('username', old.username, new.username))
    || iif(old.password IS new.password, '', ',' || json_array('password', old.password, new.password))
    || iif(old.from_address IS new.from_address, '', ',' || json_array('from_address', old.from_address, new.from_address))
    || iif(old.reply_to IS new.reply_to, '', ',' || json_array('reply_to', old.reply_to, new.reply_to))
    || iif(old.tested_at IS new.tested_at, '', ',' || json_array('tested_at', old.tested_at, new.tested_at))
    || iif(old.tested_answer IS new.tested_answer, '', ',' || json_array('tested_answer', old.tested_answer, new.tested_answer)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER reminder_settings_image_insert AFTER INSERT ON reminder_settings BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'reminder_settings', 'reminder_settings', '', 'i', json_object('agency_id', new.agency_id, 'is_on', new.is_on, 'since', new.since, 'saved_by', new.saved_by)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER reminder_settings_image_delete AFTER DELETE ON reminder_settings BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'reminder_settings', 'reminder_settings', '', 'd', json_object('agency_id', old.agency_id, 'is_on', old.is_on, 'since', old.since, 'saved_by', old.saved_by)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER reminder_settings_image_update AFTER UPDATE OF is_on, since, saved_by ON reminder_settings
WHEN (old.is_on, old.since, old.saved_by)
  IS NOT (new.is_on, new.since, new.saved_by) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'reminder_settings', 'reminder_settings', '', 'u', '[' || substr(iif(old.is_on IS new.is_on, '', ',' || json_array('is_on', old.is_on, new.is_on))
    || iif(old.since IS new.since, '', ',' || json_array('since', old.since, new.since))
    || iif(old.saved_by IS new.saved_by, '', ',' || json_array('saved_by', old.saved_by, new.saved_by)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER reminder_rules_image_insert AFTER INSERT ON reminder_rules BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'reminder_rules', new.days, '', 'i', json_object('agency_id', new.agency_id, 'days', new.days, 'is_on', new.is_on, 'since', new.since, 'subject', new.subject, 'text', new.text)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER reminder_rules_image_delete AFTER DELETE ON reminder_rules BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'reminder_rules', old.days, '', 'd', json_object('agency_id', old.agency_id, 'days', old.days, 'is_on', old.is_on, 'since', old.since, 'subject', old.subject, 'text', old.text)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER reminder_rules_image_update AFTER UPDATE OF days, is_on, since, subject, text ON reminder_rules
WHEN (old.days, old.is_on, old.since, old.subject, old.text)
  IS NOT (new.days, new.is_on, new.since, new.subject, new.text) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'reminder_rules', old.days, '', 'u', '[' || substr(iif(old.days IS new.days, '', ',' || json_array('days', old.days, new.days))
    || iif(old.is_on IS new.is_on, '', ',' || json_array('is_on', old.is_on, new.is_on))
    || iif(old.since IS new.since, '', ',' || json_array('since', old.since, new.since))
    || iif(old.subject IS new.subject, '', ',' || json_array('subject', old.subject, new.subject))
    || iif(old.text IS new.text, '', ',' || json_array('text', old.text, new.text)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER reminder_switches_image_insert AFTER INSERT ON reminder_switches BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'reminder_switches', new.entity_id, new.entity, 'i', json_object('agency_id', new.agency_id, 'entity', new.entity, 'entity_id', new.entity_id, 'is_on', new.is_on, 'since', new.since)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER reminder_switches_image_delete AFTER DELETE ON reminder_switches BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'reminder_switches', old.entity_id, old.entity, 'd', json_object('agency_id', old.agency_id, 'entity', old.entity, 'entity_id', old.entity_id, 'is_on', old.is_on, 'since', old.since)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER reminder_switches_image_update AFTER UPDATE OF entity, entity_id, is_on, since ON reminder_switches
WHEN (old.entity, old.entity_id, old.is_on, old.since)
  IS NOT (new.entity, new.entity_id, new.is_on, new.since) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'reminder_switches', old.entity_id, old.entity, 'u', '[' || substr(iif(old.entity IS new.entity, '', ',' || json_array('entity', old.entity, new.entity))
    || iif(old.entity_id IS new.entity_id, '', ',' || json_array('entity_id', old.entity_id, new.entity_id))
    || iif(old.is_on IS new.is_on, '', ',' || json_array('is_on', old.is_on, new.is_on))
    || iif(old.since IS new.since, '', ',' || json_array('since', old.since, new.since)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER closings_image_insert AFTER INSERT ON closings BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'closings', new.id, '', 'i', json_object('agency_id', new.agency_id, 'id', new.id, 'month', new.month, 'seq', new.seq, 'head', new.head, 'figures', (new.figures || ''), 'papers', (new.papers || ''), 'recipients', (new.recipients || ''), 'created_by', new.created_by, 'created_at', new.created_at, 'reopened_at', new.reopened_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER closings_image_delete AFTER DELETE ON closings BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'closings', old.id, '', 'd', json_object('agency_id', old.agency_id, 'id', old.id, 'month', old.month, 'seq', old.seq, 'head', old.head, 'figures', (old.figures || ''), 'papers', (old.papers || ''), 'recipients', (old.recipients || ''), 'created_by', old.created_by, 'created_at', old.created_at, 'reopened_at', old.reopened_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER closings_image_update AFTER UPDATE OF id, month, seq, head, figures, papers, recipients, created_by, created_at, reopened_at ON closings
WHEN (old.id, old.month, old.seq, old.head, old.figures, old.papers, old.recipients, old.created_by, old.created_at, old.reopened_at)
  IS NOT (new.id, new.month, new.seq, new.head, new.figures, new.papers, new.recipients, new.created_by, new.created_at, new.reopened_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'closings', old.id, '', 'u', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.month IS new.month, '', ',' || json_array('month', old.month, new.month))
    || iif(old.seq IS new.seq, '', ',' || json_array('seq', old.seq, new.seq))
    || iif(old.head IS new.head, '', ',' || json_array('head', old.head, new.head))
    || iif(old.figures IS new.figures, '', ',' || json_array('figures', (old.figures || ''), (new.figures || '')))
    || iif(old.papers IS new.papers, '', ',' || json_array('papers', (old.papers || ''), (new.papers || '')))
    || iif(old.recipients IS new.recipients, '', ',' || json_array('recipients', (old.recipients || ''), (new.recipients || '')))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at))
    || iif(old.reopened_at IS new.reopened_at, '', ',' || json_array('reopened_at', old.reopened_at, new.reopened_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER series_image_insert AFTER INSERT ON series BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'series', new.id, '', 'i', json_object('agency_id', new.agency_id, 'id', new.id, 'kind', new.kind, 'state', new.state, 'mode', new.mode, 'template', (new.template || ''), 'client_id', new.client_id, 'account_id', new.account_id, 'category_id', new.category_id, 'title', new.title, 'searched', new.searched, 'anchor', new.anchor, 'unit', new.unit, 'every', new.every, 'last_day', new.last_day, 'end_date', new.end_date, 'end_after', new.end_after, 'not_before', new.not_before, 'paused_at', new.paused_at, 'paused_by', new.paused_by, 'saved_by', new.saved_by, 'saved_at', new.saved_at, 'created_by', new.created_by, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER series_image_delete AFTER DELETE ON series BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'series', old.id, '', 'd', json_object('agency_id', old.agency_id, 'id', old.id, 'kind', old.kind, 'state', old.state, 'mode', old.mode, 'template', (old.template || ''), 'client_id', old.client_id, 'account_id', old.account_id, 'category_id', old.category_id, 'title', old.title, 'searched', old.searched, 'anchor', old.anchor, 'unit', old.unit, 'every', old.every, 'last_day', old.last_day, 'end_date', old.end_date, 'end_after', old.end_after, 'not_before', old.not_before, 'paused_at', old.paused_at, 'paused_by', old.paused_by, 'saved_by', old.saved_by, 'saved_at', old.saved_at, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER series_image_update AFTER UPDATE OF id, kind, state, mode, template, client_id, account_id, category_id, title, searched, anchor, unit, every, last_day, end_date, end_after, not_before, paused_at, paused_by, saved_by, saved_at, created_by, created_at ON series
WHEN (old.id, old.kind, old.state, old.mode, old.template, old.client_id, old.account_id, old.category_id, old.title, old.searched, old.anchor, old.unit, old.every, old.last_day, old.end_date, old.end_after, old.not_before, old.paused_at, old.paused_by, old.saved_by, old.saved_at, old.created_by, old.created_at)
  IS NOT (new.id, new.kind, new.state, new.mode, new.template, new.client_id, new.account_id, new.category_id, new.title, new.searched, new.anchor, new.unit, new.every, new.last_day, new.end_date, new.end_after, new.not_before, new.paused_at, new.paused_by, new.saved_by, new.saved_at, new.created_by, new.created_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'series', old.id, '', 'u', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.kind IS new.kind, '', ',' || json_array('kind', old.kind, new.kind))
    || iif(old.state IS new.state, '', ',' || json_array('state', old.state, new.state))
    || iif(old.mode IS new.mode, '', ',' || json_array('mode', old.mode, new.mode))
    || iif(old.template IS new.template, '', ',' || json_array('template', (old.template || ''), (new.template || '')))
    || iif(old.client_id IS new.client_id, '', ',' || json_array('client_id', old.client_id, new.client_id))
    || iif(old.account_id IS new.account_id, '', ',' || json_array('account_id', old.account_id, new.account_id))
    || iif(old.category_id IS new.category_id, '', ',' || json_array('category_id', old.category_id, new.category_id))
    || iif(old.title IS new.title, '', ',' || json_array('title', old.title, new.title))
    || iif(old.searched IS new.searched, '', ',' || json_array('searched', old.searched, new.searched))
    || iif(old.anchor IS new.anchor, '', ',' || json_array('anchor', old.anchor, new.anchor))
    || iif(old.unit IS new.unit, '', ',' || json_array('unit', old.unit, new.unit))
    || iif(old.every IS new.every, '', ',' || json_array('every', old.every, new.every))
    || iif(old.last_day IS new.last_day, '', ',' || json_array('last_day', old.last_day, new.last_day))
    || iif(old.end_date IS new.end_date, '', ',' || json_array('end_date', old.end_date, new.end_date))
    || iif(old.end_after IS new.end_after, '', ',' || json_array('end_after', old.end_after, new.end_after))
    || iif(old.not_before IS new.not_before, '', ',' || json_array('not_before', old.not_before, new.not_before))
    || iif(old.paused_at IS new.paused_at, '', ',' || json_array('paused_at', old.paused_at, new.paused_at))
    || iif(old.paused_by IS new.paused_by, '', ',' || json_array('paused_by', old.paused_by, new.paused_by))
    || iif(old.saved_by IS new.saved_by, '', ',' || json_array('saved_by', old.saved_by, new.saved_by))
    || iif(old.saved_at IS new.saved_at, '', ',' || json_array('saved_at', old.saved_at, new.saved_at))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER mails_image_insert AFTER INSERT ON mails BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'mails', new.id, '', 'i', json_object('agency_id', new.agency_id, 'id', new.id, 'kind', new.kind, 'entity', new.entity, 'entity_id', new.entity_id, 'label', new.label, 'about', (new.about || ''), 'to_address', new.to_address, 'is_copy', new.is_copy, 'subject', new.subject, 'text', new.text, 'link', new.link, 'message_id', new.message_id, 'in_reply_to', new.in_reply_to, 'has_paper', new.has_paper, 'created_by', new.created_by, 'created_at', new.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER mails_image_delete AFTER DELETE ON mails BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'mails', old.id, '', 'd', json_object('agency_id', old.agency_id, 'id', old.id, 'kind', old.kind, 'entity', old.entity, 'entity_id', old.entity_id, 'label', old.label, 'about', (old.about || ''), 'to_address', old.to_address, 'is_copy', old.is_copy, 'subject', old.subject, 'text', old.text, 'link', old.link, 'message_id', old.message_id, 'in_reply_to', old.in_reply_to, 'has_paper', old.has_paper, 'created_by', old.created_by, 'created_at', old.created_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER mails_image_update AFTER UPDATE OF id, kind, entity, entity_id, label, about, to_address, is_copy, subject, text, link, message_id, in_reply_to, has_paper, created_by, created_at ON mails
WHEN (old.id, old.kind, old.entity, old.entity_id, old.label, old.about, old.to_address, old.is_copy, old.subject, old.text, old.link, old.message_id, old.in_reply_to, old.has_paper, old.created_by, old.created_at)
  IS NOT (new.id, new.kind, new.entity, new.entity_id, new.label, new.about, new.to_address, new.is_copy, new.subject, new.text, new.link, new.message_id, new.in_reply_to, new.has_paper, new.created_by, new.created_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'mails', old.id, '', 'u', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.kind IS new.kind, '', ',' || json_array('kind', old.kind, new.kind))
    || iif(old.entity IS new.entity, '', ',' || json_array('entity', old.entity, new.entity))
    || iif(old.entity_id IS new.entity_id, '', ',' || json_array('entity_id', old.entity_id, new.entity_id))
    || iif(old.label IS new.label, '', ',' || json_array('label', old.label, new.label))
    || iif(old.about IS new.about, '', ',' || json_array('about', (old.about || ''), (new.about || '')))
    || iif(old.to_address IS new.to_address, '', ',' || json_array('to_address', old.to_address, new.to_address))
    || iif(old.is_copy IS new.is_copy, '', ',' || json_array('is_copy', old.is_copy, new.is_copy))
    || iif(old.subject IS new.subject, '', ',' || json_array('subject', old.subject, new.subject))
    || iif(old.text IS new.text, '', ',' || json_array('text', old.text, new.text))
    || iif(old.link IS new.link, '', ',' || json_array('link', old.link, new.link))
    || iif(old.message_id IS new.message_id, '', ',' || json_array('message_id', old.message_id, new.message_id))
    || iif(old.in_reply_to IS new.in_reply_to, '', ',' || json_array('in_reply_to', old.in_reply_to, new.in_reply_to))
    || iif(old.has_paper IS new.has_paper, '', ',' || json_array('has_paper', old.has_paper, new.has_paper))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
