import { pluralize } from "../../domain/counts.ts";
import { formatDate, today } from "../../domain/dates.ts";
import { isCatchingUp } from "../../domain/series/occurrence.ts";
import { listDatesFrom } from "../../domain/series/schedule.ts";
import type { SeriesKind } from "../../domain/series/series.ts";
import type { ScheduleTexts } from "../invoices/values.ts";
import { readSchedule } from "./schedule.ts";

/** The names of a series on screens. */
export const SERIES_NAMES: Record<SeriesKind, string> = {
  invoice: "recurring invoice",
  transaction: "recurring entry",
};

export const SERIES_PLURALS: Record<SeriesKind, string> = {
  invoice: "recurring invoices",
  transaction: "recurring entries",
};

/** Returns the title of a form: `New Recurring Invoice`. */
export const toSeriesTitle = (verb: "Edit" | "New", kind: SeriesKind): string =>
  `${verb} ${kind === "invoice" ? "Recurring Invoice" : "Recurring Entry"}`;

const SAVE = "Save Recurring Invoice";
const LISTED_MAX = 61;

/**
 * Returns the label of the button that saves new recurring invoices: the number that it issues or sends
 * today, or the first date.
 * @param email the client's; without it, nothing is sent
 */
export function saveLabel(texts: ScheduleTexts, email: string | undefined): string {
  const schedule = readSchedule(texts);
  if (!schedule) return SAVE;
  const dates = listDatesFrom(schedule, schedule.anchor, LISTED_MAX);
  const due = dates.filter((date) => date <= today()).length;
  const [first] = dates;
  if (due === 0) return first ? `Save; first one on ${formatDate(first)}` : SAVE;
  const missed = dates.filter((date) => date < today()).length;
  const { mode } = texts;
  const isDraft = mode === "draft" || (mode === "issue_and_send" && !email);
  if (isDraft || isCatchingUp(missed, "", today())) return SAVE;
  return `Save and ${mode === "issue" ? "issue" : "send"} ${pluralize(due, "invoice")} today`;
}
