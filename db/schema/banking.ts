import { sql } from "drizzle-orm";
import {
  blob,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { Made, RuleEffect, RuleTest } from "../../domain/banking/matching.ts";
import { MATCH_KINDS } from "../../domain/banking/matching.ts";
import { type Gap, PROOFS } from "../../domain/banking/statement.ts";
import type { Layout } from "../../domain/banking/table.ts";
import type { Paise } from "../../domain/money.ts";
import { agencyId, flag, paise, referenceSameAgency, users } from "./agencies.ts";
import { accounts, categories, transactions } from "./ledger.ts";

// Bank statements, their lines, and matches of lines with entries. A bank line never changes: it arrives with
// a statement and is deleted with the last statement that contains it.

const paiseIfAny = (column: string) => integer(column).$type<Paise>();

/** Bank details of an account. */
export const bankAccounts = sqliteTable(
  "bank_accounts",
  {
    agencyId: agencyId(),
    accountId: text("account_id").notNull(),
    /** As printed in the first file that names one; "" until then. */
    number: text("number").notNull().default(""),
    /** Lines up to this day cannot be matched, undone, imported or removed; "" if there is no such day. */
    closedTo: text("closed_to").notNull().default(""),
    /** Column layouts that users chose for tables without usable headings. */
    layouts: text("layouts", { mode: "json" }).$type<Layout[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.accountId] }),
    referenceSameAgency(table, table.accountId, accounts),
  ],
);

export const statements = sqliteTable(
  "statements",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    accountId: text("account_id").notNull(),
    file: text("file").notNull(),
    /** SHA-256 of the uploaded file. */
    digest: text("digest").notNull(),
    format: text("format").notNull(),
    bank: text("bank"),
    /** Account number, as printed. */
    number: text("number"),
    periodFrom: text("period_from").notNull(),
    periodTo: text("period_to").notNull(),
    openingPaise: paiseIfAny("opening_paise"),
    closingPaise: paiseIfAny("closing_paise"),
    debitsPaise: paise("debits_paise"),
    creditsPaise: paise("credits_paise"),
    lineCount: integer("line_count").notNull(),
    /** Number of lines that no earlier statement had. */
    added: integer("added").notNull(),
    proof: text("proof", { enum: PROOFS }).notNull(),
    /** Gaps in the balance that an owner accepted with the file. */
    gaps: text("gaps", { mode: "json" }).$type<Gap[]>().notNull(),
    remarks: text("remarks", { mode: "json" }).$type<string[]>().notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    index("statements_by_period").on(table.agencyId, table.accountId, table.periodFrom),
    referenceSameAgency(table, table.accountId, accounts),
    referenceSameAgency(table, table.createdBy, users),
  ],
);

/** The uploaded file, in parts small enough for a database server. */
export const statementFiles = sqliteTable(
  "statement_files",
  {
    agencyId: agencyId(),
    statementId: text("statement_id").notNull(),
    part: integer("part").notNull(),
    bytes: blob("bytes", { mode: "buffer" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.statementId, table.part] }),
    referenceSameAgency(table, table.statementId, statements),
  ],
);

/** Bank lines matched with entries of the same account and the same total, to the paisa. */
export const matches = sqliteTable(
  "matches",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    accountId: text("account_id").notNull(),
    kind: text("kind", { enum: MATCH_KINDS }).notNull(),
    why: text("why").notNull(),
    /** Records that the match created; undoing it deletes them. */
    made: text("made", { mode: "json" }).$type<Made>().notNull(),
    ruleId: text("rule_id"),
    /** Shared by matches that were accepted together. */
    batchId: text("batch_id").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    referenceSameAgency(table, table.accountId, accounts),
    referenceSameAgency(table, table.createdBy, users),
  ],
);

export const bankLines = sqliteTable(
  "bank_lines",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    accountId: text("account_id").notNull(),
    date: text("date").notNull(),
    /** Position within its day, in the bank's order. Lines with the same position are ordered by id. */
    place: integer("place").notNull(),
    valueDate: text("value_date"),
    narration: text("narration").notNull(),
    ref: text("ref"),
    bankId: text("bank_id"),
    /** Money in is positive, money out negative. */
    amountPaise: paise("amount_paise"),
    balancePaise: paiseIfAny("balance_paise"),
    matchId: text("match_id"),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.id] }),
    index("bank_lines_by_date").on(table.agencyId, table.accountId, table.date, table.place),
    index("bank_lines_open")
      .on(table.agencyId, table.accountId, table.date, table.place)
      .where(sql`match_id IS NULL`),
    index("bank_lines_of_match").on(table.agencyId, table.matchId).where(sql`match_id IS NOT NULL`),
    referenceSameAgency(table, table.accountId, accounts),
    referenceSameAgency(table, table.matchId, matches),
  ],
);

/** Lines of each statement. Statements overlap, so a line can be in several. */
export const statementLines = sqliteTable(
  "statement_lines",
  {
    agencyId: agencyId(),
    statementId: text("statement_id").notNull(),
    /** From 1, oldest first. */
    line: integer("line").notNull(),
    lineId: text("line_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.statementId, table.line] }),
    index("statement_lines_by_line").on(table.agencyId, table.lineId),
    referenceSameAgency(table, table.statementId, statements),
    referenceSameAgency(table, table.lineId, bankLines),
  ],
);

/** Matched entries. A transfer can be matched once in each of its two accounts. */
export const matchEntries = sqliteTable(
  "match_entries",
  {
    agencyId: agencyId(),
    matchId: text("match_id").notNull(),
    accountId: text("account_id").notNull(),
    transactionId: text("transaction_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.matchId, table.transactionId] }),
    uniqueIndex("match_entries_cleared").on(table.agencyId, table.transactionId, table.accountId),
    referenceSameAgency(table, table.matchId, matches),
    referenceSameAgency(table, table.accountId, accounts),
    referenceSameAgency(table, table.transactionId, transactions),
  ],
);

export const bankRules = sqliteTable(
  "bank_rules",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    /** Rules apply in this order; the first that fits suggests its category. */
    place: integer("place").notNull(),
    name: text("name").notNull(),
    test: text("test", { mode: "json" }).$type<RuleTest>().notNull(),
    effect: text("effect", { mode: "json" }).$type<RuleEffect>().notNull(),
    isActive: flag("is_active"),
    /** Whether matches by this rule are accepted at upload. */
    post: flag("post").default(false),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.id] })],
);

/** How often lines with a token were assigned to a category. */
export const bankMemory = sqliteTable(
  "bank_memory",
  {
    agencyId: agencyId(),
    direction: text("direction", { enum: ["in", "out"] }).notNull(),
    /** "" counts all lines. */
    token: text("token").notNull(),
    categoryId: text("category_id").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.direction, table.token, table.categoryId] }),
    referenceSameAgency(table, table.categoryId, categories),
  ],
);

/** Suggestions that a user declined. They are not suggested again. */
export const declinedProposals = sqliteTable(
  "declined_proposals",
  {
    agencyId: agencyId(),
    lineId: text("line_id").notNull(),
    proposal: text("proposal").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.lineId, table.proposal] }),
    referenceSameAgency(table, table.lineId, bankLines),
  ],
);
