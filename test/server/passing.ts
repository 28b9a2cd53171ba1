import { openSender } from "../../server/mail/sender.ts";
import type { World } from "../world.ts";

export type Passing = ReturnType<typeof openPassing>;

/** The sender of a world with a clock that the test moves. */
export function openPassing({ books, context }: World) {
  const { log, settings } = context;
  let ahead = 0;
  let onIdle: () => void = () => {};
  const now = () => Date.now() + ahead;
  const sender = openSender({
    books,
    log,
    settings,
    now,
    perMinute: 1000,
    wait: (_, woken) => {
      onIdle();
      return woken;
    },
  });
  context.sender = sender;
  return {
    now,
    /** The outbox dates its entries by the real clock. */
    reset() {
      ahead = 0;
    },
    /** Moves the sender's clock and waits until the due mails are finished. */
    async pass(ms: number): Promise<void> {
      ahead += ms;
      sender.wake();
      for (;;) {
        const idle = Promise.withResolvers<void>();
        onIdle = idle.resolve;
        sender.wake();
        await idle.promise;
        const [{ busy } = { busy: 0 }] = await books.read.all<{ busy: number }>(
          `SELECT count(*) AS busy FROM mails WHERE state = 'sending'
            OR (state = 'queued' AND next_at <= ${now()})`,
        );
        if (busy === 0) return;
        const next = Promise.withResolvers<void>();
        onIdle = next.resolve;
        await next.promise;
      }
    },
    stop: () => sender.stop(),
  };
}
