ALTER TABLE `document_lines` ADD `is_common` integer DEFAULT false NOT NULL;
--> statement-breakpoint
DROP TRIGGER document_lines_image_insert;
--> statement-breakpoint
DROP TRIGGER document_lines_image_delete;
--> statement-breakpoint
DROP TRIGGER document_lines_image_update;
--> statement-breakpoint
-- Written by db/undo/triggers.ts.
CREATE TRIGGER document_lines_image_insert AFTER INSERT ON document_lines BEGIN
  INSERT INTO row_images SELECT new.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = new.agency_id AND seq = s),
    'document_lines', new.document_id, new.line, iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = new.agency_id AND state = 'import'), 'i', 'I'), json_object('agency_id', new.agency_id, 'document_id', new.document_id, 'line', new.line, 'description', new.description, 'hsn_sac', new.hsn_sac, 'unit', new.unit, 'qty', new.qty, 'rate_paise', new.rate_paise, 'discount_pct', new.discount_pct, 'tax_pct', new.tax_pct, 'treatment', new.treatment, 'pure_agent', new.pure_agent, 'taxable_paise', new.taxable_paise, 'cgst_paise', new.cgst_paise, 'sgst_paise', new.sgst_paise, 'igst_paise', new.igst_paise, 'cess_paise', new.cess_paise, 'category_id', new.category_id, 'itc', new.itc, 'blocked_by', new.blocked_by, 'is_common', new.is_common)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = new.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER document_lines_image_delete AFTER DELETE ON document_lines BEGIN
  INSERT INTO row_images SELECT old.agency_id, s,
    (SELECT coalesce(max(n), 0) + 1 FROM row_images WHERE agency_id = old.agency_id AND seq = s),
    'document_lines', old.document_id, old.line, iif(EXISTS (SELECT 1 FROM undo_states WHERE agency_id = old.agency_id AND state = 'import'), 'd', 'D'), json_object('agency_id', old.agency_id, 'document_id', old.document_id, 'line', old.line, 'description', old.description, 'hsn_sac', old.hsn_sac, 'unit', old.unit, 'qty', old.qty, 'rate_paise', old.rate_paise, 'discount_pct', old.discount_pct, 'tax_pct', old.tax_pct, 'treatment', old.treatment, 'pure_agent', old.pure_agent, 'taxable_paise', old.taxable_paise, 'cgst_paise', old.cgst_paise, 'sgst_paise', old.sgst_paise, 'igst_paise', old.igst_paise, 'cess_paise', old.cess_paise, 'category_id', old.category_id, 'itc', old.itc, 'blocked_by', old.blocked_by, 'is_common', old.is_common)
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
--> statement-breakpoint
CREATE TRIGGER document_lines_image_update AFTER UPDATE OF document_id, line, description, hsn_sac, unit, qty, rate_paise, discount_pct, tax_pct, treatment, pure_agent, taxable_paise, cgst_paise, sgst_paise, igst_paise, cess_paise, category_id, itc, blocked_by, is_common ON document_lines
WHEN (old.document_id, old.line, old.description, old.hsn_sac, old.unit, old.qty, old.rate_paise, old.discount_pct, old.tax_pct, old.treatment, old.pure_agent, old.taxable_paise, old.cgst_paise, old.sgst_paise, old.igst_paise, old.cess_paise, old.category_id, old.itc, old.blocked_by, old.is_common)
  IS NOT (new.document_id, new.line, new.description, new.hsn_sac, new.unit, new.qty, new.rate_paise, new.discount_pct, new.tax_pct, new.treatment, new.pure_agent, new.taxable_paise, new.cgst_paise, new.sgst_paise, new.igst_paise, new.cess_paise, new.category_id, new.itc, new.blocked_by, new.is_common) BEGIN
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
    || iif(old.pure_agent IS new.pure_agent, '', ',' || json_array('pure_agent', old.pure_agent, new.pure_agent))
    || iif(old.taxable_paise IS new.taxable_paise, '', ',' || json_array('taxable_paise', old.taxable_paise, new.taxable_paise))
    || iif(old.cgst_paise IS new.cgst_paise, '', ',' || json_array('cgst_paise', old.cgst_paise, new.cgst_paise))
    || iif(old.sgst_paise IS new.sgst_paise, '', ',' || json_array('sgst_paise', old.sgst_paise, new.sgst_paise))
    || iif(old.igst_paise IS new.igst_paise, '', ',' || json_array('igst_paise', old.igst_paise, new.igst_paise))
    || iif(old.cess_paise IS new.cess_paise, '', ',' || json_array('cess_paise', old.cess_paise, new.cess_paise))
    || iif(old.category_id IS new.category_id, '', ',' || json_array('category_id', old.category_id, new.category_id))
    || iif(old.itc IS new.itc, '', ',' || json_array('itc', old.itc, new.itc))
    || iif(old.blocked_by IS new.blocked_by, '', ',' || json_array('blocked_by', old.blocked_by, new.blocked_by))
    || iif(old.is_common IS new.is_common, '', ',' || json_array('is_common', old.is_common, new.is_common)), 2) || ']'
  FROM (SELECT coalesce(max(seq), 0) + 1 AS s FROM audit_log WHERE agency_id = old.agency_id);
END;
