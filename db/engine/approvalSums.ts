import { type SQL, sql } from "drizzle-orm";
import { addDays, type CalendarDate, toDayStart } from "../../domain/dates.ts";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import { formatPaise, type Paise } from "../../domain/money.ts";
import { Refusal } from "../../domain/refusal.ts";
import { isPermitted } from "../../domain/roles.ts";
import { assertWithinLimit, findLimit, resolveAuthorId } from "./approvals.ts";
import type { Write } from "./books.ts";
import { computeFirstId } from "./id.ts";
import { type Tenant, todayFor } from "./tenant.ts";

// The limit applies to everything one user pays one party in a day, and to all parts of one bank line.

type From = Pick<Write, "all" | "select">;

const isApproved = (agencyId: number, transactionId: SQL) => sql`EXISTS (SELECT 1 FROM approvals a
  WHERE a.agency_id = ${agencyId} AND a.transaction_id = ${transactionId} AND a.state = 'approved')`;

/** Matches settlements entered on a day in India. */
const enteredOn = (day: CalendarDate) => sql`s.id >= ${computeFirstId(day)}
  AND s.created_at >= ${toDayStart(day)} AND s.created_at < ${toDayStart(addDays(day, 1))}`;

/**
 * @param date payment date. Payments with this date count, and payments entered today
 * @throws AboveLimit if this payment and the user's other unapproved payments to the vendor exceed the limit
 */
export async function assertVendorWithinLimit(
  tx: Write,
  tenant: Tenant,
  vendorId: string,
  { amountPaise, date }: { amountPaise: Paise; date: string },
): Promise<void> {
  if ((await findLimit(tx, tenant)) === undefined) return;
  const { agencyId } = tenant;
  const [paid] = await tx.all<{ paise: number }>(sql`
    SELECT coalesce(sum(s.amount_paise), 0) AS paise FROM settlements s
    JOIN documents d ON d.agency_id = s.agency_id AND d.id = s.document_id
    WHERE s.agency_id = ${agencyId} AND (s.date = ${date} OR (${enteredOn(todayFor(tenant))}))
      AND s.kind = 'PAYMENT' AND s.created_by = ${resolveAuthorId(tenant)} AND d.family = 'BILLS'
      AND d.vendor_id = ${vendorId} AND NOT ${isApproved(agencyId, sql`s.transaction_id`)}`);
  const sum = ((paid?.paise ?? 0) + amountPaise) as Paise;
  await assertWithinLimit(tx, tenant, [{ path: "amount", type: "Expense", amountPaise: sum }]);
}

/**
 * @param entries matched with a bank line
 * @throws AboveLimit if the unapproved entries that the user entered today exceed the limit together
 */
export async function assertLineWithinLimit(
  tx: Write,
  tenant: Tenant,
  entries: string[],
): Promise<void> {
  if (entries.length === 0 || (await findLimit(tx, tenant)) === undefined) return;
  const { agencyId } = tenant;
  const [paid] = await tx.all<{ paise: number }>(sql`
    SELECT coalesce(sum(t.amount_paise), 0) AS paise FROM transactions t
    WHERE t.agency_id = ${agencyId} AND t.id IN (SELECT value FROM json_each(${JSON.stringify(entries)}))
      AND t.id >= ${computeFirstId(todayFor(tenant))} AND t.type <> 'Income'
      AND t.created_by = ${resolveAuthorId(tenant)} AND NOT ${isApproved(agencyId, sql`t.id`)}`);
  const amount = (paid?.paise ?? 0) as Paise;
  await assertWithinLimit(tx, tenant, [{ path: "create", type: "Expense", amountPaise: amount }]);
}

/** The payments of a bill that await approval: the first request's id, and the total of all of them. */
export interface PendingPayment {
  id: string;
  amountPaise: Paise;
}

/** Returns the payments that await approval, by bill id. */
export async function pendingPayments(
  from: From,
  tenant: Pick<Tenant, "agencyId">,
  billIds: string[],
): Promise<Map<string, PendingPayment>> {
  const rows = await from.all<PendingPayment & { billId: string }>(sql`
    SELECT bill_id AS "billId", min(id) AS id, sum(amount_paise) AS "amountPaise" FROM approvals
    WHERE agency_id = ${tenant.agencyId} AND state = 'waiting' AND bill_id IS NOT NULL
      AND bill_id IN (SELECT value FROM json_each(${JSON.stringify(billIds)})) GROUP BY 1`);
  return new Map(rows.map(({ billId, ...pending }) => [billId, pending]));
}

/**
 * Checks a payment against requests that await approval. Owners are exempt, because they decide on the
 * requests.
 * @throws Refusal "conflict" if a payment is more than the pending payments leave of a bill
 */
export async function assertWithinRest(
  tx: Write,
  tenant: Tenant,
  bill: { id: string; toPayPaise: number | null },
  amount: Paise,
): Promise<void> {
  if (tenant.approvedFor || isPermitted(tenant.role, "approve payments")) return;
  const pending = (await pendingPayments(tx, tenant, [bill.id])).get(bill.id);
  if (!pending) return;
  const rest = Math.max(0, (bill.toPayPaise ?? 0) - pending.amountPaise) as Paise;
  if (amount <= rest) return;
  const message =
    `A payment of ${formatPaise(pending.amountPaise)} for this bill awaits approval, ` +
    `which leaves ${formatPaise(rest)} to pay`;
  throw new Refusal("conflict", message, [{ path: "amount", message }]);
}

type Entry = Pick<Transaction, "_id" | "split">;

/**
 * @param isNotesOnly whether only the entry's notes change
 * @throws Refusal "forbidden" if an owner has approved the entry and more than its notes changes
 */
export async function assertStaysApproved(
  tx: Write,
  tenant: Tenant,
  { _id: id, split }: Entry,
  isNotesOnly = false,
): Promise<void> {
  if (isNotesOnly || isPermitted(tenant.role, "approve payments")) return;
  const [approved] = await tx.all<{ id: string }>(sql`SELECT a.id FROM approvals a
    WHERE a.agency_id = ${tenant.agencyId} AND a.state = 'approved' AND a.transaction_id IN (
      SELECT id FROM transactions WHERE agency_id = ${tenant.agencyId}
        AND (id = ${id} OR split_id = ${split?._id ?? ""}))
    LIMIT 1`);
  if (approved) throw new Refusal("forbidden", APPROVED);
}

const APPROVED = "An owner approved this payment. Staff can change only its notes.";
