import { addDays, type CalendarDate } from "../dates.ts";
import { type Schedule, valueOn } from "./returns/law.ts";

// An invoice that comes too late: its tax falls due with the service (CGST Act, s. 13(2)(b)).

/** Days after the service within which its invoice is to be issued: Rule 47 of the CGST Rules. */
const INVOICE_DAYS: Schedule<number> = [{ from: "2017-07-01", value: 30 }];

/** Returns the days in which an invoice is to be issued for a service of a day. */
export const invoiceDays = (serviceDate: CalendarDate): number =>
  valueOn(INVOICE_DAYS, serviceDate);

/** Returns the day on which an invoice's tax falls due, whatever was paid before. */
export function dueDay({
  date,
  serviceDate,
}: {
  date: CalendarDate;
  serviceDate: string;
}): CalendarDate {
  if (!serviceDate) return date;
  return date > addDays(serviceDate, invoiceDays(serviceDate)) ? serviceDate : date;
}
