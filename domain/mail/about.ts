import { type CalendarDate, formatDate, formatDaysTo, today } from "../dates.ts";
import type { Estimate } from "../documents/estimates.ts";
import { type Invoice, mayBePaid } from "../documents/invoices.ts";
import { mayBePaid as mayNoteBePaid, type Note } from "../documents/notes.ts";
import { commonRate, foreignMemo, listShownTaxes, type Shown } from "../documents/paper.ts";
import type { Receipt } from "../documents/receipts.ts";
import { isUpiId, type Owed } from "../documents/upi.ts";
import type { Voucher } from "../documents/vouchers.ts";
import { ABROAD } from "../gst/states.ts";
import { formatInr, type Paise, type Rupees, roundToPaise, toRupees } from "../money.ts";
import { type MailContent, type MailRow, plainContent, toAmount, toLetterhead } from "./content.ts";
import type { MailHolder } from "./mails.ts";
import { type MailAbout, nameDocument } from "./texts.ts";

/** Records that can be e-mailed with their PDF. */
export type MailedNoun = Exclude<MailHolder, "client" | "lock" | "month" | "notifications">;

/** A record for the outbox and the dialog. */
export interface Mailed extends MailAbout {
  status: string;
  /** The client's address, or "". */
  email: string;
  content: MailContent;
}

type Fields = Pick<Invoice, "clientId" | "date" | "number" | "recipient" | "status" | "title">;

const toMailFields = ({ title, number, date, recipient, clientId }: Omit<Fields, "status">) => ({
  title,
  number,
  date,
  name: recipient.name,
  email: recipient.email || clientId.email,
});

/**
 * Returns an invoice for an e-mail.
 * @param paidOn the day of its last payment; "" if unknown
 */
export const toInvoiceMail = (invoice: Invoice, paidOn: CalendarDate | "" = ""): Mailed => ({
  ...toMailFields(invoice),
  status: invoice.status,
  amount: invoice.grandTotal,
  content: mayBePaid(invoice) ? toOwedContent(invoice) : toSettledContent(invoice, paidOn),
});

export const toNoteMail = (note: Note): Mailed => ({
  ...toMailFields(note),
  status: note.status,
  amount: note.grandTotal,
  content: mayNoteBePaid(note)
    ? toOwedContent(note)
    : {
        ...toContent(note, "View"),
        amount: toAmount(
          note.kind === "CREDIT_NOTE" ? "Amount credited" : "Amount",
          note.grandTotal,
        ),
        rows: listRows(note),
      },
});

export const toEstimateMail = (estimate: Estimate): Mailed => ({
  ...toMailFields(estimate),
  status: estimate.status,
  amount: estimate.grandTotal,
  content: {
    ...toContent(estimate, "View and answer"),
    amount: toAmount("Total", estimate.grandTotal),
    ...(estimate.dueDate && { day: toDay("Valid until", estimate.dueDate) }),
    rows: listRows(estimate),
    note: toForeign(estimate),
  },
});

export const toVoucherMail = (voucher: Voucher): Mailed => {
  const { kind, amount, description, date } = voucher;
  const isRefund = kind === "REFUND_VOUCHER";
  return {
    ...toMailFields(voucher),
    status: voucher.status,
    amount,
    content: {
      ...toContent(voucher, "View"),
      amount: toAmount(isRefund ? "Amount refunded" : "Amount received", amount),
      day: { text: `${isRefund ? "Refunded" : "Received"} on ${formatDate(date)}`, more: "" },
      rows: description ? [{ name: description, amount: formatInr(amount) }] : [],
    },
  };
};

export const toReceiptMail = (receipt: Receipt): Mailed => {
  const { receiptNumber: number, date, client, amount, purpose, metadataSnapshot } = receipt;
  const { agencyName: name, location, contactNumber: phone, gstin, logoUrl } = metadataSnapshot;
  const letterhead = { name, address: location.replaceAll("\n", ", "), phone, gstin, logoUrl };
  return {
    title: "Receipt",
    number,
    date,
    amount,
    name: client.name,
    email: client.email,
    status: "SENT",
    content: {
      ...plainContent(letterhead, `Receipt ${number}`),
      amount: toAmount("Amount received", amount),
      day: { text: `Received on ${formatDate(date)}.`, more: "Thank you." },
      rows: [{ name: purpose, amount: formatInr(amount) }],
    },
  };
};

const toContent = (document: Pick<Shown, "number" | "supplier" | "title">, action: string) =>
  plainContent(toLetterhead(document.supplier), nameDocument(document), action);

