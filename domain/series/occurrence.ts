import { addDays, type CalendarDate, formatDate } from "../dates.ts";
import type { NewInvoice } from "../documents/invoiceInput.ts";
import type { NewTransaction } from "../ledger/transactions.ts";
import { monthShort } from "../months.ts";
import { fillPlaceholders } from "./placeholders.ts";
import type { Schedule } from "./schedule.ts";
import type { InvoiceTemplate, Mode, TransactionTemplate } from "./series.ts";

// Creates invoices and transactions from a series' template for a date.

/** If more dates than this were missed, their occurrences become drafts. */
const MISSED_MAX = 3;

/** The same applies if the series was not processed for this long. */
const UNATTENDED_DAYS = 35;

/** Number of consecutive failures on a date that stop a series. */
export const FAILURES_MAX = 3;

/** Maximum past dates when a series is created or its first date is moved. */
export const PAST_MAX = 60;

/**
 * Returns the date to write on an occurrence: its own date if that is in the current month and not
 * locked, else today. The return of an earlier month may be filed already, and an early occurrence gets
 * the current date.
 */
export function documentDate(
  date: CalendarDate,
  today: CalendarDate,
  lockedTo: CalendarDate | "",
): CalendarDate {
  const isOfNow = date <= today && date.slice(0, 7) === today.slice(0, 7);
  return isOfNow && date > lockedTo ? date : today;
}

/** Names the period of an occurrence that is dated otherwise: `For Oct 2026`, `For 12 Oct 2026`. */
function describePeriod(date: CalendarDate, unit: Schedule["unit"]): string {
  return `For ${unit === "month" ? monthShort(date) : formatDate(date)}`;
}

interface Occasion {
  /** Date in the schedule. */
  date: CalendarDate;
  /** Date on the document. */
  written: CalendarDate;
  unit: Schedule["unit"];
}

const notesFor = (notes: string, { date, written, unit }: Occasion): string =>
  [fillPlaceholders(notes, date), date !== written && describePeriod(date, unit)]
    .filter(Boolean)
    .join("\n");

/** Returns the invoice of a date, before tax is computed. */
export function invoiceOn(template: InvoiceTemplate, occasion: Occasion): NewInvoice {
  const { date, written } = occasion;
  const { dueDays, ...rest } = template;
  return {
    ...rest,
    date: written,
    serviceDate: "",
    dueDate: dueDays === null ? "" : addDays(written, dueDays),
    items: rest.items.map((item) => ({
      ...item,
      description: fillPlaceholders(item.description, date),
    })),
    notes: notesFor(rest.notes, occasion),
    terms: fillPlaceholders(rest.terms, date),
  };
}

export function transactionOn(template: TransactionTemplate, occasion: Occasion): NewTransaction {
  return {
    ...template,
    date: occasion.written,
    description: fillPlaceholders(template.description, occasion.date),
    notes: notesFor(template.notes, occasion),
  };
}

/** Whether too many dates were missed, so that occurrences must wait as drafts in every mode. */
export const isCatchingUp = (missed: number, lastLook: CalendarDate | "", today: CalendarDate) =>
  missed > MISSED_MAX || (lastLook !== "" && lastLook < addDays(today, -UNATTENDED_DAYS));

/** Returns the mode to use. During catch-up nothing is issued or sent. */
export const effectiveMode = (mode: Mode, isLate: boolean): Mode => (isLate ? "draft" : mode);
