import * as v from "valibot";
import { countAudit, exportAudit, listAudit } from "../../db/agencies/auditLog.ts";
import { findCheckpoint } from "../../db/engine/audit.ts";
import { recordView } from "../../db/engine/views.ts";
import { verifyBooks } from "../../db/verify/books.ts";
import { exportLog } from "../../db/verify/log.ts";
import {
  ACTIONS,
  type AuditEntry,
  AuditFilter,
  AuditQuery,
  type AuditStats,
  ENTITIES,
} from "../../domain/agencies/audit.ts";
import { GivenCheckpoint } from "../../domain/agencies/checkpoints.ts";
import type { LogCheck } from "../../domain/agencies/recordsCheck.ts";
import { AUDIT_CSV_HEADER, auditCsv } from "../../domain/csv/audit.ts";
import type { BooksCheck, Difference } from "../../domain/ledger/booksCheck.ts";
import { Refusal } from "../../domain/refusal.ts";
import { download } from "../http/download.ts";
import { call, type Group } from "./call.ts";
import { count, createPageShape, createShape, day, id, isTrue, moment, text } from "./shapes.ts";

export const auditEntry = createShape<AuditEntry>()(
  v.object({
    _id: id,
    at: moment,
    userId: v.object({ _id: id, name: text, email: text }),
    action: v.picklist(ACTIONS),
    entity: v.picklist(ENTITIES),
    payload: v.pipe(
      v.record(v.string(), v.unknown()),
      v.description("The record before and after; for VIEW, what was downloaded"),
    ),
  }),
);
const stats = createShape<AuditStats>()(
  v.object({
    total: count,
    byAction: v.array(v.object({ action: v.picklist(ACTIONS), count })),
    byEntity: v.array(v.object({ entity: v.picklist(ENTITIES), count })),
    byDay: v.array(v.object({ date: day, count })),
  }),
);

const figure = v.pipe(
  v.union([v.number(), v.string()]),
  v.description("Paise, or a count; as text if it is too large for a number"),
);
const difference = createShape<Difference>()(
  v.object({
    where: text,
    account: text,
    category: text,
    figure: text,
    stored: figure,
    derived: figure,
  }),
);
const check = createShape<BooksCheck>()(
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

const checkpoint = {
  seq: v.pipe(count, v.description("Position of the entry, from 1; 0 before the first")),
  head: v.pipe(
    v.string(),
    v.regex(/^[0-9a-f]{64}$/),
    v.description("Hash of the chain after this entry"),
  ),
};
const auditHead = {
  ...checkpoint,
  demo: v.exactOptional(
    v.pipe(
      text,
      v.description("On a demo server only: identifies its books, which change with every demo"),
    ),
  ),
};
const recordDifference = v.object({
  seq: v.pipe(count, v.description("The entry that holds the correct value; 0 if there is none")),
  entity: v.pipe(text, v.description("Type of the record or of its part")),
  _id: text,
  name: text,
  field: v.pipe(text, v.description('"" if a record exists or is missing without an entry')),
  logged: text,
  now: text,
});
const verification = createShape<LogCheck>()(
  v.object({
    ok: v.pipe(
      v.boolean(),
      v.description(
        "Whether the chain is unbroken, every given hash matches, and every record is as logged",
      ),
    ),
    entries: count,
    since: v.pipe(text, v.description("Time of the first entry")),
    end: v.object(checkpoint),
    broken: v.nullable(v.object({ seq: count, why: text })),
    checkpoints: v.array(v.object({ seq: count, head: text, agrees: v.boolean() })),
    records: v.pipe(
      v.object({ compared: count, differences: v.array(recordDifference) }),
      v.description(
        "Compares each record with its last log entry; lists the first hundred differences",
      ),
    ),
    given: v.pipe(
      v.array(
        v.object({ ...checkpoint, at: moment, on: text, userName: text, agrees: v.boolean() }),
      ),
      v.description("Hashes printed on reports or exported with the log, newest first"),
    ),
  }),
);

const Which = v.object({
  seq: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,15}$/, "seq must be the number of an entry"),
      v.transform(Number),
    ),
  ),
});
const Given = v.object({
  heads: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) => list.split(",")),
      v.array(GivenCheckpoint),
      v.maxLength(100, "Send at most 100 hashes"),
    ),
  ),
});

const CSV_FILE = { name: "audit-log.csv", type: "text/csv; charset=utf-8" };

const JSONL_FILE = { name: "audit-log.jsonl", type: "application/jsonl" };

