import type { CalendarDate } from "../../domain/dates.ts";
import { toDay, toInvoiceMail } from "../../domain/mail/about.ts";
import { type MailContent, toAmount } from "../../domain/mail/content.ts";
import { toRupees } from "../../domain/money.ts";
import { readInvoice } from "../documents/parties.ts";
import { toInvoice } from "../documents/rows.ts";
import type { Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import type { OpenInvoice } from "./open.ts";

/**
 * Returns what a reminder shows besides its text: the invoice, or the total of several.
 * @param reminded at least one invoice, oldest first
 */
export async function buildReminderContent(
  tx: Write,
  tenant: Tenant,
  reminded: readonly OpenInvoice[],
  day: CalendarDate,
): Promise<MailContent> {
  const [first, ...others] = reminded;
  if (!first) throw new Error("A reminder without an invoice");
  const invoice = toInvoice(await readInvoice(tx, tenant, first._id));
  const { content } = toInvoiceMail(invoice);
  const paise = reminded.reduce((sum, { owedPaise }) => sum + BigInt(owedPaise), 0n);
  const amount = toAmount("Amount due", toRupees(paise));
  if (others.length === 0) {
    // Unused credit notes reduce what is owed, but are not lines of the invoice.
    const rows = amount.value === content.amount?.value ? content.rows : [];
    return { ...content, amount, rows, day: toDay("Due on", first.dueDate, day) };
  }
  return {
    ...content,
    heading: `${reminded.length} invoices`,
    amount,
    day: toDay("The oldest was due on", first.dueDate, day),
    rows: [],
    note: "",
    payment: content.payment.filter(({ label }) => label !== "Payment reference"),
  };
}
