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

// What the bank says, beside what the books say, and what ties them. A line of the bank is never changed: it
// comes with a statement and goes with the last statement that holds it.

const paiseIfAny = (column: string) => integer(column).$type<Paise>();

/** What is known of an account at its bank. */
export const bankAccounts = sqliteTable(
  "bank_accounts",
  {
    agencyId: agencyId(),
    accountId: text("account_id").notNull(),
    /** As the first file that names one has it; "" while none has. */
    number: text("number").notNull().default(""),
    /** Nothing of this day or before is matched, taken back, brought or removed; "" for no day. */
    closedTo: text("closed_to").notNull().default(""),
    /** What people have told of tables whose captions say nothing. */
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
    /** SHA-256 of the file as it came. */
    digest: text("digest").notNull(),
    format: text("format").notNull(),
    bank: text("bank"),
    /** Of the account, as printed. */
    number: text("number"),
    periodFrom: text("period_from").notNull(),
    periodTo: text("period_to").notNull(),
    openingPaise: paiseIfAny("opening_paise"),
    closingPaise: paiseIfAny("closing_paise"),
    debitsPaise: paise("debits_paise"),
    creditsPaise: paise("credits_paise"),
    lineCount: integer("line_count").notNull(),
    /** Lines that no statement had brought before. */
    added: integer("added").notNull(),
    proof: text("proof", { enum: PROOFS }).notNull(),
    /** Those that an owner has taken it with. */
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

/** The file as it came, in parts that a database server takes. */
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

/** One or more lines of an account that are one or more of its entries, to the paisa. */
export const matches = sqliteTable(
  "matches",
  {
    agencyId: agencyId(),
    id: text("id").notNull(),
    accountId: text("account_id").notNull(),
    kind: text("kind", { enum: MATCH_KINDS }).notNull(),
    /** Why, in words. */
    why: text("why").notNull(),
    /** What it made, and what undoing it takes away again. */
    made: text("made", { mode: "json" }).$type<Made>().notNull(),
    ruleId: text("rule_id"),
    /** What was accepted at once. */
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
    /** Of its day, in the order of the bank; lines of one place are in the order of their ids. */
    place: integer("place").notNull(),
    valueDate: text("value_date"),
    narration: text("narration").notNull(),
    ref: text("ref"),
    bankId: text("bank_id"),
    /** In is above zero, out below. */
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

/** A line may stand in several statements, whose periods overlap. */
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

/** An entry is cleared once in each of its accounts: a transfer has two. */
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
    /** The first that fits proposes. */
    place: integer("place").notNull(),
    name: text("name").notNull(),
    test: text("test", { mode: "json" }).$type<RuleTest>().notNull(),
    effect: text("effect", { mode: "json" }).$type<RuleEffect>().notNull(),
    isActive: flag("is_active"),
    /** Its matches are accepted at upload. */
    post: flag("post").default(false),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.id] })],
);

/** How often lines that hold a token went to a category. */
export const bankMemory = sqliteTable(
  "bank_memory",
  {
    agencyId: agencyId(),
    /** `in` or `out`. */
    direction: text("direction", { enum: ["in", "out"] }).notNull(),
    /** "" for every line. */
    token: text("token").notNull(),
    categoryId: text("category_id").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.direction, table.token, table.categoryId] }),
    referenceSameAgency(table, table.categoryId, categories),
  ],
);

/** What somebody has said no to is not proposed again. */
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
