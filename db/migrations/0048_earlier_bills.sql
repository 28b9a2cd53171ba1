-- Tax of bills of before the books was taken as credit, or paid, in returns of before them: what is left of it is
-- in the opening balances of Input.
INSERT INTO ledger_posts SELECT p.agency_id, p.date, p.ledger, 'D', p.paise, -1, p.vendor_id FROM documents d
  CROSS JOIN document_postings p ON p.agency_id = d.agency_id AND p.document_id = d.id
WHERE d.family = 'BILLS' AND d.is_earlier;
--> statement-breakpoint
DROP VIEW document_postings;
--> statement-breakpoint
CREATE VIEW document_postings (agency_id, document_id, client_id, vendor_id, line, date, ledger, paise) AS
WITH billed AS NOT MATERIALIZED (
  SELECT agency_id, id, client_id, NULL AS vendor_id, -1 AS line, date, column1 AS ledger,
    iif(kind = 'CREDIT_NOTE', -1, 1) * CASE column1 WHEN 'receivables' THEN grand_total_paise
      WHEN 'sales' THEN pure_agent_paise - taxable_paise
      WHEN 'bought_for_clients' THEN -pure_agent_paise WHEN 'output_cgst' THEN -cgst_paise WHEN 'output_sgst' THEN -sgst_paise
      WHEN 'output_igst' THEN -igst_paise ELSE -round_off_paise END AS paise
  FROM documents CROSS JOIN (VALUES ('receivables'), ('sales'), ('bought_for_clients'), ('output_cgst'), ('output_sgst'), ('output_igst'), ('round_off'))
  WHERE family IN ('INVOICES', 'NOTES') AND status IN ('SENT', 'PARTIALLY_PAID', 'PAID')),
bought AS NOT MATERIALIZED (
  SELECT *, iif(kind = 'VENDOR_CREDIT', -1, 1) AS sign, iif(status = 'PAID', tds_paise, max(tds_due_paise, tds_paise)) - tds_early_paise AS kept_paise,
    NOT is_earlier AND NOT EXISTS (SELECT 1 FROM tax_books t
      WHERE t.agency_id = documents.agency_id AND documents.date < t.starts_on) AS is_by_tax_book FROM documents
  WHERE family = 'BILLS' AND status IN ('SENT', 'PARTIALLY_PAID', 'PAID', 'CREDIT')),
owed AS NOT MATERIALIZED (
  SELECT agency_id, id, NULL AS client_id, vendor_id, -1 AS line, date, column1 AS ledger,
    sign * CASE column1 WHEN 'payables' THEN kept_paise - grand_total_paise
      WHEN 'tds_payable' THEN -kept_paise ELSE round_off_paise END AS paise
  FROM bought CROSS JOIN (VALUES ('payables'), ('tds_payable'), ('round_off'))),
cost AS NOT MATERIALIZED (
  SELECT b.agency_id, b.id, NULL AS client_id, NULL AS vendor_id, l.line, b.date,
    CASE WHEN column1 = '' THEN coalesce(l.category_id, 'purchases')
      WHEN b.is_earlier THEN 'opening'
      WHEN b.is_by_tax_book AND column1 GLOB 'input*' THEN replace(column1, 'input', 'input_wait') ELSE column1 END AS ledger,
    sign * CASE column1
      WHEN '' THEN l.taxable_paise + iif(l.itc = 'ELIGIBLE' OR (b.reverse_charge AND is_by_tax_book), 0, l.cgst_paise + l.sgst_paise + l.igst_paise + l.cess_paise)
      WHEN 'input_cgst' THEN iif(l.itc = 'ELIGIBLE' AND NOT (b.reverse_charge AND is_by_tax_book), l.cgst_paise, 0)
      WHEN 'input_sgst' THEN iif(l.itc = 'ELIGIBLE' AND NOT (b.reverse_charge AND is_by_tax_book), l.sgst_paise, 0)
      WHEN 'input_igst' THEN iif(l.itc = 'ELIGIBLE' AND NOT (b.reverse_charge AND is_by_tax_book), l.igst_paise, 0)
      WHEN 'input_cess' THEN iif(l.itc = 'ELIGIBLE' AND NOT (b.reverse_charge AND is_by_tax_book), l.cess_paise, 0)
      WHEN 'gst_payable_cgst' THEN iif(b.reverse_charge AND NOT (b.reverse_charge AND is_by_tax_book), -l.cgst_paise, 0)
      WHEN 'gst_payable_sgst' THEN iif(b.reverse_charge AND NOT (b.reverse_charge AND is_by_tax_book), -l.sgst_paise, 0)
      WHEN 'gst_payable_igst' THEN iif(b.reverse_charge AND NOT (b.reverse_charge AND is_by_tax_book), -l.igst_paise, 0)
      ELSE iif(b.reverse_charge AND NOT (b.reverse_charge AND is_by_tax_book), -l.cess_paise, 0) END AS paise
  FROM bought b CROSS JOIN document_lines l ON l.agency_id = b.agency_id AND l.document_id = b.id
  CROSS JOIN (VALUES (''), ('input_cgst'), ('input_sgst'), ('input_igst'), ('input_cess'),
    ('gst_payable_cgst'), ('gst_payable_sgst'), ('gst_payable_igst'), ('gst_payable')))
SELECT * FROM billed WHERE paise <> 0 UNION ALL SELECT * FROM owed WHERE paise <> 0
UNION ALL SELECT * FROM cost WHERE paise <> 0;
--> statement-breakpoint
INSERT INTO ledger_posts SELECT p.agency_id, p.date, p.ledger, 'D', p.paise, 1, p.vendor_id FROM documents d
  CROSS JOIN document_postings p ON p.agency_id = d.agency_id AND p.document_id = d.id
WHERE d.family = 'BILLS' AND d.is_earlier;
--> statement-breakpoint
-- What was paid before its bill is an advance to the vendor until the bill's day.
INSERT OR IGNORE INTO tax_due SELECT DISTINCT d.agency_id, d.id FROM settlements s
  CROSS JOIN documents d ON d.agency_id = s.agency_id AND d.id = s.document_id
WHERE d.family = 'BILLS' AND s.date < d.date;
