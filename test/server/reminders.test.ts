import { afterAll, beforeAll, expect, test } from "bun:test";
import { addDays, today } from "../../domain/dates.ts";
import { startReminders } from "../../server/reminders.ts";
import { addClient } from "../browser/billing.ts";
import { done, made } from "../world.ts";
import { mondayIn, openReminding, owe, type Reminding } from "./reminding.ts";

let { host, world, owner, clock, account, end } = {} as Reminding;
let week = 1;
beforeAll(async () => {
  ({ host, world, owner, clock, account, end } = await openReminding());
});
afterAll(() => end());

const rules = (change: object) => owner.put("/api/reminder-rules", change);
const client = (name: string, email = `${name}@client.example`) =>
  addClient(owner, name, { email });
const pay = async (id: string, amount: number) =>
  made(
    await owner.post(`/api/invoices/${id}/payments`, {
      date: today(),
      amount,
      mode: "UPI",
      accountId: account,
    }),
  );
const takenBy = (name: string) =>
  Promise.all(
    host.taken.filter(({ to }) => to[0] === `${name}@client.example`).map(({ parse }) => parse()),
  );
const readSent = async (id: string) => done(await owner.get(`/api/reminders/invoices/${id}`)).sent;
const monday = () => {
  week += 20;
  return mondayIn(week);
};

test("no reminder is sent until an owner turns them on, which needs a mail server", async () => {
  const before = done(await owner.get("/api/reminder-rules"));
  expect(before).toMatchObject({ isOn: false, since: null, savedBy: null });
  expect(before.rules.map(({ days }: { days: number }) => days)).toEqual([-3, 0, 7, 15, 30]);
  const id = await client("early");
  const due = monday();
  await owe(owner, id, due);
  clock.set(due, "11:00");
  expect(await clock.pass()).toBe(0);

  expect((await world.kaveri.staff.put("/api/reminder-rules", { isOn: true })).status).toBe(403);
  const { settings } = world.context;
  const { mail } = settings;
  settings.mail = { url: "", from: "", isPerAgency: false };
  const refused = await rules({ isOn: true });
  expect([refused.status, refused.body.message]).toEqual([
    ...[409, expect.stringContaining("SMTP_URL")],
  ]);
  settings.mail = mail;
  const all = [-3, 0, 7, 15, 30].map((days) => ({ days, isOn: true }));
  const on = done(await rules({ isOn: true, rules: all }));
  expect(on).toMatchObject({ isOn: true, since: today(), savedBy: { name: "Owner of kaveri" } });
  expect(await clock.pass()).toBe(1);
});

test("texts accept only known placeholders and must contain the invoices", async () => {
  const wrong = async (rule: object, message: string) => {
    const { status, body } = await rules({ rules: [{ days: 7, ...rule }] });
    expect([status, body.errors?.[0].message]).toEqual([400, message]);
  };
  await wrong({ text: "Pay." }, "Add the placeholder for the invoices: {invoices}");
  await wrong(
    { subject: "Pay {name}" },
    expect.stringContaining("Only these placeholders are allowed"),
  );
  await wrong({ subject: "Pay\r\nBcc: x@y.example" }, expect.stringContaining("line breaks"));
  expect((await rules({ rules: [{ days: 8 }] })).status).toBe(400);
  expect((await rules({ rules: [{ days: 7 }, { days: 7 }] })).status).toBe(400);
});

