import { type Batch, runReminders, type Search } from "../db/reminders/run.ts";
import type { AppContext } from "./http/context.ts";
import { runEachMinute } from "./ticker.ts";

/** Runs in threads, because every new mail waits for the disk. */
export const createReminderRun = ({
  readers,
  writers,
}: Pick<AppContext, "readers" | "writers">) => ({
  find: (search: Search) => readers.call("findReminded", undefined, search),
  make: (batch: Batch) => writers.call("remindClients", undefined, batch),
});

/**
 * Creates due reminders, now and every minute. The interval does not matter, because each rule is applied
 * to an invoice once. The returned function stops it after the current mail.
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
