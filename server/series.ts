import { runSeries, type Turn } from "../db/series/run.ts";
import { today } from "../domain/dates.ts";
import type { Run } from "../domain/series/series.ts";
import type { AppContext } from "./http/context.ts";
import { runEachMinute } from "./ticker.ts";

/** Runs in a writer thread: one round is about fifty documents, each a write that waits for the disk. */
export const makeTurnBy =
  (writers: AppContext["writers"]) =>
  (turn: Turn): Promise<Run> =>
    writers.call("makeTurn", undefined, turn);

/**
 * Creates due occurrences of all series, now and every minute. The interval does not matter, because each
 * date is created once. The returned function stops it after the current occurrence; the rest follows at
 * the next start.
 */
export function startSeries(context: AppContext): () => Promise<void> {
  const { books, log, sender, settings, writers } = context;
  return runEachMinute(log, "Due series entries could not be created", async (isStopping) => {
    const looking = { today: today(), mail: settings.mail };
    const { made, failed } = await runSeries(books, looking, {
      makeTurn: makeTurnBy(writers),
      isStopping,
      onMade: sender.wake,
    });
    if (made > 0) log.info("Due series entries were created", { made });
    for (const { seriesId, date } of failed) log.warn("A series failed", { seriesId, date });
  });
}
