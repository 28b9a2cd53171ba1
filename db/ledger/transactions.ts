import { eq, type SQL, sql } from "drizzle-orm";
import type { Kind } from "../../domain/ledger/kinds.ts";
import {
  type AccountName,
  NewTransaction,
  type NewTransfer,
  type SourceKind,
  type Transaction,
} from "../../domain/ledger/transactions.ts";
import { explainControl } from "../../domain/ledger/usualKinds.ts";
import { roundToPaise } from "../../domain/money.ts";
import { invalid, parse, Refusal } from "../../domain/refusal.ts";
import { type Change, recordChange, recordChanges, type SeriesOrigin } from "../engine/audit.ts";
import type { Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency } from "../engine/transaction.ts";
import { documents } from "../schema/documents.ts";
import { accounts, categories, transactions } from "../schema/ledger.ts";
import { receipts } from "../schema/receipts.ts";
import { assertNotCleared } from "./cleared.ts";
import { fingerprint } from "./fingerprint.ts";
import { insertTransaction } from "./insertTransactions.ts";
import { type Row, selectRows, toTransaction } from "./rows.ts";
import { withSeries } from "./seriesLinks.ts";

export async function getTransaction(tenant: Tenant, id: string): Promise<Transaction> {
  const found = toTransaction(await getRow(tenant.books.read, tenant, id));
  const [transaction = found] = await withSeries(tenant, [found]);
  return transaction;
}

/** Adds a transaction, for a series if one is given. */
export function addTransaction(
  tenant: Tenant,
  input: NewTransaction,
  series?: SeriesOrigin,
): Promise<Transaction> {
  return withIdempotency(tenant, async (tx) => {
    const names = await findUsable(tx, tenant, input);
    const { amount: amountPaise, accountId: _, categoryId: __, ...rest } = input;
    return insertTransaction(tx, tenant, { ...rest, ...names, amountPaise }, series);
  });
}

/** Adds a transfer: one row for both accounts. */
export function addTransfer(tenant: Tenant, input: NewTransfer): Promise<Transaction> {
  return withIdempotency(tenant, async (tx) => {
    const { fromAccountId, toAccountId, amount: amountPaise, ...rest } = input;
    const account = await getActiveAccount(tx, tenant, "fromAccountId", fromAccountId);
    const toAccount = await getActiveAccount(tx, tenant, "toAccountId", toAccountId);
    return insertTransaction(tx, tenant, {
      ...rest,
      type: "Transfer",
      amountPaise,
      account,
      toAccount,
    });
  });
}

/** Changes one row within a transaction: see changeEntry. */
export async function changeRow(
  tx: Write,
  tenant: Tenant,
  before: Transaction,
  changes: object,
): Promise<Transaction> {
  const { _id: id } = before;
  const present = { accountId: before.accountId._id, categoryId: before.categoryId?._id };
  const input = parse(NewTransaction, { ...before, ...present, ...changes });
  const { amount: amountPaise, ...rest } = input;
  if (
    input.type !== before.type ||
    input.accountId !== present.accountId ||
    amountPaise !== roundToPaise(before.amount)
  ) {
    await assertNotCleared(tx, tenant, [id]);
  }
  await assertUsable(tx, tenant, input, { ...present, type: before.type });

  const row = { ...rest, amountPaise };
  await tx
    .update(transactions)
    .set({ ...row, fingerprint: fingerprint(row), isEdited: sql`import_id IS NOT NULL` })
    .where(forAgency(tenant, transactions, eq(transactions.id, id)));
  const after = toTransaction(await getRow(tx, tenant, id));
  await recordChange(tx, tenant, "UPDATE", "Transaction", { before, after });
  return after;
}

/** @throws Refusal "missing", "conflict" if a document created it */
export async function getOwn(tx: Write, tenant: Tenant, id: string): Promise<Transaction> {
  const before = toTransaction(await getRow(tx, tenant, id));
  await assertOwn(tx, tenant, before);
  return before;
}

/** Deletes a transaction together with its document. */
export async function deleteLinkedTransaction(
  tx: Write,
  tenant: Tenant,
  id: string,
): Promise<void> {
  await removeRow(tx, tenant, toTransaction(await getRow(tx, tenant, id)));
}

/** Turns an entry linked to a document into a plain entry again. A receipt's entry stays the receipt's. */
export async function unlinkTransaction(tx: Write, tenant: Tenant, id: string): Promise<void> {
  const before = toTransaction(await getRow(tx, tenant, id));
  if (before.source?.type === "Receipt" || before.source?.type === "VendorAdvance") return;
  await tx
    .update(transactions)
    .set({ source: null, sourceId: null })
    .where(forAgency(tenant, transactions, eq(transactions.id, id)));
  const after = toTransaction(await getRow(tx, tenant, id));
  await recordChange(tx, tenant, "UPDATE", "Transaction", { before, after });
}

