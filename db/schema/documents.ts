import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { INVOICE_STATUSES } from "../../domain/documents/invoices.ts";
import { DOCUMENT_KINDS, FAMILIES, type Original } from "../../domain/documents/kinds.ts";
import { GST_MODES } from "../../domain/gst/figures.ts";
import { CLIENT_KINDS, LINE_TREATMENTS, SUPPLIES } from "../../domain/gst/supply.ts";
import type { Hundredths } from "../../domain/hundredths.ts";
import type { Paise } from "../../domain/money.ts";
import { BLOCKED_BY, ITC_TREATMENTS } from "../../domain/purchases/credit.ts";
import { IMPORTS } from "../../domain/purchases/vendors.ts";
import { agencyId, flag, paise, referenceSameAgency, users } from "./agencies.ts";
import { DOCUMENT_CHECKS } from "./documentChecks.ts";
import { categories } from "./ledger.ts";
import type { Parties } from "./parties.ts";
import { tdsColumns } from "./tdsColumns.ts";
import { vendors } from "./vendors.ts";

export const hundredths = (column: string) => integer(column).$type<Hundredths>().notNull();
const dayOrNone = (column: string) => text(column).notNull().default("");
/** A sum that triggers keep. */
const sumColumn = (column: string) => paise(column).default(0 as Paise);

export const clients = sqliteTable(
  "clients",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    displayName: text("display_name").notNull(),
    nameKey: text("name_key").notNull(),
    billingName: text("billing_name").notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull(),
    billingAddress: text("billing_address").notNull(),
    city: text("city").notNull(),
    pin: text("pin").notNull(),
    gstin: text("gstin").notNull(),
    state: text("state").notNull(),
    stateCode: text("state_code").notNull(),
    /** What GST makes of them: domain/documents/clients.ts. */
    kind: text("kind", { enum: CLIENT_KINDS }).notNull().default("REGULAR"),
    country: text("country").notNull().default("IN"),
    /** With which they deduct tax; "" if unknown. */
    tan: text("tan").notNull().default(""),
    notes: text("notes").notNull(),
    importId: text("import_id"),
    /** What a search looks in, in lower case: the database knows the case of ASCII only. */
    searched: text("searched").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    index("clients_by_name").on(table.agencyId, table.nameKey),
  ],
);

