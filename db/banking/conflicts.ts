import { and, asc, eq, gte, inArray, lte, sql } from "drizzle-orm";
import { type Covered, findConflict, type Known } from "../../domain/banking/identity.ts";
import type { Placed } from "../../domain/banking/placement.ts";
import type { ReadStatement } from "../../domain/banking/statement.ts";
import { pluralize } from "../../domain/counts.ts";
import { formatDate, formatRange } from "../../domain/dates.ts";
import { formatPaise } from "../../domain/money.ts";
import { joinNames } from "../../domain/names.ts";
import { Refusal } from "../../domain/refusal.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { bankLines, statementLines, statements } from "../schema/banking.ts";
import type { AtBank } from "./atBank.ts";
import { IS_ITS_LINE } from "./statements.ts";

type From = Pick<Write, "select">;

export interface Found {
  stored: Placed[];
  /** The stored line for each line of the file. */
  same: (Known | undefined)[];
}

export const findFirstDate = (lines: { date: string }[]) =>
  lines.map(({ date }) => date).sort()[0] ?? "9999";
export const findLastDate = (lines: { date: string }[]) =>
  lines
    .map(({ date }) => date)
    .sort()
    .at(-1) ?? "";

/** @throws Refusal "conflict" listing lines that only one side has, on days that both cover */
export async function assertContinues(
  from: From,
  tenant: Tenant,
  account: AtBank,
  { lines, gaps }: ReadStatement,
  { stored, same }: Found,
): Promise<void> {
  if (stored.length === 0) return;
  const covered = await coveredBy(from, tenant, account._id, lines);
  const conflict = findConflict(stored, covered, { ...toCovered(lines, gaps), lines }, same);
  if (!conflict) return;
  const { onlyStored, onlyInFile } = conflict;
  const describeLine = ({
    date,
    amountPaise,
    narration,
  }: Pick<Known, "amountPaise" | "date" | "narration">) =>
    `${formatDate(date)} ${formatPaise(amountPaise)} ${narration.slice(0, 40)}`;
  const errors = [
    ...onlyStored.map((line) => ({ path: "stored", message: describeLine(line) })),
    ...onlyInFile.map((line) => ({ path: "file", message: describeLine(line) })),
  ];
  const { name } = account;
  const ours = pluralize(onlyStored.length, "line is", "lines are");
  const count = `${ours} only in ${name}, ${onlyInFile.length} only in the file`;
  const message = `The file contradicts ${name} for the same days: ${count}`;
  const days = new Set([...onlyStored, ...onlyInFile].map(({ date }) => date));
  const other = covered.filter(({ from, to }) => [...days].some((day) => day >= from && day <= to));
  const advice = adviceOn(other);
  throw new Refusal("conflict", `${message}. ${advice}. Nothing was changed`, errors.slice(0, 100));
}

/** Returns advice on how to import the file. */
function adviceOn(statements: CoveredBy[]): string {
  const named = statements.map(({ from, to, file }) => {
    const days = formatRange({ dateFrom: from, dateTo: to });
    return file ? `${days} (${file})` : days;
  });
  const noun = named.length === 1 ? "statement" : "statements";
  const matched = statements.reduce((sum, one) => sum + one.matched, 0);
  const first = matched > 0 ? `undo its ${pluralize(matched, "match", "matches")}, ` : "";
  return (
    `Download these days from the bank again. If the file is right, ${first}ask an owner to delete the ` +
    `${noun} of ${joinNames(named)}, and upload this file again`
  );
}

/** Returns the days of lines, and the days between which lines are missing. */
const toCovered = (lines: { date: string }[], gaps: ReadStatement["gaps"]): Covered => ({
  from: findFirstDate(lines),
  to: findLastDate(lines),
  gaps: gaps.map(({ afterLine, beforeLine }) => ({
    from: lines[afterLine - 1]?.date ?? "",
    to: lines[beforeLine - 1]?.date ?? "9999",
  })),
});

interface CoveredBy extends Covered {
  file: string;
  /** Number of its matched lines. */
  matched: number;
}

/** Returns the lines of statements on these days. */
async function coveredBy(
  from: From,
  tenant: Tenant,
  accountId: string,
  lines: { date: string }[],
): Promise<CoveredBy[]> {
  const { periodFrom, periodTo } = statements;
  const meets = and(lte(periodFrom, findLastDate(lines)), gte(periodTo, findFirstDate(lines)));
  const rows = await from
    .select({ id: statements.id, file: statements.file, gaps: statements.gaps })
    .from(statements)
    .where(forAgency(tenant, statements, eq(statements.accountId, accountId), meets));
  const ids = rows.map(({ id }) => id);
  const isMatched = sql<number>`${bankLines.matchId} IS NOT NULL`;
  const dated = await from
    .select({ statementId: statementLines.statementId, date: bankLines.date, isMatched })
    .from(statementLines)
    .innerJoin(bankLines, IS_ITS_LINE)
    .where(forAgency(tenant, statementLines, inArray(statementLines.statementId, ids)))
    .orderBy(asc(statementLines.statementId), asc(statementLines.line));
  const byStatement = Map.groupBy(dated, ({ statementId }) => statementId);
  return rows.map(({ id, file, gaps }) => {
    const own = byStatement.get(id) ?? [];
    const matched = own.filter(({ isMatched }) => isMatched).length;
    return { ...toCovered(own, gaps), file, matched };
  });
}
