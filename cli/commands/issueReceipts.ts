import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { type ReceiptRow, receiptRows } from "../../domain/csv/receipts.ts";
import { formatMoment, readDate, today } from "../../domain/dates.ts";
import { type Fields, findFields } from "../../domain/describeField.ts";
import {
  type ExistingReceipt,
  type IssuedReceipts,
  NewReceipt,
  NewReceipts,
  type Receipt,
} from "../../domain/documents/receipts.ts";
import { MANY_MAX } from "../../domain/fields.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import { formatInr, formatPaise, readAmount, sumInPaise, toDecimal } from "../../domain/money.ts";
import { nameKey } from "../../domain/names.ts";
import { type FieldError, parse, Refusal } from "../../domain/refusal.ts";
import type { Answer } from "../api.ts";
import { create } from "../create.ts";
import { EXIT, Failure, failUsage } from "../failure.ts";
import { addFieldOptions, listMissing, pickFields, toFlag } from "../fieldOptions.ts";
import { failToRead, findTarget, saveAnswer } from "../files.ts";
import { findReferences } from "../find.ts";
import { type GlobalOptions, open } from "../open.ts";
import { all } from "../options.ts";
import { count, groupInt, type Output, oneLine } from "../output.ts";
import { fetchPdf } from "../pdfs.ts";
import { table } from "../table.ts";
import { RECEIPT } from "./receipts.ts";

interface IssueOptions extends GlobalOptions {
  pdf?: string;
  force?: boolean;
  fromCsv?: string;
  again?: boolean;
  keepDuplicates?: boolean;
  dryRun?: boolean;
}

const ISSUE = "receipts issue";

const { client, ...others } = findFields(NewReceipt);
const { name, ...party } = findFields(client as Fields[string]);
/** The fields of one receipt, with those of its client. */
const FIELDS = { client: name, ...others, ...party } as Fields;

export function addIssueOptions(command: Command): void {
  const help = {
    client: "who paid",
    email: "the client's",
    phone: "the client's",
    address: "the client's",
    purpose: "what the money is for",
    mode: "how it was paid (default: Cash)",
    accountId: "where the money goes, by name, ignoring case, or by id",
    reference: "a UTR, a cheque's number",
    notes: "internal notes",
  };
  addFieldOptions(command, FIELDS, { help }, { hasDefaults: true });
  command
    .option("--pdf <file>", "save its PDF in this file; - is stdout")
    .option("--force", "overwrite what already exists")
    .option(
      "--from-csv <file>",
      "issue a receipt for every row; name the columns after these options",
    )
    .option("--keep-duplicates", "with --from-csv: also issue rows that already exist as receipts")
    .option("--dry-run", "show what would be issued, and issue nothing")
    .option("--again", "issue it even if the same command did so in the last 24 hours")
    .action(() => issueReceipts(all(command)));
}

/** Issues one receipt from options, or one per row of a file: all or none. */
async function issueReceipts(options: IssueOptions): Promise<void> {
  const { fromCsv, keepDuplicates, pdf } = options;
  if (fromCsv === undefined) {
    if (!keepDuplicates) return issueOne(options);
    throw failUsage("--keep-duplicates is for --from-csv", "for one receipt use --again");
  }
  const [extra] = Object.keys({ ...pickFields(FIELDS, options), ...(pdf && { pdf }) });
  if (!extra) return issueFile(fromCsv, options);
  throw failUsage(`${toFlag(extra)} is for one receipt`, "leave it out, or leave --from-csv out");
}

interface Given {
  amount: number;
  [field: string]: unknown;
}

