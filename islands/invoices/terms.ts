import { pluralize } from "../../domain/counts.ts";
import { isCalendarDate } from "../../domain/dates.ts";
import { countTerm } from "../../domain/documents/lastTime.ts";

/**
 * Returns the payment term of a document, such as `15 days`, or undefined if it is not due after its own
 * date.
 */
export function termText(date: string, dueDate: string): string | undefined {
  const days = isCalendarDate(date) ? countTerm(date, dueDate) : null;
  if (days === null) return undefined;
  return days === 0 ? "On the same day" : pluralize(days, "day");
}
