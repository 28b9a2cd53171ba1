import { pluralize } from "../../domain/counts.ts";
import { countDays, isCalendarDate } from "../../domain/dates.ts";

/**
 * Returns the payment term of a document, such as `15 days`, or undefined if it is not due after its own
 * date.
 */
export function termText(date: string, dueDate: string): string | undefined {
  if (!isCalendarDate(date) || !isCalendarDate(dueDate) || dueDate < date) return undefined;
  const days = countDays({ dateFrom: date, dateTo: dueDate }) - 1;
  return days === 0 ? "On the same day" : pluralize(days, "day");
}
