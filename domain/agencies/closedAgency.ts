import * as v from "valibot";
import { addDays, type CalendarDate, formatDate } from "../dates.ts";
import { strictObject } from "../fields.ts";
import { Refusal } from "../refusal.ts";

// An owner can close an agency, and restore it within some days. In between, nobody can use it.

const RESTORABLE_DAYS = 30;

/** Who closed an agency, when, and the last day on which an owner can restore it. */
export interface ClosedAgency {
  agencyName: string;
  by: string;
  on: CalendarDate;
  until: CalendarDate;
}

/** Returns the last day on which an agency closed on a day can be restored. */
export const computeLastRestoreDay = (closedOn: CalendarDate): CalendarDate =>
  addDays(closedOn, RESTORABLE_DAYS);

/** Confirms a closing: the agency's slug, typed by the owner. */
export const AgencyClosing = strictObject({
  agencySlug: v.pipe(
    v.string("Type the agency’s slug"),
    v.trim(),
    v.nonEmpty("Type the agency’s slug"),
  ),
});
export type AgencyClosing = v.InferOutput<typeof AgencyClosing>;

/** Describes who closed an agency, and until when it can be restored. */
export function describeClosed(
  { agencyName, by, on, until }: ClosedAgency,
  day: CalendarDate,
): string {
  const closed = `${by} closed ${agencyName} on ${formatDate(on)}.`;
  return day <= until
    ? `${closed} An owner can restore it until ${formatDate(until)}.`
    : `${closed} It could be restored until ${formatDate(until)}.`;
}

/** The code of a refusal for an agency that is closed. */
export const AGENCY_CLOSED = "agency_closed";

/** Creates the refusal for every use of a closed agency. */
export const agencyClosed = (closed: ClosedAgency, day: CalendarDate): Refusal =>
  new Refusal("forbidden", describeClosed(closed, day), [], AGENCY_CLOSED);
