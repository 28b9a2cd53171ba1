CREATE TABLE `authenticator_apps` (
	`email` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`confirmed_at` text DEFAULT '' NOT NULL,
	`last_step` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`email`) REFERENCES `people`(`email`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`credential_id` text NOT NULL,
	`handle` text NOT NULL,
	`public_key` blob NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`is_multi_device` integer NOT NULL,
	`is_backed_up` integer NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`email`) REFERENCES `people`(`email`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential_id_unique` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_by_person` ON `passkeys` (`email`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`email` text NOT NULL,
	`digest` text NOT NULL,
	PRIMARY KEY(`email`, `digest`),
	FOREIGN KEY (`email`) REFERENCES `people`(`email`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `required_factors` (
	`agency_id` integer PRIMARY KEY NOT NULL,
	FOREIGN KEY (`agency_id`) REFERENCES `agencies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `used_challenges` (
	`digest` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `used_challenges_by_end` ON `used_challenges` (`expires_at`);--> statement-breakpoint
-- Written by db/undo/triggers.ts.
CREATE TRIGGER required_factors_image_insert AFTER INSERT ON required_factors BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'required_factors', 'required_factors', '', 'i', json_object('agency_id', new.agency_id)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER required_factors_image_delete AFTER DELETE ON required_factors BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'required_factors', 'required_factors', '', 'd', json_object('agency_id', old.agency_id)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
