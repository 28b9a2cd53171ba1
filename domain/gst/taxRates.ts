import type { CalendarDate } from "../dates.ts";

// GST rates by the day they came into force. An invoice accepts any rate from 0 to 100; the usual rates
// are suggested, and unlawful rates get a warning.

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

/** Returns the rates to suggest for an invoice of that date. */
export function ratesOn(date: CalendarDate): number[] {
  return SCHEDULES.find(({ from }) => date >= from)?.rates ?? [];
}

/**
 * Rates of single notifications, lawful but not suggested: merchant exporters (40 and 41/2017), diamonds
 * and their job work (11/2017), composition and bricks (2/2019, 2/2022), flats (3/2019).
 */
const SPECIAL = [0.1, 1, 1.5, 6, 7.5];

/** Whether a rate was in force on a day, in percent. */
export const isLawful = (percent: number, date: CalendarDate): boolean =>
  SPECIAL.includes(percent) || ratesOn(date).includes(percent);
