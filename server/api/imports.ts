import { status } from "elysia";
import * as v from "valibot";
import { classifyFault, formatTrace } from "../../db/engine/errors.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import { listImports } from "../../db/imports/reports.ts";
import { BooksFile } from "../../domain/documents/booksSchema.ts";
import {
  BooksOptions,
  type BooksReport,
  type ImportBatch,
  ImportOptions,
  type ImportReport,
  ImportsQuery,
} from "../../domain/ledger/imports.ts";
import { readCsv, readJsonFile, withKey } from "../http/body.ts";
import { createCount } from "../http/concurrency.ts";
import type { AppContext } from "../http/context.ts";
import { readFile } from "../http/fileReads.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import {
  count,
  createPageShape,
  createShape,
  day,
  dayIfAny,
  deleted,
  id,
  isTrue,
  moment,
  rupeeSum,
  text,
} from "./shapes.ts";

const figures = {
  file: text,
  dryRun: isTrue,
  rows: count,
  added: count,
  skipped: v.pipe(count, v.description("Already in the books")),
  totals: v.object({ income: rupeeSum, expense: rupeeSum, transfers: rupeeSum }),
  transfers: count,
  dateFrom: day,
  dateTo: day,
  created: v.object({ accounts: v.array(text), categories: v.array(text) }),
};
const report = createShape<ImportReport>()(v.object({ _id: v.nullable(id), ...figures }));
const ofBooks = {
  clients: count,
  documents: v.pipe(count, v.description("Invoices, bills of supply, notes and estimates")),
  vouchers: count,
  vendors: count,
  bills: count,
  payments: count,
  openings: v.pipe(count, v.description("Opening balances of accounts")),
};
const books = createShape<BooksReport>()(
  v.object({
    _id: v.nullable(id),
    file: text,
    dryRun: isTrue,
    ...ofBooks,
    skipped: v.pipe(count, v.description("Already in the books")),
    dateFrom: dayIfAny,
    dateTo: dayIfAny,
    totals: v.object({ income: rupeeSum, expense: rupeeSum }),
    created: figures.created,
    warnings: v.pipe(v.array(text), v.description("Parts of the file that are not imported")),
  }),
);
const batch = createShape<ImportBatch>()(
  v.object({
    _id: id,
    ...figures,
    books: v.pipe(
      v.nullable(v.object(ofBooks)),
      v.description("For an import of books; the row count covers all of these"),
    ),
    at: moment,
    userId: v.object({ _id: id, name: text, email: text }),
    state: v.picklist(["posting", "done", "undoing"]),
  }),
);

const EXAMPLE = {
  clients: [{ id: "c1", name: "Malabar Mills", gstin: "32AAACM1234F1ZP", city: "Kochi" }],
  documents: [
    {
      kind: "INVOICE",
      number: "25-26/INV/000118",
      date: "2026-02-10",
      dueDate: "2026-03-12",
      client: "c1",
      placeOfSupplyCode: "32",
      status: "SENT",
      total: 29500,
      lines: [{ description: "Catalogue", hsnSac: "998391", qty: 1, rate: 25000, taxPct: 18 }],
    },
  ],
  payments: [{ document: "25-26/INV/000118", date: "2026-03-02", amount: 20000 }],
};

