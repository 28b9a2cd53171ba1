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
import { ITC_TREATMENTS } from "../../domain/purchases/credit.ts";
import { TDS_RULES } from "../../domain/purchases/tds.ts";
import { VENDOR_KINDS } from "../../domain/purchases/vendors.ts";
import { agencyId, flag, ofSameAgency, paise, users } from "./agencies.ts";
import { accounts, transactions } from "./ledger.ts";

/** Whom the agency buys of. One person may be client and vendor: two records. */
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
    /** What a bill of theirs begins with; "" for nothing, and for what the category says. */
    tdsRule: text("tds_rule", { enum: ["", ...TDS_RULES] }).notNull(),
    itc: text("itc", { enum: ["", ...ITC_TREATMENTS] }).notNull(),
    /** A micro or small enterprise (MSMED Act, s. 15). */
    isSmallEnterprise: flag("is_small_enterprise"),
    /** Days in which a written agreement says that they are paid; null without one. */
    agreedDays: integer("agreed_days"),
    /** An associated enterprise abroad (CGST Act, s. 13(3), second proviso). */
    isAssociated: flag("is_associated").default(false),
    notes: text("notes").notNull(),
    importId: text("import_id"),
    /** What a search looks in, in lower case: the database knows the case of ASCII only. */
    searched: text("searched").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    index("vendors_by_name").on(table.agencyId, table.nameKey),
  ],
);

/** Tax kept back of vendors that was paid to the Government. */
export const tdsDeposits = sqliteTable(
  "tds_deposits",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    /** Of the bills that it was kept back of, `2026-10`. */
    month: text("month").notNull(),
    /** "" for what no rule was named for. */
    rule: text("rule", { enum: ["", ...TDS_RULES] }).notNull(),
    date: text("date").notNull(),
    amountPaise: paise("amount_paise"),
    /** Of the challan. */
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
    ofSameAgency(table, table.accountId, accounts),
    ofSameAgency(table, table.transactionId, transactions),
    ofSameAgency(table, table.createdBy, users),
    check("tds_deposits_amount", sql`amount_paise > 0`),
  ],
);