test("sends each rule once, in the invoice's thread, at ten, on Monday for a Sunday", async () => {
  const id = await client("sundays");
  const sunday = addDays(monday(), 6);
  const { _id, number } = await owe(owner, id, sunday, 5_000);
  clock.set(addDays(sunday, -4), "12:00");
  expect(await clock.pass()).toBe(0);
  clock.set(addDays(sunday, -3), "09:59");
  expect(await clock.pass()).toBe(0);
  clock.set(addDays(sunday, -3), "10:00");
  expect(await clock.pass()).toBe(1);
  expect(await clock.pass()).toBe(0);
  clock.set(sunday, "12:00");
  expect(await clock.pass()).toBe(0);
  clock.set(addDays(sunday, 1), "17:59");
  expect(await clock.pass()).toBe(1);
  clock.set(addDays(sunday, 2), "12:00");
  expect(await clock.pass()).toBe(0);

  const [before, on] = await takenBy("sundays");
  expect(before?.subject).toBe(`kaveri: ${number} is due soon, ₹5,000.00`);
  expect(before?.headers.get("auto-submitted")).toBe("auto-generated");
  expect(before?.attachments[0]?.filename).toEndWith(".pdf");
  expect(on?.text).toContain(`${number}, due `);
  expect(on?.text).toContain("1 day late: Rs 5,000.00");
  expect(on?.text).not.toContain("{");
  expect(
    (await readSent(_id)).map((one: { days: number; state: string }) => [one.days, one.state]),
  ).toEqual([
    [0, "handed_over"],
    [-3, "handed_over"],
  ]);
});

test("sends a client's invoices as one mail a day, oldest first, apart from other clients'", async () => {
  const [id, other] = [await client("several"), await client("other")];
  const due = monday();
  const late = await owe(owner, id, addDays(due, -7), 100);
  const now = await owe(owner, id, due, 200);
  const soon = await owe(owner, id, addDays(due, 3), 300);
  await owe(owner, id, addDays(due, 4), 400);
  await owe(owner, other, due);
  clock.set(due, "13:00");
  expect(await clock.pass()).toBe(2);
  const [mail, ...more] = await takenBy("several");
  expect(more).toHaveLength(0);
  expect(await takenBy("other")).toHaveLength(1);
  expect(mail?.subject).toBe(`kaveri: ${late.number} and 2 more is overdue, ₹600.00`);
  const lines = (mail?.text ?? "").split("\n").filter((line) => line.includes(", due "));
  expect(lines.map((line) => line.split(",")[0])).toEqual([late.number, now.number, soon.number]);
  expect(await clock.pass()).toBe(0);
  clock.set(addDays(due, 1), "13:00");
  expect(await clock.pass()).toBe(1);
  expect(await takenBy("several")).toHaveLength(2);
});

test("leaves out invoices paid, credited or excluded before the mail is sent", async () => {
  const due = monday();
  const id = await client("payer");
  const one = await owe(owner, id, due, 100);
  const two = await owe(owner, id, due, 200);
  clock.set(due, "10:00");
  expect((await clock.tick()).made).toBe(1);
  await pay(one._id, 100);
  await pay(two._id, 50);
  clock.set(due, "10:01");
  await clock.settle();
  const [mail] = await takenBy("payer");
  expect(mail?.text).not.toContain(one.number);
  expect(mail?.text).toContain("Rs 150.00");
  const [{ state, mailId }] = await readSent(two._id);
  expect(state).toBe("handed_over");
  expect(done(await owner.get(`/api/outbox/${mailId}`)).mail.text).toContain("₹150.00");

  const none = async (
    name: string,
    meanwhile: (id: string, client: string) => Promise<unknown>,
  ) => {
    const its = await client(name);
    const invoice = await owe(owner, its, due, 900);
    clock.set(due, "11:00");
    expect((await clock.tick()).made).toBe(1);
    await meanwhile(invoice._id, its);
    clock.set(due, "11:01");
    await clock.settle();
    expect(await takenBy(name)).toHaveLength(0);
    const [sent] = await readSent(invoice._id);
    expect([name, sent.state, sent.answer.length > 10]).toEqual([name, "cancelled", true]);
  };
  await none("paid", (invoice) => pay(invoice, 900));
  await none("cancelled", async (invoice) =>
    done(await owner.post(`/api/invoices/${invoice}/cancel`, {})),
  );
  const items = [{ description: "Retainer", qty: 1, rate: 900, taxPct: 0 }];
  await none("credited", async (invoiceId) => {
    const credit = { kind: "CREDIT_NOTE", reason: "OTHER", date: today(), items, invoiceId };
    const note = made(await owner.post("/api/notes", credit));
    done(await owner.post(`/api/notes/${note._id}/send`, {}));
  });
  await none("out", async (invoice) =>
    done(await owner.put(`/api/reminders/invoices/${invoice}`, { remind: false })),
  );
  await none("gone", async (_, its) =>
    done(await owner.put(`/api/reminders/clients/${its}`, { remind: false })),
  );
  await none("moved", async (invoice) =>
    done(await owner.put(`/api/invoices/${invoice}`, { dueDate: addDays(due, 20) })),
  );
});