export const imports: Group = {
  title: "Imports",
  about:
    "A file of up to a million rows is imported completely or not at all. Rows already in the " +
    "books are skipped, so sending a file again adds nothing.",
  schemas: { ImportReport: report, BooksReport: books, ImportBatch: batch },
  calls: [
    call({
      name: "importTransactions",
      method: "POST",
      path: "/api/transactions/import",
      summary: "Import a CSV",
      about:
        "UTF-8, at most 512 MB, plain or with `Content-Encoding: gzip`. The columns are those of " +
        "the CSV export in any order, separated by commas, semicolons, tabs or `|`. Notes may be " +
        "missing, and Type too if the category determines it. The account of a transfer is `from " +
        "→ to` or `from -> to`, its category Transfer. Dates are like 2026-09-05, 05/09/2026 or 5 " +
        "Sep 2026; amounts may contain ₹ and commas. `errors` has the first hundred bad rows, by " +
        "line. Returns 200 if nothing was added. `dryRun` only reports what would happen; " +
        "`createMissing` creates unknown names, at most 500 accounts and 500 categories; " +
        "`keepDuplicates` adds rows that already exist. An agency can send 20 files at once; one " +
        "more returns 429 with `Retry-After` in seconds.",
      who: "members",
      query: { schemas: [ImportOptions], example: "createMissing=true&file=april.csv" },
      body: {
        csv: [
          "Date,Description,Account,Category,Type,Amount,Notes",
          "2026-04-06,Website for Konkan Foods,HDFC Current,Design work,Income,85000.00,",
          '06/04/2026,Domain names,HDFC Current,Hosting,Expense,"₹2,499.00",Three of them',
          "2026-04-07,Petty cash,HDFC Current → Cash,Transfer,,2000,",
          "",
        ].join("\n"),
      },
      answer: { status: 201, schema: v.object({ import: report }) },
      also: [200, 429],
      run: async ({ context, tenant, query, request, set }) => {
        const asking = withKey(tenant, request, JSON.stringify(query));
        const body = readCsv(request);
        const end = getCount(context).begin({ tenant, set });
        try {
          const report = await context.writers.call("importTransactions", asking, query, body);
          void fillSearch(context, tenant, report.added);
          return status(report.added > 0 && !report.dryRun ? 201 : 200, { import: report });
        } finally {
          end();
        }
      },
    }),
    call({
      name: "importBooks",
      method: "POST",
      path: "/api/import/books",
      summary: "Import books",
      about:
        "Imports clients, documents, advances, payments and opening balances from another program " +
        "with their numbers, dates and statuses. Ids are the file's own, amounts are numbers or " +
        "text, and a place of supply is a State code. All or nothing; records that already exist " +
        "are skipped. Amounts are recomputed: a `total` that differs is rejected, as is any other " +
        "error, with its path (`documents.3.lines.0.rate`). Notes are not applied. Money without " +
        "an `account` is recorded in Before bahi, which is created when first needed; numbering " +
        "continues after the highest number. At most 32 MB, plain or with `Content-Encoding: " +
        "gzip`. Returns 200 if nothing was added, or with `dryRun`.",
      who: "move books in",
      query: { schemas: [BooksOptions], example: "file=books.json" },
      body: { schema: BooksFile, example: EXAMPLE, isStreamed: true },
      answer: { status: 201, schema: v.object({ import: books }) },
      also: [200],
      run: async ({ context, tenant, caller, query: options, request, set }) => {
        const asking = withKey(tenant, request, JSON.stringify(options));
        const end = getCount(context).begin({ tenant, set });
        try {
          const bytes = await readJsonFile(request, BOOKS_MAX_MB);
          const read = await readFile(context, caller, "books", { bytes });
          const report = await context.writers.call("importBooks", asking, { options, ...read });
          if (report._id) void fillSearch(context, tenant, report.payments);
          return status(report._id ? 201 : 200, { import: report });
        } finally {
          end();
        }
      },
    }),
    call({
      name: "listImports",
      method: "GET",
      path: "/api/imports",
      summary: "List imports, newest first",
      who: "members",
      query: { schemas: [ImportsQuery], example: "limit=5" },
      answer: { status: 200, schema: createPageShape(batch, {}) },
      run: ({ tenant, query }) => listImports(tenant, query),
    }),
    call({
      name: "undoImport",
      method: "DELETE",
      path: "/api/imports/:id",
      summary: "Undo an import",
      about:
        "Deletes its rows, and the accounts and categories it created if nothing else uses them; " +
        "for an import of books, also their documents and clients. Returns 409 with the record if " +
        "one has been changed since.",
      who: "undo imports",
      id: ID.imported,
      answer: { status: 200, schema: deleted },
      also: [409],
      run: async ({ context, tenant, id }) => {
        await context.writers.call("undoImport", tenant, id);
        return { message: "Import deleted successfully" };
      },
    }),
  ],
};

/** Enough for ten thousand documents, which take about ten. */
const BOOKS_MAX_MB = 32;

// One per server, because a test runs several.
const counts = new WeakMap<AppContext, ReturnType<typeof createCount>>();

function getCount(context: AppContext) {
  const count = counts.get(context) ?? createCount();
  counts.set(context, count);
  return count;
}

// The memory of an import is freed only with its thread. A used thread is faster, so smaller imports keep
// it.
const ROWS_WORTH_A_NEW_THREAD = 400_000;

async function fillSearch(context: AppContext, tenant: Tenant, added: number): Promise<void> {
  try {
    await context.writers.call("fillSearch", tenant, undefined);
    if (added < ROWS_WORTH_A_NEW_THREAD) return;
    await context.writers.stop("idle");
    // Any query starts the new thread, so that the next import does not wait for it.
    await context.writers.call("fillSearch", tenant, undefined);
  } catch (error) {
    // Search still works without the index, and the next import or restart goes on filling it.
    if (classifyFault(error) === "stopping") return;
    context.log.warn("The search index was not filled", { trace: formatTrace(error) });
  }
}
