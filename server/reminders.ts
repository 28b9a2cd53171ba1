import { type Batch, runReminders, type Search } from "../db/reminders/run.ts";
import type { AppContext } from "./http/context.ts";
import { runEachMinute } from "./ticker.ts";

/** Threads look for what waits, and write: each mail waits for the disk. */
export const createReminderRun = ({
  readers,
  writers,
}: Pick<AppContext, "readers" | "writers">) => ({
  find: (search: Search) => readers.call("findReminded", undefined, search),
  make: (batch: Batch) => writers.call("remindClients", undefined, batch),
});

/**
 * Makes what is to be reminded of, now and each minute. How often makes no difference, for each rule of an
 * invoice is sent once. What it gives ends it: the mail that is being made is finished, the rest is left.
 * @param now in milliseconds since 1970
 */
export function startReminders(
  context: AppContext,
  now: () => number = Date.now,
): () => Promise<void> {
  const { books, log, sender, settings } = context;
  return runEachMinute(log, "Due reminders could not be created", async (isStopping) => {
    const looking = { now: now(), mail: settings.mail };
    const { made } = await runReminders(books, looking, {
      ...createReminderRun(context),
      isStopping,
      onMade: sender.wake,
    });
    if (made > 0) log.info("Reminders were created", { made });
  });
}
