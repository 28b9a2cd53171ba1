import { formatDate } from "../../domain/dates.ts";
import { findFields } from "../../domain/describeField.ts";
import { type Journal, JournalQuery, type LedgerBalance } from "../../domain/ledger/journals.ts";
import { KIND_NAMES } from "../../domain/ledger/kinds.ts";
import { create } from "../create.ts";
import { failUsage } from "../failure.ts";
import { readRupees } from "../fieldOptions.ts";
import { printList } from "../listing.ts";
import { findLedgerId } from "../names.ts";
import type { Noun } from "../noun.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, oneLine } from "../output.ts";
import { readDay } from "../range.ts";
import { type Column, rupeesColumn } from "../table.ts";
import { enumColumn } from "../words.ts";

const LEDGER_KINDS = { ...KIND_NAMES, account: "Account", system: "System" };

const LEDGERS: Column<LedgerBalance>[] = [
  { title: "Ledger", text: ({ name }) => name, minWidth: 12 },
  enumColumn("Kind", ({ kind }) => kind, LEDGER_KINDS, 2),
  { title: "In the statements", text: ({ line }) => line, dropOrder: 1 },
  rupeesColumn("Opening", ({ openingBalance }) => openingBalance, 3),
  rupeesColumn("Balance", ({ balance }) => balance),
  { title: "Id", text: ({ _id }) => _id, dropOrder: 4 },
];

/** Lists the ledgers. Debit balances are positive. */
export async function listLedgers(options: GlobalOptions): Promise<void> {
  const { api } = open(options);
  const answer = await api.json<{ ledgers: LedgerBalance[] }>("/ledgers", "ledgers");
  const { ledgers } = answer;
  await printList(answer, ledgers, LEDGERS, options, () => count(ledgers.length, "ledger"));
}

const sides = ({ lines }: Journal, side: "credit" | "debit") =>
  lines.flatMap((line) => (line[side] ? [line.ledger.name] : [])).join(", ");

export const JOURNAL: Noun<Journal> = {
  filters: findFields(JournalQuery),
  columns: [
    { title: "Date", text: ({ date }) => date },
    { title: "Reason", text: ({ reason }) => reason, minWidth: 10 },
    { title: "Debit", text: (journal) => sides(journal, "debit"), minWidth: 8, dropOrder: 2 },
    { title: "Credit", text: (journal) => sides(journal, "credit"), minWidth: 8, dropOrder: 2 },
    { title: "Basis", text: ({ basis }) => basis, dropOrder: 1 },
    rupeesColumn("Amount", ({ total }) => total),
    { title: "Id", text: ({ _id }) => _id, dropOrder: 3 },
  ],
  help: { q: "in reason and ledgers" },
};

export interface AddOptions extends GlobalOptions {
  date?: string;
  reason?: string;
  debit?: string[];
  credit?: string[];
  accrual?: boolean;
  again?: boolean;
}

export async function addJournal(options: AddOptions): Promise<void> {
  const { reason, debit = [], credit = [], accrual } = options;
  if (!reason) throw failUsage("--reason is missing", "add a reason; the statements show it");
  const body = {
    date: readDay("--date", options.date),
    reason,
    basis: accrual ? "accrual" : "both",
    lines: [
      ...debit
        .map((text) => readSide("--debit", text))
        .map(({ ledger, amount }) => ({
          ledger,
          debit: amount,
        })),
      ...credit
        .map((text) => readSide("--credit", text))
        .map(({ ledger, amount }) => ({
          ledger,
          credit: amount,
        })),
    ],
  };
  const { api, output } = open(options);
  for (const line of body.lines) line.ledger = await findLedgerId(api, line.ledger);
  const { answer, isAgain } = await create<{ journal: Journal }>(api, options, {
    command: "journals add",
    path: "/journals",
    key: "journal",
    body,
  });
  const { journal } = answer;
  await output.result(answer, () => {
    const done = isAgain ? "was already added" : "added";
    return `Journal of ${formatDate(journal.date)} ${done}: ${oneLine(journal.reason)}`;
  });
}

/** Parses `Round off=0.09`. The name may contain an =. */
function readSide(option: string, text: string): { ledger: string; amount: number } {
  const at = text.lastIndexOf("=");
  if (at < 1) throw failUsage(`${option} ${text} has no amount`, "write LEDGER=AMOUNT");
  return { ledger: text.slice(0, at), amount: readRupees(text.slice(at + 1), option) };
}
