import { and, asc, count, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { parseNarration } from "../../domain/banking/candidates.ts";
import type { Proposed } from "../../domain/banking/propose.ts";
import type {
  BankLine,
  BankLines,
  LinesQuery,
  Match,
  Part,
  Proposal,
} from "../../domain/banking/statements.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import type { Read } from "../engine/books.ts";
import { isIn } from "../engine/conditions.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { users } from "../schema/agencies.ts";
import { bankLines, matchEntries, matches } from "../schema/banking.ts";
import { transactions } from "../schema/ledger.ts";
import { readProposals } from "./proposals.ts";
import { toReadLine } from "./readLine.ts";

export type LineRow = typeof bankLines.$inferSelect;

/** For a reader thread: returns a page of an account's lines, oldest first, with matches and suggestions. */
export async function listBankLines(tenant: Tenant, query: LinesQuery): Promise<BankLines> {
  const { page, limit } = query;
  const { read } = tenant.books;
  const mine = forAgency(tenant, bankLines, buildCondition(tenant, query));
  const [rows, counts] = await read.batch([
    read
      .select()
      .from(bankLines)
      .where(mine)
      .orderBy(asc(bankLines.date), asc(bankLines.place), asc(bankLines.id))
      .limit(limit)
      .offset((page - 1) * limit),
    read.select({ count: count() }).from(bankLines).where(mine),
  ]);
  const total = counts[0]?.count ?? 0;
  const proposals = new Map<string, Proposed[]>();
  for (const accountId of await accountsAsked(tenant, query)) {
    for (const [id, some] of await readProposals(tenant, accountId)) proposals.set(id, some);
  }
  const found = await listMatches(read, tenant, rows);
  const likely = await countLikely(tenant, query, proposals);
  return {
    items: rows.map((row) => toLine(row, found.get(row.matchId ?? ""), proposals.get(row.id))),
    total,
    page,
    totalPages: Math.ceil(total / limit),
    likely,
  };
}

/** Returns the accounts whose open lines are needed. */
async function accountsAsked(
  tenant: Tenant,
  { accountId, statementId, state }: LinesQuery,
): Promise<string[]> {
  if (state === "matched") return [];
  const { agencyId } = tenant;
  const rows = await tenant.books.read
    .selectDistinct({ id: bankLines.accountId })
    .from(bankLines)
    .where(
      forAgency(
        tenant,
        bankLines,
        isNull(bankLines.matchId),
        accountId ? eq(bankLines.accountId, accountId) : undefined,
        statementId ? isOfStatement(agencyId, statementId) : undefined,
      ),
    );
  return rows.map(({ id }) => id);
}

function buildCondition(
  { agencyId }: Tenant,
  { accountId, statementId, state, q }: LinesQuery,
): SQL | undefined {
  const pattern = q && `%${q.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
  const contains = (column: SQL) => sql`${column} LIKE ${pattern} ESCAPE '\\'`;
  return and(
    accountId ? eq(bankLines.accountId, accountId) : undefined,
    statementId ? isOfStatement(agencyId, statementId) : undefined,
    state === "open" ? isNull(bankLines.matchId) : undefined,
    state === "matched" ? isNotNull(bankLines.matchId) : undefined,
    pattern ? or(contains(sql`narration`), contains(sql`coalesce(ref, '')`)) : undefined,
  );
}

const isOfStatement = (agencyId: number, statementId: string) =>
  sql`id IN (SELECT line_id FROM statement_lines WHERE agency_id = ${agencyId}
    AND statement_id = ${statementId})`;

/** Counts likely suggestions of the account or statement. */
async function countLikely(
  tenant: Tenant,
  { statementId }: LinesQuery,
  proposals: Map<string, Proposed[]>,
): Promise<number> {
  const ids = [...proposals].flatMap(([id, [first]]) => (first?.likely ? [id] : []));
  if (!statementId) return ids.length;
  const [found] = await tenant.books.read
    .select({ count: count() })
    .from(bankLines)
    .where(
      forAgency(
        tenant,
        bankLines,
        isIn(bankLines.id, ids),
        isOfStatement(tenant.agencyId, statementId),
      ),
    );
  return found?.count ?? 0;
}

/** Returns the matches of these lines by id, each with its entries and other lines. */
export async function listMatches(
  read: Pick<Read, "select">,
  tenant: Tenant,
  rows: LineRow[],
): Promise<Map<string, Match>> {
  const ids = [...new Set(rows.flatMap(({ matchId }) => matchId ?? []))];
  if (ids.length === 0) return new Map();
  const [found, entries, lines] = await Promise.all([
    read
      .select({ match: matches, name: users.name })
      .from(matches)
      .innerJoin(users, and(eq(users.agencyId, matches.agencyId), eq(users.id, matches.createdBy)))
      .where(forAgency(tenant, matches, isIn(matches.id, ids))),
    read
      .select({ matchId: matchEntries.matchId, entry: transactions })
      .from(matchEntries)
      .innerJoin(
        transactions,
        and(
          eq(transactions.agencyId, matchEntries.agencyId),
          eq(transactions.id, matchEntries.transactionId),
        ),
      )
      .where(forAgency(tenant, matchEntries, isIn(matchEntries.matchId, ids))),
    read
      .select()
      .from(bankLines)
      .where(forAgency(tenant, bankLines, isIn(bankLines.matchId, ids))),
  ]);
  const entriesOf = Map.groupBy(entries, ({ matchId }) => matchId);
  const linesOf = Map.groupBy(lines, ({ matchId }) => matchId ?? "");
  return new Map(
    found.map(({ match, name }) => {
      const { id, kind, why, createdAt: at, createdBy } = match;
      const tied = (entriesOf.get(id) ?? []).map(({ entry }) => entryPart(entry, match.accountId));
      const paired = tied.length > 0 ? [] : (linesOf.get(id) ?? []).map(linePart);
      const parts = [...tied, ...paired];
      return [id, { _id: id, kind, why, at, by: { _id: createdBy, name }, parts }];
    }),
  );
}

function entryPart(entry: typeof transactions.$inferSelect, accountId: string): Part {
  const { id, date, description, amountPaise, type, toAccountId, categoryId } = entry;
  const isIn = type === "Income" || toAccountId === accountId;
  const amount = toRupees((isIn ? amountPaise : -amountPaise) as Paise);
  const part = {
    kind: "transaction" as const,
    _id: id,
    name: description,
    date,
    amount,
    tdsAmount: 0,
  };
  return categoryId ? { ...part, category: categoryId } : part;
}

const linePart = ({ id, date, narration, amountPaise }: LineRow): Part => ({
  kind: "line",
  _id: id,
  name: narration,
  date,
  amount: toRupees(amountPaise),
  tdsAmount: 0,
});

export function toLine(
  row: LineRow,
  match: Match | undefined,
  proposed: Proposed[] = [],
): BankLine {
  const { id, amountPaise, balancePaise, accountId } = row;
  const { parsedNarration: narration } = parseNarration({ ...row, amountPaise });
  return {
    _id: id,
    accountId,
    ...toReadLine({ ...row, amountPaise, balancePaise }),
    ref: narration.ref ?? row.ref,
    mode: narration.mode,
    party: narration.party,
    ...(match && { match }),
    proposals: match ? [] : proposed.map(toProposal),
  };
}

const toProposal = ({ id, parts, ...rest }: Proposed): Proposal => ({
  _id: id,
  kind: rest.kind,
  points: rest.points,
  likely: rest.likely,
  why: rest.why,
  parts: parts.map(({ id, amountPaise, tdsPaise, ...part }) => ({
    ...part,
    _id: id,
    amount: toRupees(amountPaise),
    tdsAmount: toRupees(tdsPaise),
  })),
});
