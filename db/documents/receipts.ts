import { and, eq } from "drizzle-orm";
import { findExistingRows } from "../../domain/documents/existingReceipts.ts";
import type {
  ExistingReceipt,
  IssuedReceipts,
  NewReceipt,
  NewReceipts,
  Receipt,
  ReceiptInBatch,
} from "../../domain/documents/receipts.ts";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import { toRupees } from "../../domain/money.ts";
import { Refusal } from "../../domain/refusal.ts";
import { recordChange, recordChanges } from "../engine/audit.ts";
import { isIn } from "../engine/conditions.ts";
import { dryRun } from "../engine/dryRun.ts";
import { newId } from "../engine/id.ts";
import { insertRows } from "../engine/insertRows.ts";
import { splitWithYields } from "../engine/parts.ts";
import { forAgency, nowFor, type Tenant, todayFor } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { getOrCreateCategory } from "../ledger/categories.ts";
import { insertTransactions } from "../ledger/insertTransactions.ts";
import { deleteLinkedTransaction, getActiveAccount } from "../ledger/transactions.ts";
import { users } from "../schema/agencies.ts";
import { accounts } from "../schema/ledger.ts";
import { receipts } from "../schema/receipts.ts";
import { findIssuer, type Issuer } from "./issuer.ts";
import { takeNumbers } from "./numbering.ts";
import { assertPaysNothing } from "./paidBy.ts";

/** @throws Refusal "missing" */
export async function getReceipt(tenant: Tenant, id: string): Promise<Receipt> {
  const [row] = await selectReceipts(tenant.books.read).where(
    forAgency(tenant, receipts, eq(receipts.id, id)),
  );
  if (!row) throw new Refusal("missing", "Receipt not found");
  return toReceipt(row);
}

/** Creates a receipt with its number and income entry, and stores the agency's current details. */
export function addReceipt(tenant: Tenant, input: NewReceipt): Promise<Receipt> {
  return withIdempotency(tenant, async (tx) => {
    const [receipt] = await insertReceipts(tx, tenant, [input], () => "");
    return receipt as Receipt;
  });
}

/**
 * Issues all receipts in order, or none. With `skipExisting`, it skips those that already exist. A dry run
 * issues nothing and returns the existing rows.
 */
export async function addReceipts(tenant: Tenant, input: NewReceipts): Promise<IssuedReceipts> {
  if (!input.dryRun) return issueReceipts(tenant, input);
  const { existing } = await dryRun(tenant, (who) => issueReceipts(who, input));
  return { receipts: [], existing };
}

function issueReceipts(
  tenant: Tenant,
  { receipts: rows, skipExisting }: NewReceipts,
): Promise<IssuedReceipts> {
  return withIdempotency(tenant, async (tx) => {
    const existing = skipExisting ? await findExisting(tx, tenant, rows) : [];
    const skipped = new Set(existing.map(({ row }) => row));
    const left = [...rows.keys()].filter((row) => !skipped.has(row));
    if (left.length === 0) return { receipts: [], existing };
    const date = todayFor(tenant);
    const inputs = left.map((row) => ({ date, ...(rows[row] as ReceiptInBatch) })) as NewReceipt[];
    const receiptPath = (n: number) => `receipts.${left[n]}.`;
    return { receipts: await insertReceipts(tx, tenant, inputs, receiptPath), existing };
  });
}

/** A deleted receipt's row is gone, so it does not count. */
async function findExisting(
  tx: Write,
  tenant: Tenant,
  rows: ReceiptInBatch[],
): Promise<ExistingReceipt[]> {
  const { number, date, clientName, purpose, amountPaise, reference } = receipts;
  const dates = rows.flatMap((row) => row.date ?? []);
  const existing = await tx
    .select({ number, date, clientName, purpose, amountPaise, reference })
    .from(receipts)
    .where(
      forAgency(
        tenant,
        receipts,
        dates.length === rows.length ? isIn(date, dates) : undefined,
        isIn(
          amountPaise,
          rows.map(({ amount }) => amount),
        ),
      ),
    )
    .orderBy(receipts.id);
  return findExistingRows(rows, existing);
}

/** Deletes a receipt with its income entry. Its number stays used. */
export function deleteReceipt(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const before = await getReceipt(tenant, id);
    await assertPaysNothing(tx, tenant, before.transactionId);
    await tx.delete(receipts).where(forAgency(tenant, receipts, eq(receipts.id, id)));
    await deleteLinkedTransaction(tx, tenant, before.transactionId);
    await recordChange(tx, tenant, "DELETE", "Receipt", { before });
  });
}

