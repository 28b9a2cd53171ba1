import { addDays, type CalendarDate } from "../dates.ts";
import { type Schedule, valueOn } from "./returns/law.ts";

// Late invoices: tax is due on the date of the service (CGST Act, s. 13(2)(b)).

/** Days after the service to issue its invoice: Rule 47 of the CGST Rules. */
const INVOICE_DAYS: Schedule<number> = [{ fromPaise: "2017-07-01", value: 30 }];

/** Returns the number of days to issue the invoice for a service on this date. */
export const invoiceDays = (serviceDate: CalendarDate): number =>
  valueOn(INVOICE_DAYS, serviceDate);

/** Returns the day on which an invoice's tax is due, ignoring advances. */
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
