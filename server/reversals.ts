import { runReversals } from "../db/ledger/reversals.ts";
import { today } from "../domain/dates.ts";
import type { AppContext } from "./http/context.ts";
import { runEachMinute } from "./ticker.ts";

/**
 * Posts due reversals of journals, now and every minute. The interval does not matter, because each is
 * posted once. The returned function stops it.
 */
export const startReversals = ({ books, log }: AppContext): (() => Promise<void>) =>
  runEachMinute(log, "Due reversals could not be posted", async () => {
    const posted = await runReversals(books, today());
    if (posted > 0) log.info("Due reversals were posted", { posted });
  });
