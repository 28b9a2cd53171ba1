import * as v from "valibot";
import { countAudit, exportAudit, listAudit } from "../../db/agencies/auditLog.ts";
import { recordView } from "../../db/engine/audit.ts";
import { verifyBooks } from "../../db/verify/books.ts";
import {
  ACTIONS,
  type AuditEntry,
  AuditFilter,
  AuditQuery,
  type AuditStats,
  ENTITIES,
} from "../../domain/agencies/audit.ts";
import { AUDIT_CSV_HEADER, auditCsv } from "../../domain/csv/audit.ts";
import type { BooksCheck, Difference } from "../../domain/ledger/booksCheck.ts";
import { download } from "../http/download.ts";
import { call, type Group } from "./call.ts";
import { count, day, id, isTrue, moment, pageOf, shapeOf, text } from "./shapes.ts";

export const auditEntry = shapeOf<AuditEntry>()(
  v.object({
    _id: id,
    at: moment,
    userId: v.object({ _id: id, name: text, email: text }),
    action: v.picklist(ACTIONS),
    entity: v.picklist(ENTITIES),
    payload: v.pipe(
      v.record(v.string(), v.unknown()),
      v.description("The record before and after; of a VIEW, what left the books"),
    ),
  }),
);
const stats = shapeOf<AuditStats>()(
  v.object({
    total: count,
    byAction: v.array(v.object({ action: v.picklist(ACTIONS), count })),
    byEntity: v.array(v.object({ entity: v.picklist(ENTITIES), count })),
    byDay: v.array(v.object({ date: day, count })),
  }),
);

const figure = v.pipe(
  v.union([v.number(), v.string()]),
  v.description("Paise, or a count; as text where it is more than a number holds"),
);
const difference = shapeOf<Difference>()(
  v.object({
    where: text,
    account: text,
    category: text,
    figure: text,
    stored: figure,
    derived: figure,
  }),
);
const check = shapeOf<BooksCheck>()(
  v.object({
    ok: isTrue,
    checked: v.object({
      transactions: count,
      days: count,
      months: count,
      accounts: count,
      receipts: count,
      invoices: count,
      payments: count,
    }),
    differences: v.array(difference),
  }),
);

const CSV_FILE = { name: "audit-log.csv", type: "text/csv; charset=utf-8" };

export const audit: Group = {
  title: "Audit log and proof",
  about:
    "Every change is logged in the transaction that makes it, and VIEW where data leaves as a file. " +
    "The log can be neither changed nor switched off.",
  schemas: { AuditEntry: auditEntry, AuditStats: stats, BooksCheck: check },
  calls: [
    call({
      name: "listAudit",
      method: "GET",
      path: "/api/audit",
      summary: "List what was done, newest first",
      who: "view audit log",
      query: { schemas: [AuditQuery], example: "entity=Account&action=UPDATE&limit=1" },
      answer: { status: 200, schema: pageOf(auditEntry, {}) },
      run: ({ tenant, query }) => listAudit(tenant, query),
    }),
    call({
      name: "countAudit",
      method: "GET",
      path: "/api/audit/stats",
      summary: "Count what was done",
      who: "view audit log",
      query: { schemas: [AuditFilter], example: "entity=Account" },
      answer: { status: 200, schema: stats },
      run: ({ tenant, query }) => countAudit(tenant, query),
    }),
    call({
      name: "exportAudit",
      method: "GET",
      path: "/api/audit/export.csv",
      summary: "Export the log as CSV",
      about: "Every entry of the filter, in words.",
      who: "view audit log",
      query: { schemas: [AuditFilter], example: "entity=Account&action=UPDATE" },
      answer: { status: 200, file: "text/csv; charset=utf-8" },
      run: ({ context, tenant, asker, query: filter }) =>
        context.heavy.admit(asker, async (turn) => {
          await recordView(tenant, "Metadata", { export: "audit log", filter });
          return download(context, turn, CSV_FILE, csvOf(exportAudit(tenant, filter)));
        }),
    }),
    call({
      name: "checkBooks",
      method: "GET",
      path: "/api/books/check",
      summary: "Check the books",
      about:
        "Recomputes every total, balance, status and number from the rows alone, and lists what differs " +
        "from what is stored.",
      who: "check books",
      answer: { status: 200, schema: check },
      run: ({ context, tenant, asker }) =>
        context.scans.admit(asker, () => verifyBooks(tenant, context.readers)),
    }),
  ],
};

async function* csvOf(slices: AsyncIterable<AuditEntry[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(AUDIT_CSV_HEADER);
  for await (const slice of slices) yield encoder.encode(auditCsv(slice));
}
