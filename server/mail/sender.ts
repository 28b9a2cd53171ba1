import type { Books } from "../../db/engine/books.ts";
import { classifyFault, formatTrace } from "../../db/engine/errors.ts";
import {
  endLeases,
  findWaiting,
  type LeasedMail,
  leaseMail,
  type Outcome,
} from "../../db/mail/lease.ts";
import type { Log } from "../http/log.ts";
import { type Account, findAccount, type MailSecrets } from "./account.ts";
import { handOver, type Message } from "./handOver.ts";
import { tryMail } from "./tryMail.ts";

/** Hands over what the outbox holds. */
export interface Sender {
  /** Says that something was put there, or may be tried now. */
  wake(): void;
  /** Begins nothing more; resolves when all that is on its way has ended. */
  stop(): Promise<void>;
}

export interface SenderOptions {
  books: Books;
  log: Log;
  settings: MailSecrets;
  /** In milliseconds since 1970. */
  now?: () => number;
  /** Tries a minute by one account. */
  perMinute?: number;
  /** Mails at once by one account. */
  atOnce?: number;
  /** Resolves after so long, or when it is woken. */
  wait?: (ms: number, woken: Promise<void>) => Promise<void>;
  handOver?: (account: Account, message: Message) => Promise<Outcome>;
}

/** Mails at once by one account, and in all. */
const OF_ACCOUNT = 2;
const OF_ALL = 8;
const PER_MINUTE = 30;
/** Another server of the same database may have put something there. */
const LOOK_EVERY_MS = 30_000;
const AFTER_FAULT_MS = 5_000;

/** Starts at once. Whatever it meets is in the log, and it goes on. */
export function openSender(options: SenderOptions): Sender {
  const { books, log, settings } = options;
  const {
    now = Date.now,
    perMinute = PER_MINUTE,
    atOnce = OF_ACCOUNT,
    wait = waitFor,
    handOver: hand = handOver,
  } = options;
  const busy = new Map<string, number>();
  /** When an agency's turn was last: those that share an account take turns. */
  const served = new Map<number, number>();
  const trying = new Set<Promise<void>>();
  let turns = 0;
  let isStopping = false;
  let woken = Promise.withResolvers<void>();
  const logError = (what: string, error: unknown) => logFailure(log, what, error);

  const wake = () => woken.resolve();

  async function run(): Promise<void> {
    let hasEnded = Boolean(books.primary);
    while (!isStopping) {
      woken = Promise.withResolvers();
      let pause = AFTER_FAULT_MS;
      try {
        if (!hasEnded) await endLeases(books, now());
        hasEnded = true;
        pause = (await begin()) - now();
      } catch (error) {
        logError("The outbox could not be read", error);
      }
      if (!isStopping && pause > 0) await wait(Math.min(pause, LOOK_EVERY_MS), woken.promise);
    }
  }

  /** Begins what may be begun. Resolves to when there will be more, if nobody wakes it before. */
  async function begin(): Promise<number> {
    let next = now() + LOOK_EVERY_MS;
    const waiting = await findWaiting(books);
    const due = waiting.filter(({ at }) => at <= now());
    for (const { at } of waiting) if (at > now()) next = Math.min(next, at);
    due.sort((a, b) => (served.get(a.agencyId) ?? 0) - (served.get(b.agencyId) ?? 0));
    for (const { agencyId } of due) {
      const account = await findAccount(books, agencyId, settings);
      // Where it is set up again, it goes on within half a minute. What ends wakes us.
      if (!account || isStopping) continue;
      if (trying.size >= OF_ALL || (busy.get(account.key) ?? 0) >= atOnce) continue;
      const mail = await leaseMail(books, agencyId, account.key, { now: now(), perMinute });
      if (typeof mail === "number") next = Math.min(next, mail);
      if (typeof mail !== "object") continue;
      served.set(agencyId, ++turns);
      start(mail, account);
      next = now();
    }
    return next;
  }

  function start(mail: LeasedMail, account: Account): void {
    busy.set(account.key, (busy.get(account.key) ?? 0) + 1);
    const work = tryMail(mail, account, tried)
      .catch((error) => logError("The result of an e-mail could not be saved", error))
      .finally(() => {
        busy.set(account.key, (busy.get(account.key) ?? 1) - 1);
        trying.delete(work);
        wake();
      });
    trying.add(work);
  }

  const tried = { books, now, hand, isStopping: () => isStopping, tell: logError };
  const running = run();
  return {
    wake,
    async stop() {
      isStopping = true;
      wake();
      await running;
      await Promise.allSettled(trying);
    },
  };
}

async function waitFor(ms: number, woken: Promise<void>): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, ms);
  await Promise.race([over.promise, woken]);
  clearTimeout(timer);
}

function logFailure(log: Log, what: string, error: unknown): void {
  const fault = classifyFault(error);
  if (fault === "away" || fault === "stopping") return;
  log.error(what, { trace: formatTrace(error) });
}
