import { formatDate } from "../dates.ts";
import { formatInr, type Rupees } from "../money.ts";
import { monthName } from "../months.ts";
import { upperFirst } from "../names.ts";

// What a mail says where nobody has written anything else.

/** What a mail is about, as far as its texts tell of it. */
export interface MailAbout {
  /** As its paper is headed: Tax Invoice, Credit Note, Receipt. */
  title: string;
  number: string;
  /** Of its client, as the paper shows them. */
  name: string;
  date: string;
  /** "" where there is none; of an estimate, until when it holds. */
  dueDate?: string;
  amount: Rupees;
  /** What of it is still owed; left out where nothing is paid of it. */
  balance?: Rupees;
  /** What tax deducted at source is reckoned on; left out where there is no GST in it. */
  taxable?: Rupees;
}

interface Writer {
  agencyName: string;
  name: string;
}

export interface MailTexts {
  subject: string;
  text: string;
}

/** Of an invoice, a note, an estimate, a voucher or a receipt. */
export function buildMailTexts(about: MailAbout, writer: Writer): MailTexts {
  const { number, amount, date, dueDate = "", balance = amount } = about;
  const noun = toNoun(about.title);
  const isOpen = balance > 0 && balance < amount;
  const due =
    dueDate && (noun === "estimate" ? `, valid until ` : `, due on `) + formatDate(dueDate);
  const lines = [
    `Here is our ${noun} ${number} of ${formatDate(date)} for ${formatInr(amount)}${due}.`,
    isOpen && `${formatInr(balance)} of it is still open.`,
    about.taxable !== undefined &&
      `If you deduct TDS, please deduct it on ${formatInr(about.taxable)}.`,
  ];
  const named = `${upperFirst(noun)} ${number}`;
  return {
    subject: `${named} from ${writer.agencyName}, ${formatInr(amount)}`,
    text: letter(about.name, lines, writer),
  };
}

/** In a sentence a tax invoice is an invoice. */
const toNoun = (title: string): string =>
  title === "Tax Invoice" ? "invoice" : title.toLowerCase();

export interface StatementAbout {
  /** The client's. */
  name: string;
  dateFrom: string;
  dateTo: string;
}

export function statementTexts(about: StatementAbout, writer: Writer): MailTexts {
  const days = `${formatDate(about.dateFrom)} to ${formatDate(about.dateTo)}`;
  const line = `Here is your statement of account with us from ${days}.`;
  return {
    subject: `Statement of account from ${writer.agencyName}, ${days}`,
    text: letter(about.name, [line], writer),
  };
}

/** Of the folder of a month, `2026-10`, which whoever it is for fetches where the mail's link leads. */
export function monthTexts(
  { name, month }: { name: string; month: string },
  writer: Writer,
): MailTexts {
  const lines = [
    `The documents for ${monthName(month)} are ready: documents, ledgers, statements, returns and the ` +
      "Tally file.",
    `Sign in to download them in one folder, or download them with bahi reports month --month ${month}.`,
  ];
  return {
    subject: `Documents for ${monthName(month)} from ${writer.agencyName}`,
    text: letter(name, lines, writer),
  };
}

/** Of books that an owner has opened again; `to` is how far they are closed now, "" for not at all. */
export function reopenedTexts(
  { name, from, to, reason }: { name: string; from: string; to: string; reason: string },
  writer: Writer,
): MailTexts {
  const now = to ? `are closed to ${formatDate(to)}` : "are not closed";
  return {
    subject: `${writer.agencyName} opened its books again, which were closed to ${formatDate(from)}`,
    text: letter(
      name,
      [
        `Our books were closed to ${formatDate(from)}, and ${now} now. The reason: ${reason}`,
        "Changes made until they are closed again are listed on the page Locks.",
      ],
      writer,
    ),
  };
}

function letter(name: string, lines: (string | false)[], writer: Writer): string {
  const end = `With thanks,\n${writer.name}, ${writer.agencyName}`;
  return [`Dear ${name},`, ...lines.filter((line) => line !== false), end].join("\n\n");
}
