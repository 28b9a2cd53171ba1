import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { BankDetails } from "../../domain/documents/invoiceSettings.ts";
import {
  INVOICE_STATUSES,
  type Recipient,
  type Supplier,
} from "../../domain/documents/invoices.ts";
import { PAYMENT_MODES } from "../../domain/documents/payments.ts";
import { GST_MODES, type Hundredths } from "../../domain/gst/figures.ts";
import type { Paise } from "../../domain/money.ts";
import { agencyId, ofSameAgency, paise, users } from "./agencies.ts";
import { accounts, transactions } from "./ledger.ts";

const hundredths = (column: string) => integer(column).$type<Hundredths>().notNull();

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
    notes: text("notes").notNull(),
    /** What a search looks in, in lower case: the database knows the case of ASCII only. */
    searched: text("searched").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    index("clients_by_name").on(table.agencyId, table.nameKey),
  ],
);

export const invoices = sqliteTable(
  "invoices",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    number: text("number").notNull(),
    date: text("date").notNull(),
    dueDate: text("due_date").notNull(),
    clientId: text("client_id").notNull(),
    /** As typed. */
    placeOfSupply: text("place_of_supply").notNull(),
    /** The place that counted, and the state code that it resolves to. */
    supplyText: text("supply_text").notNull(),
    supplyCode: text("supply_code").notNull(),
    gstMode: text("gst_mode", { enum: GST_MODES }).notNull(),
    subTotalPaise: paise("sub_total_paise"),
    discountPaise: paise("discount_paise"),
    taxablePaise: paise("taxable_paise"),
    cgstPaise: paise("cgst_paise"),
    sgstPaise: paise("sgst_paise"),
    igstPaise: paise("igst_paise"),
    roundOffPaise: paise("round_off_paise"),
    grandTotalPaise: paise("grand_total_paise"),
    /** Of its payments; triggers keep both. */
    receivedPaise: paise("received_paise").default(0 as Paise),
    tdsPaise: paise("tds_paise").default(0 as Paise),
    sentAt: text("sent_at"),
    cancelledAt: text("cancelled_at"),
    /** Derived by the database, so that it cannot disagree with what it says. */
    status: text("status", { enum: INVOICE_STATUSES })
      .notNull()
      .generatedAlwaysAs(
        sql`CASE WHEN cancelled_at IS NOT NULL THEN 'CANCELLED'
          WHEN received_paise + tds_paise > 0 THEN
            iif(received_paise + tds_paise = grand_total_paise, 'PAID', 'PARTIALLY_PAID')
          WHEN sent_at IS NOT NULL THEN 'SENT' ELSE 'DRAFT' END`,
        { mode: "stored" },
      ),
    /** Agency and client as they were when it left DRAFT. */
    issued: text("issued", { mode: "json" }).$type<Parties>(),
    notes: text("notes").notNull(),
    terms: text("terms").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("invoices_number").on(table.agencyId, table.number),
    // Lists walk these; a filter by client or status begins at its own rows.
    index("invoices_by_date").on(
      table.agencyId,
      table.date,
      table.id,
      table.number,
      table.clientId,
    ),
    index("invoices_by_status").on(table.agencyId, table.status, table.date, table.id),
    index("invoices_by_client").on(table.agencyId, table.clientId, table.date, table.id),
    index("invoices_open")
      .on(table.agencyId, table.clientId, table.dueDate)
      .where(sql`status IN ('SENT', 'PARTIALLY_PAID')`),
    index("invoices_due")
      .on(table.agencyId, table.dueDate)
      .where(sql`status IN ('SENT', 'PARTIALLY_PAID')`),
    ofSameAgency(table, table.clientId, clients),
    ofSameAgency(table, table.createdBy, users),
    check(
      "invoices_total",
      sql`taxable_paise = sub_total_paise - discount_paise AND grand_total_paise =
        taxable_paise + cgst_paise + sgst_paise + igst_paise + round_off_paise`,
    ),
    check(
      "invoices_settled",
      sql`received_paise >= 0 AND tds_paise >= 0 AND received_paise + tds_paise <= grand_total_paise`,
    ),
  ],
);

/** Who bills and who is billed, as an invoice shows them. */
export interface Parties {
  supplier: Supplier;
  recipient: Recipient;
}

export const invoiceItems = sqliteTable(
  "invoice_items",
  {
    agencyId: agencyId(),
    invoiceId: text("invoice_id").notNull(),
    /** From 0. */
    line: integer("line").notNull(),
    description: text("description").notNull(),
    hsnSac: text("hsn_sac").notNull(),
    qty: hundredths("qty"),
    ratePaise: paise("rate_paise"),
    discountPct: hundredths("discount_pct"),
    taxPct: hundredths("tax_pct"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.invoiceId, table.line] }),
    ofSameAgency(table, table.invoiceId, invoices),
  ],
);

export const payments = sqliteTable(
  "payments",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    invoiceId: text("invoice_id").notNull(),
    date: text("date").notNull(),
    amountPaise: paise("amount_paise"),
    tdsPaise: paise("tds_paise"),
    mode: text("mode", { enum: PAYMENT_MODES }).notNull(),
    reference: text("reference").notNull(),
    notes: text("notes").notNull(),
    accountId: text("account_id").notNull(),
    transactionId: text("transaction_id").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("payments_transaction").on(table.agencyId, table.transactionId),
    index("payments_by_invoice").on(table.agencyId, table.invoiceId),
    ofSameAgency(table, table.invoiceId, invoices),
    ofSameAgency(table, table.accountId, accounts),
    ofSameAgency(table, table.transactionId, transactions),
    ofSameAgency(table, table.createdBy, users),
    check("payments_amount", sql`amount_paise > 0 AND tds_paise >= 0`),
  ],
);

/** What new invoices begin with, beside their numbering. */
export const invoiceSettings = sqliteTable("invoice_settings", {
  agencyId: agencyId().primaryKey(),
  defaultTaxPct: hundredths("default_tax_pct"),
  defaultPlaceOfSupply: text("default_place_of_supply").notNull(),
  bankDetails: text("bank_details", { mode: "json" }).$type<BankDetails>().notNull(),
});
