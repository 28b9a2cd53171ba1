import { formatDate } from "../dates.ts";
import { formatInr, type Rupees } from "../money.ts";

// wa.me opens a chat with a text in it and sends nothing.

/**
 * The digits by which WhatsApp knows a telephone number, `919876543210`: the country's code first, no zeros
 * before it. A mobile number of India may come without its code. "" for what is no one mobile number: a
 * landline, two numbers in one field.
 */
export function whatsAppNumber(phone: string): string {
  const text = phone.trim();
  if (/[^\d\s()+.-]/.test(text) || text.lastIndexOf("+") > 0) return "";
  // `+44 (0)7700 900123` is dialled without its zero from abroad.
  const digits = text.replace("(0)", "").replace(/\D/g, "");
  const international = text.startsWith("+") ? digits : digits.replace(/^00/, "");
  const isAbroad = text.startsWith("+") || international !== digits;
  const mobile = /^(?:0|91)?([6-9]\d{9})$/.exec(international)?.[1];
  if (mobile && (!isAbroad || international.startsWith("91"))) return `91${mobile}`;
  const isIndian = international.startsWith("91");
  return isAbroad && !isIndian && /^[1-9]\d{7,14}$/.test(international) ? international : "";
}

/** The address that opens WhatsApp: the chat of that number, or the choice of one where there is none. */
export const whatsAppLink = (phone: string, text: string): string =>
  `https://wa.me/${whatsAppNumber(phone)}?text=${encodeURIComponent(text)}`;

interface SharedText {
  title: string;
  number: string;
  amount: Rupees;
  dueDate: string;
  url: string;
}

/** `Invoice 26-27/INV/000012 of ₹10,258.00, due 5 Nov 2026: https://…` */
export function shareText({ title, number, amount, dueDate, url }: SharedText): string {
  const due = dueDate
    ? `, ${title === "Estimate" ? "valid until" : "due"} ${formatDate(dueDate)}`
    : "";
  return `${title} ${number} of ${formatInr(amount)}${due}: ${url}`;
}
