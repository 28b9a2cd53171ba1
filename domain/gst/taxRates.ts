import type { CalendarDate } from "../dates.ts";

// The rates of GST that there are, by the day they came into force. They change by notification and are
// only ever suggested: an invoice takes any rate from 0 to 100.

interface Schedule {
  from: CalendarDate;
  /** Percent, CGST and SGST together. */
  rates: number[];
}

/** Latest first. */
const SCHEDULES: Schedule[] = [
  { from: "2025-09-22", rates: [0, 0.25, 3, 5, 18, 40] }, // Notification 9/2025-CT(Rate)
  { from: "2017-07-01", rates: [0, 0.25, 3, 5, 12, 18, 28] }, // Notification 1/2017-CT(Rate)
];

/** What is suggested for an invoice of that date. */
export function ratesOn(date: CalendarDate): number[] {
  return SCHEDULES.find(({ from }) => date >= from)?.rates ?? [];
}
