import { and, eq } from "drizzle-orm";
import { addDays, type CalendarDate, pickLater } from "../../domain/dates.ts";
import { listDatesFrom } from "../../domain/series/schedule.ts";
import { isIn } from "../engine/conditions.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { occurrences } from "../schema/series.ts";
import { type From, type Stored, toSchedule } from "./rows.ts";

/** So many dates are looked at together. */
const TOGETHER = 60;

/** The first date, from a day on, that was neither made nor skipped; null where none comes. */
export async function findNextFrom(
  from: From,
  tenant: Pick<Tenant, "agencyId">,
  row: Stored,
  day: CalendarDate,
): Promise<CalendarDate | null> {
  for (let start = day; ; ) {
    const dates = listDatesFrom(toSchedule(row), start, TOGETHER);
    const taken = await listStates(from, tenant, row.id, dates);
    const free = dates.find((date) => !taken.has(date));
    if (free) return free;
    const last = dates.at(-1);
    if (!last || dates.length < TOGETHER) return null;
    start = addDays(last, 1);
  }
}

/** The dates that were made or skipped already, and which of these. */
export async function listStates(
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
      forAgency(tenant, occurrences, and(eq(occurrences.seriesId, seriesId), isIn(date, dates))),
    );
  return new Map(rows.map((row) => [row.date, row.state]));
}

/** The one after a date. */
export const findNextAfter = (
  from: From,
  tenant: Pick<Tenant, "agencyId">,
  row: Stored,
  date: CalendarDate,
): Promise<CalendarDate | null> =>
  findNextFrom(from, tenant, row, pickLater(addDays(date, 1), row.notBefore));