async function issueOne(options: IssueOptions): Promise<void> {
  const { pdf } = options;
  const given = { date: today(), mode: "Cash", ...pickFields(FIELDS, options) };
  const missing = listMissing(FIELDS, given)[0];
  if (missing) throw failUsage(`${toFlag(missing)} is missing`, "add it, or use --from-csv");
  const { client: name, phone, email, address, ...fields } = given as unknown as Given;
  if (fields.amount <= 0) throw failUsage("--amount is not above 0", "enter it in rupees");
  if (options.json && pdf === "-") {
    throw failUsage("a receipt is PDF, not JSON", "leave --json out, or name a file with --pdf");
  }
  const target = pdf === undefined ? undefined : await findTarget(pdf, options, "--pdf");
  const { api, output } = open(options);

  const body = {
    client: { name, phone, email, address },
    ...((await findReferences(api, fields)) as typeof fields),
  };
  if (options.dryRun) {
    const [error] = validateReceipts([body]);
    if (error) throw new Failure(EXIT.refused, error.message, "correct it and run it again");
    return printDryRun([body], [], output);
  }
  const { answer, isAgain } = await create<{ receipt: Receipt }>(api, options, {
    command: ISSUE,
    path: "/receipts",
    key: "receipt",
    body,
  });
  const { receipt } = answer;
  const { receiptNumber, amount: issued, client, createdAt } = receipt;
  const what = `${receiptNumber}: ${formatInr(issued)} from ${oneLine(client.name)}`;
  const sentence = isAgain ? nothingNew(what, createdAt) : `Issued ${what}`;
  warnOfFuture([receipt], output);
  // Nothing else may be printed with a PDF on stdout.
  if (target?.path === "-") output.note(sentence);
  else await output.result(answer, () => sentence);
  if (!target) return;
  try {
    const response = await fetchPdf(api, "receipt", receipt._id);
    await saveAnswer(response, target, { api, output: { ...output, json: false } });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const advice = `get its PDF with bahi receipts pdf ${receiptNumber}`;
    throw new Failure(error.exitCode, `${receiptNumber} is issued, but ${error.message}`, advice);
  }
}

/** Shows no numbers, because none is reserved. */
function printDryRun(
  receipts: { amount?: number | undefined }[],
  existing: ExistingReceipt[],
  output: Output,
): Promise<void> {
  const sum = receipts.reduce((all, { amount = 0 }) => all + sumInPaise(amount), 0n);
  const what = `${count(receipts.length, "receipt")}, ${formatPaise(sum)}`;
  const it = receipts.length === 1 ? "it" : "them";
  const text =
    receipts.length === 0
      ? `${nothingNewIn(existing)}.`
      : `Would issue ${what}${besides(existing)}.\nNothing was issued; leave --dry-run out to issue ${it}.`;
  return output.result({ dryRun: true, receipts, existing }, () => text);
}

/** Reports the number of rows left out. */
const besides = ({ length }: ExistingReceipt[]) =>
  length === 0 ? "" : `; ${count(length, "row is already a receipt", "rows are already receipts")}`;

function nothingNewIn(existing: ExistingReceipt[]): string {
  const [first] = existing;
  const number = first?.receiptNumber ?? "";
  const rows =
    existing.length === 1
      ? `the row is already receipt ${number}`
      : `all ${groupInt(existing.length)} rows are already receipts, the first is ${number}`;
  const them = existing.length === 1 ? "it" : "them";
  return `Nothing to issue: ${rows}; --keep-duplicates issues ${them} once more`;
}

/** Warns about future dates: they may be intended, or the year mistyped. */
function warnOfFuture(receipts: Receipt[], output: Output): void {
  const later = receipts.filter(({ date }) => date > today());
  if (later.length > 0)
    output.note(`${count(later.length, "receipt has", "receipts have")} a future date`);
}

/** Reports that an earlier identical command issued the receipts. */
const nothingNew = (what: string, createdAt: string) =>
  `Already issued on ${formatMoment(createdAt)}, ${what}; --again issues it once more`;

async function issueFile(file: string, options: IssueOptions): Promise<void> {
  const rows = await readRows(file);
  if (rows.length > MANY_MAX) {
    throw failUsage(
      `${file} has ${count(rows.length, "row")}`,
      `split it into files of at most ${groupInt(MANY_MAX)}`,
    );
  }
  const { api, output } = open(options);
  const { accounts } = await api.json<{ accounts: Account[] }>("/accounts", "accounts");
  const receipts = rows.map(({ cells }) => toPayload(cells, accounts));
  const wrong = [...namesAndAmounts(rows, accounts), ...validateReceipts(receipts)];
  if (wrong.length > 0) throw refusedRows(file, rows, wrong);

  const { dryRun = false } = options;
  const skipExisting = !(options.keepDuplicates || options.again);
  const body = { receipts, skipExisting, dryRun };
  // The server compares rows, so an identical file is recognised without a key.
  const call = { command: ISSUE, path: "/receipts/batch", key: "receipts" as const, body };
  const { answer } = await create<IssuedReceipts>(
    api,
    { again: true, isRepeatable: skipExisting },
    call,
  ).catch((error) => {
    const errors = error instanceof Failure ? (error.answer as Answer).errors : undefined;
    throw errors?.length ? refusedRows(file, rows, errors, error.answer) : error;
  });
  const { existing } = answer;
  if (dryRun) {
    const skipped = new Set(existing.map(({ row }) => row));
    return printDryRun(
      receipts.filter((_, row) => !skipped.has(row)),
      existing,
      output,
    );
  }
  warnOfFuture(answer.receipts, output);
  await output.result(answer, () => {
    if (answer.receipts.length === 0) return nothingNewIn(existing);
    const sum = answer.receipts.reduce((all, { amount }) => all + sumInPaise(amount), 0n);
    const what = `${count(answer.receipts.length, "receipt")}, ${formatPaise(sum)}`;
    const total = `Issued ${what}${besides(existing)}`;
    return `${table(answer.receipts, RECEIPT.columns, output)}\n${output.paint.dim(total)}`;
  });
}

