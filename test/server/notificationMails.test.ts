import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeTransaction } from "../../db/engine/transaction.ts";
import { mailNotifications } from "../../db/mail/dailyNotifications.ts";
import { notify } from "../../db/notifications/notify.ts";
import { addDays } from "../../domain/dates.ts";
import { done } from "../world.ts";
import { mondayIn, openReminding, type Reminding } from "./reminding.ts";

let { host, world, owner, clock, end } = {} as Reminding;
const first = mondayIn(30);
beforeAll(async () => {
  ({ host, world, owner, clock, end } = await openReminding());
  world.context.settings.mail.origin = "https://books.example";
});
afterAll(() => end());

const add = (event: object) =>
  writeTransaction({ books: world.books }, (tx) =>
    notify(
      tx,
      { agencyId: 1 },
      { kind: "opened", name: "Near", label: "INV/1", link: "/invoices/1", ...event },
    ),
  );
/** Two servers look at the same time. */
async function run(day: string, time: string): Promise<number> {
  clock.set(day, time);
  const looking = { now: clock.now(), mail: world.context.settings.mail };
  const ran = await Promise.all([0, 1].map(() => mailNotifications(world.books, looking)));
  await clock.pass();
  return ran.reduce((sum, { made }) => sum + made, 0);
}

test("one e-mail a day at 9:00 has what is new and unread", async () => {
  const { staff } = world.kaveri;
  const path = "/api/notifications/mail";
  const { mail } = world.context.settings;
  world.context.settings.mail = { ...mail, url: "", from: "" };
  expect(done(await owner.get(path))).toMatchObject({ isOn: false, isReady: false });
  expect((await owner.put(path, { isOn: true })).status).toBe(409);
  world.context.settings.mail = mail;
  await add({ label: "INV/0" });
  for (const who of [owner, staff])
    expect(done(await who.put(path, { isOn: true }))).toMatchObject({ isOn: true, isReady: true });
  expect(await run(first, "09:00")).toBe(0);

  await add({});
  await add({ kind: "approval", name: "Ravi", label: "Rent", amountPaise: 90_000 });
  expect(await run(first, "23:00")).toBe(0);
  const second = addDays(first, 1);
  expect(await run(second, "08:59")).toBe(0);
  expect(await run(second, "09:00")).toBe(2);
  expect(await run(second, "15:00")).toBe(0);
  const letters = await Promise.all(host.taken.map(({ parse }) => parse()));
  const texts = letters.map(({ text }) => text ?? "").sort((a, b) => b.length - a.length);
  expect(texts[0]).toContain("asks to pay Rs 900.00: Rent");
  expect(texts[1]).not.toContain("asks to pay");
  for (const text of texts) {
    expect(text).toContain("https://books.example/invoices/1");
    expect(text).toContain("https://books.example/profile");
    expect(text).not.toContain("INV/0");
  }
  expect(String(letters[0]?.html)).toContain('href="https://books.example/invoices/1"');

  // No notification is mailed twice, or after it was read.
  expect(await run(addDays(first, 2), "09:00")).toBe(0);
  await add({ label: "INV/2" });
  done(await owner.post("/api/notifications/read", {}));
  done(await staff.put(path, { isOn: false }));
  expect(await run(addDays(first, 3), "09:00")).toBe(0);
  await add({ label: "INV/3" });
  await world.books.write.run(
    "UPDATE users SET removed_at = '2026-01-01T00:00:00Z' WHERE agency_id = 1 AND role = 'owner'",
  );
  expect(await run(addDays(first, 4), "09:00")).toBe(0);
});
