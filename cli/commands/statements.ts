import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { breakInWords, type Continuity, fileStanding } from "../../domain/banking/continuity.ts";
import {
  type PostedLines,
  type ReadLine,
  type Statement,
  type StatementRow,
  StatementsQuery,
} from "../../domain/banking/statements.ts";
import { formatDate, formatRange } from "../../domain/dates.ts";
import { findFields } from "../../domain/describeField.ts";
import { formatInr } from "../../domain/money.ts";
import type { Api } from "../api.ts";
import { EXIT, Failure, failUsage } from "../failure.ts";
import { failToRead, findTarget, saveAnswer } from "../files.ts";
import { findAccountId, listAccountNames } from "../names.ts";
import type { Noun } from "../noun.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, oneLine } from "../output.ts";
import { askSecretly, readLine } from "../password.ts";
import { readDay } from "../range.ts";
import { type Column, rupeesColumn } from "../table.ts";
import { toWords } from "./importWords.ts";

export interface StatementOptions extends GlobalOptions {
  account?: string;
  passwordStdin?: boolean;
  columns?: string;
  acceptGaps?: boolean;
  dryRun?: boolean;
}

interface Imported {
  statement: Statement;
  lines: ReadLine[];
  continuity: Continuity | null;
  posted: PostedLines | null;
}

/** Imports a bank's file. Asks for a password if the file has one, and uses it once. */
export async function importStatement(path: string, options: StatementOptions): Promise<void> {
  const bytes = await readFile(path).catch(failToRead(path, "name a bank statement file"));
  const password = options.passwordStdin ? await readLine() : undefined;
  const { api, output } = open(options);
  const id = await findAccountId(api, options.account);
  const query = {
    ...(id && { accountId: id }),
    file: basename(path).slice(0, 200),
    columns: options.columns,
    acceptGaps: options.acceptGaps && "1",
    dryRun: options.dryRun && "1",
  };
  const answer = await send(api, bytes, query, password).catch(async (error) => {
    if (password !== undefined || readNeeds(error) !== "password" || !process.stdin.isTTY) {
      throw withAdvice(error);
    }
    const label = `Password for ${basename(path)}`;
    return send(api, bytes, query, await askSecretly(label, "add --password-stdin"));
  });
  await output.result(answer, () => describeImport(answer, options));
}

function send(api: Api, bytes: Uint8Array, query: object, password: string | undefined) {
  return api.json<Imported>("/statements", "statement", {
    method: "POST",
    query: query as Record<string, string | undefined>,
    body: new Blob([new Uint8Array(bytes)]),
    headers: {
      "content-type": "application/octet-stream",
      "idempotency-key": crypto.randomUUID(),
      ...(password && { "x-file-password": encodeURIComponent(password) }),
    },
  });
}

const readNeeds = (error: unknown) =>
  error instanceof Failure ? (error.answer as { needs?: string }).needs : undefined;

const DECISIONS: Record<string, string> = {
  password: "add --password-stdin",
  account: "add --account NAME",
  gaps: "download these days again, or add --accept-gaps as an owner",
  columns: "add --columns date:0,narration:1,debit:2,credit:3,balance:4",
};

/** Adds advice about the decisions that a file needs before it can be parsed. */
function withAdvice(error: unknown): unknown {
  const decision = DECISIONS[readNeeds(error) ?? ""];
  if (!(error instanceof Failure) || !decision) return error;
  const { captions, belongsTo } = error.answer as {
    captions?: string[];
    belongsTo?: { name: string } | null;
  };
  const advice = belongsTo ? `add --account "${belongsTo.name}"` : decision;
  const details = captions?.map((caption, n) => `  ${n}  ${caption}`) ?? [];
  return new Failure(EXIT.refused, error.message, advice, { answer: error.answer, details });
}

