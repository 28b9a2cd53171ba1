import { pluralize } from "../../domain/counts.ts";
import { countDays, isCalendarDate } from "../../domain/dates.ts";

/** `15 days`, of a document's due date; nothing where it does not fall after the document. */
export function termText(date: string, dueDate: string): string | undefined {
  if (!isCalendarDate(date) || !isCalendarDate(dueDate) || dueDate < date) return undefined;
  const days = countDays({ dateFrom: date, dateTo: dueDate }) - 1;
  return days === 0 ? "On the same day" : pluralize(days, "day");
}
