import { and, asc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { pickLater } from "../../domain/dates.ts";
import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import type {
  Application,
  NewApplication,
  NewRefund,
  Refund,
} from "../../domain/documents/notes.ts";
import { explainOverpaid } from "../../domain/documents/payments.ts";
import type {
  AccountName,
  Transaction,
  TransactionType,
} from "../../domain/ledger/transactions.ts";
import { formatPaise, type Paise, toRupees } from "../../domain/money.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { getOrCreateCategory } from "../ledger/categories.ts";
import { insertTransactions } from "../ledger/insertTransactions.ts";
import { deleteLinkedTransaction } from "../ledger/transactions.ts";
import { documents } from "../schema/documents.ts";
import { settlements } from "../schema/settlements.ts";
import { updateDocument } from "./documents.ts";
import { refreshDrafts } from "./figures.ts";
import { assertNotFiled } from "./filed.ts";
import { readNamed } from "./parties.ts";
import { computeBalance } from "./rows.ts";

// Money held by a note or voucher settles the client's invoices or is refunded. Each use is a settlement,
// from which the database computes the balances of both sides.

type Row = typeof documents.$inferSelect;

const HOLDS: Row["kind"][] = ["CREDIT_NOTE", "RECEIPT_VOUCHER"];

/** Returns the balance of a credit note or voucher in paise: neither used nor refunded. */
export const computeHeld = ({
  status,
  kind,
  grandTotalPaise,
  usedPaise,
  refundedPaise,
}: Row): Paise =>
  (status === "DRAFT" || status === "CANCELLED" || !HOLDS.includes(kind)
    ? 0
    : grandTotalPaise - usedPaise - refundedPaise) as Paise;

export const isHeld = () => sql`kind IN ${HOLDS} AND status NOT IN ('DRAFT', 'CANCELLED')
  AND grand_total_paise > used_paise + refunded_paise`;

/** @throws Refusal "conflict" if this kind holds no money, "invalid" if the amount is above its balance */
export function assertHolds(source: Row, amount: Paise): void {
  const { kind, status } = source;
  const what = KIND_NAMES[kind].toLowerCase();
  if (!HOLDS.includes(kind)) {
    throw new Refusal("conflict", `A ${what} holds no credit for its client`);
  }
  if (status === "DRAFT" || status === "CANCELLED") {
    const state = status === "DRAFT" ? "has not been sent yet" : "is cancelled";
    throw new Refusal("conflict", `A ${what} that ${state} cannot settle anything`);
  }
  assertWithin(computeHeld(source), amount);
}

/** Both in paise. @throws Refusal "invalid" if the amount is above the balance */
export function assertWithin(held: Paise, amount: Paise): void {
  if (amount > held) {
    throw invalid("amount", `Amount must not be more than the ${formatPaise(held)} held`);
  }
}

/** @throws Refusal "invalid" if a refund is dated before the document it refunds */
export function assertFollows({ date, number }: Row, refundedOn: string): void {
  if (refundedOn < date) throw invalid("date", `The refund is dated before ${number}`);
}

/**
 * Settles part of an invoice with a note or voucher of the same client.
 * @throws Refusal "invalid" if the amount is above either balance, "conflict" for the wrong status
 */
export async function settleWith(
  tx: Write,
  tenant: Tenant,
  source: Row,
  { invoiceId, amount }: NewApplication,
): Promise<Application> {
  const { invoice } = (await readNamed(tx, tenant, "invoiceId", invoiceId)).record;
  if (invoice.clientId !== source.clientId) {
    throw invalid("invoiceId", "Choose an invoice of the same client");
  }
  if (invoice.status === "DRAFT" || invoice.status === "CANCELLED") {
    throw new Refusal("conflict", "Only a sent invoice can be settled");
  }
  assertHolds(source, amount);
  const balance = computeBalance(invoice);
  if (amount > balance) throw invalid("amount", explainOverpaid(balance).replace(" and TDS", ""));
  const kind = source.kind === "CREDIT_NOTE" ? "CREDIT" : "ADVANCE";
  return insertApplication(tx, tenant, kind, source, invoice, amount);
}

async function insertApplication(
  tx: Write,
  tenant: Tenant,
  kind: "ADVANCE" | "CREDIT",
  source: Row,
  invoice: Row,
  amount: Paise,
): Promise<Application> {
  const id = newId();
  const date = pickLater(source.date, invoice.date);
  const row = { id, documentId: invoice.id, sourceId: source.id, amountPaise: amount, date };
  await insertSettlement(tx, tenant, { ...row, kind });
  const application = toApplication({ settled: row, number: invoice.number });
  await recordChange(tx, tenant, "CREATE", "Application", {
    after: { ...application, number: source.number },
  });
  return application;
}

type NewSettlement = Pick<
  typeof settlements.$inferInsert,
  "amountPaise" | "date" | "documentId" | "id" | "kind"
> &
  Partial<typeof settlements.$inferInsert>;

export async function insertSettlement(
  tx: Write,
  tenant: Tenant,
  columns: NewSettlement,
): Promise<void> {
  await tx.insert(settlements).values({
    tdsPaise: 0 as Paise,
    mode: "Other",
    reference: "",
    notes: "",
    ...columns,
    agencyId: tenant.agencyId,
    createdBy: tenant.userId,
    createdAt: nowFor(tenant),
  });
}

/** Books a document's money in the category with this name. The caller logs it. */
export async function bookMoney(
  tx: Write,
  tenant: Tenant,
  entry: {
    type: Exclude<TransactionType, "Transfer">;
    category: string;
    date: string;
    amountPaise: Paise;
    account: AccountName;
    description: string;
    notes: string;
    source: NonNullable<Transaction["source"]>;
  },
): Promise<Transaction> {
  const { type, date, amountPaise, account, description, notes, source } = entry;
  const category = await getOrCreateCategory(tx, tenant, entry.category, type);
  const [transaction] = await insertTransactions(tx, tenant, [
    {
      date,
      type,
      amountPaise,
      account,
      category,
      source,
      notes,
      description: description.slice(0, 500),
    },
  ]);
  return transaction as Transaction;
}

interface BookedRefund
  extends Pick<Parameters<typeof bookMoney>[2], "account" | "category" | "type"> {
  entity: NonNullable<Transaction["source"]>["type"];
  description: string;
  /** The refund voucher, if there is one. */
  sourceId?: string;
}

/** Refunds money that a document holds: books and settles it. The caller logs it. */
export async function bookRefund(
  tx: Write,
  tenant: Tenant,
  documentId: string,
  { date, amount, mode, reference }: NewRefund,
  { entity, sourceId, ...how }: BookedRefund,
): Promise<Transaction> {
  const source = { type: entity, _id: documentId };
  const transaction = await bookMoney(tx, tenant, {
    ...how,
    date,
    amountPaise: amount,
    source,
    notes: reference,
  });
  await insertSettlement(tx, tenant, {
    id: newId(),
    kind: "REFUND",
    documentId,
    sourceId,
    date,
    mode,
    reference,
    amountPaise: amount,
    accountId: how.account._id,
    transactionId: transaction._id,
  });
  return transaction;
}

/** Lists the settlements made with notes or vouchers, oldest first. */
export async function listApplications(
  from: Pick<Write, "select">,
  tenant: Tenant,
  sourceIds: string[],
): Promise<Application[]> {
  const rows = await applicationsWhere(
    from,
    tenant,
    and(inArray(settlements.sourceId, sourceIds), inArray(settlements.kind, ["ADVANCE", "CREDIT"])),
  );
  return rows.map(toApplication);
}

/** Lists the refunds of a note or voucher, oldest first. */
export async function listRefunds(
  from: Pick<Write, "select">,
  tenant: Tenant,
  id: string,
): Promise<Refund[]> {
  const rows = await from
    .select()
    .from(settlements)
    .where(
      forAgency(
        tenant,
        settlements,
        and(eq(settlements.documentId, id), eq(settlements.kind, "REFUND")),
      ),
    )
    .orderBy(asc(settlements.date), asc(settlements.id));
  return rows.map(({ id: _id, date, amountPaise, mode, reference }) => ({
    _id,
    date,
    mode,
    reference,
    amount: toRupees(amountPaise),
  }));
}

/**
 * Deletes a use of a note or voucher and restores both balances. A refund takes its expense with it, and its
 * voucher is cancelled. @throws Refusal "missing"
 */
export function deleteApplication(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const isIt = and(eq(settlements.id, id), ne(settlements.kind, "PAYMENT"));
    const [row] = await applicationsWhere(tx, tenant, isIt);
    if (!row) throw new Refusal("missing", "Application not found");
    await tx.delete(settlements).where(forAgency(tenant, settlements, isIt));
    const { transactionId, kind, sourceId } = row.settled;
    if (transactionId) await deleteLinkedTransaction(tx, tenant, transactionId);
    if (kind === "REFUND" && sourceId) {
      const voucher = forAgency(tenant, documents, eq(documents.id, sourceId));
      const [filed] = await tx.select().from(documents).where(voucher);
      if (filed) await assertNotFiled(tx, tenant, filed);
      await updateDocument(tx, tenant, sourceId, { cancelledAt: nowFor(tenant) });
    }
    await recordChange(tx, tenant, "DELETE", "Application", { before: toLogged(row) });
    await refreshDrafts(tx, tenant, { id: row.settled.documentId });
  });
}

