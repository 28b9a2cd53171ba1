ALTER TABLE `accounts` ADD `post_sure` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `bank_rules` ADD `post` integer DEFAULT false NOT NULL;
--> statement-breakpoint
DROP TRIGGER accounts_image_insert;
--> statement-breakpoint
DROP TRIGGER accounts_image_delete;
--> statement-breakpoint
DROP TRIGGER accounts_image_update;
--> statement-breakpoint
DROP TRIGGER bank_rules_image_insert;
--> statement-breakpoint
DROP TRIGGER bank_rules_image_delete;
--> statement-breakpoint
DROP TRIGGER bank_rules_image_update;
--> statement-breakpoint
-- Written by db/undo/triggers.ts.
CREATE TRIGGER accounts_image_insert AFTER INSERT ON accounts BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'accounts', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'name', new.name, 'name_key', new.name_key, 'type', new.type, 'opening_paise', new.opening_paise, 'is_active', new.is_active, 'post_sure', new.post_sure)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'accounts' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_image_delete AFTER DELETE ON accounts BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'accounts', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'name', old.name, 'name_key', old.name_key, 'type', old.type, 'opening_paise', old.opening_paise, 'is_active', old.is_active, 'post_sure', old.post_sure)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'accounts', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
END;
--> statement-breakpoint
CREATE TRIGGER accounts_image_update AFTER UPDATE OF id, name, name_key, type, opening_paise, is_active, post_sure ON accounts
WHEN (old.id, old.name, old.name_key, old.type, old.opening_paise, old.is_active, old.post_sure)
  IS NOT (new.id, new.name, new.name_key, new.type, new.opening_paise, new.is_active, new.post_sure) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'accounts', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.name IS new.name, '', ',' || json_array('name', old.name, new.name))
    || iif(old.name_key IS new.name_key, '', ',' || json_array('name_key', old.name_key, new.name_key))
    || iif(old.type IS new.type, '', ',' || json_array('type', old.type, new.type))
    || iif(old.opening_paise IS new.opening_paise, '', ',' || json_array('opening_paise', old.opening_paise, new.opening_paise))
    || iif(old.is_active IS new.is_active, '', ',' || json_array('is_active', old.is_active, new.is_active))
    || iif(old.post_sure IS new.post_sure, '', ',' || json_array('post_sure', old.post_sure, new.post_sure)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER bank_rules_image_insert AFTER INSERT ON bank_rules BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'bank_rules', new.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'id', new.id, 'place', new.place, 'name', new.name, 'test', (new.test || ''), 'effect', (new.effect || ''), 'is_active', new.is_active, 'post', new.post)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
  DELETE FROM trash WHERE agency_id = new.agency_id AND of_table = 'bank_rules' AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER bank_rules_image_delete AFTER DELETE ON bank_rules BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'bank_rules', old.id, '', iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'id', old.id, 'place', old.place, 'name', old.name, 'test', (old.test || ''), 'effect', (old.effect || ''), 'is_active', old.is_active, 'post', old.post)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
  INSERT INTO trash SELECT old.agency_id, 'bank_rules', old.id,
    (SELECT coalesce(max(seq), 0) + 1 FROM audit_log WHERE agency_id = old.agency_id)
  WHERE NOT EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import');
END;
--> statement-breakpoint
CREATE TRIGGER bank_rules_image_update AFTER UPDATE OF id, place, name, test, effect, is_active, post ON bank_rules
WHEN (old.id, old.place, old.name, old.test, old.effect, old.is_active, old.post)
  IS NOT (new.id, new.place, new.name, new.test, new.effect, new.is_active, new.post) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'bank_rules', old.id, '', 'U', '[' || substr(iif(old.id IS new.id, '', ',' || json_array('id', old.id, new.id))
    || iif(old.place IS new.place, '', ',' || json_array('place', old.place, new.place))
    || iif(old.name IS new.name, '', ',' || json_array('name', old.name, new.name))
    || iif(old.test IS new.test, '', ',' || json_array('test', (old.test || ''), (new.test || '')))
    || iif(old.effect IS new.effect, '', ',' || json_array('effect', (old.effect || ''), (new.effect || '')))
    || iif(old.is_active IS new.is_active, '', ',' || json_array('is_active', old.is_active, new.is_active))
    || iif(old.post IS new.post, '', ',' || json_array('post', old.post, new.post)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