function describeImport(
  { statement, continuity, posted }: Imported,
  { dryRun }: StatementOptions,
): string {
  const { _id, lineCount, known, proof, periodFrom, periodTo, bank, format } = statement;
  const remarks = [breakInWords(continuity), ...statement.remarks]
    .filter(Boolean)
    .map((remark) => `${remark}.`);
  if (statement.new === 0) {
    const nothing = `Nothing to import: ${count(known, "line")}, ${toWords(known)} already imported.`;
    return [nothing, ...remarks].join("\n");
  }
  const what = dryRun ? "Would import" : "Imported";
  const range = formatRange({ dateFrom: periodFrom, dateTo: periodTo });
  const from = bank ? ` from ${bank}` : "";
  const isByBefore = fileStanding(statement, continuity) === "follows";
  const proved = isByBefore ? `follows on from ${previousDay(continuity)}` : PROOFS[proof];
  return [
    `${what} ${count(statement.new, "line")} of ${range}${from} (${format}): ${proved}.`,
    ...(known > 0 ? [`${known} of ${count(lineCount, "line")} were already imported.`] : []),
    ...remarks,
    ...(posted
      ? [
          `${count(posted.accepted, "line")} accepted at upload: ${formatInr(posted.in)} in, ` +
            `${formatInr(posted.out)} out.`,
          `Undo matches: bahi api DELETE "/matches/${posted.match}?batch=1"`,
        ]
      : []),
    ...(dryRun
      ? []
      : [
          `Review ${statement.new === 1 ? "it" : "them"}: bahi reconcile`,
          `Undo: bahi statements remove ${_id}`,
        ]),
  ].join("\n");
}

const previousDay = (continuity: Continuity | null) =>
  continuity ? formatDate(continuity.previousDate) : "";

const PROOFS: Record<Statement["proof"], string> = {
  proved: "balances are continuous",
  totals: "it adds up as a whole",
  broken: "a line is missing",
  "closing-only": "cannot be verified",
  none: "cannot be verified",
};

export const STATEMENT: Noun<StatementRow> = {
  filters: findFields(StatementsQuery),
  columns: [
    { title: "Id", text: ({ _id }) => _id },
    { title: "From", text: ({ periodFrom }) => periodFrom },
    { title: "To", text: ({ periodTo }) => periodTo },
    { title: "File", text: ({ file }) => file, minWidth: 8, dropOrder: 2 },
    { title: "Lines", text: ({ lineCount }) => String(lineCount), align: "right", dropOrder: 3 },
    { title: "To review", text: ({ open }) => String(open), align: "right" },
    rupeesColumn("Closing", ({ closing }) => closing ?? undefined, 4),
    { title: "Proof", text: ({ proof }) => proof, dropOrder: 1 },
  ],
  complete: addAccounts,
};

interface AccountOption extends GlobalOptions {
  accountId?: string;
}

/** Adds the account, unless the list is of one. */
async function addAccounts(api: Api, _: StatementRow[], { accountId }: AccountOption) {
  if (accountId) return {};
  const names = await listAccountNames(api);
  const account: Column<StatementRow> = {
    title: "Account",
    text: ({ accountId }) => names.get(accountId) ?? "",
    minWidth: 8,
    dropOrder: 5,
  };
  const { columns } = STATEMENT;
  return { columns: [...columns.slice(0, 1), account, ...columns.slice(1)] };
}

/** Removes a statement, and the lines that no other statement contains. */
export async function removeStatement(id: string, options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const path = `/statements/${encodeURIComponent(id)}`;
  const { statement } = await api.json<{ statement: StatementRow }>(path, "statement", {
    advice: { 404: "see bahi statements list" },
  });
  const answer = await api.json<{ message: string }>(path, "message", {
    method: "DELETE",
    advice: { 404: "see bahi statements list", 409: "see bahi reconcile" },
  });
  const lines =
    statement.lineCount === 1 ? "its line" : `its ${count(statement.lineCount, "line")}`;
  await output.result(answer, () =>
    oneLine(`Removed ${statement.file || "the statement"} and ${lines}`),
  );
}

interface ReportOptions extends GlobalOptions {
  account?: string;
  at?: string;
  format?: string;
  out?: string;
  force?: boolean;
}

/** Saves the reconciliation statement of a date. */
export async function reconciliationReport(options: ReportOptions): Promise<void> {
  const { account, at, format = "pdf" } = options;
  if (!account) throw failUsage("no account is named", "add --account NAME");
  if (format !== "pdf" && format !== "csv") {
    throw failUsage(`there is no format ${format}`, "write --format pdf or --format csv");
  }
  const day = at === undefined ? undefined : readDay("--at", at);
  const { api, output } = open(options);
  const id = await findAccountId(api, account);
  const path = `/accounts/${id}/reconciliation`;
  const query = { at: day };
  if (options.json) {
    const answer = await api.json<{ at: string; difference: number }>(path, "at", { query });
    return output.result(answer, () => formatInr(answer.difference));
  }
  const file = `reconciliation-${account.replace(/[^\w.-]+/g, "-")}${day ? `-${day}` : ""}.${format}`;
  const target = await findTarget(options.out ?? file, options, "--out", file);
  const type = format === "csv" ? "text/csv" : "application/pdf";
  const response = await api.file(`${path}.${format}`, type, { query });
  await saveAnswer(response, target, { api, output });
}
