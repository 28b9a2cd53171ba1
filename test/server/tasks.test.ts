import { afterAll, beforeAll, expect, test } from "bun:test";
import { mayDo, TASK_KEYS, type Task } from "../../domain/closing/tasks.ts";
import { addDays, formatDate, today, toPresetRange } from "../../domain/dates.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";
import { type Billing, LOGO, startBilling } from "./billing.ts";
import { behind, bring, checklist } from "./closing.ts";

let world: World;
let billing: Billing;
beforeAll(async () => {
  world = await createWorld();
  billing = await startBilling(world);
});
afterAll(() => world.end());

const { dateFrom } = toPresetRange("lastMonth");
const MONTH = dateFrom.slice(0, 7);

const listTasks = async (who: Caller): Promise<Task[]> => done(await who.get("/api/tasks")).tasks;

/** Two series, of an invoice and of money, that stopped on a distant day. */
async function stopTwoSeries(): Promise<void> {
  const { owner, account, rent } = world.kaveri;
  const { client } = made(await owner.post("/api/clients", { displayName: "Twice" }));
  const of = { accountId: account._id, categoryId: rent._id, type: "Expense", amount: 5 };
  const templates = {
    invoice: { clientId: client._id, items: [LOGO] },
    transaction: { ...of, description: "Rent" },
  };
  for (const [kind, template] of Object.entries(templates)) {
    const monthly = { anchor: "2090-01-05", unit: "month" };
    made(await owner.post("/api/series", { kind, template, ...monthly }));
  }
  await world.books.write.run(
    "UPDATE series SET state = 'paused', reason = 'It could not be created'",
  );
}

test("a morning has no tasks or all of them, each counted as on its screen", async () => {
  const { owner, staff, account } = world.kaveri;
  expect(await listTasks(owner)).toEqual([]);

  // Two overdue invoices, one with a code that the portal rejects, and one not due.
  const wrong = { ...LOGO, hsnSac: "99831" };
  for (const fields of [
    { date: dateFrom, dueDate: dateFrom, items: [wrong] },
    { date: today(), dueDate: today() },
    { date: addDays(today(), -2), dueDate: addDays(today(), -1) },
  ]) {
    const { _id } = await billing.add(fields);
    done(await billing.act(_id, "send"));
  }
  const { vendor } = made(await owner.post("/api/vendors", { displayName: "Printer" }));
  for (const [n, ago] of [3, 2, 0, -30].entries()) {
    const bill = { vendorId: vendor._id, number: `P${n}`, date: addDays(today(), -10) };
    const items = [{ description: "Print", taxable: 100 }];
    made(await owner.post("/api/bills", { ...bill, dueDate: addDays(today(), -ago), items }));
  }
  await bring(owner, account._id, [
    [dateFrom, "NEFT LOGO", 50_000],
    [today(), "BANK CHARGES", -59],
  ]);

  await stopTwoSeries();
  done(await owner.put("/api/approvals/limit", { limit: 1_000 }));
  const links = { accountId: account._id, categoryId: world.kaveri.rent._id };
  const rent = { date: today(), type: "Expense", description: "Studio rent", amount: 40_000 };
  for (const amount of [40_000, 2_000.5]) {
    done(await staff.post("/api/transactions", { ...rent, ...links, amount }));
  }

  const of = `entity=vendor&id=${vendor._id}`;
  made(await staff.post(`/api/comments?${of}`, { text: "Pay them now?", ask: true }));

  const tasks = await listTasks(owner);
  expect(tasks.map(({ key, count }) => [key, count])).toEqual([
    ["invoices", 2],
    ["bills", 2],
    ["series", 1],
    ["money", 1],
    ["week", 1],
    ["approvals", 2],
    ["asked", 1],
    ["lines", 2],
    ["preflight", 1],
    ["month", expect.any(Number)],
  ]);
  const { items: comments } = done(await owner.get(`/api/comments?${of}`));
  expect(comments).toMatchObject([{ question: "open" }]);
  for (const { key, count, link } of tasks.filter(({ key }) => key !== "asked")) {
    const query = { lines: `?to=${today()}`, approvals: "?state=waiting" }[key as string] ?? "";
    const shown = key === "month" ? tasks.at(-1)?.count : await behind(owner, `${link}${query}`);
    expect({ key, shown }).toEqual({ key, shown: count });
  }
  const [invoices, bills] = tasks;
  const waiting = tasks.find(({ key }) => key === "approvals");
  expect(waiting?.title).toBe("2 payments await approval");
  expect(waiting?.note).toBe("₹42,000.50, requested by staff");
  expect([invoices?.title, bills?.note]).toEqual(["2 invoices are overdue", "₹200.00 to pay"]);
  expect(invoices?.note).toMatch(/^by up to \d+ days, ₹1,18,000.00 to collect$/);

  const { items } = await checklist(owner, MONTH);
  const lead = (key: string) => items.find((item) => item.key === key)?.state;
  expect([lead("preflight"), lead("lock")]).toEqual(["open", "blocked"]);
  const month = formatDate(dateFrom).slice(2, 6).trim();
  expect(tasks.at(-1)?.title).toMatch(new RegExp(`^${month}[a-z]* is not closed$`));

  expect((await listTasks(staff)).map(({ key }) => key)).toEqual(
    TASK_KEYS.filter((key) => !["approvals", "asked", "month"].includes(key)),
  );
  expect(TASK_KEYS.filter((key) => mayDo("accountant", key))).toEqual([
    "invoices",
    "preflight",
    "month",
  ]);
  expect(await listTasks(world.narmada.owner)).toEqual([]);
});
