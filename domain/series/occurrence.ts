import { addDays, type CalendarDate, formatDate } from "../dates.ts";
import type { NewInvoice } from "../documents/invoiceInput.ts";
import type { NewTransaction } from "../ledger/transactions.ts";
import { monthShort } from "../months.ts";
import { fillPlaceholders } from "./placeholders.ts";
import type { Schedule } from "./schedule.ts";
import type { InvoiceTemplate, Mode, TransactionTemplate } from "./series.ts";

// What a template becomes on one of its days.

/** More missed at once than this wait as drafts. */
const MISSED_MAX = 3;

/** So does whatever came while nothing was looked at for longer than this. */
const UNATTENDED_DAYS = 35;

/** Failures in a row on one date, after which a series is stopped. */
export const FAILURES_MAX = 3;

/** Of what has passed already when a series is made or its first date is moved. */
export const PAST_MAX = 60;

/**
 * The day that is written on what comes on a date: its own, where that is a day of this month that is not
 * closed; else today, for the return of a month before may be filed, and what is made early is of today.
 */
export function documentDate(
  date: CalendarDate,
  today: CalendarDate,
  lockedTo: CalendarDate | "",
): CalendarDate {
  const isOfNow = date <= today && date.slice(0, 7) === today.slice(0, 7);
  return isOfNow && date > lockedTo ? date : today;
}

/** The period of a date, for what is written on another day: `For Oct 2026`, `For 12 Oct 2026`. */
function describePeriod(date: CalendarDate, unit: Schedule["unit"]): string {
  return `For ${unit === "month" ? monthShort(date) : formatDate(date)}`;
}

interface Occasion {
  /** Of the schedule. */
  date: CalendarDate;
  /** What is written on it. */
  written: CalendarDate;
  unit: Schedule["unit"];
}

const notesFor = (notes: string, { date, written, unit }: Occasion): string =>
  [fillPlaceholders(notes, date), date !== written && describePeriod(date, unit)]
    .filter(Boolean)
    .join("\n");

/** The invoice of a date, before tax is figured. */
export function invoiceOn(template: InvoiceTemplate, occasion: Occasion): NewInvoice {
  const { date, written } = occasion;
  const { dueDays, ...rest } = template;
  return {
    ...rest,
    ...{ date: written, serviceDate: "" },
    dueDate: dueDays === null ? "" : addDays(written, dueDays),
    items: rest.items.map((item) => ({
      ...item,
      description: fillPlaceholders(item.description, date),
    })),
    notes: notesFor(rest.notes, occasion),
    terms: fillPlaceholders(rest.terms, date),
  };
}

/** The transaction of a date. */
export function transactionOn(template: TransactionTemplate, occasion: Occasion): NewTransaction {
  return {
    ...template,
    date: occasion.written,
    description: fillPlaceholders(template.description, occasion.date),
    notes: notesFor(template.notes, occasion),
  };
}

/** Whether what comes waits for somebody, whatever its mode, since too many were missed. */
export const isCatchingUp = (missed: number, lastLook: CalendarDate | "", today: CalendarDate) =>
  missed > MISSED_MAX || (lastLook !== "" && lastLook < addDays(today, -UNATTENDED_DAYS));

/** What becomes of one: nothing is issued or sent while it catches up. */
export const effectiveMode = (mode: Mode, isLate: boolean): Mode => (isLate ? "draft" : mode);
