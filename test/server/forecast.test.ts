import { afterAll, beforeAll, expect, test } from "bun:test";
import { addDays, pickLater, today } from "../../domain/dates.ts";
import { toPeriodLabel } from "../../domain/gst/returns/periods.ts";
import type { Forecast, ForecastEntry } from "../../domain/ledger/forecast.ts";
import { type Caller, createWorld, done, made, type World } from "../world.ts";
import { type Billing, LOGO, startBilling } from "./billing.ts";

let world: World;
let billing: Billing;
beforeAll(async () => {
  world = await createWorld();
  billing = await startBilling(world);
});
afterAll(() => world.end());

const NOW = today();
const readForecast = async (who: Caller): Promise<Forecast> =>
  done(await who.get("/api/reports/forecast"));
const listEntries = ({ weeks }: Forecast, kind: ForecastEntry["kind"]) =>
  weeks.flatMap(({ entries }) => entries).filter((entry) => entry.kind === kind);
const add = (entries: ForecastEntry[]) =>
  entries.reduce((sum, { amount }) => sum + Number(amount), 0);

async function sendInvoice(fields: object): Promise<string> {
  const { _id } = await billing.add({ date: addDays(NOW, -40), ...fields });
  done(await billing.act(_id, "send"));
  return _id;
}

test("new books expect nothing in six weeks that start today", async () => {
  const { owner } = world.narmada;
  const { weeks, ...forecast } = await readForecast(owner);
  const none = { count: 0, clients: 0, amount: 0 };
  expect(forecast).toEqual({
    dateFrom: NOW,
    dateTo: addDays(NOW, 41),
    balance: 0,
    expected: 0,
    due: 0,
    closing: 0,
    overdue: none,
    undated: none,
  });
  expect(weeks.map(({ dateFrom }) => dateFrom)).toEqual(
    [0, 7, 14, 21, 28, 35].map((days) => addDays(NOW, days)),
  );
});

