import type { ApprovalKind, Waiting } from "../../domain/agencies/approvals.ts";
import type { NewBillPayment, Payment } from "../../domain/documents/payments.ts";
import type { NewEntry, NewTransfer, Transaction } from "../../domain/ledger/transactions.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import type { Bill } from "../../domain/purchases/bills.ts";
import type { Deposit, NewDeposit } from "../../domain/tds/payable.ts";
import { assertWithinRest } from "../engine/approvalSums.ts";
import { AboveLimit } from "../engine/approvals.ts";
import { recordChange } from "../engine/audit.ts";
import { dryRun } from "../engine/dryRun.ts";
import { newId } from "../engine/id.ts";
import { nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency } from "../engine/transaction.ts";
import { addEntry } from "../ledger/splits.ts";
import { addTransfer, getTransaction } from "../ledger/transactions.ts";
import { notify } from "../notifications/notify.ts";
import { findBill } from "../purchases/billRows.ts";
import { payBill } from "../purchases/payBills.ts";
import { approvals } from "../schema/approvals.ts";
import { addDeposit } from "../tds/deposits.ts";
import { getApproval } from "./read.ts";

// Books outgoing money, or requests an owner's approval for it. A request is booked in a dry run first, so
// that it is known to be valid today.

/** The input of an operation that may need approval. */
export interface ApprovalRequest {
  kind: ApprovalKind;
  input: object;
  billId?: string | null;
}

/** Adds income, an expense or a split. Above the limit of staff, it requests approval. */
export const submitEntry = (tenant: Tenant, input: NewEntry): Promise<Transaction | Waiting> =>
  bookOrRequestApproval(tenant, { kind: "Expense", input }, () => addEntry(tenant, input));

/** Adds a transfer, or requests approval. */
export const submitTransfer = (
  tenant: Tenant,
  input: NewTransfer,
): Promise<Transaction | Waiting> =>
  bookOrRequestApproval(tenant, { kind: "Transfer", input }, () => addTransfer(tenant, input));

/** Pays a bill, or requests approval. */
export const submitBillPayment = (
  tenant: Tenant,
  billId: string,
  input: NewBillPayment,
): Promise<{ payment: Payment; bill: Bill } | Waiting> =>
  bookOrRequestApproval(tenant, { kind: "Payment", input, billId }, () =>
    payBill(tenant, billId, input),
  );

/** Deposits TDS with the government, or requests approval. */
export const submitDeposit = (tenant: Tenant, input: NewDeposit): Promise<Deposit | Waiting> =>
  bookOrRequestApproval(tenant, { kind: "Deposit", input }, () => addDeposit(tenant, input));

/** Books a request and returns its transaction. */
export async function bookRequest(tenant: Tenant, request: ApprovalRequest): Promise<string> {
  const { kind, input, billId } = request;
  if (kind === "Transfer") return (await addTransfer(tenant, input as NewTransfer))._id;
  if (kind === "Expense") return (await addEntry(tenant, input as NewEntry))._id;
  if (kind === "Deposit") return (await addDeposit(tenant, input as NewDeposit)).transactionId;
  const { payment } = await payBill(tenant, billId ?? "", input as NewBillPayment);
  return payment.transactionId;
}

async function bookOrRequestApproval<T>(
  tenant: Tenant,
  request: ApprovalRequest,
  book: () => Promise<T>,
): Promise<T | Waiting> {
  try {
    return await book();
  } catch (error) {
    if (!(error instanceof AboveLimit)) throw error;
  }
  const summary = await previewRequest(tenant, request);
  return withIdempotency<T | Waiting>(tenant, async (tx) => {
    const { agencyId, userId: askedBy } = tenant;
    const { kind, input, billId = null } = request;
    const id = newId();
    const row = { agencyId, id, kind, input, billId, askedBy, askedAt: nowFor(tenant) };
    if (billId) await assertLeavesRest(tx, tenant, billId, summary.amountPaise);
    await tx.insert(approvals).values({ ...row, ...summary });
    const waiting = await getApproval(tenant, id);
    await recordChange(tx, tenant, "CREATE", "Approval", { after: waiting });
    await notify(tx, tenant, {
      kind: "approval",
      name: waiting.asked.by.name,
      label: summary.description,
      amountPaise: summary.amountPaise,
      link: "/approvals",
      byUser: askedBy,
      aboutId: id,
    });
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

/**
 * Books the request and rolls it back. @throws Refusal if it could not be booked today, for example in a
 * locked period
 */
const previewRequest = (tenant: Tenant, request: ApprovalRequest): Promise<PaymentSummary> =>
  dryRun({ ...tenant, approvedFor: tenant.userId }, async (who) =>
    summarizePayment(await getTransaction(who, await bookRequest(who, request)), request),
  );

function summarizePayment(transaction: Transaction, { input }: ApprovalRequest): PaymentSummary {
  const { date, description, accountId, categoryId, transfer } = transaction;
  const { split } = input as Partial<NewEntry>;
  const parts = split?.map(({ amount }) => amount) ?? [toPaise(transaction.amount) ?? 0];
  return {
    date,
    description,
    from: accountId.name,
    to: split
      ? `${split.length} categories`
      : (transfer?.toAccountId.name ?? categoryId?.name ?? ""),
    amountPaise: parts.reduce((sum: number, part) => sum + part, 0) as Paise,
  };
}
