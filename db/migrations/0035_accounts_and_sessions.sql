CREATE TABLE `account_links` (
	`digest` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`email` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `account_links_of_person` ON `account_links` (`email`);--> statement-breakpoint
CREATE INDEX `account_links_by_end` ON `account_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`digest` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`agency_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`epoch` integer NOT NULL,
	`device` text NOT NULL,
	`address` text NOT NULL,
	`created_at` text NOT NULL,
	`last_seen` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agency_id`,`user_id`) REFERENCES `users`(`agency_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_by_id` ON `sessions` (`id`);--> statement-breakpoint
CREATE INDEX `sessions_of_user` ON `sessions` (`agency_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_end` ON `sessions` (`expires_at`);--> statement-breakpoint
ALTER TABLE `invitations` ADD `mailed_digest` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_mailed_digest` ON `invitations` (`mailed_digest`) WHERE mailed_digest <> '';--> statement-breakpoint
ALTER TABLE `people` ADD `is_verified` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `people` ADD `lost_email` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `people_lost_email` ON `people` (`lost_email`) WHERE lost_email <> '';
--> statement-breakpoint
DROP TRIGGER invitations_image_insert;
--> statement-breakpoint
DROP TRIGGER invitations_image_delete;
--> statement-breakpoint
DROP TRIGGER invitations_image_update;
--> statement-breakpoint
DROP TRIGGER users_image_insert;
--> statement-breakpoint
DROP TRIGGER users_image_delete;
--> statement-breakpoint
DROP TRIGGER users_image_update;
--> statement-breakpoint
-- That the email is verified, and no lost one.
UPDATE users SET sign_in_mark = sign_in_mark || 1 WHERE sign_in_mark <> '';
--> statement-breakpoint
-- Written by db/undo/triggers.ts.
CREATE TRIGGER invitations_image_insert AFTER INSERT ON invitations BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'invitations', new.id, '', 'i', json_object('agency_id', new.agency_id, 'id', new.id, 'email', new.email, 'name', new.name, 'role', new.role, 'digest', new.digest, 'mailed_digest', new.mailed_digest, 'state', new.state, 'created_by', new.created_by, 'created_at', new.created_at, 'expires_at', new.expires_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER invitations_image_delete AFTER DELETE ON invitations BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'invitations', old.id, '', 'd', json_object('agency_id', old.agency_id, 'id', old.id, 'email', old.email, 'name', old.name, 'role', old.role, 'digest', old.digest, 'mailed_digest', old.mailed_digest, 'state', old.state, 'created_by', old.created_by, 'created_at', old.created_at, 'expires_at', old.expires_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER invitations_image_update AFTER UPDATE OF id, email, name, role, digest, mailed_digest, state, created_by, created_at, expires_at ON invitations
WHEN (old.id, old.email, old.name, old.role, old.digest, old.mailed_digest, old.state, old.created_by, old.created_at, old.expires_at)
  IS NOT (new.id, new.email, new.name, new.role, new.digest, new.mailed_digest, new.state, new.created_by, new.created_at, new.expires_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'invitations', old.id, '', 'u', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.email IS new.email, '', ',' || json_array('email', old.email, new.email))
    || iif(old.name IS new.name, '', ',' || json_array('name', old.name, new.name))
    || iif(old.role IS new.role, '', ',' || json_array('role', old.role, new.role))
    || iif(old.digest IS new.digest, '', ',' || json_array('digest', old.digest, new.digest))
    || iif(old.mailed_digest IS new.mailed_digest, '', ',' || json_array('mailed_digest', old.mailed_digest, new.mailed_digest))
    || iif(old.state IS new.state, '', ',' || json_array('state', old.state, new.state))
    || iif(old.created_by IS new.created_by, '', ',' || json_array('created_by', old.created_by, new.created_by))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at))
    || iif(old.expires_at IS new.expires_at, '', ',' || json_array('expires_at', old.expires_at, new.expires_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER users_image_insert AFTER INSERT ON users BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'users', new.id, '', 'i', json_object('agency_id', new.agency_id, 'id', new.id, 'name', new.name, 'email', new.email, 'role', new.role, 'sign_in_mark', new.sign_in_mark, 'created_at', new.created_at, 'removed_at', new.removed_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER users_image_delete AFTER DELETE ON users BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'users', old.id, '', 'd', json_object('agency_id', old.agency_id, 'id', old.id, 'name', old.name, 'email', old.email, 'role', old.role, 'sign_in_mark', old.sign_in_mark, 'created_at', old.created_at, 'removed_at', old.removed_at)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER users_image_update AFTER UPDATE OF id, name, email, role, sign_in_mark, created_at, removed_at ON users
WHEN (old.id, old.name, old.email, old.role, old.sign_in_mark, old.created_at, old.removed_at)
  IS NOT (new.id, new.name, new.email, new.role, new.sign_in_mark, new.created_at, new.removed_at) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'users', old.id, '', 'u', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.name IS new.name, '', ',' || json_array('name', old.name, new.name))
    || iif(old.email IS new.email, '', ',' || json_array('email', old.email, new.email))
    || iif(old.role IS new.role, '', ',' || json_array('role', old.role, new.role))
    || iif(old.sign_in_mark IS new.sign_in_mark, '', ',' || json_array('sign_in_mark', old.sign_in_mark, new.sign_in_mark))
    || iif(old.created_at IS new.created_at, '', ',' || json_array('created_at', old.created_at, new.created_at))
    || iif(old.removed_at IS new.removed_at, '', ',' || json_array('removed_at', old.removed_at, new.removed_at)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
