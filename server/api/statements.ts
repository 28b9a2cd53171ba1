import * as v from "valibot";
import { readForAccount } from "../../db/banking/importStatement.ts";
import {
  deleteStatement,
  getStatement,
  getStatementFile,
  listStatements,
} from "../../db/banking/statements.ts";
import { recordView } from "../../db/engine/views.ts";
import type { Continuity } from "../../domain/banking/continuity.ts";
import { FILE_MAX_MB } from "../../domain/banking/files.ts";
import { PROOFS } from "../../domain/banking/statement.ts";
import {
  type MissingLines,
  type PostedLines,
  type ReadLine,
  type Statement,
  StatementOptions,
  type StatementRow,
  StatementsQuery,
} from "../../domain/banking/statements.ts";
import { readWholeFile, withKey } from "../http/body.ts";
import { fileAnswer } from "../http/download.ts";
import { readFile } from "../http/fileReads.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import {
  count,
  createPageShape,
  createShape,
  day,
  deleted,
  id,
  moment,
  rupeeSum,
  rupees,
  text,
} from "./shapes.ts";

const missing = createShape<MissingLines>()(
  v.object({ afterLine: count, beforeLine: count, missing: rupees }),
);
const fields = {
  accountId: id,
  file: text,
  format: text,
  bank: v.nullable(text),
  account: v.pipe(v.nullable(text), v.description("Account number as in the file")),
  periodFrom: day,
  periodTo: day,
  opening: v.nullable(rupees),
  closing: v.nullable(rupees),
  debits: rupeeSum,
  credits: rupeeSum,
  lineCount: count,
  new: v.pipe(count, v.description("Lines not in any earlier statement")),
  known: count,
  proof: v.pipe(
    v.picklist(PROOFS),
    v.description(
      "`proved`: every balance matches; `totals`: only the sum matches; `closing-only`: cannot be " +
        "verified yet; `broken`: has gaps; `none`: has no balances",
    ),
  ),
  gaps: v.array(missing),
  remarks: v.array(text),
  createdAt: moment,
  createdBy: v.object({ _id: id, name: text }),
};
const statement = createShape<Statement>()(v.object({ _id: v.nullable(id), ...fields }));
const statementRow = createShape<StatementRow>()(
  v.object({
    _id: id,
    ...fields,
    open: v.pipe(count, v.description("Unmatched lines")),
  }),
);
const posted = createShape<PostedLines>()(
  v.object({
    accepted: count,
    batchId: id,
    match: v.pipe(id, v.description("Undo it with `batch=1` to undo all of them")),
    in: rupees,
    out: rupees,
  }),
);
const continuity = createShape<Continuity>()(
  v.object({
    previousClosing: v.pipe(
      rupees,
      v.description("Balance before the first line, from the account's earlier lines"),
    ),
    opening: rupees,
    difference: v.pipe(
      rupees,
      v.description("Amount missing between files, in rupees. 0 if the balances are continuous"),
    ),
    previousDate: v.pipe(day, v.description("Date of the last line before the file")),
  }),
);
const ifContinuous = v.pipe(
  v.nullable(continuity),
  v.description("Null if the account has no earlier line, or a balance is not known"),
);
export const line = {
  date: day,
  valueDate: v.nullable(day),
  narration: text,
  ref: v.nullable(text),
  amount: v.pipe(rupees, v.description("Above 0 in, below 0 out")),
  balance: v.nullable(rupees),
};
const readLine = createShape<ReadLine>()(v.object(line));

