ALTER TABLE `audit_log` ADD `seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `head` text DEFAULT '' NOT NULL;--> statement-breakpoint
DROP TRIGGER audit_log_update;--> statement-breakpoint
-- SQLite has no SHA-256: the next start computes the heads of what is there (db/engine/chainLog.ts).
UPDATE audit_log SET seq = ordered.seq FROM (SELECT agency_id, id,
  row_number() OVER (PARTITION BY agency_id ORDER BY at, id) AS seq FROM audit_log) AS ordered
WHERE audit_log.agency_id = ordered.agency_id AND audit_log.id = ordered.id;--> statement-breakpoint
CREATE UNIQUE INDEX `audit_log_chain` ON `audit_log` (`agency_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_unchained` ON `audit_log` (`agency_id`,`seq`) WHERE head = '';--> statement-breakpoint
CREATE TRIGGER audit_log_update BEFORE UPDATE ON audit_log WHEN old.head <> '' OR
  (old.agency_id, old.id, old.at, old.user_id, old.action, old.entity, old.payload, old.seq)
  IS NOT (new.agency_id, new.id, new.at, new.user_id, new.action, new.entity, new.payload, new.seq) BEGIN
  SELECT RAISE(ABORT, 'the audit log cannot be changed');
END;--> statement-breakpoint
CREATE TRIGGER audit_log_append BEFORE INSERT ON audit_log WHEN length(new.head) <> 64
  OR new.seq <> 1 + (SELECT coalesce(max(seq), 0) FROM audit_log WHERE agency_id = new.agency_id) BEGIN
  SELECT RAISE(ABORT, 'an entry of the audit log follows the last, with its head');
END;
