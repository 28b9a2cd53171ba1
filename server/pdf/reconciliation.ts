import {
  type Reconciliation,
  type ReconciliationRow,
  toReconciliationRows,
} from "../../domain/banking/reconciliation.ts";
import { formatDate } from "../../domain/dates.ts";
import type { RupeeSum } from "../../domain/money.ts";
import { inr } from "./amounts.ts";
import { INK } from "./ink.ts";
import { layOutColumns, lines, pages, rule, SMALL, space, text, VALUE, WIDTH } from "./kit.ts";
import type { Content, Definition } from "./maker.ts";
import { type Column, table } from "./table.ts";
import { style } from "./type.ts";

export interface ReconciliationReport {
  agencyName: string;
  report: Reconciliation;
  /** When it was made, and by whom. */
  foot: string;
}

const MINUS = ({ kind, balance }: ReconciliationRow) => kind !== "title" && Number(balance) < 0;
const figure = (amount: RupeeSum | null) => (amount === null ? "" : inr(amount).replace("₹", ""));

export function layOutReconciliation({
  agencyName,
  report,
  foot,
}: ReconciliationReport): Definition {
  const { account, at, remarks, proof } = report;
  const particulars: Column<ReconciliationRow> = {
    head: "Particulars",
    text: ({ kind, particulars }) => (kind === "item" ? `   ${particulars}` : particulars),
    isLeft: true,
  };
  const columns: Column<ReconciliationRow>[] = [
    { head: "Date", text: ({ date }) => (date ? formatDate(date) : ""), isLeft: true },
    particulars,
    { head: "Reference", text: ({ ref }) => ref.slice(0, 26), isLeft: true },
    { head: "Amount", text: ({ amount }) => figure(amount) },
    {
      head: "Balance",
      text: ({ balance }) => figure(balance),
      color: (row) => (MINUS(row) ? INK.negative : INK.text),
    },
  ];
  const number = account.number ? ` (a/c …${account.number.slice(-4)})` : "";
  const unproved =
    proof === "proved" || proof === "totals" ? [] : ["Not verified by the bank's balances"];
  const notes = [...unproved, ...remarks];
  return {
    title: `Bank Reconciliation Statement, ${account.name}`,
    author: agencyName,
    madeOn: new Date(`${at}T00:00:00Z`),
    ...pages(agencyName, `Bank Reconciliation Statement, ${formatDate(at)}`, foot),
    content: [
      ...lines(agencyName, style(14, INK.text, "semibold"), WIDTH, 3),
      text("Bank Reconciliation Statement", style(12, INK.text, "semibold")),
      ...lines(`as on ${formatDate(at)}`, VALUE, WIDTH, 1),
      ...lines(`${account.name}${number}`, VALUE, WIDTH, 2),
      rule(1.4, INK.text, WIDTH, { margin: [0, 8, 0, 8] }),
      table(columns, toReconciliationRows(report), { wide: particulars, room: 180 }),
      space(10),
      ...notes.flatMap((note) => lines(note, SMALL, WIDTH, 3)),
      space(36),
      layOutColumns(
        [
          [WIDTH / 2 - 20, signedBy("Prepared by")],
          [WIDTH / 2 - 20, signedBy("Checked by")],
        ],
        40,
      ),
    ],
  };
}

const signedBy = (who: string): Content[] => [
  rule(0.6, INK.text, WIDTH / 2 - 40),
  text(who, SMALL, { margin: [0, 4, 0, 0] }),
];
