import { formatDate } from "../dates.ts";
import { formatInr, type Rupees } from "../money.ts";

// wa.me opens a chat with a prepared text and sends nothing.

/**
 * Converts a telephone number to WhatsApp's format, `919876543210`: country code first, without leading
 * zeros. Indian mobile numbers can omit the country code. Returns "" unless there is exactly one mobile
 * number, for a landline or two numbers in one field.
 */
export function whatsAppNumber(phone: string): string {
  const text = phone.trim();
  if (/[^\d\s()+.-]/.test(text) || text.lastIndexOf("+") > 0) return "";
  // From abroad, `+44 (0)7700 900123` is dialled without its zero.
  const digits = text.replace("(0)", "").replace(/\D/g, "");
  const international = text.startsWith("+") ? digits : digits.replace(/^00/, "");
  const isAbroad = text.startsWith("+") || international !== digits;
  const mobile = /^(?:0|91)?([6-9]\d{9})$/.exec(international)?.[1];
  if (mobile && (!isAbroad || international.startsWith("91"))) return `91${mobile}`;
  const isIndian = international.startsWith("91");
  return isAbroad && !isIndian && /^[1-9]\d{7,14}$/.test(international) ? international : "";
}

/** Returns the WhatsApp link to a number's chat, or to a choice of chats without a number. */
export const whatsAppLink = (phone: string, text: string): string =>
  `https://wa.me/${whatsAppNumber(phone)}?text=${encodeURIComponent(text)}`;

interface SharedText {
  title: string;
  number: string;
  amount: Rupees;
  dueDate: string;
  url: string;
}

/** Formats `Invoice 26-27/INV/000012 of ₹10,258.00, due 5 Nov 2026: https://…`. */
export function shareText({ title, number, amount, dueDate, url }: SharedText): string {
  const due = dueDate
    ? `, ${title === "Estimate" ? "valid until" : "due"} ${formatDate(dueDate)}`
    : "";
  return `${title} ${number} of ${formatInr(amount)}${due}: ${url}`;
}
