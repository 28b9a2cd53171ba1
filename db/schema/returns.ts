import {
  foreignKey,
  index,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { FILED_RETURNS } from "../../domain/gst/returns/filings.ts";
import { agencyId, referenceSameAgency, users } from "./agencies.ts";
import { documents } from "./documents.ts";

/** Filed returns, each with its file. */
export const filings = sqliteTable(
  "filings",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    /** Its last month, `2026-10`. */
    period: text("period").notNull(),
    return: text("return", { enum: FILED_RETURNS }).notNull(),
    date: text("date").notNull(),
    /** The portal's acknowledgement reference number. */
    arn: text("arn").notNull(),
    fileName: text("file_name").notNull(),
    file: text("file").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("filings_of_period").on(table.agencyId, table.return, table.period),
    referenceSameAgency(table, table.createdBy, users),
  ],
);

/** Documents that a filing reported. A different digest shows that one has changed since. */
export const filedDocuments = sqliteTable(
  "filed_documents",
  {
    agencyId: agencyId(),
    filingId: text("filing_id").notNull(),
    documentId: text("document_id").notNull(),
    digest: text("digest").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.filingId, table.documentId] }),
    index("filed_documents_by_document").on(table.agencyId, table.documentId),
    foreignKey({
      columns: [table.agencyId, table.filingId],
      foreignColumns: [filings.agencyId, filings.id],
    }).onDelete("cascade"),
  ],
);

/** Registrations of documents with the Invoice Registration Portal, by document id. */
export const einvoices = sqliteTable(
  "einvoices",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    irn: text("irn").notNull(),
    ackNo: text("ack_no").notNull(),
    ackDate: text("ack_date").notNull(),
    /** The JWT from the portal; "" if there is none. */
    signedQr: text("signed_qr").notNull(),
    signedInvoice: text("signed_invoice").notNull(),
    /** ACT: the document is locked. CNL: the portal has cancelled it. */
    status: text("status", { enum: ["ACT", "CNL"] }).notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    foreignKey({
      columns: [table.agencyId, table.id],
      foreignColumns: [documents.agencyId, documents.id],
    }).onDelete("cascade"),
  ],
);
