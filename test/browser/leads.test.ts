import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { addDays, today, toPresetRange } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { type Desk, openDesk } from "./desk.ts";

let desk: Desk;
const month = toPresetRange("thisMonth");

beforeAll(async () => {
  desk = await openDesk();
  const { staff, account, fees, rent } = desk.world.kaveri;
  const add = (entry: object) =>
    staff
      .post("/api/transactions", { date: month.dateFrom, accountId: account._id, ...entry })
      .then(made);
  await add({ description: "A fee", type: "Income", amount: 125000.5, categoryId: fees._id });
  await add({ description: "The rent", type: "Expense", amount: 150000, categoryId: rent._id });
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("every amount links to the transactions behind it", async () => {
  const { page } = await desk.visit("/dashboard", { who: desk.world.kaveri.staff });
  const { account, rent } = desk.world.kaveri;
  await page.getByRole("link", { name: "Rent" }).waitFor();
  const led = (name: string) =>
    page
      .getByRole("link", { name, exact: true })
      .evaluate((link: HTMLAnchorElement) => link.search);
  const leads = {
    "Total Income": { type: "Income" },
    "Total Expense": { type: "Expense" },
    "Net Balance": {},
    Rent: { categoryId: rent._id },
    "kaveri bank": { accountId: account._id },
  };
  for (const [name, filter] of Object.entries(leads)) {
    expect(Object.fromEntries(new URLSearchParams(await led(name)))).toEqual({
      ...month,
      preset: "thisMonth",
      ...filter,
    });
  }
  const chart = page.getByRole("img", { name: /^Bar chart/ });
  await chart.scrollIntoViewIfNeeded();
  await chart.locator("canvas").waitFor();
  await chart.click({ position: { x: 160, y: 150 } });
  await page.waitForURL(/\/transactions\?.*accountId=/);
  await page.getByRole("columnheader", { name: "Balance" }).waitFor();
});

test("shows overdue invoices on the dashboard and unpaid ones in the sidebar", async () => {
  const { owner } = desk.world.narmada;
  const { page } = await desk.visit("/dashboard", { who: owner });
  const unpaid = page.getByRole("link", { name: /^Invoices/ });
  await page.getByRole("heading", { name: "Account Balances" }).waitFor();
  expect(await unpaid.textContent()).not.toMatch(/\d/);
  await card(page, "To do today").getByText("You have no tasks today").waitFor();
  const { client } = made(await owner.post("/api/clients", { displayName: "Konkan Foods" }));
  const items = [{ description: "Logo", qty: 1, rate: 1000, taxPct: 18 }];
  for (const ago of [3, 18]) {
    const date = addDays(today(), -ago);
    const bill = { clientId: client._id, date, dueDate: date, items };
    const { _id } = made(await owner.post("/api/invoices", bill));
    await owner.post(`/api/invoices/${_id}/send`, {});
  }
  await page.reload();
  await card(page, "To do today")
    .getByText("2 invoices are overdue by up to 18 days, ₹2,360.00 to collect")
    .waitFor();
  await page.getByRole("link", { name: "Invoices 2 unpaid" }).waitFor();
  await card(page, "To do today").getByRole("link", { name: "2 invoices are overdue" }).click();
  await page.getByText("Showing 1 to 2 of 2").waitFor();
  expect(new URL(page.url()).search).toBe("?status=OVERDUE");
});

test("the list of one account shows its balance after each row", async () => {
  const { owner, cash, fees, rent } = desk.world.narmada;
  const add = (type: string, amount: number, categoryId: string) =>
    owner.post("/api/transactions", {
      date: today(),
      description: `${type} of ${amount}`,
      type,
      amount,
      accountId: cash._id,
      categoryId,
    });
  made(await add("Income", 1000, fees._id));
  made(await add("Expense", 250.5, rent._id));
  const { page } = await desk.visit("/transactions", { who: owner });
  await page.getByRole("row").filter({ hasText: "Expense of 250.5" }).waitFor();
  const heads = page.getByRole("columnheader", { name: "Balance" });
  expect(await heads.count()).toBe(0);
  await page.getByLabel("Account", { exact: true }).selectOption({ label: "narmada cash" });
  await heads.waitFor();
  const balances = page.locator("tbody .t-balance");
  expect(await balances.allTextContents()).toEqual(["₹749.50", "₹1,000.00"]);
  await page.getByRole("button", { name: "Expense of 250.5", exact: true }).click();
  const amount = page.getByRole("dialog").getByLabel("Amount");
  await amount.fill("300");
  await amount.press("Enter");
  await page.locator("tbody .t-balance").getByText("₹700.00").waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Expense of 250.5");
  await page.getByLabel("Type", { exact: true }).selectOption("Income");
  await heads.waitFor({ state: "detached" });
});

test("searching for an amount or an account finds its entries", async () => {
  const { owner } = desk.world.kaveri;
  for (const [q, offer] of [
    ["1,25,000.50", "Show ₹1,25,000.50"],
    ["kaveri bank", "Show kaveri bank"],
  ] as const) {
    const { page } = await desk.visit("/transactions", { who: owner });
    await page.getByRole("searchbox").fill(q);
    await page.getByRole("button", { name: offer }).click();
    await page.getByRole("row").filter({ hasText: "A fee" }).waitFor();
  }
});
