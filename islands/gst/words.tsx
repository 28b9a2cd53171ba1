import { pluralize } from "../../domain/counts.ts";
import { addDays, countDays, formatDaysAway, formatWeekday, today } from "../../domain/dates.ts";
import { type FiledReturn, RETURN_NAMES } from "../../domain/gst/returns/filings.ts";
import { formatInr } from "../../domain/money.ts";
import { saveFile } from "../ui/downloads.ts";

const SOON_DAYS = 3;

/** Returns `due Wed 11 Nov 2026, in 2 days`, and whether that is soon or past. */
export function dueWords(due: string): { text: string; tone: "late" | "quiet" | "soon" } {
  const on = today();
  if (due < on) {
    const days = countDays({ dateFrom: addDays(due, 1), dateTo: on });
    return {
      text: `due ${formatWeekday(due)}, ${pluralize(days, "day")} late`,
      tone: "late",
    };
  }
  const isSoon = due <= addDays(on, SOON_DAYS);
  return {
    text: isSoon
      ? `due ${formatWeekday(due)}, ${formatDaysAway(due, on)}`
      : `due ${formatWeekday(due)}`,
    tone: isSoon ? "soon" : "quiet",
  };
}

/** An amount in a table: without a currency sign, and zero as a dash. */
export function Figure({ amount }: { amount: number }) {
  if (amount === 0) return <span className="muted">–</span>;
  return <>{figureText(amount)}</>;
}

export const figureText = (amount: number): string =>
  formatInr(amount).replace("₹", "").replace("-", "−");

export const saveGst = (path: string, type: string): Promise<void> =>
  saveFile(`/api/gst/${path}`, type, "Failed to download the file");

export const returnName = (which: FiledReturn): string => RETURN_NAMES[which];
