import { and, eq } from "drizzle-orm";
import { addDays, type CalendarDate, pickLater } from "../../domain/dates.ts";
import { listDatesFrom } from "../../domain/series/schedule.ts";
import { isIn } from "../engine/conditions.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { occurrences } from "../schema/series.ts";
import { type From, type Stored, toSchedule } from "./rows.ts";

/** Maximum dates checked in one query. */
const TOGETHER = 60;

/** Returns the first date from a day on that was neither created nor skipped; null if there is none. */
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

/** Returns the dates that were created or skipped, with which of the two. */
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

/** Returns the next date after a date. */
export const findNextAfter = (
  from: From,
  tenant: Pick<Tenant, "agencyId">,
  row: Stored,
  date: CalendarDate,
): Promise<CalendarDate | null> =>
  findNextFrom(from, tenant, row, pickLater(addDays(date, 1), row.notBefore));
