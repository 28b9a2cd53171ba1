import { and, eq, isNull } from "drizzle-orm";
import { type Plan, parsePlan } from "../../domain/banking/acceptance.ts";
import { parseNarration } from "../../domain/banking/candidates.ts";
import { explainEntry } from "../../domain/banking/entries.ts";
import type { Acceptance, Made } from "../../domain/banking/matching.ts";
import type { Proposals, Proposed } from "../../domain/banking/propose.ts";
import type { BankLine } from "../../domain/banking/statements.ts";
import { formatMoment } from "../../domain/dates.ts";
import { formatPaise, type Paise, toRupees } from "../../domain/money.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { assertLineWithinLimit } from "../engine/approvalSums.ts";
import { AboveLimit, findLimit } from "../engine/approvals.ts";
import { findCheckpoint, recordChange } from "../engine/audit.ts";
import { isIn } from "../engine/conditions.ts";
import { newId } from "../engine/id.ts";
import { insertRows } from "../engine/insertRows.ts";
import { findLockDate } from "../engine/locks.ts";
import { withSnapshot } from "../engine/snapshot.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency } from "../engine/transaction.ts";
import { bankLines, matchEntries, matches } from "../schema/banking.ts";
import { transactions } from "../schema/ledger.ts";
import { assertOpen, getBankAccount } from "./atBank.ts";
import { type LineRow, listMatches, toLine } from "./lines.ts";
import { create, entryIn, planFromRule, type Work } from "./make.ts";
import { proposeFor } from "./proposals.ts";
import { getUser } from "./statements.ts";

/**
 * Accepts a bank line: creates missing entries and matches the line with them, in one transaction. A match
 * with existing entries changes no balance, so locks allow it.
 * @throws Refusal "invalid" if the entries' total differs from the line, to the paisa; "conflict" if another
 * user was first, if the account is closed on that day, or if it would create an entry in closed books
 */
export function acceptLine(tenant: Tenant, lineId: string, input: Acceptance): Promise<BankLine> {
  return withIdempotency(tenant, async (tx) => {
    const line = await getLine(tx, tenant, lineId);
    await accept(tx, tenant, line, parsePlan(input, line.amountPaise < 0), newId());
    const after = await getLine(tx, tenant, lineId);
    return toLine(after, (await listMatches(tx, tenant, [after])).get(after.matchId ?? ""));
  });
}

export interface Accepted {
  accepted: number;
  /** Lines without a likely suggestion, or already matched by another user. */
  skipped: string[];
  matches: string[];
  in: number;
  out: number;
}

/** For a database worker: accepts lines whose first suggestion is likely, as one batch. */
export async function acceptLines(tenant: Tenant, ids: string[]): Promise<Accepted> {
  // Computed before the write, which blocks other agencies. It is repeated in the write only if the agency
  // has written in the meantime.
  const ready = await withSnapshot(tenant.books, async (read) => ({
    ...(await findCheckpoint(read, tenant)),
    proposals: await proposeFor(read, tenant, await readLines(read, tenant, ids)),
  }));
  return withIdempotency(tenant, async (tx) => {
    const rows = await readLines(tx, tenant, ids);
    if (rows.length < ids.length) throw new Refusal("missing", "Bank line not found");
    const { seq } = await findCheckpoint(tx, tenant);
    const known = seq === ready.seq ? ready.proposals : undefined;
    const proposals = known ?? (await proposeFor(tx, tenant, rows));
    const isLikely = ({ likely }: Proposed) => likely;
    const { batchId: _, ...done } = await acceptFirst(tx, tenant, rows, proposals, isLikely);
    return done;
  });
}

const readLines = (
  from: Pick<Write, "select">,
  tenant: Tenant,
  ids: string[],
): Promise<LineRow[]> =>
  from
    .select()
    .from(bankLines)
    .where(forAgency(tenant, bankLines, isIn(bankLines.id, ids)));

/**
 * Accepts the first suggestion of each line as one batch, if `isWanted`. Skips lines that the user must
 * accept individually: above the approval limit, or new entries in closed books.
 */
