import type { ApprovalKind, Waiting } from "../../domain/agencies/approvals.ts";
import type { NewBillPayment, Payment } from "../../domain/documents/payments.ts";
import type { NewEntry, NewTransfer, Transaction } from "../../domain/ledger/transactions.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import type { Bill } from "../../domain/purchases/bills.ts";
import type { Deposit, NewDeposit } from "../../domain/tds/payable.ts";
import { assertWithinRest } from "../engine/approvalSums.ts";
import { AboveLimit } from "../engine/approvals.ts";
import { recordChange } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { addEntryIn } from "../ledger/splits.ts";
import { addTransferIn, getTransactionIn } from "../ledger/transactions.ts";
import { findBill } from "../purchases/billRows.ts";
import { payBillIn } from "../purchases/payBills.ts";
import { approvals } from "../schema/approvals.ts";
import { addDepositIn } from "../tds/deposits.ts";
import { getApprovalIn } from "./read.ts";

// Books outgoing money, or requests an owner's approval for it. A request is booked in a dry run first, so
// that it is known to be valid today.

/** The input of an operation that may need approval. */
export interface ApprovalRequest {
  kind: ApprovalKind;
  input: object;
  billId?: string | null;
}

/** Adds income, an expense or a split. Above the limit of staff, it requests approval. */
export const addEntry = (tenant: Tenant, input: NewEntry): Promise<Transaction | Waiting> =>
  bookOrRequestApproval(tenant, { kind: "Expense", input }, (tx, who) =>
    addEntryIn(tx, who, input),
  );

/** Adds a transfer, or requests approval. */
export const addTransfer = (tenant: Tenant, input: NewTransfer): Promise<Transaction | Waiting> =>
  bookOrRequestApproval(tenant, { kind: "Transfer", input }, (tx, who) =>
    addTransferIn(tx, who, input),
  );

/** Pays a bill, or requests approval. */
export const payBill = (
  tenant: Tenant,
  billId: string,
  input: NewBillPayment,
): Promise<{ payment: Payment; bill: Bill } | Waiting> =>
  bookOrRequestApproval(tenant, { kind: "Payment", input, billId }, (tx, who) =>
    payBillIn(tx, who, billId, input),
  );

/** Deposits TDS with the government, or requests approval. */
export const addDeposit = (tenant: Tenant, input: NewDeposit): Promise<Deposit | Waiting> =>
  bookOrRequestApproval(tenant, { kind: "Deposit", input }, (tx, who) =>
    addDepositIn(tx, who, input),
  );

/** Books a request and returns its transaction. */
export async function bookRequest(
  tx: Write,
  tenant: Tenant,
  request: ApprovalRequest,
): Promise<string> {
  const { kind, input, billId } = request;
  if (kind === "Transfer") return (await addTransferIn(tx, tenant, input as NewTransfer))._id;
  if (kind === "Expense") return (await addEntryIn(tx, tenant, input as NewEntry))._id;
  if (kind === "Deposit") {
    return (await addDepositIn(tx, tenant, input as NewDeposit)).transactionId;
  }
  const { payment } = await payBillIn(tx, tenant, billId ?? "", input as NewBillPayment);
  return payment.transactionId;
}

async function bookOrRequestApproval<T>(
  tenant: Tenant,
  request: ApprovalRequest,
  book: (tx: Write, tenant: Tenant) => Promise<T>,
): Promise<T | Waiting> {
  try {
    return await withIdempotency<T | Waiting>(tenant, (tx) => book(tx, tenant));
  } catch (error) {
    if (!(error instanceof AboveLimit)) throw error;
  }
  const summary = await dryRun(tenant, request);
  return withIdempotency<T | Waiting>(tenant, async (tx) => {
    const { agencyId, userId: askedBy } = tenant;
    const { kind, input, billId = null } = request;
    const id = newId();
    const row = { agencyId, id, kind, input, billId, askedBy, askedAt: nowFor(tenant) };
    if (billId) await assertLeavesRest(tx, tenant, billId, summary.amountPaise);
    await tx.insert(approvals).values({ ...row, ...summary });
    const waiting = await getApprovalIn(tx, tenant, id);
    await recordChange(tx, tenant, "CREATE", "Approval", { after: waiting });
    return { waiting };
  });
}

/** Another request may have been made since the dry run. @throws Refusal "conflict" */
async function assertLeavesRest(tx: Write, tenant: Tenant, billId: string, amount: Paise) {
  const { bill } = await findBill(tx, tenant, billId);
  await assertWithinRest(tx, tenant, bill, amount);
}

type PaymentSummary = Pick<
  typeof approvals.$inferInsert,
  "amountPaise" | "date" | "description" | "from" | "to"
>;

/** Carries the result out of a transaction that is rolled back. */
class Rehearsed extends Error {
  readonly summary: PaymentSummary;

  constructor(summary: PaymentSummary) {
    super("None of this is saved");
    this.summary = summary;
  }
}

/**
 * Books the request and rolls it back. @throws Refusal if it could not be booked today, for example in a
 * locked period
 */
async function dryRun(tenant: Tenant, request: ApprovalRequest): Promise<PaymentSummary> {
  const { idempotency: _, ...who } = { ...tenant, approvedFor: tenant.userId };
  try {
    return await writeTransaction(who, async (tx) => {
      const transactionId = await bookRequest(tx, who, request);
      throw new Rehearsed(
        summarizePayment(await getTransactionIn(tx, who, transactionId), request),
      );
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.summary;
    throw error;
  }
}

function summarizePayment(booked: Transaction, { input }: ApprovalRequest): PaymentSummary {
  const { date, description, accountId, categoryId, transfer } = booked;
  const { split } = input as Partial<NewEntry>;
  const parts = split?.map(({ amount }) => amount) ?? [toPaise(booked.amount) ?? 0];
  return {
    ...{ date, description, from: accountId.name },
    to: split
      ? `${split.length} categories`
      : (transfer?.toAccountId.name ?? categoryId?.name ?? ""),
    amountPaise: parts.reduce((sum: number, part) => sum + part, 0) as Paise,
  };
}