async function readRows(file: string): Promise<ReceiptRow[]> {
  const bytes = await (file === "-" ? Bun.stdin.bytes() : readFile(file)).catch(
    failToRead(file, "name a CSV file, or - for standard input"),
  );
  try {
    return receiptRows(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const why = error instanceof Refusal ? error.message : "it is not UTF-8 text";
    throw failUsage(`${file}: ${why}`, "correct it and run it again");
  }
}

function toPayload(cells: ReceiptRow["cells"], accounts: Account[]) {
  const { client: name, phone, email, address, purpose, reference, notes } = cells;
  const paise = readAmount(cells.amount);
  return {
    client: { name, phone, email, address },
    // The server dates a row without a date, and compares it without one.
    date: cells.date ? (readDate(cells.date) ?? cells.date) : undefined,
    amount: paise === undefined ? undefined : Number(toDecimal(paise)),
    mode: cells.mode || "Cash",
    accountId: findAccount(cells.account, accounts)?._id,
    purpose,
    reference,
    notes,
  };
}

function findAccount(typed: string, accounts: Account[]): Account | undefined {
  const byId = accounts.find(({ _id }) => _id === typed);
  return byId ?? accounts.find(({ name }) => nameKey(name) === nameKey(typed));
}

/** Returns errors that no schema can find: unknown names, and amounts that cannot be parsed. */
function namesAndAmounts(rows: ReceiptRow[], accounts: Account[]): FieldError[] {
  return rows.flatMap(({ cells: { account, amount } }, n) => {
    const errors: FieldError[] = [];
    if (account && !findAccount(account, accounts)) {
      errors.push({
        path: `receipts.${n}.accountId`,
        message: `no account is called "${account}"`,
      });
    }
    if (amount && readAmount(amount) === undefined) {
      errors.push({ path: `receipts.${n}.amount`, message: `"${amount}" is not an amount` });
    }
    return errors;
  });
}

function validateReceipts(receipts: unknown[]): FieldError[] {
  try {
    parse(NewReceipts, { receipts });
    return [];
  } catch (error) {
    return (error as Refusal).errors;
  }
}

const SHOWN = 20;

/** Returns the first error of each field, by its line in the file. */
function refusedRows(file: string, rows: ReceiptRow[], errors: FieldError[], answer?: unknown) {
  const first = new Map<string, FieldError>();
  for (const error of errors) if (!first.has(error.path)) first.set(error.path, error);
  const sorted = [...first.values()].sort((a, b) => readRowIndex(a) - readRowIndex(b));
  const lines = sorted.map((error) => {
    const column = toColumnName(error.path.split(".").slice(2).join("."));
    return `  line ${rows[readRowIndex(error)]?.line}  ${column}  ${oneLine(error.message)}`;
  });
  const details = lines.slice(0, SHOWN);
  if (lines.length > SHOWN) details.push(`  and ${lines.length - SHOWN} more`);

  const wrong = new Set(sorted.map(readRowIndex)).size;
  const how = `${wrong} of ${count(rows.length, "row")} ${wrong === 1 ? "is" : "are"} wrong`;
  const advice = `correct ${wrong === 1 ? "it" : "them"} and run it again`;
  return new Failure(EXIT.refused, `${file}: no receipt was issued: ${how}`, advice, {
    details,
    answer: answer ?? { message: sorted[0]?.message, errors: sorted },
  });
}

const readRowIndex = ({ path }: FieldError) => Number(path.split(".")[1]);

const toColumnName = (field: string) =>
  ({ "client.name": "client", accountId: "account" })[field] ?? field.replace("client.", "");
