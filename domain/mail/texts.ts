import { formatDate } from "../dates.ts";
import { formatInr, type Rupees } from "../money.ts";
import { monthName } from "../months.ts";
import { upperFirst } from "../names.ts";

// Default texts of e-mails.

/** The document of an e-mail, with the details for its text. */
export interface MailAbout {
  /** Title on the document: Tax Invoice, Credit Note, Receipt. */
  title: string;
  number: string;
  /** The client's name on the document. */
  name: string;
  date: string;
  amount: Rupees;
}

interface Writer {
  agencyName: string;
  name: string;
}

export interface MailTexts {
  subject: string;
  text: string;
}

/** Returns the texts for an invoice, a note, an estimate, a voucher or a receipt. */
export function buildMailTexts(about: MailAbout, writer: Writer): MailTexts {
  const line = `Here is our ${toNoun(about.title)} dated ${formatDate(about.date)}.`;
  return {
    subject: `${nameDocument(about)} from ${writer.agencyName}, ${formatInr(about.amount)}`,
    text: letter(about.name, [line], writer),
  };
}

/** Returns `Invoice 26-27/INV/000104`. */
export const nameDocument = ({ title, number }: Pick<MailAbout, "number" | "title">): string =>
  `${upperFirst(toNoun(title))} ${number}`;

/** Within a sentence, a tax invoice is called an invoice. */
const toNoun = (title: string): string =>
  title === "Tax Invoice" ? "invoice" : title.toLowerCase();

export interface StatementAbout {
  /** The client's name. */
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

/**
 * Returns the texts for a month's folder, `2026-10`, which the recipient downloads from the e-mail's
 * link.
 */
export function monthTexts(
  { name, month }: { name: string; month: string },
  writer: Writer,
): MailTexts {
  const lines = [
    `The documents for ${monthName(month)} are ready, with ledgers, statements, returns and the ` +
      "Tally file.",
    `Sign in to download them in one folder, or download them with bahi reports month --month ${month}.`,
  ];
  return {
    subject: `Documents for ${monthName(month)} from ${writer.agencyName}`,
    text: letter(name, lines, writer),
  };
}

/**
 * Returns the texts for reopened books.
 * @param to the last day that is still closed, or ""
 */
export function reopenedTexts(
  { name, from, to, reason }: { name: string; from: string; to: string; reason: string },
  writer: Writer,
): MailTexts {
  const now = to ? `are now closed to ${formatDate(to)}` : "are now open";
  return {
    subject: `${writer.agencyName} reopened its books, which were closed to ${formatDate(from)}`,
    text: letter(
      name,
      [
        `Our books were closed to ${formatDate(from)}, and ${now}. Reason: ${reason}`,
        "Changes made until they are closed again are listed on the Locks page.",
      ],
      writer,
    ),
  };
}

const letter = (name: string, lines: string[], writer: Writer): string =>
  [`Dear ${name},`, ...lines, `With thanks,\n${writer.name}`].join("\n\n");