/** The content for an invoice or debit note with a balance. */
function toOwedContent(document: Shown & Owed): MailContent {
  const { balance, grandTotal, dueDate, tax, taxableValue } = document;
  const payment = listPayment(document);
  const settled = roundToPaise(grandTotal) - roundToPaise(balance);
  const tds =
    tax.cgst + tax.sgst + tax.igst > 0 &&
    `If you deduct TDS, please use ${formatInr(taxableValue)} (before GST).`;
  return {
    ...toContent(document, payment.length > 0 ? "View and pay" : "View"),
    amount: toAmount("Amount due", balance),
    ...(dueDate && { day: toDay("Due on", dueDate) }),
    rows: [
      ...listRows(document),
      ...(settled > 0
        ? [
            toRow("Already settled", toRupees(-settled as Paise), "quiet"),
            toRow("Amount due", balance, "strong"),
          ]
        : []),
    ],
    note: [tds, toForeign(document)].filter(Boolean).join(" "),
    payment,
  };
}

/** The content for an invoice with nothing to pay. */
function toSettledContent(invoice: Invoice, paidOn: CalendarDate | ""): MailContent {
  const { status, received, tds, grandTotal } = invoice;
  const isPaid = status === "PAID" && received + tds > 0;
  const text = paidOn ? `Paid on ${formatDate(paidOn)}` : "Paid";
  return {
    ...toContent(invoice, "View"),
    amount: toAmount(isPaid ? "Amount paid" : "Total", grandTotal),
    day: isPaid ? { text: `${text}.`, more: "Thank you." } : { text: "Nothing to pay.", more: "" },
    rows: listRows(invoice),
    note: toForeign(invoice),
  };
}

/** Returns `Due on 27 Dec 2026` and `in 30 days`. */
export const toDay = (verb: string, date: CalendarDate, on = today()) => ({
  text: `${verb} ${formatDate(date)}`,
  more: formatDaysTo(date, on),
});

const toForeign = (document: Shown & Partial<Parameters<typeof foreignMemo>[0]>): string => {
  const { foreignCurrency = "", exchangeRate = 0, grandTotal } = document;
  const memo = foreignMemo({ foreignCurrency, exchangeRate, grandTotal });
  return memo && `This is ${memo}.`;
};

const toRow = (name: string, rupees: Rupees, look?: MailRow["look"]): MailRow => ({
  name,
  amount: formatInr(rupees),
  ...(look && { look }),
});

/** Longer documents are in the PDF. */
const ROWS_MAX = 12;

/** Returns the lines of a document without tax, then its taxes and total. */
function listRows(document: Shown): MailRow[] {
  const { items, tax, roundOff, grandTotal } = document;
  const left = items.slice(items.length > ROWS_MAX ? ROWS_MAX - 1 : ROWS_MAX);
  const leftPaise = left.reduce((sum, { taxable }) => sum + roundToPaise(taxable), 0);
  const rate = commonRate(document);
  const taxes = listShownTaxes(document);
  return [
    ...items
      .slice(0, items.length - left.length)
      .map(({ description, taxable }) => toRow(description, taxable)),
    ...(left.length > 0
      ? [toRow(`${left.length} more lines, see the PDF`, toRupees(leftPaise as Paise))]
      : []),
    ...taxes.map(({ name, part }) =>
      toRow(rate === undefined ? name : `${name} ${rate / taxes.length}%`, tax[part], "quiet"),
    ),
    ...(roundOff === 0 ? [] : [toRow("Round off", roundOff, "quiet")]),
    toRow("Total", grandTotal, "strong"),
  ];
}

/** Returns the bank details and the UPI ID. Clients abroad cannot pay by UPI. */
function listPayment({ number, supplier, supplyPlace }: Shown & Owed): MailContent["payment"] {
  const { accountName, bankName, branch, accountNo, ifsc, upi } = supplier.bankDetails;
  const hasUpi = isUpiId(upi) && supplyPlace.stateCode !== ABROAD;
  if (!accountNo && !hasUpi) return [];
  const join = (...parts: string[]) => parts.filter(Boolean).join(", ");
  const rows: MailContent["payment"] = [
    {
      label: "Account",
      value: accountNo && join(accountNo, accountName || supplier.agencyName),
    },
    { label: "IFSC", value: accountNo && join(ifsc, bankName, branch) },
    { label: "UPI", value: hasUpi ? upi : "" },
    { label: "Payment reference", value: number },
  ];
  return rows.filter(({ value }) => value);
}
