import { Option } from "commander";
import { findFields } from "../../domain/describeField.ts";
import type { InvoiceDetail } from "../../domain/documents/invoices.ts";
import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import { NewNote, type Note, NoteQuery, type NoteRow } from "../../domain/documents/notes.ts";
import type { Api } from "../api.ts";
import { failUsage } from "../failure.ts";
import { readRupees } from "../fieldOptions.ts";
import type { DocumentFields } from "../noun.ts";
import type { GlobalOptions } from "../open.ts";
import { count } from "../output.ts";
import { rupeesColumn } from "../table.ts";
import { enumColumn, STATUS_WORDS } from "../words.ts";
import { SOLD_LINES } from "./invoices.ts";

const { original, clientId, ...fields } = findFields(NewNote);

export const NOTE: DocumentFields<NoteRow, Note> = {
  filters: findFields(NoteQuery),
  columns: [
    { title: "Number", text: ({ number }) => number },
    { title: "Date", text: ({ date }) => date, dropOrder: 1 },
    { title: "Client", text: ({ clientId }) => clientId.displayName, minWidth: 10 },
    { title: "Kind", text: ({ kind }) => KIND_NAMES[kind], dropOrder: 3 },
    { title: "Against", text: ({ original }) => original.number, dropOrder: 4 },
    enumColumn("Status", ({ status }) => status, STATUS_WORDS, 5),
    rupeesColumn("Total", ({ grandTotal }) => grandTotal),
    rupeesColumn("Held", ({ held }) => held, 2),
  ],
  help: { q: "in number and client", notes: "printed on it" },
  earlier: { "--due": "dueDate" },
  fields,
  initial: { kind: "CREDIT_NOTE", reason: "OTHER" },
  lines: SOLD_LINES,
  options: [
    new Option("--line <n=amount>", "amount for line N, excluding GST; repeatable").argParser(
      (text: string, before: Part[] = []) => [...before, readPart(text)],
    ),
    new Option("--whole", "all lines, as billed"),
    new Option("--debit", "create a debit note instead").implies({ kind: "DEBIT_NOTE" }),
  ],
  isSent: true,
  check,
  toBody,
};

/** An amount without tax, and the index of its line in the invoice. */
interface Part {
  at: number;
  rate: number;
}

interface NoteOptions extends GlobalOptions {
  line?: Part[];
  whole?: boolean;
}

function check(body: Record<string, unknown>, { line = [], whole }: NoteOptions): void {
  if (!body.invoiceId) throw failUsage("--invoice is missing", "name the invoice that it corrects");
  const ways = [body.items, whole, line.length > 0].filter(Boolean);
  if (ways.length === 1) return;
  throw failUsage("the lines to correct are missing", "add --line N=AMOUNT, or --whole");
}

/** Takes the lines from the invoice, unless they are given. */
async function toBody(
  body: Record<string, unknown>,
  { line = [], whole }: NoteOptions,
  api: Api,
): Promise<object> {
  if (body.items) return body;
  const { invoice } = await api.json<InvoiceDetail>(`/invoices/${body.invoiceId}`, "invoice");
  const { items, number } = invoice;
  const wrong = line.find(({ at }) => at >= items.length);
  if (wrong) {
    const has = `${number} has ${count(items.length, "line")}`;
    throw failUsage(`--line ${wrong.at + 1} does not exist`, has);
  }
  const parts = line.map(({ at, rate }) => ({ ...items[at], qty: 1, discountPct: 0, rate }));
  return { ...body, items: whole ? items : parts };
}

/** Parses `2=1,500.50`: this amount without tax for the second line. */
function readPart(text: string): Part {
  const [, line, amount = ""] = /^(\d{1,4})=(.+)$/.exec(text) ?? [];
  if (!line || line === "0") {
    throw failUsage(`--line ${text} is not understood`, "write --line 1=1500, without GST");
  }
  return { at: Number(line) - 1, rate: readRupees(amount, "--line") };
}