/** Everything that is billed or credited, to clients or by vendors. */
export const documents = sqliteTable(
  "documents",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    kind: text("kind", { enum: DOCUMENT_KINDS }).notNull(),
    /** Those that stand in one list together. */
    family: text("family", { enum: FAMILIES }).notNull(),
    number: text("number").notNull(),
    date: text("date").notNull(),
    /** The year in which its date's financial year begins. */
    financialYear: integer("financial_year").generatedAlwaysAs(
      sql`CAST(substr(date, 1, 4) AS INTEGER) - (substr(date, 6, 2) < '04')`,
      { mode: "virtual" },
    ),
    dueDate: text("due_date").notNull(),
    clientId: text("client_id"),
    vendorId: text("vendor_id"),
    /** Of what a vendor numbers, so that it is entered once: without case; and whose, by GSTIN or name. */
    numberKey: text("number_key").notNull().default(""),
    vendorKey: text("vendor_key").notNull().default(""),
    receivedDate: text("received_date").notNull().default(""),
    placeOfSupply: text("place_of_supply").notNull(),
    /** The place that counted, and the state code that it resolves to. */
    supplyText: text("supply_text").notNull(),
    supplyCode: text("supply_code").notNull(),
    gstMode: text("gst_mode", { enum: GST_MODES }).notNull(),
    supply: text("supply", { enum: SUPPLIES }).notNull().default("REGULAR"),
    /** The client pays the tax of the lines himself, so none is in the totals. */
    reverseCharge: integer("reverse_charge", { mode: "boolean" }).notNull().default(false),
    import: text("import", { enum: IMPORTS }).notNull().default(""),
    /** No tax is charged, whatever its lines say: a bill of supply, a composition dealer. */
    isUntaxed: integer("is_untaxed", { mode: "boolean" }).notNull().default(false),
    /** ISO 4217, printed beside the rupees; "" for none. */
    foreignCurrency: text("foreign_currency").notNull().default(""),
    /** Rupees for one, in millionths. */
    exchangeRate: integer("exchange_rate").notNull().default(0),
    /** Where it is delivered, if that is not the place of supply (Rule 46(o) of the CGST Rules). */
    deliveryAddress: text("delivery_address").notNull().default(""),
    subTotalPaise: paise("sub_total_paise"),
    discountPaise: paise("discount_paise"),
    taxablePaise: paise("taxable_paise"),
    /** The taxable value that was bought for the client as a pure agent (Rule 33): no revenue. */
    pureAgentPaise: sumColumn("pure_agent_paise"),
    cgstPaise: paise("cgst_paise"),
    sgstPaise: paise("sgst_paise"),
    igstPaise: paise("igst_paise"),
    cessPaise: sumColumn("cess_paise"),
    roundOffPaise: paise("round_off_paise"),
    grandTotalPaise: paise("grand_total_paise"),
    /** What has settled it: triggers keep these from its settlements. */
    receivedPaise: sumColumn("received_paise"),
    tdsPaise: sumColumn("tds_paise"),
    advancesPaise: sumColumn("advances_paise"),
    creditPaise: sumColumn("credit_paise"),
    writtenOffPaise: sumColumn("written_off_paise"),
    /** What a note or voucher has settled elsewhere, and what of it was paid back: kept likewise. */
    usedPaise: sumColumn("used_paise"),
    refundedPaise: sumColumn("refunded_paise"),
    ...tdsColumns,
    /** What is still to be paid or held; of a bill, less the tax that is still to be kept back. */
    toPayPaise: integer("to_pay_paise")
      .$type<Paise>()
      .generatedAlwaysAs(
        sql`iif(kind = 'VENDOR_CREDIT', grand_total_paise - used_paise - refunded_paise,
          max(grand_total_paise - received_paise - tds_paise - advances_paise - credit_paise
            - written_off_paise - max(tds_due_paise - tds_paise, 0), 0))`,
        { mode: "virtual" },
      ),
    /** Not to be paid for now: left out of what is to be paid. */
    isOnHold: flag("is_on_hold").default(false),
    /** Dealt with in returns of before bahi: no row of GSTR-2B is its. */
    isEarlier: flag("is_earlier").default(false),
    sentAt: text("sent_at"),
    cancelledAt: text("cancelled_at"),
    /** Days of tax: of a bill cancelled, or changed in its credit; of the service of a late invoice. */
    cancelledOn: dayOrNone("cancelled_on"),
    creditChangedOn: dayOrNone("credit_changed_on"),
    supplierUnfiledOn: dayOrNone("supplier_unfiled_on"),
    supplierFiledOn: dayOrNone("supplier_filed_on"),
    serviceDate: dayOrNone("service_date"),
    /** The return, `2026-07`, that amends what a filed one has of it: tables 9A and 9C. */
    amendedIn: text("amended_in").notNull().default(""),
    acceptedAt: text("accepted_at"),
    declinedAt: text("declined_at"),
    /** Derived by the database, so that it cannot disagree with what it says. */
    status: text("status", { enum: [...INVOICE_STATUSES, "ACCEPTED", "DECLINED", "CREDIT"] })
      .notNull()
      .generatedAlwaysAs(
        sql`CASE WHEN cancelled_at IS NOT NULL THEN 'CANCELLED'
          WHEN kind = 'VENDOR_CREDIT' AND sent_at IS NOT NULL THEN 'CREDIT'
          WHEN received_paise + tds_paise + advances_paise + credit_paise + written_off_paise > 0 THEN
            iif(received_paise + tds_paise + advances_paise + credit_paise + written_off_paise
              = grand_total_paise, 'PAID', 'PARTIALLY_PAID')
          WHEN accepted_at IS NOT NULL THEN 'ACCEPTED' WHEN declined_at IS NOT NULL THEN 'DECLINED'
          WHEN sent_at IS NOT NULL THEN 'SENT' ELSE 'DRAFT' END`,
        { mode: "stored" },
      ),
    /** Agency and client (or vendor), as they were when it left DRAFT. */
    issued: text("issued", { mode: "json" }).$type<Parties>(),
    /** What a return asks of the client or vendor: theirs of that time. */
    recipientGstin: text("recipient_gstin").generatedAlwaysAs(sql`issued ->> '$.recipient.gstin'`, {
      mode: "virtual",
    }),
    /** The invoice of a note, the voucher of a refund, the estimate of an invoice; or one of before bahi. */
    originalId: text("original_id"),
    original: text("original", { mode: "json" }).$type<Original>(),
    reason: text("reason").notNull().default(""),
    /** The series that made it: it may have ended, and is never gone. */
    seriesId: text("series_id"),
    /** What brought it from elsewhere: only then can it be deleted, with all of that import. */
    importId: text("import_id"),
    /** Changed since it was imported, so that its import cannot be undone. */
    isEdited: flag("is_edited").default(false),
    notes: text("notes").notNull(),
    terms: text("terms").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    // A series that begins anew each April may spell no year (CGST Rules, Rule 46(b)).
    uniqueIndex("documents_number").on(
      table.agencyId,
      table.kind,
      table.number,
      table.financialYear,
      // Not of what vendors number. drizzle-kit quotes it as a name, so the migration is mended by hand.
      sql`(CASE number_key WHEN '' THEN '' ELSE id END)`,
    ),
    uniqueIndex("documents_number_of_vendor")
      .on(table.agencyId, table.vendorKey, table.kind, table.numberKey, table.financialYear)
      .where(sql`number_key <> '' AND cancelled_at IS NULL`),
    // A vendor whose name or GSTIN was corrected is who they were.
    uniqueIndex("documents_number_by_vendor")
      .on(table.agencyId, table.vendorId, table.kind, table.numberKey, table.financialYear)
      .where(sql`number_key <> '' AND cancelled_at IS NULL`),
    index("documents_by_date").on(
      table.agencyId,
      table.family,
      table.date,
      table.id,
      table.number,
      table.clientId,
      table.vendorId,
    ),
    index("documents_by_status").on(
      table.agencyId,
      table.family,
      table.status,
      table.date,
      table.id,
    ),
    index("documents_by_client").on(
      table.agencyId,
      table.clientId,
      table.family,
      table.date,
      table.id,
    ),
    index("documents_by_vendor")
      .on(table.agencyId, table.vendorId, table.family, table.date, table.id)
      .where(sql`vendor_id IS NOT NULL`),
    index("documents_of_original")
      .on(table.agencyId, table.originalId)
      .where(sql`original_id IS NOT NULL`),
    index("documents_of_import")
      .on(table.agencyId, table.importId)
      .where(sql`import_id IS NOT NULL`),
    index("documents_of_series")
      .on(table.agencyId, table.date)
      .where(sql`series_id IS NOT NULL AND status = 'DRAFT'`),
    index("documents_late").on(table.agencyId, table.serviceDate).where(sql`service_date <> ''`),
    index("documents_amended").on(table.agencyId, table.amendedIn).where(sql`amended_in <> ''`),
    index("documents_open")
      .on(table.agencyId, table.clientId, table.dueDate)
      .where(sql`status IN ('SENT', 'PARTIALLY_PAID')`),
    index("documents_due")
      .on(table.agencyId, table.family, table.dueDate)
      .where(sql`status IN ('SENT', 'PARTIALLY_PAID')`),
    referenceSameAgency(table, table.clientId, clients),
    referenceSameAgency(table, table.vendorId, vendors),
    referenceSameAgency(table, table.createdBy, users),
    foreignKey({
      columns: [table.agencyId, table.originalId],
      foreignColumns: [table.agencyId, table.id],
    }),
    ...DOCUMENT_CHECKS,
  ],
);

