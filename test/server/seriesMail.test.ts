import { afterAll, beforeAll, expect, test } from "bun:test";
import { addDays, today } from "../../domain/dates.ts";
import { openSender, type Sender } from "../../server/mail/sender.ts";
import { startSeries } from "../../server/series.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";
import { type MailHost, startMailServer } from "./mailServer.ts";

// Mail of a series reaches a mail server once, because the run wakes the sender: here the sender never
// checks the outbox by itself.

const IN_A_MINUTE_MS = 60_000;
const NOW = today();

let host: MailHost;
let world: World;
let owner: Caller;
let sender: Sender;
beforeAll(async () => {
  host = await startMailServer();
  const mail = { url: host.url, from: "billing@indigo.example", isPerAgency: false };
  world = await createWorld({ mail });
  owner = world.kaveri.owner;
  const { books, log, settings } = world.context;
  const now = () => Date.now() + IN_A_MINUTE_MS;
  const wait = (_: number, woken: Promise<void>) => woken;
  sender = openSender({ books, log, settings, now, wait });
  world.context.sender = sender;
});
afterAll(async () => {
  await sender.stop();
  await world.end();
  await host.end();
});

const add = async (name: string, email: string, more: object) => {
  const { client } = made(await owner.post("/api/clients", { displayName: name, email }));
  const items = [{ description: "Retainer for {month}", qty: 1, rate: 1000 }];
  const template = { clientId: client._id, dueDays: 15, items };
  const of = { kind: "invoice", anchor: NOW, unit: "month", mode: "issue_and_send" };
  return made(await owner.post("/api/series", { ...of, template, ...more }));
};
const read = async (id: string) => done(await owner.get(`/api/series/${id}`));

async function taken(count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => host.taken.length >= count && resolve();
  host.listen((phase) => {
    if (phase === "answered") look();
    return false;
  });
  look();
  await promise;
}

test("each way to create an invoice sends it: at once, by hand, and by the server's timer", async () => {
  const atOnce = await add("Meridian", "finance@meridian.example", {});
  await taken(1);
  const [mail] = host.taken;
  const { subject, text, attachments } = await (mail as (typeof host.taken)[number]).parse();
  const [first] = atOnce.occurrences;
  expect(mail?.to).toEqual(["finance@meridian.example"]);
  expect(subject).toBe(`Invoice ${first.number} from kaveri, ₹1,000.00`);
  expect(text).toContain("Dear Meridian");
  expect(attachments.map(({ contentType }) => contentType)).toEqual(["application/pdf"]);
  expect(done(await owner.get(`/api/invoices/${first.madeId}`)).invoice.status).toBe("SENT");

  const later = await add("Nilgiri", "nilgiri@tea.example", { anchor: addDays(NOW, 9) });
  made(await owner.post(`/api/series/${later._id}/make`, {}));
  await taken(2);

  const due = await add("Zest", "zest@juice.example", { state: "paused" });
  done(await owner.post(`/api/series/${due._id}/resume`, {}));
  const ends = [startSeries(world.context), startSeries(world.context)];
  await taken(3);
  await Promise.all(ends.map((end) => end()));
  expect((await read(due._id)).occurrences).toMatchObject([{ date: NOW, state: "made", note: "" }]);
  expect(host.taken.map(({ to }) => to[0])).toEqual([
    ...["finance@meridian.example", "nilgiri@tea.example", "zest@juice.example"],
  ]);
  done(await owner.post("/api/series/run", {}));
  const { total } = done(await owner.get("/api/outbox"));
  expect([total, host.taken.length]).toEqual([3, 3]);
});

test("an invoice without an address, or after too many misses, waits as an unsent draft", async () => {
  const before = host.taken.length;
  const nobody = await add("Konkan", "", {});
  expect(nobody).toMatchObject({ made: 1, reason: expect.stringContaining("no e-mail address") });
  const { invoice } = done(await owner.get(`/api/invoices/${nobody.occurrences[0].madeId}`));
  expect(invoice.status).toBe("DRAFT");
  const late = await add("Mandovi", "mandovi@resorts.example", {
    anchor: addDays(NOW, -28),
    unit: "week",
  });
  expect(late.made).toBe(5);
  const list = done(await owner.get("/api/series?kind=invoice"));
  expect(list.waiting.count).toBe(6);
  expect(done(await owner.get("/api/outbox")).total).toBe(before);
});
