import { afterAll, beforeAll, expect, test } from "bun:test";
import { listComingReminders } from "../../db/reminders/read.ts";
import { changeReminderRules } from "../../db/reminders/rules.ts";
import { addDays, type CalendarDate, today } from "../../domain/dates.ts";
import { addClient } from "../browser/billing.ts";
import { done, made } from "../world.ts";
import { mondayIn, openReminding, owe, type Reminding } from "./reminding.ts";
import { createDice } from "./undoing.ts";

// For any debts, payments and exclusions, and any number of runs and servers, the reminders sent match a
// short reference and the preview.

let { host, world, owner, clock, account, end } = {} as Reminding;
beforeAll(async () => {
  ({ host, world, owner, clock, account, end } = await openReminding());
});
afterAll(() => end());

const rules = (change: object) => owner.put("/api/reminder-rules", change);
const client = (name: string, email = `${name}@client.example`) =>
  addClient(owner, name, { email });

interface Owed {
  number: string;
  client: string;
  due: CalendarDate;
  owed: number;
  isOut: boolean;
  done: number[];
}

/** The invoice numbers in each client's reminder on a day with a run in working hours. */
function reference(invoices: Owed[], on: number[], day: CalendarDate): Map<string, string[]> {
  const mails = new Map<string, string[]>();
  if (new Date(`${day}T00:00:00Z`).getUTCDay() === 0) return mails;
  for (const invoice of invoices) {
    const { client, number, due, owed, isOut, done } = invoice;
    if (owed <= 0 || isOut) continue;
    const waiting = on.filter((days) => {
      const own = addDays(due, days);
      const isPast = own > day || own <= today() || own < addDays(day, -35);
      return !isPast && !(days < 0 && day > due) && done.every((one) => one < days);
    });
    if (waiting.length === 0) continue;
    done.push(...waiting);
    mails.set(client, [...(mails.get(client) ?? []), number]);
  }
  for (const [client, numbers] of mails) {
    for (const { client: its, number, due, owed, isOut } of invoices) {
      const isBeside = its === client && owed > 0 && !isOut && due < day;
      if (isBeside && !numbers.includes(number)) numbers.push(number);
    }
    numbers.sort();
  }
  return mails;
}

test.each([7, 2026])(
  "a random half year by two servers matches the reference, seed %i",
  async (seed) => {
    const dice = createDice(seed);
    const on = [-3, 0, 7, 15, 30].filter(() => dice.below(4) > 0);
    const choice = [-3, 0, 7, 15, 30].map((days) => ({ days, isOn: on.includes(days) }));
    done(await rules({ isOn: true, rules: choice }));
    const start = mondayIn(seed % 2 ? 30 : 100);
    const names = ["a", "b", "c", "d"].map((name) => `${name}${seed}`);
    const ids = await Promise.all(names.map((name) => client(name)));
    const invoices: (Owed & { _id: string })[] = [];
    const taken = host.taken.length;
    const expected: string[] = [];
    const sent: string[] = [];
    for (let n = 0; n < 110; n++) {
      const day = addDays(start, n);
      if (n < 70 && dice.below(4) === 0) {
        const at = dice.below(names.length);
        const due = addDays(day, dice.below(12) - 4);
        const { _id, number } = await owe(owner, ids[at] ?? "", due, 100);
        const of = { client: names[at] ?? "", owed: 100, isOut: false, done: [] };
        invoices.push({ _id, number, due, ...of });
      }
      const one = invoices[dice.below(Math.max(1, invoices.length))];
      if (one && one.owed > 0 && dice.below(6) === 0) {
        const amount = dice.below(2) ? one.owed : Math.ceil(one.owed / 2);
        const paid = { date: today(), amount, mode: "UPI", accountId: account };
        made(await owner.post(`/api/invoices/${one._id}/payments`, paid));
        one.owed -= amount;
      }
      if (one && !one.isOut && dice.below(20) === 0) {
        done(await owner.put(`/api/reminders/invoices/${one._id}`, { remind: false }));
        one.isOut = true;
      }
      const looks = n % 40 > 26 ? 0 : dice.below(4);
      const hours = Array.from({ length: looks }, () => dice.below(24)).sort((a, b) => a - b);
      if (hours.some((hour) => hour >= 10 && hour < 18)) {
        for (const [to, numbers] of reference(invoices, on, day))
          expected.push(`${day} ${to} ${numbers.join(" ")}`);
      }
      for (const hour of hours) {
        const at = host.taken.length;
        clock.set(day, `${String(hour).padStart(2, "0")}:00`);
        await clock.pass();
        for (const { to, parse } of host.taken.slice(at)) {
          const { text = "" } = await parse();
          const numbers = [...text.matchAll(/^(\S+), due /gm)].map(([, number]) => number).sort();
          sent.push(`${day} ${to[0]?.split("@")[0]} ${numbers.join(" ")}`);
        }
      }
    }
    expect(sent.sort()).toEqual(expected.sort());
    expect(sent.length).toBeGreaterThan(15);
    const parsed = await Promise.all(host.taken.slice(taken).map(({ parse }) => parse()));
    expect(new Set(parsed.map(({ messageId }) => messageId)).size).toBe(parsed.length);
  },
);

