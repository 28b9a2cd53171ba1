import { pickLater } from "../../domain/dates.ts";
import type { BooksFile, Faults } from "../../domain/documents/booksFile.ts";
import type { FilePayment, FileVoucher } from "../../domain/documents/booksSchema.ts";
import { explainOverpaid, type PaymentMode } from "../../domain/documents/payments.ts";
import { advanceFigures, lessFigures } from "../../domain/gst/figures.ts";
import type { Transaction } from "../../domain/ledger/transactions.ts";
import { formatPaise, type Paise } from "../../domain/money.ts";
import { nameKey } from "../../domain/names.ts";
import { invalid } from "../../domain/refusal.ts";
import { toCharge } from "../documents/figures.ts";
import { voucherColumns } from "../documents/vouchers.ts";
import { newId } from "../engine/id.ts";
import { assertSame } from "./booksDocuments.ts";
import { BILLS, type Draft, type FileDocumentStatus, planAt, type Settled } from "./booksDraft.ts";
import type { BOOKED } from "./booksPresent.ts";

// Settles the documents of a file: first advances with their uses and refunds, then payments.

/** The account for money whose account the file does not name. */
export const BEFORE = "Before bahi";

/** Adds problems to `faults`. */
export function planMoney(file: BooksFile, draft: Draft, faults: Faults): void {
  for (const [at, one] of file.vouchers.entries()) {
    planAt(draft, faults, `vouchers.${at}`, () => planReceipt(one, draft));
  }
  // By day, because the tax of a refund depends on the uses before it.
  const events = [...usesIn(file, draft), ...refundsIn(file, draft)];
  for (const { path, settle } of events.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    planAt(draft, faults, path, settle);
  }
  for (const [at, one] of file.payments.entries()) {
    if (one.bill) continue;
    planAt(draft, faults, `payments.${at}`, () => planPayment(one, draft));
  }
}

function planReceipt(one: FileVoucher, draft: Draft): void {
  const voucher = draft.find([one.kind], one.number, one.date);
  if (one.kind !== "RECEIPT_VOUCHER" || !voucher || voucher.isKnown) return;
  if (one.status === "CANCELLED") return;
  draft.plan.settlements.push({
    row: toSettlement({ ...one, kind: "PAYMENT", documentId: voucher.id }),
    ...toBooking(draft, {
      ...one,
      category: "Advances from clients",
      description: `Advance ${one.number}: ${voucher.clientName}`,
      source: { type: "Voucher", _id: voucher.id },
    }),
  });
}

interface Event {
  date: string;
  path: string;
  settle(): void;
}

/** Advances used on invoices. */
const usesIn = (file: BooksFile, draft: Draft): Event[] =>
  file.documents.flatMap((one, at) => {
    const invoice = draft.find([one.kind], one.number, one.date);
    if (!invoice || invoice.isKnown) return [];
    return one.adjusts.map((use, n) => {
      const voucher = draft.find(["RECEIPT_VOUCHER"], use.voucher, one.date);
      const date = pickLater(one.date, voucher?.date ?? "");
      const settle = () => planUse(draft, invoice, voucher, { ...use, date });
      return { date, path: `documents.${at}.adjusts.${n}`, settle };
    });
  });

function planUse(
  draft: Draft,
  invoice: FileDocumentStatus,
  voucher: FileDocumentStatus | undefined,
  use: { voucher: string; amount: Paise; date: string },
): void {
  const { amount, date } = use;
  if (!BILLS.includes(invoice.kind) || invoice.status !== "SENT") {
    throw invalid("voucher", "Only a sent invoice can use advances");
  }
  if (!voucher) throw invalid("voucher", `No receipt voucher has the number ${use.voucher}`);
  if (voucher.clientId !== invoice.clientId) {
    throw invalid("voucher", `Receipt voucher ${use.voucher} belongs to another client`);
  }
  assertHolds(voucher, amount);
  if (amount > invoice.openPaise) {
    throw invalid("amount", explainOverpaid(invoice.openPaise).replace(" and TDS", ""));
  }
  voucher.unusedPaise = (voucher.unusedPaise - amount) as Paise;
  invoice.openPaise = (invoice.openPaise - amount) as Paise;
  const ids = { documentId: invoice.id, sourceId: voucher.id };
  draft.plan.settlements.push({ row: toSettlement({ ...ids, kind: "ADVANCE", date, amount }) });
}

/** Refunds of advances, with their refund vouchers. */
const refundsIn = (file: BooksFile, draft: Draft): Event[] =>
  file.vouchers.flatMap((one, at) =>
    one.kind === "REFUND_VOUCHER"
      ? [{ date: one.date, path: `vouchers.${at}`, settle: () => planRefund(one, draft) }]
      : [],
  );

