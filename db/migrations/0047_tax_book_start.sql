ALTER TABLE `tax_books` ADD `opening` text;
--> statement-breakpoint
-- Written by db/undo/triggers.ts.
CREATE TRIGGER tax_books_image_insert AFTER INSERT ON tax_books BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'tax_books', 'tax_books', '', 'i', json_object('agency_id', new.agency_id, 'starts_on', new.starts_on, 'opening', (new.opening || ''))
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER tax_books_image_delete AFTER DELETE ON tax_books BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'tax_books', 'tax_books', '', 'd', json_object('agency_id', old.agency_id, 'starts_on', old.starts_on, 'opening', (old.opening || ''))
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER tax_books_image_update AFTER UPDATE OF starts_on, opening ON tax_books
WHEN (old.starts_on, old.opening)
  IS NOT (new.starts_on, new.opening) BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'tax_books', 'tax_books', '', 'u', '[' || substr(iif(old.starts_on IS new.starts_on, '', ',' || json_array('starts_on', old.starts_on, new.starts_on))
    || iif(old.opening IS new.opening, '', ',' || json_array('opening', (old.opening || ''), (new.opening || ''))), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
-- Documents post by the tax book, or by their date, as soon as its first day changes.
CREATE TRIGGER tax_books_post_before BEFORE UPDATE OF starts_on ON tax_books WHEN old.starts_on <> new.starts_on BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, 'D', paise, -1, vendor_id FROM document_postings
  WHERE line >= 0 AND agency_id = old.agency_id AND date >= min(old.starts_on, new.starts_on);
END;
--> statement-breakpoint
CREATE TRIGGER tax_books_post_after AFTER UPDATE OF starts_on ON tax_books WHEN old.starts_on <> new.starts_on BEGIN
  INSERT INTO ledger_posts SELECT agency_id, date, ledger, 'D', paise, 1, vendor_id FROM document_postings
  WHERE line >= 0 AND agency_id = new.agency_id AND date >= min(old.starts_on, new.starts_on);
END;
--> statement-breakpoint
-- Entries of 3.1(d) name the ledger that they are posted to.
UPDATE tax_entries SET against = 'rcm' WHERE cell = '3.1d';
--> statement-breakpoint
-- What returns had before the tax book began moves no ledger.
UPDATE tax_entries SET against = '' WHERE agency_id IN (SELECT agency_id FROM tax_books) AND against <> '';
--> statement-breakpoint
INSERT OR IGNORE INTO tax_due SELECT DISTINCT agency_id, document FROM tax_entries
WHERE agency_id IN (SELECT agency_id FROM tax_books);
