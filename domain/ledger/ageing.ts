import { countDays } from "../dates.ts";

/** By days past due. An invoice without a due date is due on its date. Day 0 is not overdue. */
export const DUE_BUCKETS = ["not due", "1-30", "31-60", "61-90", "90+"] as const;
/** By days since the invoice date. */
export const AGE_BUCKETS = ["0-30", "31-60", "61-90", "90+"] as const;
export type Bucket = (typeof DUE_BUCKETS)[number] | (typeof AGE_BUCKETS)[number];

/** Returns a document's age on a day, and its bucket. */
export function computeAge(
  { date, dueDate }: { date: string; dueDate: string },
  at: string,
  by: "due" | "invoice",
): { daysOverdue: number; ageInDays: number; bucket: Bucket } {
  const ageInDays = daysSince(date, at);
  const daysOverdue = daysSince(dueDate || date, at);
  const days = by === "due" ? daysOverdue : ageInDays;
  const first: Bucket = by === "due" ? (days === 0 ? "not due" : "1-30") : "0-30";
  const bucket = days <= 30 ? first : days <= 60 ? "31-60" : days <= 90 ? "61-90" : "90+";
  return { daysOverdue, ageInDays, bucket };
}

const daysSince = (date: string, at: string): number =>
  date < at ? countDays({ dateFrom: date, dateTo: at }) - 1 : 0;
