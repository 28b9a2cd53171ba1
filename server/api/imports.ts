import { status } from "elysia";
import * as v from "valibot";
import { faultOf, traceOf } from "../../db/engine/errors.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import { listImports } from "../../db/imports/reports.ts";
import {
  type ImportBatch,
  ImportOptions,
  type ImportReport,
  ImportsQuery,
} from "../../domain/ledger/imports.ts";
import { createCount } from "../http/admission.ts";
import { csvOf, withKey } from "../http/body.ts";
import type { AppContext } from "../http/context.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import {
  count,
  day,
  deleted,
  id,
  isTrue,
  moment,
  pageOf,
  rupeeSum,
  shapeOf,
  text,
} from "./shapes.ts";

const figures = {
  file: text,
  dryRun: isTrue,
  rows: count,
  added: count,
  skipped: v.pipe(count, v.description("In the books already")),
  totals: v.object({ income: rupeeSum, expense: rupeeSum, transfers: rupeeSum }),
  transfers: count,
  dateFrom: day,
  dateTo: day,
  created: v.object({ accounts: v.array(text), categories: v.array(text) }),
};
const report = shapeOf<ImportReport>()(v.object({ _id: v.nullable(id), ...figures }));
const batch = shapeOf<ImportBatch>()(
  v.object({
    _id: id,
    ...figures,
    at: moment,
    userId: v.object({ _id: id, name: text, email: text }),
    state: v.picklist(["posting", "done", "undoing"]),
  }),
);

export const imports: Group = {
  title: "Imports",
  about:
    "A file of up to a million rows is taken whole or not at all, and what the books hold already is " +
    "left out, so that sending it again adds nothing.",
  schemas: { ImportReport: report, ImportBatch: batch },
  calls: [
    call({
      name: "importTransactions",
      method: "POST",
      path: "/api/transactions/import",
      summary: "Import a CSV",
      about:
        "UTF-8, at most 512 MB, plain or with `Content-Encoding: gzip`. The columns are those of the CSV " +
        "export in any order, separated by commas, semicolons, tabs or `|`; Notes may be missing, and Type " +
        "where the category tells it. A transfer's account is `from → to` or `from -> to`, its category " +
        "Transfer. Dates are like 2026-09-05, 05/09/2026 or 5 Sep 2026; amounts may have ₹ and commas. " +
        "The first hundred bad rows are in `errors`, by their lines. 200 where nothing was added. `dryRun` " +
        "tells what would happen; `createMissing` makes unknown names, at most 500 accounts and 500 " +
        "categories; `keepDuplicates` adds rows that the books hold already. An agency may send 20 files " +
        "at once: 429 for one more, with `Retry-After` in seconds.",
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
        const body = csvOf(request);
        const end = onTheirWay(context).begin({ tenant, set });
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
      name: "listImports",
      method: "GET",
      path: "/api/imports",
      summary: "List imports, newest first",
      who: "members",
      query: { schemas: [ImportsQuery], example: "limit=5" },
      answer: { status: 200, schema: pageOf(batch, {}) },
      run: ({ tenant, query }) => listImports(tenant, query),
    }),
    call({
      name: "undoImport",
      method: "DELETE",
      path: "/api/imports/:id",
      summary: "Undo an import",
      about:
        "Its rows go, and the accounts and categories that it made where nothing else uses them. 409 " +
        "where one of its rows has been changed since, and which.",
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

// By server: a test has several.
const counts = new WeakMap<AppContext, ReturnType<typeof createCount>>();

function onTheirWay(context: AppContext) {
  const count = counts.get(context) ?? createCount();
  counts.set(context, count);
  return count;
}

// What an import leaves in its thread is only given back with the thread. A thread that has imported
// once is quicker the next time, so a smaller import keeps it.
const ROWS_WORTH_A_NEW_THREAD = 400_000;

async function fillSearch(context: AppContext, tenant: Tenant, added: number): Promise<void> {
  try {
    await context.writers.call("fillSearch", tenant, undefined);
    if (added < ROWS_WORTH_A_NEW_THREAD) return;
    await context.writers.stop("idle");
    // Any question wakes the new one, so that the next import does not wait for it.
    await context.writers.call("fillSearch", tenant, undefined);
  } catch (error) {
    // Search reads the tail meanwhile, and the next import or start goes on filling.
    if (faultOf(error) === "stopping") return;
    context.log.warn("The search index was not filled", { trace: traceOf(error) });
  }
}
