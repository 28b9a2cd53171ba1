import { eq } from "drizzle-orm";
import {
  NewEntry as Entry,
  type NewEntry,
  type NewSplit,
  type NewTransaction,
  TRANSFER_CANNOT_BE_EDITED,
  type Transaction,
} from "../../domain/ledger/transactions.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import { parse, Refusal } from "../../domain/refusal.ts";
import { assertStaysApproved } from "../engine/approvalSums.ts";
import { assertStaysWithinLimit, type Booked } from "../engine/approvals.ts";
import { type Change, recordChanges } from "../engine/audit.ts";
import { assertUnchanged } from "../engine/expected.ts";
import { newId } from "../engine/id.ts";
import type { Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { transactions } from "../schema/ledger.ts";
import { assertNotCleared } from "./cleared.ts";
import { insertTransactions, type NewRow } from "./insertTransactions.ts";
import { selectRows, toTransaction } from "./rows.ts";
import {
  addTransaction,
  changeRow,
  findUsable,
  getOwn,
  removeRow,
  removeUnlogged,
  selectKeys,
} from "./transactions.ts";

// A split is one payment stored as several transactions. Each part has its own category and amount, so sums,
// lists and search treat it as a transaction. Date, account and texts are shared.

/** Inserts a transaction, or a split and returns its first part. */
export function addEntry(tenant: Tenant, input: NewEntry): Promise<Transaction> {
  return withIdempotency(tenant, async (tx) => {
    const { split } = input;
    if (!split) return addTransaction(tenant, input as NewTransaction);
    const splitId = newId();
    await recordChanges(tx, tenant, await insertParts(tx, tenant, { ...input, split }, splitId));
    return (await listParts(tx, tenant, splitId))[0] as Transaction;
  });
}

/** Inserts parts and returns their changes, in order. */
async function insertParts(
  tx: Write,
  tenant: Tenant,
  { split, accountId, ...common }: NewSplit,
  splitId: string,
): Promise<Change[]> {
  const { date, description, type, notes } = common;
  const rows: NewRow[] = [];
  for (const [n, { categoryId, amount: amountPaise }] of split.entries()) {
    const names = await findUsable(tx, tenant, { accountId, categoryId, type }).catch((error) => {
      throw moveToPart(error, n);
    });
    rows.push({ date, description, type, notes, splitId, amountPaise, ...names });
  }
  const made = await insertTransactions(tx, tenant, rows);
  const whole = await listParts(tx, tenant, splitId);
  return made.map(({ _id }) => {
    const after = whole.find((part) => part._id === _id);
    return { action: "CREATE", entity: "Transaction", payload: { after } };
  });
}

/** Moves a category error to the path of its part. */
function moveToPart(error: unknown, n: number): unknown {
  if (!(error instanceof Refusal)) return error;
  const errors = error.errors.map(({ path, message }) => ({
    path: path === "categoryId" ? `split.${n}.categoryId` : path,
    message,
  }));
  return new Refusal(error.kind, error.message, errors);
}

/** Lists parts in the order they were entered. */
async function listParts(tx: Write, tenant: Tenant, splitId: string): Promise<Transaction[]> {
  const keys = selectKeys(tx, tenant, eq(transactions.splitId, splitId));
  const rows = await tx.all<Parameters<typeof toTransaction>[0]>(
    selectRows(tenant.agencyId, keys, "oldest"),
  );
  return rows.map(toTransaction);
}

/**
 * Changes the given fields; the account may have become inactive. `split` replaces the parts. Otherwise
 * category and amount change the given part, and other fields all parts.
 */
export function changeEntry(tenant: Tenant, id: string, changes: object): Promise<Transaction> {
  return writeTransaction(tenant, async (tx) => {
    const before = await getOwn(tx, tenant, id);
    if (before.isTransfer) throw new Refusal("invalid", TRANSFER_CANNOT_BE_EDITED);
    await assertUnchanged(tx, tenant, "Transaction", before, changes);
    await assertStaysApproved(tx, tenant, before, isOfNotes(before, changes));
    const was = await sumSplit(tx, tenant, before);
    const after = await changeParts(tx, tenant, before, changes);
    await assertStaysWithinLimit(tx, tenant, was, await sumSplit(tx, tenant, after));
    return after;
  });
}

/** Whether only notes change; other fields may be sent unchanged. */
function isOfNotes(before: Transaction, changes: object): boolean {
  const { seen: _, notes: __, ...others } = changes as Record<string, unknown>;
  const { accountId, categoryId } = before;
  const present = { ...before, accountId: accountId._id, categoryId: categoryId?._id };
  return Object.entries(others).every(([field, value]) => {
    const was = (present as Record<string, unknown>)[field];
    return JSON.stringify(was) === JSON.stringify(value);
  });
}

/** Returns the total of a row's split. */
async function sumSplit(tx: Write, tenant: Tenant, row: Transaction): Promise<Booked> {
  const parts = row.split ? await listParts(tx, tenant, row.split._id) : [row];
  const amount = parts.reduce((sum, part) => sum + (toPaise(part.amount) ?? 0), 0) as Paise;
  return { type: row.type, accountId: row.accountId._id, amountPaise: amount };
}

async function changeParts(
  tx: Write,
  tenant: Tenant,
  before: Transaction,
  changes: object,
): Promise<Transaction> {
  const { _id: id, split } = before;
  if ("split" in changes && changes.split !== undefined) {
    return replaceSplit(tx, tenant, before, changes);
  }
  if (split) {
    const { categoryId: _, amount: __, ...common } = changes as Record<string, unknown>;
    for (const part of await listParts(tx, tenant, split._id)) {
      if (part._id !== id) await changeRow(tx, tenant, part, common);
    }
  }
  await changeRow(tx, tenant, before, changes);
  return getOwn(tx, tenant, id);
}

/** Replaces a row, or all its parts, by others. None may be matched with a bank line. */
async function replaceSplit(
  tx: Write,
  tenant: Tenant,
  before: Transaction,
  changes: object,
): Promise<Transaction> {
  const { date, description, type, notes, accountId } = before;
  const present = { date, description, type, notes, accountId: accountId._id };
  const { split, ...input } = parse(Entry, { ...present, ...changes });
  if (!split) throw new Error("The schema accepted an invalid split");
  const old = before.split ? await listParts(tx, tenant, before.split._id) : [before];
  await assertNotCleared(
    tx,
    tenant,
    old.map(({ _id }) => _id),
  );
  const logged: Change[] = [];
  for (const part of old) logged.push(await removeUnlogged(tx, tenant, part));
  const splitId = newId();
  // changeEntry checks the limit afterwards, comparing the old total with the new one.
  const approved = { ...tenant, approvedFor: tenant.userId };
  logged.push(...(await insertParts(tx, approved, { ...input, split }, splitId)));
  await recordChanges(tx, tenant, logged);
  return (await listParts(tx, tenant, splitId))[0] as Transaction;
}

/** Deletes an entry; a split with all its parts. */
export function deleteEntry(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const before = await getOwn(tx, tenant, id);
    const parts = before.split ? await listParts(tx, tenant, before.split._id) : [before];
    for (const part of parts) await removeRow(tx, tenant, part);
  });
}
