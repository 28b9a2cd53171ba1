import { sql } from "drizzle-orm";
import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { APPROVAL_KINDS, APPROVAL_STATES } from "../../domain/agencies/approvals.ts";
import { agencyId, paise, referenceSameAgency, users } from "./agencies.ts";

/** The amount above which a payment by staff needs approval. No row means no limit. */
export const approvalLimits = sqliteTable("approval_limits", {
  agencyId: agencyId().primaryKey(),
  limitPaise: paise("limit_paise"),
});

/** Requested payments. They count nowhere in the books until an owner approves them. */
export const approvals = sqliteTable(
  "approvals",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    kind: text("kind", { enum: APPROVAL_KINDS }).notNull(),
    state: text("state", { enum: APPROVAL_STATES }).notNull().default("waiting"),
    /** The operation's input, validated when the payment was requested. */
    input: text("input", { mode: "json" }).$type<object>().notNull(),
    billId: text("bill_id"),
    date: text("date").notNull(),
    amountPaise: paise("amount_paise"),
    description: text("description").notNull(),
    from: text("from_name").notNull(),
    to: text("to_name").notNull(),
    askedBy: text("asked_by").notNull(),
    askedAt: text("asked_at").notNull(),
    decidedBy: text("decided_by"),
    decidedAt: text("decided_at"),
    reason: text("reason").notNull().default(""),
    transactionId: text("transaction_id"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    index("approvals_by_state").on(table.agencyId, table.state, table.id),
    index("approvals_of_bill")
      .on(table.agencyId, table.billId)
      .where(sql`state = 'waiting' AND bill_id IS NOT NULL`),
    index("approvals_of_transaction")
      .on(table.agencyId, table.transactionId)
      .where(sql`state = 'approved'`),
    referenceSameAgency(table, table.askedBy, users),
    referenceSameAgency(table, table.decidedBy, users),
  ],
);