test("every figure equals that of the page it comes from", async () => {
  const { owner, staff, account, rent } = world.kaveri;
  made(await owner.post("/api/accounts", { name: "Visa", type: "Card", openingBalance: -700 }));
  await sendInvoice({ dueDate: addDays(NOW, 3) });
  const part = await sendInvoice({ dueDate: addDays(NOW, 9) });
  await billing.pay(part, 9_000);
  await sendInvoice({ dueDate: addDays(NOW, -1) });
  await sendInvoice({ dueDate: "" });
  await sendInvoice({ dueDate: addDays(NOW, 42) });

  const { vendor } = made(await owner.post("/api/vendors", { displayName: "Devika" }));
  for (const [n, days] of [-2, 2, 10].entries()) {
    const bill = { vendorId: vendor._id, number: `D${n}`, date: addDays(NOW, -30) };
    const items = [{ description: "Films", taxable: 1_00_000 * (n + 1) }];
    const tds = n === 2 && { tdsRule: "TECHNICAL" };
    made(await owner.post("/api/bills", { ...bill, ...tds, dueDate: addDays(NOW, days), items }));
  }
  const of = { accountId: account._id, categoryId: rent._id, type: "Expense", amount: 500 };
  const templates = {
    invoice: { clientId: billing.near, items: [LOGO], dueDays: 7 },
    transaction: { ...of, description: "Rent" },
  };
  for (const [kind, template] of Object.entries(templates)) {
    const weekly = { anchor: addDays(NOW, 1), unit: "week", end: { after: 4 } };
    made(await owner.post("/api/series", { kind, template, ...weekly, mode: "issue" }));
  }
  const offer = made(
    await staff.post("/api/estimates", billing.invoice({ date: NOW, dueDate: "" })),
  );
  done(await staff.post(`/api/estimates/${offer._id}/send`, {}));
  done(await staff.post(`/api/estimates/${offer._id}/accept`, {}));
  made(await staff.post(`/api/estimates/${offer._id}/invoice`, { percent: 40 }));

  const forecast = await readForecast(staff);
  const balances = done(
    await owner.get(`/api/accounts/balances?dateFrom=${NOW}&dateTo=${NOW}`),
  ).balances.filter((row: { accountType: string }) => row.accountType !== "Card");
  expect(forecast.balance).toBe(
    balances.reduce((sum: number, row: { closingBalance: number }) => sum + row.closingBalance, 0),
  );

  const unpaid = done(await owner.get("/api/invoices?status=UNPAID&limit=100"));
  const overdue = done(await owner.get("/api/invoices?status=OVERDUE&limit=100"));
  expect(forecast.overdue).toEqual({ count: 1, clients: 1, amount: overdue.totals.balanceDue });
  expect(forecast.undated).toEqual({ count: 1, clients: 1, amount: 59_000 });
  const isSoon = ({ dueDate }: { dueDate: string }) => dueDate >= NOW && dueDate <= forecast.dateTo;
  const soon = unpaid.items.filter(isSoon);
  expect(listEntries(forecast, "invoice").map(({ amount }) => amount)).toEqual(
    soon.map((row: { balance: number }) => row.balance).toSorted((a: number, b: number) => b - a),
  );

  const { due } = done(await owner.get("/api/bills?limit=1"));
  const bills = listEntries(forecast, "bill");
  expect(-add(bills)).toBe(due.toPay.amount);
  const [first] = forecast.weeks;
  const ofWeek = first?.entries.filter(({ kind }) => kind === "bill") ?? [];
  expect(-add(ofWeek)).toBe(due.overdue.amount + due.thisWeek.amount);

  const { upcoming } = done(await owner.get("/api/series"));
  const coming = [...listEntries(forecast, "series"), ...listEntries(forecast, "entry")];
  expect(coming).toHaveLength(upcoming.count);
  expect(add(listEntries(forecast, "series")) - add(listEntries(forecast, "entry"))).toBe(
    upcoming.total,
  );
  expect(listEntries(forecast, "series")[0]?.date).toBe(addDays(NOW, 8));

  const estimate = done(await owner.get(`/api/estimates/${offer._id}`));
  expect(add(listEntries(forecast, "estimate"))).toBe(
    estimate.grandTotal * (1 - estimate.billed / estimate.taxableValue),
  );

  const { months } = done(
    await owner.get(`/api/reports/tds-payable?quarter=${addDays(NOW, -30).slice(0, 7)}`),
  );
  const payable = months.reduce(
    (sum: number, month: { payable: number }) => sum + month.payable,
    0,
  );
  expect(payable).toBeGreaterThan(0);
  expect(-add(listEntries(forecast, "tds"))).toBe(payable);

  const gst = listEntries(forecast, "gst");
  for (const { link, amount, date } of gst) {
    const period = new URLSearchParams(link.split("?")[1]).get("period");
    const { toPay, due } = done(await owner.get(`/api/gst/${period}/gstr3b`));
    expect({ amount: Number(amount), date }).toEqual({
      amount: -toPay.total,
      date: pickLater(due, NOW),
    });
  }
  expect(gst.map(({ link }) => link)).toContain(
    `/gst?period=${toPeriodLabel(addDays(`${NOW.slice(0, 7)}-01`, -1), "MONTHLY")}&tab=gstr3b`,
  );
});

test("sums add up, and a week that ends below zero names its first negative day", async () => {
  const { owner, account, rent } = world.narmada;
  const of = { accountId: account._id, categoryId: rent._id, type: "Expense" };
  const template = { ...of, description: "Rent", amount: 900 };
  const series = { kind: "transaction", template, anchor: addDays(NOW, 9), unit: "month" };
  made(await owner.post("/api/series", series));
  const forecast = await readForecast(owner);
  const [first, second, third] = forecast.weeks;
  expect(first).toMatchObject({ due: 0, balance: 0, belowZero: "", count: 0 });
  const date = addDays(NOW, 9);
  expect(second).toMatchObject({ due: 900, net: -900, balance: -900, belowZero: date, count: 1 });
  expect(third).toMatchObject({ balance: -900, belowZero: third?.dateFrom });
  const isWhole =
    forecast.closing ===
    Number(forecast.balance) + Number(forecast.expected) - Number(forecast.due);
  expect(isWhole).toBe(true);
  expect(forecast.closing).toBe(forecast.weeks.at(-1)?.balance as number);
});

test("counts all of a week's invoices and shows the largest twenty", async () => {
  const { staff } = world.kaveri;
  const before = await readForecast(staff);
  for (let n = 1; n <= 22; n++) {
    await sendInvoice({ dueDate: addDays(NOW, 30), items: [{ ...LOGO, qty: 1, rate: n }] });
  }
  const { weeks } = await readForecast(staff);
  expect(weeks[4]?.count).toBe(Number(before.weeks[4]?.count) + 22);
  expect(weeks[4]?.entries).toHaveLength(20);
  expect(Number(weeks[4]?.expected)).toBeCloseTo(
    Number(before.weeks[4]?.expected) + (22 * 23 * 1.18) / 2,
    2,
  );
});
