import { eq } from "drizzle-orm";
import { sumGstTds } from "../../domain/documents/gstTds.ts";
import { defaultTax } from "../../domain/documents/invoices.ts";
import type { Application, NewApplication, NewRefund } from "../../domain/documents/notes.ts";
import type { Removed } from "../../domain/documents/removed.ts";
import type { NewVoucher, Voucher, VoucherKind } from "../../domain/documents/vouchers.ts";
import {
  advanceFigures,
  type LineFigures,
  lessFigures,
  sumLines,
} from "../../domain/gst/figures.ts";
import type { Hundredths } from "../../domain/hundredths.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { Refusal } from "../../domain/refusal.ts";
import { recordChanges, toTransactionChange } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency } from "../engine/transaction.ts";
import { deleteLinkedTransaction, getActiveAccount } from "../ledger/transactions.ts";
import type { documents } from "../schema/documents.ts";
import type { Parties } from "../schema/parties.ts";
import { settlements } from "../schema/settlements.ts";
import { documentStore } from "./documentStore.ts";
import { findClient, insertRow } from "./documents.ts";
import { lineColumns, type Placed, resolveSupply, toCharge, totalColumns } from "./figures.ts";
import { assertNotFiled } from "./filed.ts";
import { findIssuer } from "./issuer.ts";
import { takeNumbers } from "./numbering.ts";
import { toRecipient } from "./parties.ts";
import { readVoucher, toVoucher } from "./readVouchers.ts";
import type { WholeInvoice } from "./rows.ts";
import {
  assertFollows,
  assertHolds,
  bookMoney,
  bookRefund,
  insertSettlement,
  settleWith,
} from "./settlements.ts";
import { assertAdvanceGstTdsWithin, assertAdvanceTdsWithin } from "./tdsLimit.ts";

/** Rule 50 of the CGST Rules: the rate if it is unknown when an advance is received. */
export const UNKNOWN_RATE = 18_00 as Hundredths;

type Row = typeof documents.$inferSelect;

const store = documentStore<WholeInvoice, Voucher>({
  entity: "Voucher",
  read: readVoucher,
  getRow: ({ record }) => record.invoice,
  toDocument: toVoucher,
});

/**
 * Records an advance, with an income entry in the category Advances from clients. The money and the
 * deductions include the tax.
 */
export function addVoucher(tenant: Tenant, input: NewVoucher): Promise<Voucher> {
  return store.add(tenant, async (tx) => {
    const client = await findClient(tx, tenant, input.clientId);
    const account = await getActiveAccount(tx, tenant, "accountId", input.accountId);
    const { supplier, defaults } = await findIssuer(tx, tenant, "RECEIPT_VOUCHER");
    const parties = { supplier, recipient: toRecipient(client) };
    const placed = resolveSupply(
      { ...input, kind: "RECEIPT_VOUCHER", reverseCharge: false },
      parties,
      defaults.defaultPlaceOfSupply,
    );
    const { date, amount, tdsAmount, gstTds, description, reference, mode } = input;
    const taxPct = input.taxPct ?? defaultTax(supplier, UNKNOWN_RATE);
    const withheld = (tdsAmount + sumGstTds(gstTds)) as Paise;
    const gross = (amount + withheld) as Paise;
    const figures = advanceFigures(gross, taxPct, toCharge(placed));
    assertAdvanceTdsWithin(figures.taxable, gross, tdsAmount);
    const of = { mode: toCharge(placed).mode, date };
    if (gstTds) assertAdvanceGstTdsWithin(figures.taxable, gross, gstTds, of);
    const { id, number } = await insertVoucher(tx, tenant, {
      kind: "RECEIPT_VOUCHER",
      date,
      placed,
      parties,
      figures,
      taxPct,
      description,
      clientId: client.id,
    });
    const transaction = await bookMoney(tx, tenant, {
      type: "Income",
      category: "Advances from clients",
      date,
      amountPaise: amount,
      account,
      description: `Advance ${number}: ${client.displayName}`,
      notes: reference,
      source: { type: "Voucher", _id: id },
    });
    await insertSettlement(tx, tenant, {
      id: newId(),
      kind: "PAYMENT",
      documentId: id,
      date,
      amountPaise: amount,
      mode,
      reference,
      tdsPaise: withheld,
      accountId: account._id,
      transactionId: transaction._id,
      ...(gstTds && {
        gstTdsIgstPaise: gstTds.igst,
        gstTdsCgstPaise: gstTds.cgst,
        gstTdsSgstPaise: gstTds.sgst,
      }),
    });
    await recordChanges(tx, tenant, [toTransactionChange(transaction)]);
    return id;
  });
}

/** @throws Refusal "invalid" if the amount is above either balance, "conflict" if the voucher is cancelled */
export function useVoucher(
  tenant: Tenant,
  id: string,
  input: NewApplication,
): Promise<Application> {
  return withIdempotency(tenant, async (tx) => {
    const { invoice: row } = (await readVoucher(tx, tenant, id)).record;
    return settleWith(tx, tenant, row, input);
  });
}