export const statements: Group = {
  title: "Bank statements",
  about:
    "Bank statements of an account, verified by their running balance. A statement changes no " +
    "totals in the books; its lines are matched with entries.",
  schemas: { Statement: statement, StatementRow: statementRow },
  calls: [
    call({
      name: "importStatement",
      method: "POST",
      path: "/api/statements",
      summary: "Import a bank statement",
      about:
        "The bank's file, unchanged, at most 20 MB: CSV or other delimited text, XLS, XLSX, OFX " +
        "or MT940. Lines the account already has are skipped; importing the same file again " +
        "returns the existing statement, with nothing `new`. Returns 400 with row, column and " +
        "value of an error, and 409 with the lines that contradict existing ones. Returns 422 " +
        "with `needs` if a person must decide: send `password` in `X-File-Password`, accept " +
        "`gaps` with `acceptGaps=1` (owners), choose the `account` with `accountId`, or send " +
        "`columns` such as `date:0,narration:1,debit:2,credit:3,balance:4`, which the account " +
        "remembers. `dryRun` only reports what would happen.",
      who: "members",
      query: { schemas: [StatementOptions], example: `accountId=${ID.bank}&file=april.csv` },
      body: {
        csv: [
          "Date,Narration,Chq No,Debit,Credit,Balance",
          "06/04/2026,NEFT CR-HDFC0000999-KONKAN FOODS-INDIGO-HDFCN52026040612345678,,,85000.00,235000.00",
          "07/04/2026,UPI-CHAI ADDA-chai@ybl-YESB0YBLUPI-609112340001-TEA,,250.00,,234750.00",
          "08/04/2026,SMS CHARGES FOR QTR MAR26 INCL GST,,17.70,,234732.30",
          "",
        ].join("\n"),
        type: "application/octet-stream",
      },
      answer: {
        status: 201,
        schema: v.object({
          statement,
          lines: v.array(readLine),
          continuity: ifContinuous,
          posted: v.nullable(posted),
        }),
      },
      also: [403, 404, 422],
      run: async ({ context, tenant, caller, query: options, request }) => {
        const bytes = await readWholeFile(request, FILE_MAX_MB);
        const digest = new Bun.CryptoHasher("sha256").update(bytes).digest("base64url");
        const asking = withKey(tenant, request, JSON.stringify([options, digest]));
        const password = request.headers.get("x-file-password") ?? undefined;
        const { read } = await readForAccount(tenant, options, (how) =>
          readFile(context, caller, "statement", {
            bytes,
            options: how,
            password: password && decodeURIComponent(password),
          }),
        );
        return context.writers.call("importStatement", asking, { options, bytes, read });
      },
    }),
    call({
      name: "listStatements",
      method: "GET",
      path: "/api/statements",
      summary: "List bank statements, newest period first",
      who: "members",
      query: { schemas: [StatementsQuery], example: "limit=5" },
      answer: { status: 200, schema: createPageShape(statementRow, {}) },
      run: ({ tenant, query }) => listStatements(tenant, query),
    }),
    call({
      name: "getStatement",
      method: "GET",
      path: "/api/statements/:id",
      summary: "Get a bank statement",
      who: "members",
      id: ID.statement,
      answer: {
        status: 200,
        schema: v.object({ statement: statementRow, continuity: ifContinuous }),
      },
      run: ({ tenant, id }) => getStatement(tenant, id),
    }),
    call({
      name: "getStatementFile",
      method: "GET",
      path: "/api/statements/:id/file",
      summary: "Download a statement's original file",
      who: "members",
      id: ID.statement,
      answer: { status: 200, file: "application/octet-stream" },
      run: async ({ tenant, id }) => {
        const { file, bytes } = await getStatementFile(tenant, id);
        await recordView(tenant, "Statement", { export: "file", _id: id });
        return fileAnswer({ name: file || "statement", bytes }, "application/octet-stream");
      },
    }),
    call({
      name: "undoStatement",
      method: "POST",
      path: "/api/statements/:id/undo",
      summary: "Undo every match of a statement",
      about:
        "Also deletes the entries created by accepting matches, all or nothing. Returns 403 if " +
        "another user created some of them, unless you are an owner, and 409 if one was changed " +
        "since.",
      who: "members",
      id: ID.statement,
      answer: { status: 200, schema: v.object({ message: text, undone: count }) },
      also: [403, 409],
      run: async ({ context, tenant, id }) => {
        const undone = await context.writers.call("undoStatement", tenant, id);
        return { message: "Matches undone successfully", undone };
      },
    }),
    call({
      name: "deleteStatement",
      method: "DELETE",
      path: "/api/statements/:id",
      summary: "Delete a bank statement",
      about:
        "Also deletes the lines that are in no other statement. Returns 409 while one of those is " +
        "matched.",
      who: "delete statements",
      id: ID.statement,
      answer: { status: 200, schema: deleted },
      also: [409],
      run: async ({ tenant, id }) => {
        await deleteStatement(tenant, id);
        return { message: "Statement deleted successfully" };
      },
    }),
  ],
};
