import { faultOf, traceOf } from "../db/engine/errors.ts";
import { runSeries, type Turn } from "../db/series/run.ts";
import { today } from "../domain/dates.ts";
import type { Run } from "../domain/series/series.ts";
import type { AppContext } from "./http/context.ts";

const MINUTE_MS = 60_000;

/** In a thread that writes: a turn is some fifty documents, each a write that waits for the disk. */
export const makeTurnBy =
  (writers: AppContext["writers"]) =>
  (turn: Turn): Promise<Run> =>
    writers.call("makeTurn", undefined, turn);

/**
 * Makes what is due of all series, now and each minute. How often makes no difference, for each date is made
 * once. What it gives ends it: what is being made is finished, the rest is left for the next start.
 */
export function keepSeries({
  books,
  log,
  sender,
  settings,
  writers,
}: AppContext): () => Promise<void> {
  let isStopping = false;
  let running: Promise<void> | undefined;
  const look = async () => {
    try {
      const looking = { today: today(), mail: settings.mail };
      const { made, failed } = await runSeries(books, looking, {
        makeTurn: makeTurnBy(writers),
        isStopping: () => isStopping,
        onMade: sender.wake,
      });
      if (made > 0) log.info("Series have made what was due", { made });
      for (const { seriesId, date } of failed) log.warn("A series failed", { seriesId, date });
    } catch (error) {
      const fault = faultOf(error);
      if (fault === "away" || fault === "stopping") return;
      log.error("What is due of series could not be made", { trace: traceOf(error) });
    }
  };
  const begin = () => {
    running ??= look().finally(() => {
      running = undefined;
    });
  };
  begin();
  const timer = setInterval(begin, MINUTE_MS);
  timer.unref();
  return async () => {
    isStopping = true;
    clearInterval(timer);
    await running;
  };
}