test("the preview matches what is sent", async () => {
  const due = mondayIn(200);
  for (const [n, name] of ["asha", "bina", "cyrus"].entries()) {
    const id = await client(name);
    for (const days of [0, 2, 9]) await owe(owner, id, addDays(due, days + n), 100 + n);
  }
  clock.set(due, "09:00");
  const { books } = world;
  const [user] = await books.read.all<{ agencyId: number; userId: string }>(
    `SELECT agency_id AS "agencyId", id AS "userId" FROM users WHERE email = 'owner@kaveri.test'`,
  );
  if (!user) throw new Error("No owner");
  const tenant = { ...user, books, role: "owner" as const };
  const told = await listComingReminders(tenant, { days: 21, now: clock.now() });
  const foreseen = told.coming.map(({ date, to, total }) => `${date} ${to} ${total}`).sort();
  expect(foreseen.length).toBeGreaterThan(10);
  const before = host.taken.length;
  const sent: string[] = [];
  for (let day = 0; day < 21; day++) {
    clock.set(addDays(due, day), "12:00");
    const at = host.taken.length;
    await clock.pass();
    for (const { to, parse } of host.taken.slice(at)) {
      const { subject = "" } = await parse();
      const rupees = Number(subject.split("₹")[1]?.replaceAll(",", ""));
      sent.push(`${addDays(due, day)} ${to[0]} ${rupees}`);
    }
  }
  expect(sent.sort()).toEqual(foreseen);
  expect(host.taken.length - before).toBe(foreseen.length);
  done(await rules({ isOn: false }));
  expect(done(await owner.get("/api/reminders/preview"))).toMatchObject({
    isOn: false,
    coming: [],
  });
  const { mail } = world.context.settings;
  await changeReminderRules(tenant, { isOn: true, rules: [] }, mail, addDays(due, 400));
  clock.set(addDays(due, 22), "12:00");
  expect(await clock.pass()).toBe(0);
});

const takenBy = (name: string) =>
  host.taken.filter(({ to }) => to[0] === `${name}@client.example`).length;

test("a retried reminder goes on a day without another mail", async () => {
  done(await rules({ isOn: false }));
  done(await rules({ isOn: true, rules: [{ days: 0, isOn: true }] }));
  const due = mondayIn(260);
  const id = await client("again");
  const first = await owe(owner, id, due);
  const second = await owe(owner, id, addDays(due, 1));
  host.become({ refuse: { at: "rcpt", code: 550, text: "no such mailbox" } });
  clock.set(due, "11:00");
  expect(await clock.pass()).toBe(1);
  host.become({});
  const [refused] = done(await owner.get(`/api/reminders/invoices/${first._id}`)).sent;
  expect(refused.state).toBe("refused");
  clock.set(addDays(due, 1), "11:00");
  expect(await clock.pass()).toBe(1);
  expect(takenBy("again")).toBe(1);
  done(await owner.post(`/api/outbox/${refused.mailId}/retry`, {}));
  clock.set(addDays(due, 1), "12:00");
  await clock.settle();
  expect(takenBy("again")).toBe(1);
  clock.set(addDays(due, 2), "10:00");
  await clock.settle();
  expect(takenBy("again")).toBe(2);
  const [sent] = done(await owner.get(`/api/reminders/invoices/${second._id}`)).sent;
  expect(sent.state).toBe("handed_over");
});