export async function acceptFirst(
  tx: Write,
  tenant: Tenant,
  rows: LineRow[],
  proposals: Proposals,
  isWanted: (first: Proposed) => boolean,
): Promise<Accepted & { batchId: string }> {
  const done: Accepted = { accepted: 0, skipped: [], matches: [], in: 0, out: 0 };
  const limit = (await findLimit(tx, tenant)) ?? Number.POSITIVE_INFINITY;
  const shut = await findLockDate(tx, tenant);
  const taken = new Set<string>();
  const batchId = newId();
  for (const lines of Map.groupBy(rows, (row) => row.accountId).values()) {
    for (const line of lines) {
      const first = proposals.get(line.id)?.[0];
      if (taken.has(line.id)) continue;
      if (line.matchId || !first || !isWanted(first)) {
        done.skipped.push(line.id);
        continue;
      }
      const plan = parsePlan({ proposal: first.id });
      // A payment above the user's limit is accepted individually, and closed books take no new entries.
      const isAbove = Math.abs(line.amountPaise) > limit && mayPay(line, plan);
      const isShut = line.date <= shut.to && createsEntries(plan);
      if (isAbove || isShut || !(await areWithinLimit(tx, tenant, plan))) {
        done.skipped.push(line.id);
        continue;
      }
      for (const id of [plan.reverses, plan.transfer?.lineId]) if (id) taken.add(id);
      done.matches.push(await accept(tx, tenant, line, plan, batchId, first.why));
      done.accepted += 1;
      done[line.amountPaise > 0 ? "in" : "out"] += Math.abs(line.amountPaise);
    }
  }
  const [received, paid] = [toRupees(done.in as Paise), toRupees(done.out as Paise)];
  return { ...done, in: received, out: paid, batchId };
}

/** Whether the existing entries of a plan are within the limit. Nothing has been written yet. */
const areWithinLimit = (tx: Write, tenant: Tenant, { entries }: Plan): Promise<boolean> =>
  assertLineWithinLimit(tx, tenant, entries).then(
    () => true,
    (error) => {
      if (error instanceof AboveLimit) return false;
      throw error;
    },
  );

const createsEntries = ({ entries, reverses }: Plan) => entries.length === 0 && !reverses;

/** Whether accepting the plan may book outgoing money. An incoming transfer does. */
const mayPay = ({ amountPaise }: LineRow, plan: Plan) =>
  createsEntries(plan) && (amountPaise < 0 || Boolean(plan.transfer || plan.ruleId));

async function getLine(tx: Write, tenant: Tenant, id: string): Promise<LineRow> {
  const [line] = await tx
    .select()
    .from(bankLines)
    .where(forAgency(tenant, bankLines, eq(bankLines.id, id)));
  if (!line) throw new Refusal("missing", "Bank line not found");
  return line;
}

/** @throws Refusal "conflict" that names the user who matched it first */
async function assertUnmatched(tx: Write, tenant: Tenant, { matchId }: LineRow): Promise<void> {
  if (!matchId) return;
  const [match] = await tx
    .select()
    .from(matches)
    .where(forAgency(tenant, matches, eq(matches.id, matchId)));
  const { name } = await getUser(tx, tenant, match?.createdBy ?? "");
  throw new Refusal("conflict", `Accepted by ${name}, ${formatMoment(match?.createdAt ?? "")}`);
}

async function accept(
  tx: Write,
  tenant: Tenant,
  row: LineRow,
  plan: Plan,
  batchId: string,
  because?: string,
): Promise<string> {
  await assertUnmatched(tx, tenant, row);
  const account = await getBankAccount(tx, tenant, row.accountId);
  assertOpen(account, [row.date]);
  const line = {
    ...parseNarration({ ...row, amountPaise: row.amountPaise }),
    accountId: row.accountId,
  };
  const made: Made = { transactions: [], payments: [] };
  const work: Work = { tx, tenant, account, line, made };
  const [ruled, categoryId] = [await planFromRule(work, plan), plan.categoryId];
  const wanted = { ...plan, ...ruled, ...(categoryId && { create: [entryIn(work, categoryId)] }) };
  const entries = [...plan.entries, ...(await create(work, wanted))];
  await assertLineWithinLimit(tx, tenant, entries);
  const reversed = plan.reverses ? await getCounterpart(work, plan.reverses) : undefined;
  if (!reversed) await assertTotal(work, entries);
  const why = because ?? (await reasonFor(work, plan));
  const match = { kind: plan.kind, why, made, ruleId: plan.ruleId ?? null, batchId };
  const id = await storeMatch(work, match, [row.id, ...(reversed ? [reversed.id] : [])], entries);
  const across = wanted.transfer;
  if (across?.lineId) {
    const other = await getLine(tx, tenant, across.lineId);
    await assertUnmatched(tx, tenant, other);
    const theirs = await getBankAccount(tx, tenant, other.accountId);
    assertOpen(theirs, [other.date]);
    if (other.accountId !== across.accountId || other.amountPaise !== -row.amountPaise) {
      throw new Refusal(
        "invalid",
        "The amounts differ: choose a line for the same amount in the other account",
      );
    }
    const none = { ...match, made: { transactions: [], payments: [] } };
    await storeMatch({ ...work, account: theirs }, none, [other.id], entries);
  }
  return id;
}