async function insertReceipts(
  tx: Write,
  tenant: Tenant,
  inputs: NewReceipt[],
  pathOf: (n: number) => string,
): Promise<Receipt[]> {
  const issuer = await findIssuer(tx, tenant, "RECEIPT");
  const category = await getOrCreateCategory(tx, tenant, "Receipts", "Income");
  const accounts = new Map<string, Receipt["accountId"]>();
  for (const [n, { accountId: id }] of inputs.entries()) {
    if (accounts.has(id)) continue;
    accounts.set(id, await getActiveAccount(tx, tenant, `${pathOf(n)}accountId`, id));
  }
  const dates = inputs.map(({ date }) => date);
  const numbers = await takeNumbers(tx, tenant, "RECEIPT", issuer, dates);
  const drafts = inputs.map((input, n) => ({
    input,
    id: newId(),
    number: numbers[n] as string,
    account: accounts.get(input.accountId) as Receipt["accountId"],
  }));

  const made: Receipt[] = [];
  for await (const some of splitWithYields(drafts)) {
    made.push(...(await insertSome(tx, tenant, { ...issuer, category }, some)));
  }
  return made;
}

const LONGEST_DESCRIPTION = 500;

/** Values shared by all receipts of one write. */
type Common = Pick<Issuer, "agency" | "author"> & { category: { _id: string; name: string } };

/** A receipt with its number. */
interface Numbered {
  input: NewReceipt;
  id: string;
  number: string;
  account: Receipt["accountId"];
}

async function insertSome(
  tx: Write,
  tenant: Tenant,
  { category, agency, author }: Common,
  numbered: Numbered[],
): Promise<Receipt[]> {
  const toIncome = ({ input, id, number, account }: Numbered) => ({
    date: input.date,
    type: "Income" as const,
    description: `Receipt ${number}: ${input.client.name}`.slice(0, LONGEST_DESCRIPTION),
    notes: input.purpose,
    account,
    category,
    amountPaise: input.amount,
    source: { type: "Receipt" as const, _id: id },
  });
  const incomes = await insertTransactions(tx, tenant, numbered.map(toIncome));
  const rows = numbered.map(
    ({ input: { client, amount: amountPaise, ...fields }, id, number }, n) => ({
      ...fields,
      agencyId: tenant.agencyId,
      id,
      number,
      clientName: client.name,
      clientEmail: client.email,
      clientPhone: client.phone,
      clientAddress: client.address,
      amountPaise,
      transactionId: (incomes[n] as Transaction)._id,
      createdBy: author._id,
      createdAt: nowFor(tenant),
      agency,
      isApart: false,
      searched: toSearchText(number, { client, ...fields }),
    }),
  );
  await insertRows(tx, receipts, rows);
  const made = rows.map((receipt, n) => {
    const { account } = numbered[n] as Numbered;
    return toReceipt({ receipt, account, author: author.fullName });
  });
  const toChange = (entity: "Transaction" | "Receipt", after: unknown) =>
    ({ action: "CREATE", entity, payload: { after } }) as const;
  const changes = made.flatMap((receipt, n) => [
    toChange("Transaction", incomes[n]),
    toChange("Receipt", receipt),
  ]);
  await recordChanges(tx, tenant, changes);
  return made;
}

const toSearchText = (
  number: string,
  { client, purpose, reference }: Pick<NewReceipt, "client" | "purpose" | "reference">,
) => [number, client.name, client.phone, client.email, purpose, reference].join("\n").toLowerCase();

/** Selects receipts with the names of their account and category. */
export function selectReceipts(from: Pick<Write, "select">) {
  const account = { _id: accounts.id, name: accounts.name, type: accounts.type };
  return from
    .select({ receipt: receipts, account, author: users.name })
    .from(receipts)
    .innerJoin(
      accounts,
      and(eq(accounts.agencyId, receipts.agencyId), eq(accounts.id, receipts.accountId)),
    )
    .innerJoin(users, and(eq(users.agencyId, receipts.agencyId), eq(users.id, receipts.createdBy)));
}

export interface ReceiptRow {
  receipt: typeof receipts.$inferSelect;
  account: Receipt["accountId"];
  author: string;
}

export function toReceipt({ receipt, account, author }: ReceiptRow): Receipt {
  const { id, number, date, purpose, amountPaise, mode, reference, notes } = receipt;
  return {
    _id: id,
    receiptNumber: number,
    date,
    client: {
      name: receipt.clientName,
      email: receipt.clientEmail,
      phone: receipt.clientPhone,
      address: receipt.clientAddress,
    },
    purpose,
    amount: toRupees(amountPaise),
    mode,
    reference,
    accountId: account,
    notes,
    transactionId: receipt.transactionId,
    createdBy: { _id: receipt.createdBy, fullName: author },
    createdAt: receipt.createdAt,
    metadataSnapshot: receipt.agency,
  };
}
