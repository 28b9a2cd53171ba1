CREATE TABLE `approval_limits` (
	`agency_id` integer PRIMARY KEY NOT NULL,
	`limit_paise` integer NOT NULL,
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `approvals` (
	`agency_id` integer NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`input` text NOT NULL,
	`bill_id` text,
	`date` text NOT NULL,
	`amount_paise` integer NOT NULL,
	`description` text NOT NULL,
	`from_name` text NOT NULL,
	`to_name` text NOT NULL,
	`asked_by` text NOT NULL,
	`asked_at` text NOT NULL,
	`decided_by` text,
	`decided_at` text,
	`reason` text DEFAULT '' NOT NULL,
	`transaction_id` text,
	PRIMARY KEY(`agency_id`, `id`),
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`asked_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`decided_by`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `approvals_by_state` ON `approvals` (`agency_id`,`state`,`id`);--> statement-breakpoint
ALTER TABLE `people` ADD `is_own_password` integer DEFAULT true NOT NULL;
--> statement-breakpoint
CREATE TRIGGER approvals_image_insert AFTER INSERT ON approvals WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'approvals', new.id, '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER approvals_image_delete AFTER DELETE ON approvals WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'approvals', old.id, '', 'D', json_object('agency_id', old.agency_id, 'id', old.id, 'kind', old.kind, 'state', old.state, 'input', old.input, 'bill_id', old.bill_id, 'date', old.date, 'amount_paise', old.amount_paise, 'description', old.description, 'from_name', old.from_name, 'to_name', old.to_name, 'asked_by', old.asked_by, 'asked_at', old.asked_at, 'decided_by', old.decided_by, 'decided_at', old.decided_at, 'reason', old.reason, 'transaction_id', old.transaction_id)
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
    || iif(old.input IS new.input, '', ',' || json_array('input', old.input, new.input))
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
CREATE TRIGGER approval_limits_image_insert AFTER INSERT ON approval_limits WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'approval_limits', 'approval_limits', '', 'I', NULL
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER approval_limits_image_delete AFTER DELETE ON approval_limits WHEN NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import') BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'approval_limits', 'approval_limits', '', 'D', json_object('agency_id', old.agency_id, 'limit_paise', old.limit_paise)
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
