import type { Books } from "../../db/engine/books.ts";
import { openBooks } from "../../db/open/open.ts";
import { runReminders } from "../../db/reminders/run.ts";
import { addDays, type CalendarDate, today } from "../../domain/dates.ts";
import { openSender, type Sender } from "../../server/mail/sender.ts";
import { type Caller, createWorld, made, type World } from "../world.ts";
import { startMailServer } from "./mailServer.ts";

export type Reminding = Awaited<ReturnType<typeof openReminding>>;

export async function openReminding() {
  const host = await startMailServer();
  const mail = { url: host.url, from: "billing@indigo.example", isPerAgency: false };
  const world = await createWorld({ mail });
  const { owner } = world.kaveri;
  const clock = await openClock(world);
  const bank = { name: "HDFC", type: "Bank", openingBalance: 0 };
  const account: string = made(await owner.post("/api/accounts", bank)).account._id;
  async function end() {
    await clock.end();
    await world.end();
    await host.end();
  }
  return { host, world, owner, clock, account, end };
}

/**
 * Two timers on a test clock and two senders: two servers on one database, or one server twice on a file.
 */
export async function openClock({ books, context }: World) {
  const servers = [books, books.primary ? await openBooks(books.place) : books];
  const { log, settings } = context;
  let now = 0;
  const senders = servers.map(openWaited);
  const jobClock = () => ({ now, mail: settings.mail });

  function openWaited(books: Books) {
    let onIdle: () => void = () => {};
    const sender: Sender = openSender({
      books,
      log,
      settings,
      now: () => now,
      perMinute: 10_000,
      wait: (_, woken) => {
        onIdle();
        return woken;
      },
    });
    const idle = async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      onIdle = resolve;
      sender.wake();
      await promise;
    };
    return { sender, idle };
  }
  const [first] = senders;
  if (first) context.sender = first.sender;

  async function settle(): Promise<void> {
    for (;;) {
      await Promise.all(senders.map(({ idle }) => idle()));
      const [{ busy } = { busy: 0 }] = await books.read.all<{ busy: number }>(
        `SELECT count(*) AS busy FROM mails WHERE state = 'sending'
          OR (state = 'queued' AND next_at <= ${now})`,
      );
      if (busy === 0) return;
      await new Promise(setImmediate);
    }
  }

  return {
    settle,
    async end() {
      await Promise.all(senders.map(({ sender }) => sender.stop()));
      for (const server of servers) if (server !== books) server.close();
    },
    set(day: CalendarDate, time: string) {
      now = toMs(day, time);
    },
    now: () => now,
    tick: () => runReminders(books, jobClock()),
    /** Runs the timer, and what follows eleven seconds later. */
    async pass(): Promise<number> {
      const ran = await Promise.all(servers.map((server) => runReminders(server, jobClock())));
      now += 11_000;
      await settle();
      return ran.reduce((sum, { made }) => sum + made, 0);
    },
  };
}

export const toMs = (day: CalendarDate, time: string): number =>
  Date.parse(`${day}T${time}:00+05:30`);

export function mondayIn(weeks = 1): CalendarDate {
  const weekday = (new Date(`${today()}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(today(), 7 * weeks - weekday);
}

export async function owe(
  owner: Caller,
  clientId: string,
  dueDate: CalendarDate,
  rate = 1_000,
): Promise<{ _id: string; number: string }> {
  const items = [{ description: "Retainer", qty: 1, rate, taxPct: 0 }];
  const invoice = made(
    await owner.post("/api/invoices", { clientId, date: today(), dueDate, items }),
  );
  await owner.post(`/api/invoices/${invoice._id}/send`, {});
  return invoice;
}
