import { mailNotifications } from "../db/mail/dailyNotifications.ts";
import type { AppContext } from "./http/context.ts";
import { runEachMinute } from "./ticker.ts";

/**
 * Creates the members' daily e-mails, now and every minute. The returned function stops it after the
 * current mail.
 * @param now in milliseconds since 1970
 */
export function startNotificationMails(
  { books, log, sender, settings }: AppContext,
  now: () => number = Date.now,
): () => Promise<void> {
  return runEachMinute(log, "Notifications could not be e-mailed", async (isStopping) => {
    const looking = { now: now(), mail: settings.mail };
    const { made } = await mailNotifications(books, looking, isStopping);
    if (made > 0) sender.wake();
  });
}
