import { sql } from "drizzle-orm";
import { check } from "drizzle-orm/sqlite-core";

/** Constraints that the database checks on every document. */
export const DOCUMENT_CHECKS = [
  // Not a generated column, because an index on one cannot cover a query.
  check(
    "documents_family",
    sql`family = CASE WHEN kind IN ('INVOICE', 'BILL_OF_SUPPLY') THEN 'INVOICES'
      WHEN kind IN ('CREDIT_NOTE', 'DEBIT_NOTE') THEN 'NOTES'
      WHEN kind IN ('RECEIPT_VOUCHER', 'REFUND_VOUCHER') THEN 'VOUCHERS'
      WHEN kind IN ('BILL', 'VENDOR_CREDIT', 'VENDOR_DEBIT', 'SELF_INVOICE') THEN 'BILLS'
      WHEN kind = 'PAYMENT_VOUCHER' THEN 'PAYMENT_VOUCHERS' ELSE 'ESTIMATES' END`,
  ),
  check(
    "documents_party",
    sql`iif(family IN ('BILLS', 'PAYMENT_VOUCHERS'), client_id IS NULL AND vendor_id IS NOT NULL,
      client_id IS NOT NULL AND vendor_id IS NULL)`,
  ),
  check(
    "documents_number_key",
    sql`(kind IN ('BILL', 'VENDOR_CREDIT', 'VENDOR_DEBIT')) = (number_key <> '')`,
  ),
  check("documents_tds", sql`tds_due_paise BETWEEN 0 AND grand_total_paise`),
  check(
    "documents_total",
    sql`taxable_paise = sub_total_paise - discount_paise AND grand_total_paise =
      taxable_paise + cgst_paise + sgst_paise + igst_paise + cess_paise + round_off_paise`,
  ),
  check(
    "documents_settled",
    sql`min(received_paise, tds_paise, advances_paise, credit_paise, written_off_paise) >= 0 AND
      received_paise + tds_paise + advances_paise + credit_paise + written_off_paise <= grand_total_paise`,
  ),
  check(
    "documents_used",
    sql`min(used_paise, refunded_paise) >= 0 AND used_paise + refunded_paise <= grand_total_paise`,
  ),
];
