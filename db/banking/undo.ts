import { eq } from "drizzle-orm";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { deletePayment } from "../documents/payments.ts";
import { deleteApplication } from "../documents/settlements.ts";
import { recordChange } from "../engine/audit.ts";
import { isIn } from "../engine/conditions.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { deleteLinkedTransaction } from "../ledger/transactions.ts";
import {
  bankLines,
  declinedProposals,
  matchEntries,
  matches,
  statementLines,
} from "../schema/banking.ts";
import { transactions } from "../schema/ledger.ts";
import { settlements } from "../schema/settlements.ts";
import { assertOpen, getBankAccount } from "./atBank.ts";
import { learn } from "./memory.ts";
import { getStatementRow, getUser, IS_ITS_LINE } from "./statements.ts";

type Match = typeof matches.$inferSelect;

/**
 * Undoes a match and deletes the entries it created; optionally the whole batch.
 * @throws Refusal "forbidden" if another user's match created something, "conflict" if that has changed
 * since, or a day of it is closed
 */
export function undoMatch(tenant: Tenant, id: string, isBatch = false): Promise<number> {
  return writeTransaction(tenant, async (tx) => {
    const [match] = await tx
      .select()
      .from(matches)
      .where(forAgency(tenant, matches, eq(matches.id, id)));
    if (!match) throw new Refusal("missing", "Match not found");
    const all = isBatch
      ? await tx
          .select()
          .from(matches)
          .where(forAgency(tenant, matches, eq(matches.batchId, match.batchId)))
      : [match];
    return undoAll(tx, tenant, all);
  });
}

/**
 * Undoes all matches of a statement's lines, or none.
 * @throws as `undoMatch`
 */
export function undoStatement(tenant: Tenant, id: string): Promise<number> {
  return writeTransaction(tenant, async (tx) => {
    await getStatementRow(tx, tenant, id);
    const rows = await tx
      .selectDistinct({ id: bankLines.matchId })
      .from(statementLines)
      .innerJoin(bankLines, IS_ITS_LINE)
      .where(forAgency(tenant, statementLines, eq(statementLines.statementId, id)));
    const ids = rows.flatMap((row) => row.id ?? []);
    const all = await tx
      .select()
      .from(matches)
      .where(forAgency(tenant, matches, isIn(matches.id, ids)));
    return undoAll(tx, tenant, all);
  });
}

async function undoAll(tx: Write, tenant: Tenant, all: Match[]): Promise<number> {
  const gone = new Set<string>();
  for (const match of all) {
    await assertMayUndo(tx, tenant, match);
    for (const one of await withOtherSides(tx, tenant, match)) {
      if (gone.has(one.id)) continue;
      gone.add(one.id);
      await deleteMatch(tx, tenant, one);
    }
    await deleteCreated(tx, tenant, match);
  }
  return gone.size;
}

/**
 * The created entries are deleted too, so only the match's author or an owner may undo it.
 * @throws Refusal "forbidden"
 */
async function assertMayUndo(tx: Write, tenant: Tenant, { made, createdBy }: Match): Promise<void> {
  const { transactions: booked, payments, refunds = [] } = made;
  const hasMade = booked.length + payments.length + refunds.length > 0;
  if (!hasMade || tenant.role === "owner" || tenant.userId === createdBy) return;
  const { name } = await getUser(tx, tenant, createdBy);
  throw new Refusal("forbidden", `Only ${name} or an owner can undo this.`);
}

/** Adds matches of the created entries in another account: both are undone, or neither. */
async function withOtherSides(tx: Write, tenant: Tenant, match: Match): Promise<Match[]> {
  const made = match.made.transactions.map(({ id }) => id);
  if (made.length === 0) return [match];
  const tied = await tx
    .select({ id: matchEntries.matchId })
    .from(matchEntries)
    .where(forAgency(tenant, matchEntries, isIn(matchEntries.transactionId, made)));
  const ids = tied.map(({ id }) => id).filter((id) => id !== match.id);
  const others = await tx
    .select()
    .from(matches)
    .where(forAgency(tenant, matches, isIn(matches.id, ids)));
  return [match, ...others];
}

async function deleteMatch(tx: Write, tenant: Tenant, match: Match): Promise<void> {
  const isIts = eq(bankLines.matchId, match.id);
  const lines = await tx
    .select({ id: bankLines.id, date: bankLines.date })
    .from(bankLines)
    .where(forAgency(tenant, bankLines, isIts));
  assertOpen(
    await getBankAccount(tx, tenant, match.accountId),
    lines.map(({ date }) => date),
  );
  await tx
    .update(bankLines)
    .set({ matchId: null })
    .where(forAgency(tenant, bankLines, isIts));
  await tx
    .delete(matchEntries)
    .where(forAgency(tenant, matchEntries, eq(matchEntries.matchId, match.id)));
  await tx.delete(matches).where(forAgency(tenant, matches, eq(matches.id, match.id)));
  const { id: _id, kind, why } = match;
  await recordChange(tx, tenant, "DELETE", "Match", {
    before: { _id, kind, why, lines: lines.map(({ id }) => id) },
  });
}

async function deleteCreated(tx: Write, tenant: Tenant, { made }: Match): Promise<void> {
  for (const id of made.payments) await deletePayment(tenant, id);
  for (const transactionId of made.refunds ?? []) {
    const [refund] = await tx
      .select({ id: settlements.id })
      .from(settlements)
      .where(forAgency(tenant, settlements, eq(settlements.transactionId, transactionId)));
    if (refund) await deleteApplication(tenant, refund.id);
  }
  for (const { id, fingerprint } of made.transactions) {
    const [row] = await tx
      .select()
      .from(transactions)
      .where(forAgency(tenant, transactions, eq(transactions.id, id)));
    if (!row) continue;
    if (row.fingerprint !== fingerprint) {
      const message = `"${row.description}" has been changed since; restore it or keep the match`;
      throw new Refusal("conflict", message);
    }
    await deleteLinkedTransaction(tx, tenant, id);
  }
  if (made.learned) await learn(tx, tenant, made.learned, -1);
}

/** Declines a suggestion, which is then not made again. */
export function declineProposal(tenant: Tenant, lineId: string, proposal: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const [line] = await tx
      .select({ id: bankLines.id })
      .from(bankLines)
      .where(forAgency(tenant, bankLines, eq(bankLines.id, lineId)));
    if (!line) throw new Refusal("missing", "Bank line not found");
    if (!proposal) throw invalid("proposal", "Proposal is required");
    const { agencyId } = tenant;
    await tx.insert(declinedProposals).values({ agencyId, lineId, proposal }).onConflictDoNothing();
    await recordChange(tx, tenant, "UPDATE", "Match", { after: { lineId, declined: proposal } });
  });
}