export const documentLines = sqliteTable(
  "document_lines",
  {
    agencyId: agencyId(),
    documentId: text("document_id").notNull(),
    line: integer("line").notNull(),
    description: text("description").notNull(),
    hsnSac: text("hsn_sac").notNull(),
    unit: text("unit").notNull().default(""),
    qty: hundredths("qty"),
    ratePaise: paise("rate_paise"),
    discountPct: hundredths("discount_pct"),
    taxPct: hundredths("tax_pct"),
    /** Why its rate is 0; "" where it is not, or nobody has said. */
    treatment: text("treatment", { enum: [...LINE_TREATMENTS, ""] })
      .notNull()
      .default(""),
    pureAgent: flag("pure_agent").default(false),
    /** What its document's totals are made of; under reverse charge the tax is the client's to pay. */
    taxablePaise: paise("taxable_paise"),
    cgstPaise: paise("cgst_paise"),
    sgstPaise: paise("sgst_paise"),
    igstPaise: paise("igst_paise"),
    cessPaise: sumColumn("cess_paise"),
    /** Of what is bought; "" of what is sold. */
    categoryId: text("category_id"),
    itc: text("itc", { enum: [...ITC_TREATMENTS, ""] })
      .notNull()
      .default(""),
    blockedBy: text("blocked_by", { enum: [...BLOCKED_BY, ""] })
      .notNull()
      .default(""),
    /** Its credit serves taxed and exempt supplies (Rule 42 of the CGST Rules). */
    isCommon: flag("is_common").default(false),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.documentId, table.line] }),
    index("document_lines_by_category")
      .on(table.agencyId, table.categoryId)
      .where(sql`category_id IS NOT NULL`),
    referenceSameAgency(table, table.documentId, documents),
    referenceSameAgency(table, table.categoryId, categories),
  ],
);