const applicationsWhere = (
  from: Pick<Write, "select">,
  tenant: Tenant,
  condition: SQL | undefined,
) =>
  from
    .select({ settled: settlements, number: documents.number, family: documents.family })
    .from(settlements)
    .innerJoin(
      documents,
      and(eq(documents.agencyId, settlements.agencyId), eq(documents.id, settlements.documentId)),
    )
    .where(forAgency(tenant, settlements, condition))
    .orderBy(asc(settlements.createdAt), asc(settlements.id));

interface Applied {
  settled: Pick<
    typeof settlements.$inferSelect,
    "amountPaise" | "date" | "documentId" | "id" | "sourceId"
  >;
  /** The invoice's number. */
  number: string;
}

const toApplication = ({ settled, number }: Applied): Application => ({
  _id: settled.id,
  noteId: settled.sourceId ?? "",
  invoiceId: settled.documentId,
  invoiceNumber: number,
  date: settled.date,
  amount: toRupees(settled.amountPaise),
});

/** A vendor's credit that settled a bill is identified by its number. */
function toLogged({ family, ...row }: Applied & { family: Row["family"] }) {
  const { invoiceId, invoiceNumber, ...application } = toApplication(row);
  if (family !== "BILLS") return { ...application, invoiceId, invoiceNumber };
  return { ...application, billId: invoiceId, billNumber: invoiceNumber };
}
