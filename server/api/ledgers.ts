import * as v from "valibot";
import { journalStore, listJournals, mayTakeLong } from "../../db/ledger/journals.ts";
import { changeLedger } from "../../db/ledger/ledgers.ts";
import {
  BASES,
  type Journal,
  JournalQuery,
  type LedgerBalance,
  LedgerChange,
  NewJournal,
} from "../../domain/ledger/journals.ts";
import { readInWorker } from "../http/workerReads.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { type ListArgs, recordCalls } from "./records.ts";
import {
  createPageShape,
  createShape,
  day,
  dayIfAny,
  id,
  rupeeSum,
  rupees,
  text,
} from "./shapes.ts";

const ledgerBalance = createShape<LedgerBalance>()(
  v.object({
    _id: id,
    name: text,
    kind: v.pipe(text, v.description("For categories, their kind; otherwise account or system")),
    section: text,
    line: v.pipe(text, v.description("Place in the statements")),
    group: v.pipe(text, v.description("Name in Tally")),
    categoryIds: v.pipe(v.array(id), v.description("The categories that post to it")),
    openingBalance: v.pipe(rupeeSum, v.description("Debit positive")),
    balance: v.pipe(rupeeSum, v.description("Balance today; debit positive")),
  }),
);

const journal = createShape<Journal>()(
  v.object({
    _id: id,
    date: day,
    reason: text,
    basis: v.picklist(BASES),
    reversesOn: v.pipe(dayIfAny, v.description('Day on which it reverses, or ""')),
    reversal: v.pipe(
      v.nullable(v.object({ _id: id, date: day })),
      v.description("Its reversal; null until that day"),
    ),
    reverses: v.pipe(
      v.nullable(v.object({ _id: id, date: day, reason: text })),
      v.description("The journal that it reverses"),
    ),
    lines: v.array(
      v.object({ ledger: v.object({ _id: id, name: text }), debit: rupees, credit: rupees }),
    ),
    total: v.pipe(rupeeSum, v.description("Total of its debits, equal to its credits")),
  }),
);

const EXAMPLE = {
  date: "2027-03-31",
  reason: "Rounding difference of nine paise",
  basis: "accrual",
  lines: [
    { ledger: "Output IGST", debit: 0.09 },
    { ledger: "Round off", credit: 0.09 },
  ],
};

export const ledgers: Group = {
  title: "Ledgers and journals",
  about:
    "The kind of a category determines its place in the statements, so no one has to enter a " +
    "debit or credit. Journals are the accountant's and move no money. A ledger belongs to an " +
    "account, to categories, or to the documents that post to it.",
  schemas: { Ledger: ledgerBalance, Journal: journal, NewJournal, LedgerChange },
  calls: [
    call({
      name: "listLedgers",
      method: "GET",
      path: "/api/ledgers",
      summary: "List ledgers with their balances",
      who: "view statements",
      answer: { status: 200, schema: v.object({ ledgers: v.array(ledgerBalance) }) },
      run: async ({ context, caller }) => ({
        ledgers: await readInWorker(context, caller, "listLedgers", undefined),
      }),
    }),
    call({
      name: "changeLedger",
      method: "PUT",
      path: "/api/ledgers/:id",
      summary: "Set the opening balance of a ledger",
      about:
        "Balance on the day the books begin, debit positive. The contra entry is Opening balances " +
        "in the owners' funds. Set an account's opening balance on the account.",
      who: "set ledgers",
      id: ID.ledger,
      body: { schema: LedgerChange, isChange: true, example: { openingBalance: 90000 } },
      answer: {
        status: 200,
        schema: v.object({ ledger: v.object({ _id: id, name: text, openingBalance: rupees }) }),
      },
      run: async ({ tenant, id, input }) => ({ ledger: await changeLedger(tenant, id, input) }),
    }),
    ...recordCalls({
      noun: "journal",
      id: ID.journal,
      schema: NewJournal,
      record: journal,
      store: journalStore,
      example: EXAMPLE,
      changeExample: { basis: "both" },
      readers: "view statements",
      writers: "keep journals",
      list: {
        summary: "List journals, newest first",
        about:
          "`q` searches reasons and ledger names. `sort` changes the order: `-total` lists the " +
          "largest first.",
        query: { schemas: [JournalQuery], example: "dateFrom=2027-03-01&dateTo=2027-03-31" },
        answer: { status: 200, schema: createPageShape(journal, {}) },
        run: ({ context, tenant, caller, query }: ListArgs<JournalQuery>) =>
          mayTakeLong(query)
            ? readInWorker(context, caller, "listJournals", query)
            : listJournals(tenant, query),
      },
      add: {
        about:
          "Debits must equal credits. A line names a category, or a ledger by id or name. With " +
          "`basis` accrual, the journal is left out of profit and loss on the cash basis.",
      },
      change: { about: "The lines you send replace all lines." },
    }),
  ],
};