export const audit: Group = {
  title: "Audit log and verification",
  about:
    "Every change is logged in the same transaction, and VIEW whenever data is downloaded as a " +
    "file. The log cannot be changed or switched off.",
  schemas: {
    AuditEntry: auditEntry,
    AuditStats: stats,
    BooksCheck: check,
    ChainCheck: verification,
  },
  calls: [
    call({
      name: "listAudit",
      method: "GET",
      path: "/api/audit",
      summary: "List log entries, newest first",
      who: "view audit log",
      query: { schemas: [AuditQuery], example: "entity=Account&action=UPDATE&limit=1" },
      answer: { status: 200, schema: createPageShape(auditEntry, {}) },
      run: ({ tenant, query }) => listAudit(tenant, query),
    }),
    call({
      name: "countAudit",
      method: "GET",
      path: "/api/audit/stats",
      summary: "Count log entries",
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
      about: "All filtered entries as sentences.",
      who: "view audit log",
      query: { schemas: [AuditFilter], example: "entity=Account&action=UPDATE" },
      answer: { status: 200, file: "text/csv; charset=utf-8" },
      run: ({ context, tenant, caller, query: filter }) =>
        context.exportLimit.admit(caller, async (turn) => {
          await recordView(tenant, "Metadata", { export: "audit log", filter });
          return download(context, turn, CSV_FILE, renderAuditCsv(exportAudit(tenant, filter)));
        }),
    }),
    call({
      name: "exportLog",
      method: "GET",
      path: "/api/audit/export.jsonl",
      summary: "Export the log for verification",
      about:
        "JSON Lines, one entry per line, oldest first, each with its hash in `head`. `payload` is " +
        "a string that holds the stored text. docs/audit-log.md explains how to verify it without " +
        "bahi.",
      who: "view audit log",
      answer: { status: 200, file: JSONL_FILE.type },
      run: ({ context, tenant, caller }) =>
        context.exportLimit.admit(caller, async (turn) => {
          await recordView(tenant, "Metadata", { export: "audit-log.jsonl" });
          return download(context, turn, JSONL_FILE, renderJsonLines(exportLog(tenant)));
        }),
    }),
    call({
      name: "getAuditHead",
      method: "GET",
      path: "/api/audit/head",
      summary: "Get the latest hash of the log",
      about:
        "With `seq`, returns the hash after that entry. If you store it, you can check later that " +
        "the log is still the same.",
      who: "members",
      query: { schemas: [Which], example: "seq=1" },
      answer: { status: 200, schema: v.object(auditHead) },
      also: [404],
      run: async ({ context, tenant, query: { seq } }) => {
        const { read } = tenant.books;
        const found = await findCheckpoint(read, tenant, seq);
        if (seq && found.seq !== seq) throw new Refusal("missing", `The log has no entry ${seq}`);
        if (!context.settings.isDemo) return found;
        const { head: first } = await findCheckpoint(read, tenant, 1);
        return { ...found, demo: first.slice(0, 16) };
      },
    }),
    call({
      name: "verifyLog",
      method: "GET",
      path: "/api/audit/verify",
      summary: "Verify the log",
      about:
        "Recomputes the chain over all entries. Compares it with the stored hashes and with the " +
        "`heads` you send: `SEQ:HEX` with at least 16 digits, separated by commas. Then compares " +
        "each logged record with its last entries.",
      who: "view audit log",
      query: { schemas: [Given], example: "heads=1:0000000000000000" },
      answer: { status: 200, schema: verification },
      run: ({ context, tenant, caller, query: { heads = [] } }) =>
        context.scanLimit.admit(caller, () => context.readers.call("verifyLog", tenant, heads)),
    }),
    call({
      name: "checkBooks",
      method: "GET",
      path: "/api/books/check",
      summary: "Check the books",
      about:
        "Recomputes every total, balance, status and number from the rows, and lists the " +
        "differences from the stored values.",
      who: "check books",
      answer: { status: 200, schema: check },
      run: ({ context, tenant, caller }) =>
        context.scanLimit.admit(caller, () => verifyBooks(tenant, context.readers)),
    }),
  ],
};

async function* renderJsonLines(slices: AsyncIterable<object[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const slice of slices) {
    yield encoder.encode(slice.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  }
}

async function* renderAuditCsv(slices: AsyncIterable<AuditEntry[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(AUDIT_CSV_HEADER);
  for await (const slice of slices) yield encoder.encode(auditCsv(slice));
}
