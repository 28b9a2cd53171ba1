import { and, eq } from "drizzle-orm";
import { addDays, type CalendarDate, laterOf } from "../../domain/dates.ts";
import { datesFrom } from "../../domain/series/schedule.ts";
import { isOneOf } from "../engine/conditions.ts";
import { owned, type Tenant } from "../engine/tenant.ts";
import { occurrences } from "../schema/series.ts";
import { type From, type Stored, scheduleOf } from "./rows.ts";

/** So many dates are looked at together. */
const TOGETHER = 60;

/** The first date, from a day on, that was neither made nor skipped; null where none comes. */
export async function nextFrom(
  from: From,
  tenant: Pick<Tenant, "agencyId">,
  row: Stored,
  day: CalendarDate,
): Promise<CalendarDate | null> {
  for (let start = day; ; ) {
    const dates = datesFrom(scheduleOf(row), start, TOGETHER);
    const taken = await statesOf(from, tenant, row.id, dates);
    const free = dates.find((date) => !taken.has(date));
    if (free) return free;
    const last = dates.at(-1);
    if (!last || dates.length < TOGETHER) return null;
    start = addDays(last, 1);
  }
}

/** The dates that were made or skipped already, and which of these. */
export async function statesOf(
  from: From,
  tenant: Pick<Tenant, "agencyId">,
  seriesId: string,
  dates: CalendarDate[],
) {
  const { date, state } = occurrences;
  const rows = await from
    .select({ date, state })
    .from(occurrences)
    .where(
      owned(tenant, occurrences, and(eq(occurrences.seriesId, seriesId), isOneOf(date, dates))),
    );
  return new Map(rows.map((row) => [row.date, row.state]));
}

/** The one after a date. */
export const nextAfter = (
  from: From,
  tenant: Pick<Tenant, "agencyId">,
  row: Stored,
  date: CalendarDate,
): Promise<CalendarDate | null> =>
  nextFrom(from, tenant, row, laterOf(addDays(date, 1), row.notBefore));