async function getCounterpart({ tx, tenant, account, line }: Work, id: string): Promise<LineRow> {
  const partner = await getLine(tx, tenant, id);
  await assertUnmatched(tx, tenant, partner);
  assertOpen(account, [partner.date]);
  if (partner.accountId !== line.accountId || partner.amountPaise !== -line.amountPaise) {
    throw new Refusal("invalid", "Two lines that cancel out must add up to 0");
  }
  return partner;
}

/** @throws Refusal "invalid" if the entries' total differs from the line, to the paisa */
async function assertTotal({ tx, tenant, account, line }: Work, entries: string[]): Promise<void> {
  const { id, type, amountPaise, accountId, toAccountId } = transactions;
  const rows = await tx
    .select({ id, type, amountPaise, accountId, toAccountId })
    .from(transactions)
    .where(forAgency(tenant, transactions, isIn(id, entries)));
  if (rows.length < new Set(entries).size) throw invalid("entries", "Choose existing transactions");
  const sum = rows.reduce((all, row) => {
    const isIn =
      row.toAccountId === account._id || (row.type === "Income" && row.accountId === account._id);
    if (!isIn && row.accountId !== account._id) {
      throw invalid("entries", `Choose transactions from ${account.name}`);
    }
    return all + (isIn ? row.amountPaise : -row.amountPaise);
  }, 0);
  if (sum === line.amountPaise) return;
  const [ours, theirs] = [sum, line.amountPaise].map((paise) => formatPaise(paise as Paise));
  const message = `The entries total ${ours} and the line ${theirs}; they must be equal to the paisa`;
  throw invalid("entries", message);
}

async function reasonFor({ tx, tenant, line }: Work, plan: Plan): Promise<string> {
  const [only, ...more] = plan.entries;
  if (plan.kind !== "transaction" || !only || more.length > 0) return "";
  const { id, date, description, notes } = transactions;
  const [entry] = await tx
    .select({ id, date, description, notes })
    .from(transactions)
    .where(forAgency(tenant, transactions, eq(id, only)));
  if (!entry) return "";
  return explainEntry(line, { ...entry, amountPaise: line.amountPaise });
}

type NewMatch = Pick<typeof matches.$inferInsert, "batchId" | "kind" | "made" | "ruleId" | "why">;

/** @throws Refusal "conflict" if another line is matched with an entry */
async function storeMatch(
  { tx, tenant, account }: Pick<Work, "account" | "tenant" | "tx">,
  match: NewMatch,
  lines: string[],
  entries: string[],
): Promise<string> {
  const { agencyId, userId: createdBy } = tenant;
  const accountId = account._id;
  const taken = await tx
    .select({ id: matchEntries.transactionId })
    .from(matchEntries)
    .where(
      forAgency(
        tenant,
        matchEntries,
        eq(matchEntries.accountId, accountId),
        isIn(matchEntries.transactionId, entries),
      ),
    );
  if (taken.length > 0) {
    throw new Refusal("conflict", "Another bank line is already matched with this transaction");
  }
  const id = newId();
  const row = { agencyId, id, accountId, ...match, createdBy, createdAt: nowFor(tenant) };
  await tx.insert(matches).values(row);
  const tied = [...new Set(entries)].map((transactionId) => ({
    agencyId,
    matchId: id,
    accountId,
    transactionId,
  }));
  await insertRows(tx, matchEntries, tied);
  await tx
    .update(bankLines)
    .set({ matchId: id })
    .where(and(forAgency(tenant, bankLines, isIn(bankLines.id, lines)), isNull(bankLines.matchId)));
  const after = {
    _id: id,
    account: account.name,
    kind: match.kind,
    why: match.why,
    lines,
    entries,
  };
  await recordChange(tx, tenant, "CREATE", "Match", { after });
  return id;
}
