import type { BooksCheck, Difference } from "../../domain/ledger/booksCheck.ts";
import { formatPaise } from "../../domain/money.ts";
import { EXIT, Failure } from "../failure.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, groupInt } from "../output.ts";
import { type Column, table } from "../table.ts";

const COLUMNS: Column<Difference>[] = [
  { title: "Where", text: ({ where }) => where, minWidth: 8 },
  { title: "Account", text: ({ account }) => account, minWidth: 8, dropOrder: 2 },
  { title: "Category", text: ({ category }) => category, minWidth: 8, dropOrder: 3 },
  {
    title: "Figure",
    text: ({ figure }) => figure.replace(/_paise$/, "").replaceAll("_", " "),
    minWidth: 8,
  },
  { title: "Stored", text: ({ figure, stored }) => formatFigure(figure, stored), align: "right" },
  {
    title: "Derived",
    text: ({ figure, derived }) => formatFigure(figure, derived),
    align: "right",
    dropOrder: 1,
  },
];

/** Recomputes every figure of the books from the rows. @throws Failure if one differs */
export async function verifyBooks(options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const answer = await api.json<BooksCheck>("/books/check", "differences");
  const { ok, differences } = answer;
  if (ok) return output.result(answer, () => describeAgreement(answer));

  if (!output.json) await output.result(answer, () => table(differences, COLUMNS, output));
  const many =
    differences.length === 1 ? "1 figure differs" : `${differences.length} figures differ`;
  const advice = "keep a copy of the database and report it";
  throw new Failure(EXIT.refused, `${many} from the rows`, advice, { answer });
}

function formatFigure(figure: string, value: number | string): string {
  if (figure.endsWith("_paise")) return formatPaise(BigInt(value));
  return typeof value === "string" && !/^\d+$/.test(value) ? value : groupInt(Number(value));
}

function describeAgreement({ checked }: BooksCheck): string {
  const { transactions, days, months, accounts, invoices, payments, receipts } = checked;
  const rows = `${count(transactions, "transaction")} in ${count(accounts, "account")}`;
  const documents = [
    count(invoices, "invoice"),
    count(payments, "payment"),
    count(receipts, "receipt"),
  ].join(", ");
  return [
    "The books are correct.",
    `Recomputed from ${rows}: ${count(days, "daily total")} and ${count(months, "monthly total")} agree.`,
    `${documents}: their totals, their income and their numbers agree.`,
  ].join("\n");
}
