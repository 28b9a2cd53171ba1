import type { BankLine, BankLines } from "../../domain/banking/statements.ts";
import { readMonth } from "../../domain/dates.ts";
import { failUsage } from "../failure.ts";
import { fetchPages, printList } from "../listing.ts";
import { findAccountId } from "../names.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, oneLine } from "../output.ts";
import { type Column, rupeesColumn } from "../table.ts";

export interface ReconcileOptions extends GlobalOptions {
  account?: string;
  month?: string;
}

const COLUMNS: Column<BankLine>[] = [
  { title: "Date", text: ({ date }) => date },
  { title: "Who", text: (line) => oneLine(line.party ?? line.narration), minWidth: 10 },
  rupeesColumn("Amount", ({ amount }) => amount),
  { title: "Proposal", text: (line) => describeProposal(line), minWidth: 12, dropOrder: 1 },
  {
    title: "Why",
    text: ({ proposals: [first] }) => oneLine(first?.why ?? ""),
    minWidth: 8,
    dropOrder: 2,
  },
  { title: "Id", text: ({ _id }) => _id, dropOrder: 3 },
];

const describeProposal = ({ proposals: [first] }: BankLine): string =>
  first ? oneLine(first.parts.map(({ name }) => name).join(", ")) : "";

/** Reviews lines one by one on a terminal; otherwise prints a table of open lines and suggestions. */
export async function reconcile(options: ReconcileOptions): Promise<void> {
  const range = options.month === undefined ? undefined : readMonth(options.month);
  if (options.month !== undefined && !range) {
    throw failUsage(`${options.month} is not a month`, "write it like 2026-10");
  }
  const { api, output } = open(options);
  const id = await findAccountId(api, options.account);
  const filter = { state: "open", ...(id && { accountId: id }) };
  const answer = await fetchPages<BankLines>(api, "/bank-lines", { all: true }, filter);
  const lines = answer.items.filter(
    ({ date }) => !range || (date >= range.dateFrom && date <= range.dateTo),
  );
  const isByHand =
    process.stdin.isTTY && process.stdout.isTTY && !output.json && !options.csv && !output.quiet;
  if (isByHand && lines.length > 0) {
    const { review } = await import("../views/Reconcile.tsx");
    const { accepted, left } = await review(api, lines);
    return output.result(
      { accepted, left },
      () => `${count(accepted, "line")} accepted, ${left} left`,
    );
  }
  await printList({ ...answer, items: lines }, lines, COLUMNS, options, () =>
    lines.length === 0 ? "Nothing left to review" : `${count(lines.length, "line")} to review`,
  );
}
