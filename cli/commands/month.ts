import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type DateRange, formatRange, rangeOf, readMonth } from "../../domain/dates.ts";
import type { InvoiceList } from "../../domain/documents/invoices.ts";
import type { Api } from "../api.ts";
import { EXIT, Failure, wrongUsage } from "../failure.ts";
import { findTarget, saveAnswer } from "../files.ts";
import { ifInterrupted, onInterrupt } from "../interrupt.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, createOutput } from "../output.ts";
import { INVOICES, listPapers, RECEIPTS } from "../papers.ts";
import { barOf, show } from "../progress.ts";

export interface MonthOptions extends GlobalOptions {
  month?: string;
  out?: string;
  force?: boolean;
}

/** A file of the folder, and where the server has it. */
interface Wanted {
  file: string;
  path: string;
  type: string;
  query?: Record<string, string>;
}

/** A month's papers in one folder, all of them or none. */
export async function saveMonth(options: MonthOptions): Promise<void> {
  const range = readPeriod(options.month);
  const month = range.dateFrom.slice(0, 7);
  const { out = `bahi-${month}`, json = false } = options;
  await mustBeFree(out, options.force ?? false);
  const { api, output } = open(options);
  ifInterrupted("interrupted, nothing was saved", "run the same command again when you like");

  const draft = join(dirname(out), `.${month}.${process.pid}.part`);
  const drop = () => rm(draft, { recursive: true, force: true });
  const forget = onInterrupt(drop);
  try {
    const wanted = await papersOf(api, range);
    await fetchAll(api, draft, wanted, { month: formatRange(range), quiet: output.quiet });
    await moveInto(out, draft).catch(notWritten(out));
    const files = wanted.map(({ file }) => file);
    await output.result({ folder: out, files }, () => summaryOf(out, files));
    if (!json) await noteDrafts(api, range, output.note);
  } finally {
    await drop();
    forget();
  }
}

function readPeriod(month: string | undefined): DateRange {
  if (month === undefined) return rangeOf("lastMonth");
  const range = readMonth(month);
  if (range) return range;
  throw wrongUsage(`--month ${month} is not a month`, "write it YYYY-MM, like 2026-10");
}

/** Looked at before the server is asked for anything. */
async function mustBeFree(out: string, force: boolean): Promise<void> {
  if (out === "" || out === "-") {
    throw wrongUsage(`a month's papers are a folder, and --out ${out || '""'} is none`, "name one");
  }
  const found = await stat(out).catch(() => undefined);
  if (found && !found.isDirectory()) {
    throw wrongUsage(`${out} is a file`, "name a folder with --out");
  }
  const held = found ? await readdir(out).catch(() => ["?"]) : [];
  if (held.length > 0 && !force) {
    const advice = "overwrite it with --force, or name another with --out";
    throw wrongUsage(`${out} is there already`, advice);
  }
  // The folder that it will be in must take files.
  await findTarget(join(dirname(out), `.${process.pid}.part`), {});
}

async function papersOf(api: Api, range: DateRange): Promise<Wanted[]> {
  const { dateFrom, dateTo } = range;
  const query = { dateFrom, dateTo };
  const reports = (["transactions", "dashboard"] as const).map((report) => ({
    file: `${report}-report-${dateFrom}-to-${dateTo}.pdf`,
    path: `/reports/${report}.pdf`,
    type: "application/pdf",
    query,
  }));
  const csv = {
    file: `transactions-${dateFrom}-to-${dateTo}.csv`,
    path: "/transactions/export.csv",
    type: "text/csv",
    query,
  };
  const documents = await Promise.all(
    [INVOICES, RECEIPTS].map(async (papers) => {
      const found = await listPapers(api, papers, query);
      return found.reverse().map(({ _id, file }) => ({
        file: join(`${papers.noun}s`, file),
        path: `${papers.path}/${_id}/pdf`,
        type: "application/pdf",
      }));
    }),
  );
  return [...reports, csv, ...documents.flat()];
}

async function fetchAll(
  api: Api,
  draft: string,
  wanted: Wanted[],
  { month, quiet }: { month: string; quiet: boolean },
): Promise<void> {
  let done = 0;
  const name = () => wanted[done]?.file ?? "";
  const papers = () => `${done} of ${count(wanted.length, "paper")}`;
  const end = quiet
    ? undefined
    : show({
        words: (columns) =>
          [month, barOf(done / wanted.length, columns), papers(), name()].join("  "),
        line: () => `${month}  ${papers()}`,
      });
  const silent = createOutput({ quiet: true });
  try {
    for (const { file, path, type, query = {} } of wanted) {
      const place = join(draft, file);
      await mkdir(dirname(place), { recursive: true }).catch(notWritten(place));
      const response = await api.file(path, type, { query });
      const target = await findTarget(place, {});
      await saveAnswer(response, target, { api, output: silent });
      done++;
    }
  } finally {
    await end?.();
  }
}

/** The whole folder by one rename; where it is there already, file by file. */
async function moveInto(out: string, draft: string): Promise<void> {
  const isThere = await stat(out).catch(() => undefined);
  if (!isThere) return rename(draft, out);
  for (const file of await readdir(draft, { recursive: true, withFileTypes: true })) {
    if (file.isDirectory()) continue;
    const from = join(file.parentPath, file.name);
    const to = join(out, from.slice(draft.length + 1));
    await mkdir(dirname(to), { recursive: true });
    await rename(from, to);
  }
}

function summaryOf(out: string, files: string[]): string {
  const within = (folder: string) => files.filter((file) => file.startsWith(`${folder}/`)).length;
  const [invoices, receipts] = [within("invoices"), within("receipts")];
  const papers = `${count(invoices, "invoice")} and ${count(receipts, "receipt")}`;
  return `Saved ${out}: two reports, the transactions as CSV, ${papers}`;
}

/** A draft has a number and no effect: an accountant wants to know before filing. */
async function noteDrafts(api: Api, range: DateRange, note: (text: string) => void): Promise<void> {
  const query = { ...range, status: "DRAFT", limit: 100 };
  const { items, total } = await api.json<InvoiceList>("/invoices", "items", { query });
  if (total === 0) return;
  const numbers = items.map(({ invoiceNumber }) => invoiceNumber).join(", ");
  note(`${count(total, "invoice is a draft", "invoices are drafts")}, not issued yet: ${numbers}`);
}

function notWritten(place: string) {
  return (error: NodeJS.ErrnoException): never => {
    const why = error.code === "ENOSPC" ? "the disk is full" : error.message;
    throw new Failure(
      EXIT.unexpected,
      `${place} was not written: ${why}`,
      "nothing was left behind",
      {
        cause: error,
      },
    );
  };
}
