import { formatRange } from "../../domain/dates.ts";
import type { InvoiceDetail } from "../../domain/documents/invoices.ts";
import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import {
  NOTE_REASONS,
  type Note,
  type NoteList,
  type NoteRow,
} from "../../domain/documents/notes.ts";
import { formatInr } from "../../domain/money.ts";
import { create, printWarnings, sendDraft } from "../create.ts";
import { failUsage } from "../failure.ts";
import { fetchPages, formatPage, type PagedOptions, printList } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count } from "../output.ts";
import { findDocument, INVOICES, NOTES, type PdfOptions, savePdfs } from "../pdfs.ts";
import { type RangeOptions, readDay, readRange } from "../range.ts";
import { type Column, rupeesColumn } from "../table.ts";
import { enumColumn, STATUS_WORDS } from "../words.ts";
import { readRupees } from "./receipts.ts";

const COLUMNS: Column<NoteRow>[] = [
  { title: "Number", text: ({ number }) => number },
  { title: "Date", text: ({ date }) => date, dropOrder: 1 },
  { title: "Client", text: ({ clientId }) => clientId.displayName, minWidth: 10 },
  { title: "Kind", text: ({ kind }) => KIND_NAMES[kind], dropOrder: 3 },
  { title: "Against", text: ({ original }) => original.number, dropOrder: 4 },
  enumColumn("Status", ({ status }) => status, STATUS_WORDS, 5),
  rupeesColumn("Total", ({ grandTotal }) => grandTotal),
  rupeesColumn("Held", ({ held }) => held, 2),
];

export interface ListOptions extends PagedOptions, RangeOptions {
  kind?: string;
  search?: string;
}

/** Prints one page. Defaults to all dates, as the screen does. */
export async function listNotes(options: ListOptions): Promise<void> {
  const period = readRange(options);
  const query = { ...period, kind: readKind(options.kind), q: options.search };
  const { api } = open(options);
  const answer = await fetchPages<NoteList>(api, "/notes", options, query);
  const when = period ? formatRange(period) : "all time";
  const footer = () => `${count(answer.total, "note")}, ${when}${formatPage(answer)}`;
  await printList(answer, answer.items, COLUMNS, options, footer);
}

const KINDS = { credit: "CREDIT_NOTE", debit: "DEBIT_NOTE" };

function readKind(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const kind = KINDS[text.toLowerCase() as keyof typeof KINDS];
  if (kind) return kind;
  throw failUsage(`--kind ${text} is not known`, "write credit or debit");
}

export interface CreateOptions extends GlobalOptions {
  invoice?: string;
  debit?: boolean;
  whole?: boolean;
  line?: string[];
  reason?: string;
  date?: string;
  due?: string;
  notes?: string;
  send?: boolean;
  again?: boolean;
}

/** Creates a note for lines of an invoice, as a draft unless it is sent at once. */
export async function createNote(options: CreateOptions): Promise<void> {
  const { invoice, debit, whole, line = [], notes, send } = options;
  if (!invoice) throw failUsage("--invoice is missing", "name the invoice that it corrects");
  if (whole ? line.length > 0 : line.length === 0) {
    throw failUsage("the lines to correct are missing", "add --line N=AMOUNT, or --whole");
  }
  const parts = line.map(readPart);
  const reason = readReason(options.reason ?? "OTHER");
  const date = readDay("--date", options.date);
  const dueDate = options.due && readDay("--due", options.due);
  const { api, output } = open(options);
  const { _id: invoiceId, number } = await findDocument(api, INVOICES, invoice);
  const detail = await api.json<InvoiceDetail>(`/invoices/${invoiceId}`, "invoice");
  const { items } = detail.invoice;
  const wrong = parts.find(({ at }) => at >= items.length);
  if (wrong) {
    const has = `${number} has ${count(items.length, "line")}`;
    throw failUsage(`--line ${wrong.at + 1} does not exist`, has);
  }
  const chosen = whole
    ? items
    : parts.map(({ at, rate }) => ({ ...items[at], qty: 1, discountPct: 0, rate }));
  const body = {
    kind: debit ? "DEBIT_NOTE" : "CREDIT_NOTE",
    invoiceId,
    date,
    reason,
    notes,
    ...(dueDate && { dueDate }),
    items: chosen,
  };
  const made = await create<Note>(api, options, {
    command: "notes create",
    path: "/notes",
    key: "_id",
    body,
  });
  const sent = send ? await sendDraft(api, "/notes", made) : { ...made, isSent: false };
  const { answer, isSent } = sent;
  const verb = isSent ? "Sent" : made.isAgain ? "Already created:" : "Created a draft of";
  await output.result(
    answer,
    () => `${verb} ${answer.title.toLowerCase()} ${answer.number}: ${formatInr(answer.grandTotal)}`,
  );
  printWarnings(answer, output);
}

/** Parses `2=1,500.50`: this amount without tax for the second line. */
function readPart(text: string): { at: number; rate: number } {
  const [, line, amount = ""] = /^(\d{1,4})=(.+)$/.exec(text) ?? [];
  if (!line || line === "0") {
    throw failUsage(`--line ${text} is not understood`, "write --line 1=1500, without GST");
  }
  return { at: Number(line) - 1, rate: readRupees(amount, "--line") };
}

/** Accepts `discount` and `VALUE_TOO_HIGH`. */
function readReason(text: string): string {
  const wanted = text.toUpperCase().replace(/[ -]/g, "_");
  if ((NOTE_REASONS as readonly string[]).includes(wanted)) return wanted;
  throw failUsage(`--reason ${text} is not known`, `use one of ${NOTE_REASONS.join(", ")}`);
}

export function saveNotes(typed: string[], options: PdfOptions): Promise<void> {
  return savePdfs(NOTES, typed, options);
}
