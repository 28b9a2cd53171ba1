import { type Command, Option } from "commander";
import { formatDate, today } from "../../domain/dates.ts";
import { findFields } from "../../domain/describeField.ts";
import {
  type Journal,
  JournalQuery,
  type LedgerBalance,
  NewJournal,
} from "../../domain/ledger/journals.ts";
import { KIND_NAMES } from "../../domain/ledger/kinds.ts";
import { create } from "../create.ts";
import { failUsage } from "../failure.ts";
import { addFieldOptions, pickFields, readRupees } from "../fieldOptions.ts";
import { printList } from "../listing.ts";
import { findLedgerId } from "../names.ts";
import type { Noun } from "../noun.ts";
import { type GlobalOptions, open } from "../open.ts";
import { all } from "../options.ts";
import { count, oneLine } from "../output.ts";
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
    {
      title: "Reverses",
      text: ({ reversal, reversesOn }) => (reversal ? `${reversal.date}, posted` : reversesOn),
      dropOrder: 1,
    },
    rupeesColumn("Amount", ({ total }) => total),
    { title: "Id", text: ({ _id }) => _id, dropOrder: 3 },
  ],
  help: { q: "in reason and ledgers" },
};

interface JournalOptions extends GlobalOptions {
  debit?: Side[];
  credit?: Side[];
  again?: boolean;
}

const { lines, ...fields } = findFields(NewJournal);

export function addJournalOptions(command: Command): void {
  const help = {
    reason: "reason, shown in the statements",
    basis: "where it counts",
    reversesOn: "day on which its reversal is posted",
  };
  addFieldOptions(command, fields, { help }, { hasDefaults: true });
  for (const side of ["debit", "credit"] as const) {
    command.addOption(
      new Option(`--${side} <ledger=amount>`, "a ledger and rupees; repeatable").argParser(
        (text: string, before: Side[] = []) => [...before, readSide(side, text)],
      ),
    );
  }
  command
    .addOption(
      new Option("--accrual", "leave it out of profit and loss on the cash basis").implies({
        basis: "accrual",
      }),
    )
    .option("--again", "add it even if the same command did so in the last 24 hours")
    .action(() => createJournal(all(command)));
}

async function createJournal(options: JournalOptions): Promise<void> {
  const { debit = [], credit = [] } = options;
  const given = { date: today(), basis: "both", ...pickFields(fields, options) };
  if (!("reason" in given)) {
    throw failUsage("--reason is missing", "add a reason; the statements show it");
  }
  const { api, output } = open(options);
  const lines = [...debit, ...credit];
  for (const line of lines) line.ledger = await findLedgerId(api, line.ledger);
  const { answer, isAgain } = await create<{ journal: Journal }>(api, options, {
    command: "journals add",
    path: "/journals",
    key: "journal",
    body: { ...given, lines },
  });
  const { journal } = answer;
  await output.result(answer, () => {
    const done = isAgain ? "was already added" : "added";
    return `Journal of ${formatDate(journal.date)} ${done}: ${oneLine(journal.reason)}`;
  });
}

interface Side {
  ledger: string;
  debit?: number;
  credit?: number;
}

/** Parses `Round off=0.09`. The name may contain an =. */
function readSide(side: "credit" | "debit", text: string): Side {
  const at = text.lastIndexOf("=");
  if (at < 1) throw failUsage(`--${side} ${text} has no amount`, "write LEDGER=AMOUNT");
  return { ledger: text.slice(0, at), [side]: readRupees(text.slice(at + 1), `--${side}`) };
}
