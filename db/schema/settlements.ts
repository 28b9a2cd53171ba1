import { sql } from "drizzle-orm";
import { check, index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { SETTLEMENTS } from "../../domain/documents/kinds.ts";
import { PAYMENT_MODES } from "../../domain/documents/payments.ts";
import type { Paise } from "../../domain/money.ts";
import { agencyId, flag, paise, referenceSameAgency, users } from "./agencies.ts";
import { documents } from "./documents.ts";
import { accounts, transactions } from "./ledger.ts";

/**
 * Settlements reduce a document's balance: money with the TDS deducted from it, an advance, a credit, a
 * write-off. A refund reduces the balance of a note or voucher.
 */
export const settlements = sqliteTable(
  "settlements",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    kind: text("kind", { enum: SETTLEMENTS }).notNull(),
    documentId: text("document_id").notNull(),
    /** The note or voucher that was used. For a refund, the refund voucher. */
    sourceId: text("source_id"),
    date: text("date").notNull(),
    amountPaise: paise("amount_paise"),
    /** All tax deducted: income tax, and GST under section 51. */
    tdsPaise: paise("tds_paise"),
    /** GST deducted under section 51 of the CGST Act, by head: part of `tdsPaise`. */
    gstTdsIgstPaise: paise("gst_tds_igst_paise").default(0 as Paise),
    gstTdsCgstPaise: paise("gst_tds_cgst_paise").default(0 as Paise),
    gstTdsSgstPaise: paise("gst_tds_sgst_paise").default(0 as Paise),
    mode: text("mode", { enum: PAYMENT_MODES }).notNull(),
    reference: text("reference").notNull(),
    notes: text("notes").notNull(),
    /** The account of the money, and the entry it created. */
    accountId: text("account_id"),
    transactionId: text("transaction_id"),
    /** The entry existed before and stays if the settlement is deleted. */
    isLinked: flag("is_linked").default(false),
    /** TDS deducted on the settlement's date, because the payment preceded the bill. */
    isTdsEarly: flag("is_tds_early").default(false),
    importId: text("import_id"),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("settlements_transaction").on(table.agencyId, table.transactionId),
    // The cash basis reads these two indexes only.
    index("settlements_by_date").on(
      table.agencyId,
      table.date,
      table.id,
      table.kind,
      table.documentId,
    ),
    index("settlements_by_document").on(
      table.agencyId,
      table.documentId,
      table.date,
      table.kind,
      table.amountPaise,
      table.tdsPaise,
    ),
    index("settlements_with_tds")
      .on(table.agencyId, table.date, table.id)
      .where(sql`tds_paise > 0`),
    index("settlements_by_source")
      .on(table.agencyId, table.sourceId)
      .where(sql`source_id IS NOT NULL`),
    index("settlements_of_import")
      .on(table.agencyId, table.importId)
      .where(sql`import_id IS NOT NULL`),
    referenceSameAgency(table, table.documentId, documents),
    referenceSameAgency(table, table.sourceId, documents),
    referenceSameAgency(table, table.accountId, accounts),
    referenceSameAgency(table, table.transactionId, transactions),
    referenceSameAgency(table, table.createdBy, users),
    check(
      "settlements_amount",
      sql`min(amount_paise, tds_paise) >= 0 AND amount_paise + tds_paise > 0`,
    ),
    check("settlements_source", sql`(source_id IS NOT NULL) >= (kind IN ('ADVANCE', 'CREDIT'))`),
    check("settlements_money", sql`account_id IS NOT NULL OR transaction_id IS NULL`),
  ],
);