test("skips drafts, documents without a due date and clients without an address", async () => {
  const due = monday();
  const id = await client("quiet");
  const items = [{ description: "Retainer", qty: 1, rate: 1 }];
  const draft = { clientId: id, date: today(), dueDate: due, items };
  const { _id } = made(await owner.post("/api/invoices", draft));
  await owe(owner, id, "");
  const silent = await client("silent", "");
  const unheard = await owe(owner, silent, due);
  clock.set(due, "12:00");
  expect(await clock.pass()).toBe(0);
  const readWhy = async (id: string) => done(await owner.get(`/api/reminders/invoices/${id}`)).why;
  expect(await readWhy(_id)).toBe("Drafts get no reminders.");
  expect(await readWhy(unheard._id)).toBe("silent has no e-mail address.");
  done(await owner.put(`/api/clients/${silent}`, { email: "silent@client.example" }));
  clock.set(addDays(due, 16), "12:00");
  expect(await clock.pass()).toBe(1);
  const sent = await readSent(unheard._id);
  expect(sent.map((one: { days: number; state: string }) => [one.days, one.state])).toEqual([
    [15, "handed_over"],
    [7, "passed_over"],
    [0, "passed_over"],
  ]);
});

test("a client turned on again counts from that day, and a new due date starts new rules", async () => {
  const due = monday();
  const id = await client("back");
  const { _id } = await owe(owner, id, due);
  clock.set(due, "12:00");
  expect(await clock.pass()).toBe(1);
  done(await owner.put(`/api/invoices/${_id}`, { dueDate: addDays(due, 2) }));
  clock.set(addDays(due, 2), "12:00");
  expect(await clock.pass()).toBe(1);
  expect(await takenBy("back")).toHaveLength(2);
  const off = done(await owner.put(`/api/reminders/clients/${id}`, { remind: false }));
  expect(off).toEqual({ remind: false, isOn: true });
  clock.set(addDays(due, 9), "12:00");
  expect(await clock.pass()).toBe(0);
  const preview = done(await owner.get("/api/reminders/preview?days=60"));
  expect(JSON.stringify(preview)).not.toContain(_id);
});

test("a delayed mail goes in working hours on a day of its own and delays the next", async () => {
  const due = addDays(monday(), 5); // A Saturday.
  const id = await client("later");
  const { _id } = await owe(owner, id, due);
  const next = await owe(owner, id, addDays(due, 2));
  host.become({ refuse: { at: "rcpt", code: 451, text: "later" } });
  clock.set(due, "17:59");
  expect(await clock.pass()).toBe(1);
  host.become({});
  clock.set(addDays(due, 1), "12:00");
  expect(await clock.pass()).toBe(0);
  expect((await readSent(_id))[0].state).toBe("queued");
  const monday10 = addDays(due, 2);
  clock.set(monday10, "10:00");
  expect(await clock.pass()).toBe(0);
  const [mail, ...more] = await takenBy("later");
  expect(more).toHaveLength(0);
  expect(mail?.text).toContain("2 days late");
  clock.set(monday10, "15:00");
  expect(await clock.pass()).toBe(0);
  clock.set(addDays(monday10, 1), "10:00");
  expect(await clock.pass()).toBe(1);
  expect((await readSent(next._id))[0].state).toBe("handed_over");
});

test("the timer creates reminders in threads, wakes the sender and stops on request", async () => {
  const due = monday();
  const id = await client("ticked");
  await owe(owner, id, due);
  clock.set(due, "12:00");
  const woken = Promise.withResolvers<void>();
  const { context } = world;
  const sender = { ...context.sender, wake: woken.resolve };
  const end = startReminders({ ...context, sender }, clock.now);
  await woken.promise;
  await end();
  expect((await clock.tick()).made).toBe(0);
  clock.set(due, "12:01");
  await clock.settle();
  expect(await takenBy("ticked")).toHaveLength(1);
});
