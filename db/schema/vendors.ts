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
import type { Paise } from "../../domain/money.ts";
import { ITC_TREATMENTS } from "../../domain/purchases/credit.ts";
import { VENDOR_KINDS } from "../../domain/purchases/vendors.ts";
import { TDS_RULES } from "../../domain/tds/law.ts";
import { PARTNER_PAYMENT_KINDS } from "../../domain/tds/partners.ts";
import { agencyId, flag, paise, referenceSameAgency, users } from "./agencies.ts";
import { accounts, journals, transactions } from "./ledger.ts";

/** A person who is both client and vendor has a record in each table. */
export const vendors = sqliteTable(
  "vendors",
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
    pan: text("pan").notNull(),
    state: text("state").notNull(),
    stateCode: text("state_code").notNull(),
    kind: text("kind", { enum: VENDOR_KINDS }).notNull(),
    /** ISO 3166, two letters. */
    country: text("country").notNull(),
    /** Default rule for the vendor's bills; "" for the category's rule, if it has one. */
    tdsRule: text("tds_rule", { enum: ["", ...TDS_RULES] }).notNull(),
    itc: text("itc", { enum: ["", ...ITC_TREATMENTS] }).notNull(),
    /** A micro or small enterprise (MSMED Act, s. 15). */
    isSmallEnterprise: flag("is_small_enterprise"),
    /** Days of credit in a written agreement; null without one. */
    agreedDays: integer("agreed_days"),
    /** An associated enterprise abroad (CGST Act, s. 13(3), second proviso). */
    isAssociated: flag("is_associated").default(false),
    notes: text("notes").notNull(),
    importId: text("import_id"),
    /** The searchable text in lower case, because SQLite folds ASCII only. */
    searched: text("searched").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    index("vendors_by_name").on(table.agencyId, table.nameKey),
  ],
);

/** TDS deducted from vendors and deposited with the government. */
export const tdsDeposits = sqliteTable(
  "tds_deposits",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    /** Month of the bills it was deducted from, `2026-10`. */
    month: text("month").notNull(),
    /** "" for TDS without a rule. */
    rule: text("rule", { enum: ["", ...TDS_RULES] }).notNull(),
    date: text("date").notNull(),
    /** Payment code of the challan, or the section before April 2026; "" if there is none. */
    code: text("code").notNull().default(""),
    amountPaise: paise("amount_paise"),
    /** Interest paid with the challan, and its expense entry. */
    interestPaise: paise("interest_paise").default(0 as Paise),
    interestTransactionId: text("interest_transaction_id"),
    /** The journal that books a difference of less than a rupee to Round off. */
    journalId: text("journal_id"),
    /** Number of the challan. */
    reference: text("reference").notNull(),
    accountId: text("account_id").notNull(),
    transactionId: text("transaction_id").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("tds_deposits_transaction").on(table.agencyId, table.transactionId),
    index("tds_deposits_by_month").on(table.agencyId, table.month),
    referenceSameAgency(table, table.accountId, accounts),
    referenceSameAgency(table, table.transactionId, transactions),
    referenceSameAgency(table, table.createdBy, users),
    check("tds_deposits_amount", sql`amount_paise > 0`),
  ],
);

/** Filed TDS statements (Forms 140 and 144), with the fee for filing late. */
export const tdsStatements = sqliteTable(
  "tds_statements",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    /** `2026-27-Q1`. */
    quarter: text("quarter").notNull(),
    form: text("form").notNull(),
    date: text("date").notNull(),
    /** The token that acknowledges the statement. */
    reference: text("reference").notNull(),
    feePaise: paise("fee_paise"),
    accountId: text("account_id"),
    /** The entry of the fee. */
    transactionId: text("transaction_id"),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    uniqueIndex("tds_statements_of_quarter").on(table.agencyId, table.quarter, table.form),
    referenceSameAgency(table, table.accountId, accounts),
    referenceSameAgency(table, table.transactionId, transactions),
    referenceSameAgency(table, table.createdBy, users),
    check("tds_statements_fee", sql`fee_paise >= 0`),
  ],
);

/** Payments and credits to partners (Income-tax Act 2025, s. 393(3)), each with its journal. */
export const partnerPayments = sqliteTable(
  "partner_payments",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    date: text("date").notNull(),
    partner: text("partner").notNull(),
    pan: text("pan").notNull(),
    kind: text("kind", { enum: PARTNER_PAYMENT_KINDS }).notNull(),
    amountPaise: paise("amount_paise"),
    tdsPaise: paise("tds_paise"),
    journalId: text("journal_id").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    index("partner_payments_by_date").on(table.agencyId, table.date),
    referenceSameAgency(table, table.journalId, journals),
    referenceSameAgency(table, table.createdBy, users),
    check(
      "partner_payments_amount",
      sql`amount_paise > 0 AND tds_paise BETWEEN 0 AND amount_paise`,
    ),
  ],
);

/** Advances paid to vendors before a bill, with the TDS deducted from them. */
export const vendorAdvances = sqliteTable(
  "vendor_advances",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    vendorId: text("vendor_id").notNull(),
    date: text("date").notNull(),
    amountPaise: paise("amount_paise"),
    tdsRule: text("tds_rule", { enum: ["", ...TDS_RULES] }).notNull(),
    tdsPaise: paise("tds_paise"),
    reference: text("reference").notNull(),
    accountId: text("account_id").notNull(),
    transactionId: text("transaction_id").notNull(),
    /** The journal that adds the TDS to the advance; null without TDS. */
    journalId: text("journal_id"),
    /** The bill settled with the advance, and the journal that reverses its TDS. */
    billId: text("bill_id"),
    useJournalId: text("use_journal_id"),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    index("vendor_advances_by_vendor").on(table.agencyId, table.vendorId, table.date),
    uniqueIndex("vendor_advances_transaction").on(table.agencyId, table.transactionId),
    referenceSameAgency(table, table.vendorId, vendors),
    referenceSameAgency(table, table.accountId, accounts),
    referenceSameAgency(table, table.transactionId, transactions),
    referenceSameAgency(table, table.journalId, journals),
    referenceSameAgency(table, table.createdBy, users),
    check("vendor_advances_amount", sql`amount_paise > 0 AND tds_paise >= 0`),
  ],
);
