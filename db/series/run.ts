import { sql } from "drizzle-orm";
import type { Run } from "../../domain/series/series.ts";
import { isOpenAgency } from "../agencies/closedAgencies.ts";
import type { Books } from "../engine/books.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { seriesLook } from "../schema/series.ts";
import { type Due, type JobClock, makeDue, type Outcome } from "./occur.ts";

/** Occurrences created before yielding. */
const PER_TURN = 50;

/** A batch of due occurrences, of limited size. */
export interface Turn {
  looking: JobClock;
  /** Only this agency. */
  only?: { agencyId: number } | undefined;
  /** Ids of series that have failed in this run. */
  passed: string[];
}

interface Running {
  only?: { agencyId: number } | undefined;
  /** Processes a batch in another thread; by default this thread does it. */
  makeTurn?(turn: Turn): Promise<Run>;
  /** Called before each batch. If true, the rest is left for the next start. */
  isStopping?(): boolean;
  /** Called after each batch that created something. */
  onMade?(): void;
}

/**
 * Creates everything due, in batches that rotate among all agencies, or for one agency. It can be called any
 * number of times, and by several servers at once.
 */
export async function runSeries(
  books: Books,
  looking: JobClock,
  { only, isStopping, onMade, ...running }: Running = {},
): Promise<Run> {
  const turn = running.makeTurn ?? ((turn: Turn) => makeTurn({ books }, turn));
  const run: Run = { made: 0, failed: [] };
  for (;;) {
    if (isStopping?.()) return run;
    const passed = run.failed.map(({ seriesId }) => seriesId);
    if (!(await isAnyDue(books, { looking, only, passed }))) break;
    const { made, failed } = await turn({ looking, only, passed });
    run.made += made;
    run.failed.push(...failed);
    if (made > 0) onMade?.();
    // Another server is creating them and will continue.
    if (made === 0 && failed.length === 0) break;
  }
  if (!only) await recordLook(books, looking);
  return run;
}

/** Processes one batch. Can run in another thread. */
export async function makeTurn(
  { books }: { books: Books },
  { looking, only, passed }: Turn,
): Promise<Run> {
  const run: Run = { made: 0, failed: [] };
  for (const one of await findDue(books, looking, passed, only)) {
    const outcome = await makeDue(books, one, looking);
    if (outcome.is === "made") run.made++;
    if (outcome.is !== "failed" && outcome.is !== "stopped") continue;
    const { title, date, reason } = outcome;
    run.failed.push({ seriesId: one.id, title, date, reason });
  }
  return run;
}

async function isAnyDue({ read }: Books, { looking, only, passed }: Turn): Promise<boolean> {
  const due = await read.all(sql`SELECT 1 FROM series
    WHERE state = 'active' AND next_date <= ${looking.today} AND ${among(passed)} AND ${isOpen}
      AND ${only ? sql`agency_id = ${only.agencyId}` : sql`1`} LIMIT 1`);
  return due.length > 0;
}

const isOpen = isOpenAgency(sql`agency_id`);

const among = (passed: string[]) =>
  sql`id NOT IN (SELECT value FROM json_each(${JSON.stringify(passed)}))`;

/** Creates all past dates of one series. */
export async function makeAllDue(books: Books, due: Due, looking: JobClock): Promise<void> {
  let outcome: Outcome;
  do outcome = await makeDue(books, due, looking);
  while (outcome.is === "made");
}

/** Returns the next due series: the first of each agency, then the second of each; oldest first. */
async function findDue(
  books: Books,
  { today }: JobClock,
  passed: string[],
  only: { agencyId: number } | undefined,
): Promise<{ agencyId: number; id: string }[]> {
  const { read } = books;
  const agencies = only
    ? [only]
    : await read.all<{ agencyId: number }>(sql`SELECT DISTINCT agency_id AS agencyId FROM series
        WHERE state = 'active' AND next_date <= ${today} AND ${isOpen}`);
  const each = Math.max(1, Math.floor(PER_TURN / Math.max(1, agencies.length)));
  const columns: { agencyId: number; id: string }[][] = [];
  for (const { agencyId } of agencies) {
    columns.push(
      await read.all(sql`SELECT agency_id AS agencyId, id FROM series INDEXED BY series_next
        WHERE agency_id = ${agencyId} AND state = 'active' AND next_date <= ${today}
          AND ${among(passed)}
        ORDER BY next_date, id LIMIT ${each}`),
    );
  }
  return Array.from({ length: each }, (_, n) => columns.flatMap((rows) => rows[n] ?? [])).flat();
}

/** Records once a day that due series were checked. */
async function recordLook(books: Books, { today: day }: JobClock): Promise<void> {
  const [last] = await books.read.select().from(seriesLook);
  if (last && last.day >= day) return;
  await writeTransaction({ books }, (tx) =>
    tx
      .insert(seriesLook)
      .values({ id: 1, day })
      .onConflictDoUpdate({ target: seriesLook.id, set: { day } })
      .run(),
  );
}