test("a reminder leaves out the part of an invoice held by a credit note", async () => {
  const due = mondayIn(300);
  const id = await client("credited");
  const { _id: invoiceId } = await owe(owner, id, due, 900);
  const money = { date: today(), amount: 900, mode: "UPI", accountId: account };
  const paid = made(await owner.post(`/api/invoices/${invoiceId}/payments`, money));
  const items = [{ description: "Retainer", qty: 1, rate: 900, taxPct: 0 }];
  const credit = { kind: "CREDIT_NOTE", reason: "OTHER", date: today(), items, invoiceId };
  const note = made(await owner.post("/api/notes", credit));
  done(await owner.post(`/api/notes/${note._id}/send`, {}));
  done(await owner.delete(`/api/payments/${paid.payment._id}`));
  expect(done(await owner.get(`/api/invoices/${invoiceId}`)).invoice.balance).toBe(900);
  clock.set(due, "11:00");
  expect(await clock.pass()).toBe(0);
  const { why } = done(await owner.get(`/api/reminders/invoices/${invoiceId}`));
  expect(why).toBe("It has no balance.");
});

test("a reminder goes to the client's current address and to no removed one", async () => {
  const due = mondayIn(340);
  const [id, gone] = [await client("older"), await client("gone")];
  await owe(owner, id, due);
  const { _id } = await owe(owner, gone, due);
  clock.set(due, "11:00");
  expect((await clock.tick()).made).toBe(2);
  done(await owner.put(`/api/clients/${id}`, { email: "newer@client.example" }));
  done(await owner.put(`/api/clients/${gone}`, { email: "" }));
  clock.set(due, "11:01");
  await clock.settle();
  expect([takenBy("older"), takenBy("newer"), takenBy("gone")]).toEqual([0, 1, 0]);
  const [sent] = done(await owner.get(`/api/reminders/invoices/${_id}`)).sent;
  expect([sent.state, sent.answer]).toEqual([
    ...["cancelled", "The client no longer has an e-mail address"],
  ]);
});

test("a reminder includes a valid link to each due invoice", async () => {
  const { settings } = world.context;
  const { mail } = settings;
  settings.mail = { ...mail, origin: "https://books.example" };
  const due = mondayIn(380);
  done(await rules({ rules: [0, 7].map((days) => ({ days, isOn: true })) }));
  const id = await client("linked");
  const one = await owe(owner, id, due);
  const two = await owe(owner, id, addDays(due, 7));
  const listLinkStates = async ({ _id }: { _id: string }) =>
    done(await owner.get(`/api/share-links?entity=invoice&id=${_id}`)).links.map(
      ({ state }: { state: string }) => state,
    );
  clock.set(due, "11:00");
  expect((await clock.tick()).made).toBe(1);
  expect(await listLinkStates(one)).toEqual(["open"]);
  const { links } = done(await owner.get(`/api/share-links?entity=invoice&id=${one._id}`));
  done(await owner.delete(`/api/share-links/${links[0]._id}`));
  clock.set(due, "11:01");
  await clock.settle();
  expect(await listLinkStates(one)).toEqual(["open", "ended"]);
  clock.set(addDays(due, 7), "11:00");
  expect(await clock.pass()).toBe(1);
  expect(await listLinkStates(one)).toEqual(["open", "open", "ended"]);

  const [alone, both] = await Promise.all(
    host.taken
      .filter(({ to }) => to[0] === "linked@client.example")
      .map(async ({ parse }) => (await parse()).text ?? ""),
  );
  const pathsIn = (text = "") =>
    [...text.matchAll(/^View (.+):\nhttps:\/\/books\.example(\/s\/[\w-]{22})$/gm)].map(
      ([, words, path = ""]) => [words, path],
    );
  const [, path = ""] = /^View:\nhttps:\/\/books\.example(\/s\/\S+)$/m.exec(alone ?? "") ?? [];
  expect(pathsIn(both).map(([number]) => number)).toEqual([one.number, two.number]);
  const stored = JSON.stringify(await world.books.read.all("SELECT link, text FROM mails"));
  for (const opened of [path, ...pathsIn(both).map(([, path = ""]) => path)]) {
    expect((await world.stranger.get(opened)).status).toBe(200);
    expect(stored).not.toContain(opened);
  }
  settings.mail = mail;
});