/** Links an existing entry to a document. @throws Refusal "missing"; "conflict" if it has a document */
export async function linkTransaction(
  tx: Write,
  tenant: Tenant,
  id: string,
  source: NonNullable<Transaction["source"]>,
): Promise<void> {
  const before = toTransaction(await getRow(tx, tenant, id));
  await assertOwn(tx, tenant, before);
  await tx
    .update(transactions)
    .set({ source: source.type, sourceId: source._id, isEdited: sql`import_id IS NOT NULL` })
    .where(forAgency(tenant, transactions, eq(transactions.id, id)));
  await recordChange(tx, tenant, "UPDATE", "Transaction", { before, after: { ...before, source } });
}

/** Deletes a row and logs it. */
export async function removeRow(tx: Write, tenant: Tenant, before: Transaction): Promise<void> {
  await recordChanges(tx, tenant, [await removeUnlogged(tx, tenant, before)]);
}

/** Deletes a row and returns the change, for the caller to log. */
export async function removeUnlogged(
  tx: Write,
  tenant: Tenant,
  before: Transaction,
): Promise<Change> {
  await assertNotCleared(tx, tenant, [before._id]);
  await tx
    .delete(transactions)
    .where(forAgency(tenant, transactions, eq(transactions.id, before._id)));
  return { action: "DELETE", entity: "Transaction", payload: { before } };
}

/** Selects keys of the agency's rows by a condition, for `selectRows`. */
export const selectKeys = (from: Read, tenant: Tenant, condition: SQL): SQL =>
  from
    .select({ entry: transactions.entry })
    .from(transactions)
    .where(forAgency(tenant, transactions, condition))
    .getSQL();

async function getRow(from: Read, tenant: Tenant, id: string): Promise<Row> {
  const keys = selectKeys(from, tenant, eq(transactions.id, id));
  const [row] = await from.all<Row>(selectRows(tenant.agencyId, keys, "newest"));
  if (!row) throw new Refusal("missing", "Transaction not found");
  return row;
}

/** @throws Refusal "conflict" naming the document, if a document created the entry */
export async function assertOwn(tx: Write, tenant: Tenant, { source }: Transaction): Promise<void> {
  if (!source) return;
  const ofTds = OF_TDS[source.type];
  if (ofTds) throw new Refusal("conflict", ofTds);
  const table = source.type === "Receipt" ? receipts : documents;
  const [document] = await tx
    .select({ number: table.number })
    .from(table)
    .where(forAgency(tenant, table, eq(table.id, source._id)));
  const what = source.type.toLowerCase();
  throw new Refusal(
    "conflict",
    `This transaction was created by ${what} ${document?.number}; ${INSTEAD[source.type]}`,
  );
}

const OF_TDS: Partial<Record<SourceKind, string>> = {
  Deposit: "This transaction is a TDS deposit; delete that deposit instead",
  TdsStatement: "This transaction is the fee of a TDS statement; delete that statement instead",
  VendorAdvance: "This transaction is an advance to a vendor; delete that advance instead",
};
const INSTEAD: Partial<Record<SourceKind, string>> = {
  Bill: "delete its payment there instead",
  Receipt: "delete that receipt instead",
  Invoice: "delete its payment there instead",
  Note: "delete its refund there instead",
  Voucher: "cancel it, or delete its refund, there instead",
};

/** Returns the input's account and category. @throws Refusal "invalid" if one is missing or inactive */
export async function findUsable(tx: Write, tenant: Tenant, input: Sides, path = "") {
  return {
    account: await getActiveAccount(tx, tenant, `${path}accountId`, input.accountId),
    category: await assertCategory(tx, tenant, input, path),
  };
}

type Sides = Pick<NewTransaction, "accountId" | "categoryId" | "type">;

/** Checks only changed fields, so others may have become inactive. */
async function assertUsable(
  tx: Write,
  tenant: Tenant,
  input: Sides,
  present: { accountId: string; categoryId: string | undefined; type: string },
): Promise<void> {
  const { accountId, categoryId, type } = input;
  if (accountId !== present.accountId) await getActiveAccount(tx, tenant, "accountId", accountId);
  if (categoryId === present.categoryId && type === present.type) return;
  await assertCategory(tx, tenant, input);
}

/** @throws Refusal "invalid" at the path if only documents are booked to the category */
export function assertTakesEntries(
  category: { name: string; kind: Kind | "" },
  path: string,
): void {
  const reason = explainControl(category);
  if (reason) throw invalid(path, reason);
}

async function assertCategory(tx: Write, tenant: Tenant, { categoryId, type }: Sides, path = "") {
  const [category] = await tx
    .select()
    .from(categories)
    .where(forAgency(tenant, categories, eq(categories.id, categoryId)));
  if (!category?.isActive || category.type !== type) {
    throw invalid(`${path}categoryId`, `Choose one of your active ${type} categories`);
  }
  assertTakesEntries(category, `${path}categoryId`);
  return { _id: category.id, name: category.name };
}

/** Returns an active account. @throws Refusal "invalid" if it is missing or inactive */
export async function getActiveAccount(
  tx: Write,
  tenant: Tenant,
  path: string,
  id: string,
): Promise<AccountName> {
  const [account] = await tx
    .select()
    .from(accounts)
    .where(forAgency(tenant, accounts, eq(accounts.id, id)));
  if (!account?.isActive) throw invalid(path, "Choose one of your active accounts");
  return { _id: id, name: account.name, type: account.type };
}
