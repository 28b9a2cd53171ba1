import { eq } from "drizzle-orm";
import type { NewBillPayment, NewPayment, Payment } from "../../domain/documents/payments.ts";
import { explainControl } from "../../domain/ledger/usualKinds.ts";
import { type Paise, toPaise, toRupees } from "../../domain/money.ts";
import { computePart } from "../../domain/purchases/billFigures.ts";
import { NewBill } from "../../domain/purchases/billInput.ts";
import type { Bill } from "../../domain/purchases/bills.ts";
import { parse, Refusal } from "../../domain/refusal.ts";
import { insertRow, type NewItem } from "../documents/documents.ts";
import { findIssuer } from "../documents/issuer.ts";
import { takeNumbers } from "../documents/numbering.ts";
import { insertPayment } from "../documents/payments.ts";
import { computeBalance, findLines, type ItemRow } from "../documents/rows.ts";
import { insertSettlement } from "../documents/settlements.ts";
import { findTdsLimit } from "../documents/tdsLimit.ts";
import { assertVendorWithinLimit, assertWithinRest } from "../engine/approvalSums.ts";
import { resolveAuthorId } from "../engine/approvals.ts";
import { newId } from "../engine/id.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency } from "../engine/transaction.ts";
import { getActiveAccount, getTransaction, linkTransaction } from "../ledger/transactions.ts";
import { categories } from "../schema/ledger.ts";
import { followBillTds } from "../tds/follow.ts";
import { proposeOnMoney } from "../tds/propose.ts";
import {
  billStore,
  findBill,
  getBill,
  presentParties,
  type Row,
  type VendorRow,
} from "./billRows.ts";
import { findVendor, insertBill } from "./bills.ts";

/**
 * Records a payment with its expense and the bill's new status, and under reverse charge its payment voucher
 * (Rule 52). TDS settles the bill, and is no expense yet.
 * @throws Refusal "invalid" if it is above the balance, "conflict" if the bill cannot be paid
 */
export function payBill(
  tenant: Tenant,
  id: string,
  input: NewBillPayment,
): Promise<{ payment: Payment; bill: Bill }> {
  return withIdempotency(tenant, async (tx) => {
    const { bill, vendor } = await findBill(tx, tenant, id);
    if (bill.kind === "VENDOR_CREDIT") {
      throw new Refusal(
        "conflict",
        "You cannot pay a credit note. Refund it or apply it to a bill",
      );
    }
    if (bill.status === "DRAFT" || bill.status === "CANCELLED") {
      throw new Refusal("conflict", "Only an entered bill can be paid");
    }
    const account = await getActiveAccount(tx, tenant, "accountId", input.accountId);
    await assertWithinRest(tx, tenant, bill, input.amount);
    await assertVendorWithinLimit(tx, tenant, vendor.id, {
      amountPaise: input.amount,
      date: input.date,
    });
    const isRest = input.amount === bill.toPayPaise;
    const usual = isRest
      ? computeBalance(bill) - input.amount
      : await tdsOfEarly(tx, tenant, { bill, vendor }, input);
    const tdsAmount = input.tdsAmount ?? usual;
    const lines = (await findLines(tx, tenant, [id])).get(id) ?? [];
    const paid = { ...input, tdsAmount } as NewPayment;
    const sourceId = await addVoucher(tx, tenant, { bill, vendor, lines, paid });
    const payment = await insertPayment(
      tx,
      tenant,
      { invoice: bill, client: vendor },
      { input: paid, account },
      {
        expense: { category: await findMainCategory(tx, tenant, lines) },
        ...(sourceId && { sourceId }),
      },
    );
    await followBillTds(tx, tenant, id, input.date);
    return { payment, bill: await getBill(tenant, id) };
  });
}

/** Returns the TDS of a payment before the bill's date; 0 for later parts. */
async function tdsOfEarly(
  tx: Write,
  tenant: Tenant,
  { bill, vendor }: { bill: Row; vendor: VendorRow },
  { date, amount }: Pick<NewBillPayment, "amount" | "date">,
): Promise<number> {
  if (date >= bill.date || bill.tdsRule === "" || !bill.isTdsByRule) return 0;
  const value = bill.taxablePaise - bill.pureAgentPaise;
  const toTaxable = (money: Paise) => computePart(value, money, bill.grandTotalPaise);
  const months = bill.rentMonths.length > 0 ? bill.rentMonths : [bill.date.slice(0, 7)];
  const paid = { vendor, date, amountPaise: amount as Paise, toTaxable, months };
  const proposed = await proposeOnMoney(tx, tenant, bill.tdsRule, paid);
  // More than the limit, to make up for earlier sums, is deducted with the bill.
  return Math.min(proposed, await findTdsLimit(tx, tenant, bill));
}

/** Returns the category with most of a bill's value. */
async function findMainCategory(tx: Write, tenant: Tenant, lines: ItemRow[]): Promise<string> {
  const sums = new Map<string, number>();
  for (const { categoryId, taxablePaise } of lines) {
    if (categoryId) sums.set(categoryId, (sums.get(categoryId) ?? 0) + taxablePaise);
  }
  const [largest] = [...sums].toSorted(([, a], [, b]) => b - a);
  if (!largest) return "Bill Payments";
  const isIt = forAgency(tenant, categories, eq(categories.id, largest[0]));
  const [category] = await tx.select().from(categories).where(isIt);
  return category?.name ?? "Bill Payments";
}

interface ToVouch {
  bill: Row;
  vendor: VendorRow;
  lines: ItemRow[];
  paid: Pick<NewPayment, "amount" | "date" | "reference" | "tdsAmount">;
}

