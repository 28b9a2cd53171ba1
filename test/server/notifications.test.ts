import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { writeTransaction } from "../../db/engine/transaction.ts";
import { notify } from "../../db/notifications/notify.ts";
import type { NotificationList } from "../../domain/agencies/notifications.ts";
import { addDays, today } from "../../domain/dates.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";
import { type Billing, startBilling } from "./billing.ts";
import { type MailHost, startMailServer } from "./mailServer.ts";
import { openPassing, type Passing } from "./passing.ts";

let host: MailHost;
let world: World;
let billing: Billing;
let passing: Passing;
beforeAll(async () => {
  host = await startMailServer();
  const more = { from: "billing@indigo.example", isPerAgency: true, mayBePrivate: true };
  world = await createWorld({ mail: { url: host.url, ...more } });
  billing = await startBilling(world);
  passing = openPassing(world);
  passing.reset();
});
afterEach(async () => {
  await world.books.write.run("DELETE FROM notifications");
});
afterAll(async () => {
  await passing.stop();
  await world.end();
  await host.end();
});

const list = async (who: Caller): Promise<NotificationList> =>
  done(await who.get("/api/notifications"));
const read = async (who: Caller, body: object = {}): Promise<NotificationList> =>
  done(await who.post("/api/notifications/read", body));

test("a bounced e-mail stays until it is corrected, for every member", async () => {
  const { owner, staff } = world.kaveri;
  const { _id, invoiceNumber } = await billing.add();
  host.become({ refuse: { at: "rcpt", code: 550, text: "No such user" } });
  const { mail } = made(await owner.post(`/api/invoices/${_id}/email`, { to: "no@near.test" }));
  await passing.pass(15_000);
  host.become({});
  const { items, count } = await list(owner);
  expect([count, items.length]).toEqual([1, 1]);
  expect(items[0]).toMatchObject({
    kind: "mail_failed",
    name: "no@near.test",
    label: invoiceNumber,
    link: `/invoices/${_id}`,
    isNew: true,
    isOpen: true,
  });
  expect((await read(owner)).count).toBe(1);
  expect((await list(owner)).items[0]).toMatchObject({ isNew: false, isOpen: true });
  expect((await list(staff)).items[0]).toMatchObject({ isNew: true });
  done(await owner.post(`/api/outbox/${mail._id}/cancel`, {}));
  expect(await list(owner)).toMatchObject({ count: 0, items: [{ isOpen: false }] });
});

test("a payment is news for all but the member who entered it", async () => {
  const { owner, staff } = world.kaveri;
  const { _id, invoiceNumber } = await billing.add({ date: addDays(today(), -50) });
  done(await billing.act(_id, "send"));
  await billing.pay(_id, 9_000);
  expect((await list(staff)).items).toEqual([]);
  const { items } = await list(owner);
  expect(items[0]).toMatchObject({
    kind: "paid",
    name: "Near",
    label: invoiceNumber,
    amount: 9_000,
    isOpen: false,
  });
  await billing.pay(_id, 1_000);
  const [newest, first] = (await read(owner, { upTo: items[0]?._id })).items;
  expect([newest?.isNew, first?.isNew]).toEqual([true, false]);
  // Reading an earlier one again changes nothing.
  expect((await read(owner)).count).toBe(0);
  expect((await read(owner, { upTo: items[0]?._id })).count).toBe(0);
  expect((await list(world.narmada.owner)).items).toEqual([]);
});

test("a client's first view and answer are reported", async () => {
  const { owner, staff } = world.kaveri;
  const dates = { date: today(), dueDate: addDays(today(), 20) };
  const estimate = made(await staff.post("/api/estimates", billing.invoice(dates)));
  done(await staff.post(`/api/estimates/${estimate._id}/send`, {}));
  const shared = { entity: "estimate", id: estimate._id };
  const link = made(await owner.post("/api/share-links", shared));
  const path = new URL(link.url).pathname;
  for (const _ of [1, 2]) await world.stranger.call("POST", `${path}/seen`);
  const { body } = await world.stranger.call("GET", path);
  const shown = /name="shown" value="(\w+)"/.exec(String(body))?.[1];
  const typed = { answer: "accept", name: "Ravi", confirmed: "yes" };
  const fields = new URLSearchParams({ shown: shown ?? "", ...typed });
  await world.stranger.call("POST", `${path}/answer`, fields.toString(), {
    "content-type": "application/x-www-form-urlencoded",
  });
  const { items } = await list(staff);
  expect(items.map(({ kind, link }) => [kind, link])).toEqual([
    ["accepted", `/estimates/${estimate._id}`],
    ["opened", `/estimates/${estimate._id}`],
  ]);
});

test("a payment to approve is shown to owners only, until it is decided", async () => {
  const { owner, staff, account, rent } = world.kaveri;
  done(await owner.put("/api/approvals/limit", { limit: 500 }));
  const entry = { date: today(), description: "Rent", type: "Expense", amount: 900 };
  const links = { accountId: account._id, categoryId: rent._id };
  const { waiting } = (await staff.post("/api/transactions", { ...entry, ...links })).body;
  expect((await list(staff)).items).toEqual([]);
  await read(owner);
  expect(await list(owner)).toMatchObject({
    count: 1,
    items: [{ kind: "approval", amount: 900, label: "Rent", isNew: false, isOpen: true }],
  });
  done(await owner.post(`/api/approvals/${waiting._id}/approve`, {}));
  expect(await list(owner)).toMatchObject({ count: 0, items: [{ isOpen: false }] });
  done(await owner.put("/api/approvals/limit", { limit: null }));
});

test("keeps the newest 300 of an agency and shows 30", async () => {
  const event = { kind: "opened", name: "Near", link: "/invoices" } as const;
  await writeTransaction({ books: world.books }, async (tx) => {
    for (let n = 1; n <= 310; n++) await notify(tx, { agencyId: 1 }, { ...event, label: `${n}` });
    await notify(tx, { agencyId: 2 }, { ...event, label: "other" });
  });
  const [{ count } = { count: 0 }] = await world.books.read.all<{ count: number }>(
    "SELECT count(*) AS count FROM notifications WHERE agency_id = 1",
  );
  expect(count).toBe(300);
  const { items } = await list(world.kaveri.owner);
  expect([items.length, items[0]?.label]).toEqual([30, "310"]);
  expect(await list(world.narmada.owner)).toMatchObject({ count: 1, items: [{ label: "other" }] });
});