function planRefund(one: FileVoucher, draft: Draft): void {
  const { kind, date, number, amount, against } = one;
  const { client, row } = draft.begin(one);
  if (row) {
    assertSame({ date, grandTotalPaise: amount }, row, client, draft.present);
    return;
  }
  const voucher = draft.find(["RECEIPT_VOUCHER"], against, date);
  const isCancelled = one.status === "CANCELLED";
  if (!voucher?.advance) throw invalid("against", `No receipt voucher has the number ${against}`);
  if (voucher.clientId !== client.id) {
    throw invalid("against", `Receipt voucher ${against} belongs to another client`);
  }
  if (date < voucher.date) throw invalid("date", `The refund is dated before ${against}`);
  if (!isCancelled) assertHolds(voucher, amount);
  const { placed, taxPct, parties } = voucher.advance;
  const charge = toCharge(placed);
  const gone = voucher.grandTotalPaise - voucher.unusedPaise;
  const upTo = (gross: number) => advanceFigures(gross as Paise, taxPct, charge);
  const figures = lessFigures(upTo(gone + amount), upTo(gone));
  const { columns, item } = voucherColumns({
    kind,
    date,
    clientId: client.id,
    placed,
    parties,
    figures,
    taxPct,
    original: voucher,
    description: one.description || `Refund of advance ${against}`,
  });
  const made = { columns: { ...columns, number, reason: "" }, items: [item], status: one.status };
  const { id } = draft.add(made, client);
  if (isCancelled) return;
  voucher.unusedPaise = (voucher.unusedPaise - amount) as Paise;
  draft.plan.settlements.push({
    row: toSettlement({ ...one, kind: "REFUND", documentId: voucher.id, sourceId: id }),
    ...toBooking(draft, {
      ...one,
      type: "Expense",
      category: "Refunds to clients",
      description: `Refund ${number} of advance ${against}: ${client.name}`,
      source: { type: "Voucher", _id: voucher.id },
    }),
  });
}

function planPayment(one: FilePayment, draft: Draft): void {
  const { document: number, date } = one;
  const invoice = draft.find(BILLS, number, date) ?? draft.find(["DEBIT_NOTE"], number, date);
  if (!invoice) {
    const message = `Neither the file nor the books have an invoice ${number}`;
    throw invalid("document", message);
  }
  if (invoice.isKnown && isPaid(one, invoice, draft)) {
    draft.plan.known += 1;
    return;
  }
  if (invoice.status === "DRAFT" || invoice.status === "CANCELLED") {
    const state = invoice.status === "DRAFT" ? "A draft" : "A cancelled invoice";
    throw invalid("document", `${state} cannot be paid`);
  }
  if (one.amount + one.tdsAmount > invoice.openPaise) {
    throw invalid("amount", explainOverpaid(invoice.openPaise));
  }
  invoice.openPaise = (invoice.openPaise - one.amount - one.tdsAmount) as Paise;
  const isNote = invoice.kind === "DEBIT_NOTE";
  draft.plan.payments += 1;
  draft.plan.settlements.push({
    row: toSettlement({ ...one, kind: "PAYMENT", documentId: invoice.id }),
    ...toBooking(draft, {
      ...one,
      category: "Invoice Payments",
      description: `Payment of ${isNote ? "debit note" : "invoice"} ${number}: ${invoice.clientName}`,
      source: { type: isNote ? "Note" : "Invoice", _id: invoice.id },
    }),
  });
}

/** Whether the payment already exists. Equal payments are matched one to one. */
function isPaid(
  { date, amount, tdsAmount }: FilePayment,
  { id }: FileDocumentStatus,
  { present }: Draft,
): boolean {
  const paid = present.payments.get(id) ?? [];
  const at = paid.findIndex(
    (one) => one.date === date && one.amountPaise === amount && one.tdsPaise === tdsAmount,
  );
  if (at >= 0) paid.splice(at, 1);
  return at >= 0;
}

function assertHolds({ number, unusedPaise: held }: FileDocumentStatus, amount: Paise): void {
  if (amount <= held) return;
  throw invalid("amount", `Receipt voucher ${number} has only ${formatPaise(held)}`);
}

interface Booked {
  kind: "ADVANCE" | "PAYMENT" | "REFUND";
  documentId: string;
  sourceId?: string;
  date: string;
  amount: number;
  tdsAmount?: number;
  mode?: PaymentMode;
  reference?: string;
  notes?: string;
}

/** Converts an entry to a settlement row. */
export const toSettlement = ({
  amount,
  tdsAmount = 0,
  sourceId,
  ...given
}: Booked): Settled["row"] => ({
  id: newId(),
  kind: given.kind,
  documentId: given.documentId,
  sourceId: sourceId ?? null,
  date: given.date,
  amountPaise: amount as Paise,
  tdsPaise: tdsAmount as Paise,
  mode: given.mode ?? "Other",
  reference: given.reference ?? "",
  notes: given.notes ?? "",
});

/** Returns the account and the money. No money is booked for a payment of TDS only. */
export function toBooking(draft: Draft, entry: Entry): Pick<Settled, "account" | "money"> {
  const { date, amount, description, reference: notes, category, source, type = "Income" } = entry;
  const account = entry.account || BEFORE;
  const known = draft.present.accounts.get(nameKey(account));
  const isMade = draft.plan.openings.has(nameKey(account));
  if (!known && !isMade && entry.account)
    throw invalid("account", `No account is named "${account}"`);
  if (known && !known.isActive) {
    throw invalid("account", `Account "${known.name}" is inactive; make it active first`);
  }
  if (amount === 0) return { account };
  const row = { date, type, amountPaise: amount as Paise, notes, source, category };
  return { account, money: { ...row, description: description.slice(0, 500) } };
}

interface Entry {
  type?: "Expense" | "Income";
  date: string;
  amount: number;
  account: string;
  category: (typeof BOOKED)[number];
  description: string;
  reference: string;
  source: NonNullable<Transaction["source"]>;
}
