import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Metadata } from "../../domain/agencies/agency.ts";
import type { User } from "../../domain/agencies/team.ts";
import { addDays, type DateRange, formatRange, rangeOf, readMonth } from "../../domain/dates.ts";
import {
  type InvoiceList,
  invoiceFileName,
  paperFileName,
} from "../../domain/documents/invoices.ts";
import { TITLES } from "../../domain/documents/kinds.ts";
import type { NoteList } from "../../domain/documents/notes.ts";
import { type ReceiptList, receiptFileName } from "../../domain/documents/receipts.ts";
import type { VoucherList } from "../../domain/documents/vouchers.ts";
import type { PeriodRow } from "../../domain/gst/returns/filings.ts";
import { tdsQuarterOf } from "../../domain/purchases/tdsPayable.ts";
import type { Api } from "../api.ts";
import { wrongUsage } from "../failure.ts";
import { cannotWrite, findTarget, saveAnswer } from "../files.ts";
import { ifInterrupted, onInterrupt } from "../interrupt.ts";
import { fetchPages } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, createOutput } from "../output.ts";
import { barOf, show } from "../progress.ts";
import { type RangeOptions, readRange } from "../range.ts";

export interface MonthOptions extends GlobalOptions, RangeOptions {
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

/** The papers of a month, or of another period, in one folder: all of them or none. */
export async function saveMonth(options: MonthOptions): Promise<void> {
  const range = readRange(options) ?? rangeOf("lastMonth");
  const { force = false } = options;
  if (options.out !== undefined) await mustBeFree(options.out, force);
  const { api, output } = open(options);
  const out = options.out ?? (await folderOf(api, range));
  if (options.out === undefined) await mustBeFree(out, force);
  ifInterrupted("interrupted, nothing was saved", "run the same command again when you like");

  const made = await mkdir(dirname(out), { recursive: true }).catch(cannotWrite(out));
  const draft = join(dirname(out), `.${basename(out)}.${process.pid}.part`);
  let isSaved = false;
  const drop = async () => {
    await rm(draft, { recursive: true, force: true });
    if (made !== undefined && !isSaved) await rm(made, { recursive: true, force: true });
  };
  const forget = onInterrupt(drop);
  try {
    const { wanted, drafts } = await papersOf(api, range);
    await fetchAll(api, draft, out, wanted, { period: formatRange(range), quiet: output.quiet });
    await moveInto(out, draft).catch(cannotWrite(out));
    isSaved = true;
    const files = wanted.map(({ file }) => file);
    if (output.json) await output.result({ folder: out, files, drafts }, () => "");
    output.note(summaryOf(out, files));
    if (drafts.length > 0) output.note(draftsOf(drafts));
    const left = await leftIn(out, files);
    if (left.length > 0) output.note(`From an earlier time, and left there: ${left.join(", ")}`);
  } finally {
    await drop();
    forget();
  }
}

/** `indigo-studio-2026-10`, of a quarter `indigo-studio-2026-07-to-2026-09`: an accountant has many. */
async function folderOf(api: Api, { dateFrom, dateTo }: DateRange): Promise<string> {
  const { user } = await api.json<{ user: User }>("/auth/me", "user");
  const agency = user.agencySlug.replace(/[^a-z0-9-]/gi, "") || "bahi";
  const [first, last] = [dateFrom.slice(0, 7), dateTo.slice(0, 7)];
  const isWhole = readMonth(first)?.dateFrom === dateFrom && readMonth(last)?.dateTo === dateTo;
  if (!isWhole) return `${agency}-${dateFrom}-to-${dateTo}`;
  return first === last ? `${agency}-${first}` : `${agency}-${first}-to-${last}`;
}

/** Looked at before the server is asked for anything. */
async function mustBeFree(out: string, force: boolean): Promise<void> {
  if (out === "" || out === "-") {
    throw wrongUsage(`--out ${out || '""'} is not a folder`, "name one for the papers");
  }
  const found = await stat(out).catch(() => undefined);
  if (found && !found.isDirectory()) {
    throw wrongUsage(`${out} is a file`, "name a folder with --out");
  }
  const held = found ? await readdir(out).catch(() => ["?"]) : [];
  if (held.length > 0 && !force) {
    const advice = "overwrite it with --force, or name another with --out";
    throw wrongUsage(`${out} already exists`, advice);
  }
}

/** The quarters that end in the period: what is stated of them is whole then. */
function quartersIn({ dateFrom, dateTo }: DateRange): string[] {
  const quarters: string[] = [];
  for (let on = dateFrom; on <= dateTo; ) {
    const { quarter, dateTo: end } = tdsQuarterOf(on);
    if (end <= dateTo) quarters.push(quarter);
    on = addDays(end, 1);
  }
  return quarters;
}

/** What the folder is to hold, and the numbers of invoices that are drafts, which are nothing yet. */
async function papersOf(
  api: Api,
  range: DateRange,
): Promise<{ wanted: Wanted[]; drafts: string[] }> {
  const { dateFrom, dateTo } = range;
  const query = { dateFrom, dateTo };
  const reports = (["transactions", "dashboard"] as const).map((report) => ({
    file: `${report}-report-${dateFrom}-to-${dateTo}.pdf`,
    path: `/reports/${report}.pdf`,
    type: "application/pdf",
    query,
  }));
  const transactions = {
    file: `transactions-${dateFrom}-to-${dateTo}.csv`,
    path: "/transactions/export.csv",
    type: "text/csv",
    query,
  };
  const all = { all: true };
  const { items: bills } = await fetchPages<InvoiceList>(api, "/invoices", all, query);
  const { items: receipts } = await fetchPages<ReceiptList>(api, "/receipts", all, query);
  const { items: notes } = await fetchPages<NoteList>(api, "/notes", all, query);
  const { items: vouchers } = await fetchPages<VoucherList>(api, "/vouchers", all, query);
  const issued = bills.filter(({ status }) => status !== "DRAFT").reverse();
  const registers = ["invoices", "payments", "tds", "receipts", "bills"].map((folder) => ({
    file: `${folder}.csv`,
    path: `/${folder}/export.csv`,
    type: "text/csv",
    query,
  }));
  const payable = quartersIn(range).map((quarter) => ({
    file: `tds-payable-${quarter}.csv`,
    path: "/reports/tds-payable.csv",
    type: "text/csv",
    query: { quarter },
  }));
  const papers = [
    ...issued.map(({ _id, invoiceNumber }) =>
      paperOf("invoices", _id, invoiceFileName(invoiceNumber)),
    ),
    ...notes
      .filter(({ status }) => status !== "DRAFT")
      .map(({ _id, kind, number }) => paperOf("notes", _id, paperFileName(TITLES[kind], number))),
    ...vouchers.map(({ _id, kind, number }) =>
      paperOf("vouchers", _id, paperFileName(TITLES[kind], number)),
    ),
    ...receipts.map(({ _id, receiptNumber }) =>
      paperOf("receipts", _id, receiptFileName(receiptNumber)),
    ),
  ];
  const drafts = [...bills, ...notes].filter(({ status }) => status === "DRAFT");
  const returns = await returnsOf(api, range);
  return {
    wanted: [...reports, transactions, ...registers, ...payable, ...returns, ...papers],
    drafts: drafts.map(({ number }) => number).reverse(),
  };
}

/** Of each period that ends in these: GSTR-1 for the portal and the offline tool, and a page to pay by. */
async function returnsOf(api: Api, { dateFrom, dateTo }: DateRange): Promise<Wanted[]> {
  const { metadata } = await api.json<{ metadata: Metadata }>("/metadata", "metadata");
  if (!metadata.gstNumber || metadata.isComposition) return [];
  const { periods } = await api.json<{ periods: PeriodRow[] }>("/gst", "periods");
  const ended = periods.filter(({ period, return: which }) => {
    const month = readMonth(period);
    return which !== "GSTR3B" && month && month.dateTo >= dateFrom && month.dateTo <= dateTo;
  });
  return ended.flatMap(({ period, return: which }) => {
    const path = `/gst/${period}`;
    const json = { file: join("gst", `GSTR1-${period}.json`), path: `${path}/gstr1.json` };
    const sheets = { file: join("gst", `GSTR1-${period}.zip`), path: `${path}/gstr1.zip` };
    const page = { file: join("gst", `GSTR3B-${period}.pdf`), path: `${path}/gstr3b.pdf` };
    return [
      { ...json, type: "application/json" },
      { ...sheets, type: "application/zip" },
      ...(which === "GSTR1" ? [{ ...page, type: "application/pdf" }] : []),
    ];
  });
}

const paperOf = (folder: string, id: string, file: string): Wanted => ({
  file: join(folder, file),
  path: `/${folder}/${id}/pdf`,
  type: "application/pdf",
});

async function fetchAll(
  api: Api,
  draft: string,
  out: string,
  wanted: Wanted[],
  { period, quiet }: { period: string; quiet: boolean },
): Promise<void> {
  let done = 0;
  const name = () => wanted[done]?.file ?? "";
  const papers = () => `${done} of ${count(wanted.length, "paper")}`;
  const end = quiet
    ? undefined
    : show({
        words: (columns) =>
          [period, barOf(done / wanted.length, columns), papers(), name()].join("  "),
        line: () => `${period}  ${papers()}`,
      });
  const silent = createOutput({ quiet: true });
  try {
    for (const paper of wanted) {
      const [place, name] = [join(draft, paper.file), join(out, paper.file)];
      await mkdir(dirname(place), { recursive: true }).catch(cannotWrite(name));
      const { path, type, query = {} } = paper;
      const response = await api.file(path, type, { query });
      await saveAnswer(response, { ...(await findTarget(place)), name }, { api, output: silent });
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

/** Papers that are not of this period any more, or were of a draft: whoever files them should know. */
async function leftIn(out: string, files: string[]): Promise<string[]> {
  const folders = await Promise.all(
    ["invoices", "receipts", "gst"].map(async (folder) => {
      const held = await readdir(join(out, folder)).catch(() => []);
      return held.map((file) => join(folder, file));
    }),
  );
  return folders.flat().filter((file) => !files.includes(file));
}

function summaryOf(out: string, files: string[]): string {
  const within = (folder: string) => files.filter((file) => file.startsWith(`${folder}/`)).length;
  const [invoices, receipts] = [within("invoices"), within("receipts")];
  const papers = `${count(invoices, "invoice")} and ${count(receipts, "receipt")}`;
  const returns = within("gst") > 0 ? ", the GST returns" : "";
  const reports = `two reports, the transactions as CSV${returns}`;
  return `Saved ${out}: ${reports}, ${papers} with their registers`;
}

/** A draft has a number and no effect: an accountant wants to know before filing. */
const draftsOf = (numbers: string[]) =>
  `${count(numbers.length, "draft is", "drafts are")} left out, not issued yet: ${numbers.join(", ")}`;
