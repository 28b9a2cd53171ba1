import { classifyFault, formatTrace } from "../db/engine/errors.ts";
import type { AppContext } from "./http/context.ts";

const MINUTE_MS = 60_000;

/**
 * Runs a task now and every minute, one run at a time. A run that fails because the database is away or the
 * server is stopping is left to the next one.
 * @param failure the log message for a failed run
 * @returns the function that stops it: the current run sees `isStopping`, and is awaited
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