/** Creates the payment voucher that every payment of a self-invoice needs, and returns its id. */
async function addVoucher(
  tx: Write,
  tenant: Tenant,
  voucher: ToVouch,
): Promise<string | undefined> {
  const { bill, paid } = voucher;
  const isOwed = paid.amount + paid.tdsAmount <= computeBalance(bill);
  if (bill.kind !== "SELF_INVOICE" || !isOwed) return undefined;
  return insertVoucher(tx, tenant, voucher);
}

/** Inserts a payment voucher with the payment's share of the reverse charge tax. */
async function insertVoucher(tx: Write, tenant: Tenant, { bill, vendor, lines, paid }: ToVouch) {
  const issuer = await findIssuer(tx, tenant, "PAYMENT_VOUCHER");
  const [number = ""] = await takeNumbers(tx, tenant, "PAYMENT_VOUCHER", issuer, [paid.date]);
  const amount = (paid.amount + paid.tdsAmount) as Paise;
  const none = 0 as Paise;
  const { gstMode, supplyText, supplyCode, placeOfSupply, number: billNumber, date } = bill;
  const columns = {
    number,
    kind: "PAYMENT_VOUCHER" as const,
    family: "PAYMENT_VOUCHERS" as const,
    date: paid.date,
    dueDate: "",
    vendorId: vendor.id,
    placeOfSupply,
    supplyText,
    supplyCode,
    gstMode,
    reverseCharge: true,
    subTotalPaise: amount,
    discountPaise: none,
    taxablePaise: amount,
    cgstPaise: none,
    sgstPaise: none,
    igstPaise: none,
    roundOffPaise: none,
    grandTotalPaise: amount,
    originalId: bill.id,
    notes: paid.reference,
    terms: "",
    sentAt: nowFor(tenant),
    original: { number: billNumber, date, total: toRupees(bill.grandTotalPaise) },
    issued: bill.issued ?? (await presentParties(tx, tenant, vendor)),
    createdBy: resolveAuthorId(tenant),
  };
  return (await insertRow(tx, tenant, columns, [voucherLine(lines, bill, amount)])).invoice.id;
}

function voucherLine(lines: ItemRow[], bill: Row, amount: Paise): NewItem {
  const rates = new Set(lines.map(({ taxPct }) => taxPct));
  const [rate] = rates;
  const [first] = lines as [ItemRow, ...ItemRow[]];
  const share = (column: "cessPaise" | "cgstPaise" | "igstPaise" | "sgstPaise") =>
    computePart(
      lines.reduce((sum, line) => sum + line[column], 0),
      amount,
      bill.grandTotalPaise,
    );
  return {
    ...first,
    description: lines.length === 1 ? first.description : `Bill ${bill.number}`,
    taxPct: (rates.size === 1 ? rate : 0) as ItemRow["taxPct"],
    ratePaise: amount,
    taxablePaise: amount,
    categoryId: null,
    itc: "",
    blockedBy: "",
    cgstPaise: share("cgstPaise"),
    sgstPaise: share("sgstPaise"),
    igstPaise: share("igstPaise"),
    cessPaise: share("cessPaise"),
  };
}

/**
 * Creates a bill paid by an existing expense, which is not booked again. Under reverse charge it gets a
 * payment voucher like any payment (Rule 52).
 * @throws Refusal "conflict" if it is not a plain expense, "invalid" if the bill is smaller
 */
export function billExistingTransaction(
  tenant: Tenant,
  transactionId: string,
  input: object,
): Promise<Bill> {
  return billStore.add(tenant, async (tx) => {
    const expense = await getTransaction(tenant, transactionId);
    const { date, description, amount, accountId } = expense;
    const { categoryId: category } = expense;
    const isControl = category && explainControl(category) !== undefined;
    const line = {
      description,
      categoryId: isControl ? undefined : category?._id,
      taxable: amount,
    };
    const entered = parse(NewBill, { date, items: [line], ...input, status: "OPEN" });
    await findVendor(tx, tenant, entered.vendorId);
    if (expense.type !== "Expense") {
      throw new Refusal("conflict", "Only an expense can be converted to a bill");
    }
    const id = await insertBill(tx, tenant, entered);
    await linkTransaction(tx, tenant, transactionId, { type: "Bill", _id: id });
    const { bill, vendor } = await findBill(tx, tenant, id);
    const paid = toPaise(amount) as Paise;
    await assertVendorWithinLimit(tx, tenant, vendor.id, { amountPaise: paid, date });
    if (bill.kind === "VENDOR_CREDIT")
      throw new Refusal("conflict", "An expense cannot pay a credit note");
    if (paid > computeBalance(bill)) {
      throw new Refusal(
        "conflict",
        "The bill total must not be less than the expense that paid it",
      );
    }
    const tds = (paid === bill.toPayPaise ? computeBalance(bill) - paid : 0) as Paise;
    const lines = (await findLines(tx, tenant, [id])).get(id) ?? [];
    const whole = { date, amount: paid, tdsAmount: tds, reference: "" };
    const sourceId = await addVoucher(tx, tenant, { bill, vendor, lines, paid: whole });
    await insertSettlement(tx, tenant, {
      id: newId(),
      kind: "PAYMENT",
      documentId: id,
      date,
      amountPaise: paid,
      isLinked: true,
      tdsPaise: tds,
      isTdsEarly: tds > 0 && date < bill.date,
      accountId: accountId._id,
      transactionId,
      mode: "Other",
      ...(sourceId && { sourceId }),
    });
    await followBillTds(tx, tenant, id, date, true);
    return id;
  });
}
