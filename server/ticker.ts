import { classifyFault, formatTrace } from "../db/engine/errors.ts";
import type { AppContext } from "./http/context.ts";

const MINUTE_MS = 60_000;

/**
 * Looks now and each minute, one look at a time. What could not be looked at because the database is away or
 * the server stops is found by the next look.
 * @param failure what the log says where a look fails
 * @returns what ends it: the look that is under way is told by `isStopping`, and waited for
 */
export function runEachMinute(
  log: AppContext["log"],
  failure: string,
  look: (isStopping: () => boolean) => Promise<void>,
): () => Promise<void> {
  let isStopping = false;
  let running: Promise<void> | undefined;
  const logFault = (error: unknown) => {
    const fault = classifyFault(error);
    if (fault === "away" || fault === "stopping") return;
    log.error(failure, { trace: formatTrace(error) });
  };
  const begin = () => {
    running ??= look(() => isStopping)
      .catch(logFault)
      .finally(() => {
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
