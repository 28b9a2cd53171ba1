import type { Estimate } from "../documents/estimates.ts";
import type { Invoice } from "../documents/invoices.ts";
import type { Note } from "../documents/notes.ts";
import type { Receipt } from "../documents/receipts.ts";
import type { Voucher } from "../documents/vouchers.ts";
import type { MailHolder } from "./mails.ts";
import type { MailAbout } from "./texts.ts";

/** Records that can be e-mailed with their PDF. */
export type MailedNoun = Exclude<MailHolder, "client" | "lock" | "month">;

/** A record for the outbox and the dialog. */
export interface Mailed extends MailAbout {
  status: string;
  /** The client's address, or "". */
  email: string;
}

type Shown = Pick<Invoice, "clientId" | "date" | "number" | "recipient" | "title">;

const toMailFields = ({ title, number, date, recipient, clientId }: Shown) => ({
  title,
  number,
  date,
  name: recipient.name,
  email: recipient.email || clientId.email,
});

const isTaxed = ({ tax: { cgst, sgst, igst } }: Pick<Invoice, "tax">) => cgst + sgst + igst > 0;

export const toInvoiceMail = (invoice: Invoice): Mailed => ({
  ...toMailFields(invoice),
  status: invoice.status,
  dueDate: invoice.dueDate,
  amount: invoice.grandTotal,
  balance: invoice.balance,
  ...(isTaxed(invoice) && { taxable: invoice.taxableValue }),
});

export const toNoteMail = (note: Note): Mailed => ({
  ...toMailFields(note),
  status: note.status,
  amount: note.grandTotal,
});

export const toEstimateMail = (estimate: Estimate): Mailed => ({
  ...toMailFields(estimate),
  status: estimate.status,
  dueDate: estimate.dueDate,
  amount: estimate.grandTotal,
});

export const toVoucherMail = (voucher: Voucher): Mailed => ({
  ...toMailFields(voucher),
  status: voucher.status,
  amount: voucher.amount,
});

export const toReceiptMail = ({ receiptNumber, date, client, amount }: Receipt): Mailed => ({
  title: "Receipt",
  number: receiptNumber,
  date,
  amount,
  name: client.name,
  email: client.email,
  status: "SENT",
});
