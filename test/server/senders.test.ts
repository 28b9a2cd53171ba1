import { afterAll, beforeAll, expect, test } from "bun:test";
import { today } from "../../domain/dates.ts";
import { openSender } from "../../server/mail/sender.ts";
import { createWorld, done, made, type World } from "../world.ts";
import { type MailHost, startMailServer } from "./mailServer.ts";

// Several servers on one database: each has a sender, and one of them sends a mail.

const MAILS = 20;

let host: MailHost;
let world: World;
beforeAll(async () => {
  host = await startMailServer();
  world = await createWorld({
    mail: { url: host.url, from: "billing@indigo.example", isPerAgency: false },
  });
});
afterAll(async () => {
  await world.end();
  await host.end();
});

test("three senders send each mail once, whichever has it", async () => {
  const { owner } = world.kaveri;
  const { client } = made(await owner.post("/api/clients", { displayName: "Meridian" }));
  const items = [{ description: "Retainer", qty: 1, rate: 81_000 }];
  const invoice = made(
    await owner.post("/api/invoices", { clientId: client._id, date: today(), items }),
  );
  const to = Array.from({ length: MAILS }, (_, n) => `finance-${n}@meridian.example`);
  for (let n = 0; n < MAILS; n += 10)
    made(await owner.post(`/api/invoices/${invoice._id}/email`, { to: to.slice(n, n + 10) }));

  const { books, log, settings } = world.context;
  const isDone = Promise.withResolvers<void>();
  const states = async () =>
    done(await owner.get("/api/outbox?limit=100")).items.map(
      ({ state, attempts }: { state: string; attempts: number }) => `${state} ${attempts}`,
    );
  const senders = [1, 2, 3].map(() =>
    openSender({
      books,
      log,
      settings,
      now: () => Date.now() + 20_000,
      perMinute: 1000,
      wait: async (_, woken) => {
        if ((await states()).every((state: string) => state === "handed_over 1")) isDone.resolve();
        await Promise.race([woken, isDone.promise]);
      },
    }),
  );
  await isDone.promise;
  await Promise.all(senders.map((sender) => sender.stop()));
  expect(host.taken.map((mail) => mail.to[0]).sort()).toEqual(to.sort());
  expect(await states()).toEqual(to.map(() => "handed_over 1"));
});