/**
 * Refunds the rest of an advance with a refund voucher (Rule 51) and an expense. Its amounts are what is left
 * of the voucher's, so that all parts add up.
 */
export function refundVoucher(tenant: Tenant, id: string, input: NewRefund): Promise<Voucher> {
  return store.add(tenant, async (tx) => {
    const { record, parties, lines } = await readVoucher(tx, tenant, id);
    const { invoice: row, client } = record;
    const { date, amount } = input;
    const account = await getActiveAccount(tx, tenant, "accountId", input.accountId);
    assertHolds(row, amount);
    assertFollows(row, date);
    const taxPct = lines[0]?.taxPct as Hundredths;
    const charge = toCharge(row);
    const upTo = (gross: number) => advanceFigures(gross as Paise, taxPct, charge);
    const gone = row.usedPaise + row.refundedPaise;
    const { id: refundId, number } = await insertVoucher(tx, tenant, {
      kind: "REFUND_VOUCHER",
      date,
      placed: row,
      parties,
      taxPct,
      clientId: client.id,
      figures: lessFigures(upTo(gone + amount), upTo(gone)),
      description: `Refund of advance ${row.number}`,
      original: row,
    });
    const transaction = await bookRefund(tx, tenant, id, input, {
      type: "Expense",
      category: "Refunds to clients",
      account,
      entity: "Voucher",
      description: `Refund ${number} of advance ${row.number}: ${client.displayName}`,
      sourceId: refundId,
    });
    await recordChanges(tx, tenant, [toTransactionChange(transaction)]);
    return refundId;
  });
}

/**
 * Cancels a voucher and deletes its entry. @throws Refusal "conflict" if any of it was used or refunded, or
 * if it is a refund voucher
 */
export const cancelVoucher = (tenant: Tenant, id: string): Promise<Voucher | Removed> =>
  store.cancel(
    tenant,
    id,
    async (tx, { record: { invoice: row } }) => {
      if (row.kind === "REFUND_VOUCHER") {
        throw new Refusal("conflict", "A refund voucher cannot be cancelled");
      }
      await assertNotFiled(tx, tenant, row);
      if (row.usedPaise + row.refundedPaise > 0) {
        throw new Refusal("conflict", "A used or refunded advance cannot be cancelled");
      }
    },
    async (tx) => {
      const ofIt = forAgency(tenant, settlements, eq(settlements.documentId, id));
      const [paid] = await tx.select().from(settlements).where(ofIt);
      await tx.delete(settlements).where(ofIt);
      if (paid?.transactionId) await deleteLinkedTransaction(tx, tenant, paid.transactionId);
      return { cancelledAt: nowFor(tenant) };
    },
  );

interface ToInsert {
  kind: VoucherKind;
  date: string;
  clientId: string;
  placed: Placed;
  parties: Parties;
  figures: LineFigures;
  taxPct: Hundredths;
  description: string;
  /** The voucher that is refunded. */
  original?: Pick<Row, "date" | "grandTotalPaise" | "id" | "number"> | undefined;
}

/** A voucher is never a draft, because its money has already moved. */
async function insertVoucher(
  tx: Write,
  tenant: Tenant,
  input: ToInsert,
): Promise<{ id: string; number: string }> {
  const { kind, date } = input;
  const issuer = await findIssuer(tx, tenant, kind);
  const [number = ""] = await takeNumbers(tx, tenant, kind, issuer, [date]);
  const { columns, item } = voucherColumns(input);
  const sent = { ...columns, number, sentAt: nowFor(tenant) };
  return (await insertRow(tx, tenant, sent, [item])).invoice;
}

/** Returns a voucher's columns, except its number, and its one line. */
export function voucherColumns({
  kind,
  date,
  clientId,
  placed,
  parties: issued,
  figures,
  taxPct,
  description,
  original,
}: ToInsert) {
  const { gstMode, supply, supplyCode, supplyText, reverseCharge, isUntaxed } = placed;
  const columns = {
    pureAgentPaise: 0 as Paise,
    ...totalColumns(sumLines([figures], 0 as Paise)),
    gstMode,
    supply,
    supplyCode,
    supplyText,
    reverseCharge,
    isUntaxed,
    kind,
    family: "VOUCHERS" as const,
    date,
    clientId,
    issued,
    placeOfSupply: "",
    dueDate: "",
    notes: "",
    terms: "",
    originalId: original?.id ?? null,
    original: original
      ? {
          number: original.number,
          date: original.date,
          total: toRupees(original.grandTotalPaise),
        }
      : null,
  };
  const line = { description, hsnSac: "", unit: "", treatment: "" as const, pureAgent: false };
  const numbers = { qty: 100 as Hundredths, discountPct: 0 as Hundredths, taxPct };
  const item = { ...line, ...numbers, ratePaise: figures.taxable, ...lineColumns(figures) };
  return { columns, item };
}
