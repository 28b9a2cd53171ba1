import type { Invoice } from "./invoices.ts";
import type { Payment } from "./payments.ts";

/** A receipt for a client's payment, with the invoice or debit note that it settles. */
export interface PaymentReceipt
  extends Pick<Invoice, "number" | "recipient" | "supplier" | "supply"> {
  _id: string;
  title: string;
  payment: Payment;
  of: Pick<Invoice, "balance" | "date" | "grandTotal" | "title">;
}
