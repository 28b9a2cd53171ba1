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

/** Sends the mails in the outbox. */
export interface Sender {
  /** Signals that a mail was added, or can be retried now. */
  wake(): void;
  /** Starts nothing more. Resolves when all running attempts have ended. */
  stop(): Promise<void>;
}

export interface SenderOptions {
  books: Books;
  log: Log;
  settings: MailSecrets;
  /** In milliseconds since 1970. */
  now?: () => number;
  /** Attempts per minute and account. */
  perMinute?: number;
  /** Concurrent attempts per account. */
  atOnce?: number;
  /** Resolves after this time, or when woken. */
  wait?: (ms: number, woken: Promise<void>) => Promise<void>;
  handOver?: (account: Account, message: Message) => Promise<Outcome>;
}

/** Concurrent attempts per account, and in total. */
const OF_ACCOUNT = 2;
const OF_ALL = 8;
const PER_MINUTE = 30;
/** Another server with the same database may have added mails. */
const LOOK_EVERY_MS = 30_000;
const AFTER_FAULT_MS = 5_000;

/** Starts at once. Errors are logged and never stop it. */
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
  /** When each agency was last served, because agencies that share an account alternate. */
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

  /** Starts every attempt that may start. Resolves to the time of the next one. */
  async function begin(): Promise<number> {
    let next = now() + LOOK_EVERY_MS;
    const waiting = await findWaiting(books);
    const due = waiting.filter(({ at }) => at <= now());
    for (const { at } of waiting) if (at > now()) next = Math.min(next, at);
    due.sort((a, b) => (served.get(a.agencyId) ?? 0) - (served.get(b.agencyId) ?? 0));
    for (const { agencyId } of due) {
      const account = await findAccount(books, agencyId, settings);
      // Retried within half a minute, in case the account is set up again. A finished attempt wakes the
      // sender.
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
