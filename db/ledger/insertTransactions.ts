import type { AccountName, Transaction } from "../../domain/ledger/transactions.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { assertWithinLimit, type Outgoing, resolveAuthorId } from "../engine/approvals.ts";
import { recordChange, type SeriesOrigin } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { insertRows } from "../engine/insertRows.ts";
import type { Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { transactions } from "../schema/ledger.ts";
import { fingerprint } from "./fingerprint.ts";

// Inserts all transactions except those of an import.

/** A new row, with the names of its account and category. */
export type NewRow = Omit<
  typeof transactions.$inferInsert,
  | ("accountId" | "toAccountId" | "categoryId" | "source" | "sourceId")
  | ("agencyId" | "id" | "createdBy" | "fingerprint" | "entry")
> & {
  account: AccountName;
  toAccount?: AccountName;
  category?: { _id: string; name: string };
  source?: Transaction["source"];
};

/**
 * Inserts transactions as part of a larger transaction. The caller logs them.
 * @throws AboveLimit if an amount needs an owner's approval; the parts of a split count as one payment
 */
export async function insertTransactions(
  tx: Write,
  tenant: Tenant,
  rows: NewRow[],
): Promise<Transaction[]> {
  await assertWithinLimit(tx, tenant, listOutgoing(rows));
  const values = rows.map(({ account, toAccount, category, source, ...row }) => {
    const sides = {
      accountId: account._id,
      toAccountId: toAccount?._id ?? null,
      categoryId: category?._id ?? null,
    };
    return {
      ...row,
      ...sides,
      source: source?.type ?? null,
      sourceId: source?._id ?? null,
      agencyId: tenant.agencyId,
      id: newId(),
      createdBy: resolveAuthorId(tenant),
      fingerprint: fingerprint({ ...row, ...sides }),
    };
  });
  await insertRows(tx, transactions, values);
  return rows.map((row, n) => newTransaction((values[n] as { id: string }).id, row));
}

function listOutgoing(rows: NewRow[]): Outgoing[] {
  const payments = new Map<NewRow | string, Outgoing>();
  for (const row of rows) {
    const key = row.splitId ?? row;
    const amount = (row.amountPaise + (payments.get(key)?.amountPaise ?? 0)) as Paise;
    payments.set(key, { path: "amount", type: row.type, amountPaise: amount });
  }
  return [...payments.values()];
}

export async function insertTransaction(
  tx: Write,
  tenant: Tenant,
  row: NewRow,
  series?: SeriesOrigin,
): Promise<Transaction> {
  const [after] = await insertTransactions(tx, tenant, [row]);
  await recordChange(tx, tenant, "CREATE", "Transaction", { after, ...(series && { series }) });
  return after as Transaction;
}

/** Returns the transaction as it would be read back. */
function newTransaction(id: string, row: NewRow): Transaction {
  const { account, toAccount, category, source, date, type, description, notes } = row;
  return {
    _id: id,
    date,
    description,
    accountId: account,
    categoryId: category ?? null,
    type,
    amount: toRupees(row.amountPaise),
    notes,
    isTransfer: type === "Transfer",
    ...(toAccount && { transfer: { fromAccountId: account, toAccountId: toAccount } }),
    ...(source && { source }),
  };
}
