import { formatRange } from "../../domain/dates.ts";
import type { BooksCounts, ImportReport } from "../../domain/ledger/imports.ts";
import { formatInr } from "../../domain/money.ts";
import type { Answer } from "../api.ts";
import { count, groupInt, oneLine } from "../output.ts";

/** Describes what an import did, or in a dry run would do. */
export function summarizeImport(report: ImportReport): string {
  const { _id, dryRun, added } = report;
  const lines = [
    added > 0 ? describeAdded(report) : describeNothing(report),
    describeOthers(report),
  ];
  if (dryRun) lines.push("Nothing was changed; leave --dry-run out to import it.");
  if (_id) lines.push(`Undo: bahi imports undo ${_id}`);
  return lines.filter((line) => line !== "").join("\n");
}

function describeAdded({
  dryRun,
  added,
  totals,
  transfers,
  dateFrom,
  dateTo,
}: ImportReport): string {
  const income = `${formatInr(totals.income)} in`;
  const expense = `${formatInr(totals.expense)} out`;
  const sums = [income, expense, count(transfers, "transfer")].join(", ");
  const verb = dryRun ? "Would add" : "Added";
  return `${verb} ${count(added, "transaction")} (${sums}), ${formatRange({ dateFrom, dateTo })}.`;
}

function describeNothing({ rows }: ImportReport): string {
  return `Nothing to add: ${count(rows, "row")}, ${toWords(rows)} already in the books.`;
}

export const toWords = (n: number): string => (n === 1 ? "which is" : "all of them");

/** Describes what already existed, and what was created. */
export function describeOthers({
  dryRun,
  added,
  skipped,
  created,
}: Pick<ImportReport, "added" | "created" | "dryRun" | "skipped">): string {
  const sentences: string[] = [];
  if (skipped > 0 && added > 0) {
    const verb = dryRun ? (skipped === 1 ? "is" : "are") : skipped === 1 ? "was" : "were";
    sentences.push(`${groupInt(skipped)} ${verb} already in the books.`);
  }
  const made = [
    named(created.accounts, "account", "accounts"),
    named(created.categories, "category", "categories"),
  ].filter((words) => words !== "");
  if (made.length > 0)
    sentences.push(`${dryRun ? "Would create" : "Created"} ${made.join(" and ")}.`);
  return sentences.join(" ");
}

/** Counts each type of record, without zeros. */
export function describeCounts(books: BooksCounts): string {
  const { clients, vendors, documents, vouchers, bills, payments, openings } = books;
  const counts = [
    clients > 0 && count(clients, "client"),
    vendors > 0 && count(vendors, "vendor"),
    documents > 0 && count(documents, "document"),
    vouchers > 0 && count(vouchers, "voucher"),
    bills > 0 && count(bills, "bill"),
    payments > 0 && count(payments, "payment"),
    openings > 0 && count(openings, "opening balance"),
  ];
  return counts.filter((words) => words !== false).join(", ");
}

const NAMES_SHOWN = 10;

function named(names: string[], one: string, many: string): string {
  if (names.length === 0) return "";
  const shown = names.slice(0, NAMES_SHOWN).map(oneLine);
  const rest =
    names.length > shown.length ? `, and ${groupInt(names.length - shown.length)} more` : "";
  return `${count(names.length, one, many)} (${shown.join(", ")}${rest})`;
}

/** Up to this many rows with the same problem are listed individually. */
const EQUAL_SHOWN = 3;

/** Formats the bad rows in columns: line, column, problem. Many rows with the same problem take one line. */
export function formatBadRows(errors: NonNullable<Answer["errors"]>, message: string): string[] {
  const alike = Map.groupBy(errors, ({ column, message }) => `${column}\n${message}`);
  const cells = [...alike.values()].flatMap((group) => {
    const rows = group.map(({ path, column = "", message }) => [
      path.replace(/\d+/, (line) => groupInt(Number(line))),
      column,
      oneLine(message),
    ]);
    if (rows.length <= EQUAL_SHOWN) return rows;
    const [[line = "", ...rest] = []] = rows;
    return [[`${line} and ${groupInt(rows.length - 1)} more`, ...rest]];
  });
  const width = (i: number) => Math.max(...cells.map((row) => row[i]?.length ?? 0));
  const lines = cells.map(
    ([line = "", column = "", text]) =>
      `  ${line.padEnd(width(0))}  ${column.padEnd(width(1))}  ${text}`,
  );
  const total = Number(/^[\d,]+/.exec(message)?.[0].replaceAll(",", ""));
  if (total > errors.length) lines.push(`  and ${groupInt(total - errors.length)} more`);
  return lines;
}
