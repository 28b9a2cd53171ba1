import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { formatDate, today, toPresetRange } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { type Desk, openDesk } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await fillBooks();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const month = toPresetRange("thisMonth");
const lastMonth = toPresetRange("lastMonth");

async function fillBooks() {
  const { staff, account, cash, fees, rent } = desk.world.kaveri;
  const add = (entry: object) =>
    staff
      .post("/api/transactions", { date: month.dateFrom, accountId: account._id, ...entry })
      .then(made);
  for (let n = 1; n <= 47; n++) {
    await add({ description: `Rent ${n}`, amount: n, type: "Expense", categoryId: rent._id });
  }
  const fee = { type: "Income", categoryId: fees._id };
  await add({
    ...fee,
    description: "Fee in cash",
    amount: 2000.5,
    accountId: cash._id,
    notes: "50% now",
  });
  await add({ ...fee, description: "Fee of last month", amount: 300, date: lastMonth.dateFrom });
  await add({ ...fee, description: "Fee of long ago", amount: 4, date: "2019-04-01" });
}

const rows = (page: Page) => page.locator("tbody tr[data-id]");
const totals = (page: Page) => page.locator("tfoot");
const params = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

const open = (search = "") =>
  desk.visit(`/transactions${search}`, { who: desk.world.kaveri.staff });

test("opens on the current month, puts it in the address and loads the list once", async () => {
  const { page, calls } = await open();
  await totals(page).getByText("₹2,000.50").waitFor();
  expect(params(page)).toEqual({ ...month, preset: "thisMonth" });
  expect(calls.filter((call) => call === "GET /api/transactions")).toHaveLength(1);
  expect(calls.filter((call) => call === "GET /api/accounts")).toHaveLength(1);
  expect(await rows(page).count()).toBe(10);
  await page.getByText("Showing 1 to 10 of 48").waitFor();
});

test("totals cover the whole filter, not just the page", async () => {
  const { page } = await open();
  await totals(page).getByText("₹2,000.50").waitFor();
  expect((await totals(page).textContent())?.replace(/\s+/g, " ")).toContain(
    "Income ₹2,000.50Expense ₹1,128.00Balance ₹872.50",
  );
});

test("the pager shows first, last and neighbouring pages; Back returns to the previous one", async () => {
  const { page } = await open();
  const pager = page.getByRole("navigation", { name: "Pages" });
  await pager.getByRole("link", { name: "Page 5" }).click();
  await page.getByText("Showing 41 to 48 of 48").waitFor();
  expect(await pager.locator("ol").textContent()).toBe("1…45");
  await pager.getByRole("link", { name: "Page 4" }).click();
  await page.getByText("Showing 31 to 40 of 48").waitFor();
  expect(await pager.locator("ol").textContent()).toBe("1…345");
  expect(params(page).page).toBe("4");

  await page.goBack();
  await page.getByText("Showing 41 to 48 of 48").waitFor();
  await page.goForward();
  await page.getByText("Showing 31 to 40 of 48").waitFor();
  await page.goBack();
  await page.getByText("Showing 41 to 48 of 48").waitFor();
  await page.reload();
  await page.getByText("Showing 41 to 48 of 48").waitFor();
});

test("a search filters rows and totals, treats % literally and returns to page 1", async () => {
  const { page } = await open("?page=2");
  await page.getByText("Showing 11 to 20 of 48").waitFor();
  await page.getByRole("searchbox").fill("50%");
  await page.getByText("Showing 1 to 1 of 1").waitFor();
  await page.getByRole("button", { name: "Fee in cash", exact: true }).waitFor();
  expect(params(page)).toMatchObject({ q: "50%" });
  expect(params(page).page).toBeUndefined();

  await page.getByRole("searchbox").fill("nothing like it");
  await page.getByText("No transactions match").waitFor();
});

test("keeps every filter in the address and restores it from there", async () => {
  const { page } = await open();
  await rows(page).first().waitFor();
  const filters = page.getByRole("region", { name: "Filters" });
  await filters.getByLabel("Type").selectOption("Expense");
  await filters.getByLabel("Category").selectOption({ label: "Rent" });
  await filters.getByLabel("Account").selectOption({ label: "kaveri bank" });
  await filters.getByLabel("Min amount").fill("₹10");
  await page.waitForURL(/minAmount=10/);
  await filters.getByLabel("Max amount").fill("12.50");
  await page.getByText("Showing 1 to 3 of 3").waitFor();
  const { account, rent } = desk.world.kaveri;
  expect(params(page)).toMatchObject({
    type: "Expense",
    accountId: account._id,
    categoryId: rent._id,
    minAmount: "10.00",
    maxAmount: "12.50",
  });
  await totals(page).getByText("₹33.00").first().waitFor();

  await page.reload();
  await page.getByText("Showing 1 to 3 of 3").waitFor();
  expect(await filters.getByLabel("Account").inputValue()).toBe(account._id);
  expect(await filters.getByLabel("Max amount").inputValue()).toBe("12.50");
  await page.getByRole("button", { name: "Filters" }).getByText("5").waitFor();
});

test("quick ranges set both dates; a typed date makes the range custom", async () => {
  const { page } = await open();
  await rows(page).first().waitFor();
  const ranges = page.getByRole("group", { name: "Quick ranges" });
  await ranges.getByRole("button", { name: "Last Month" }).click();
  await page.getByRole("button", { name: "Fee of last month", exact: true }).waitFor();
  expect(params(page)).toEqual({ ...lastMonth, preset: "lastMonth" });
  for (const [name, preset] of [
    ["Year to Date", "ytd"],
    ["This FY", "thisFY"],
    ["Last FY", "lastFY"],
  ] as const) {
    await ranges.getByRole("button", { name }).click();
    expect(params(page)).toEqual({ ...toPresetRange(preset), preset });
  }

  const filters = page.getByRole("region", { name: "Filters" });
  await filters.getByLabel("From date").fill("2019-04-01");
  await filters.getByLabel("From date").press("Enter");
  await page.waitForURL(/dateFrom=2019/);
  await filters.getByLabel("To date").fill("1/4/2019");
  await filters.getByLabel("To date").press("Enter");
  await page.getByRole("button", { name: "Fee of long ago", exact: true }).waitFor();
  expect(params(page)).toEqual({ dateFrom: "2019-04-01", dateTo: "2019-04-01", preset: "custom" });
  expect(await ranges.getByRole("button", { name: "Custom" }).getAttribute("aria-pressed")).toBe(
    "true",
  );
});

test("Clear All Filters shows all transactions of all dates", async () => {
  const { page } = await open("?type=Income&q=fee");
  await page.getByText("Showing 1 to 1 of 1").waitFor();
  await page.getByRole("button", { name: "Clear All Filters" }).click();
  await page.getByText("Showing 1 to 10 of 50").waitFor();
  expect(params(page)).toEqual({ preset: "custom" });
  await page.getByRole("button", { name: "Clear All Filters" }).waitFor({ state: "detached" });
  expect(await page.getByRole("button", { name: /^Filters/ }).textContent()).toBe("Filters");
  await page.reload();
  await page.getByText("Showing 1 to 10 of 50").waitFor();
});

test("rejects dates in the wrong order and hides the rows of the previous filter", async () => {
  const { page } = await desk.visit(`/transactions?dateFrom=${today()}&dateTo=2019-01-01`, {
    who: desk.world.kaveri.staff,
    expectComplaints: /400/,
  });
  await page.getByText("From date must not be after to date").first().waitFor();
  expect(await rows(page).count()).toBe(0);
});

test("shows an error with a retry if the list fails to load", async () => {
  const { page } = await desk.visit("/login", { expectComplaints: /Failed to load resource/ });
  await page.route("**/api/transactions?*", (route) => route.abort());
  const { body } = await desk.world.kaveri.staff.get("/api/auth/me");
  await page.evaluate(
    (stored) => localStorage.setItem("auth-storage", stored),
    JSON.stringify({
      user: body.user,
      token: desk.world.kaveri.staff.token,
      isAuthenticated: true,
    }),
  );
  await page.goto(`${desk.url}/transactions`);
  await page.getByText("Failed to load transactions").first().waitFor();
  await page.unroute("**/api/transactions?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await rows(page).first().waitFor();
});

test("a screen reader reads a row's date with its year", async () => {
  const { page } = await open();
  const date = rows(page).first().getByRole("cell").nth(1);
  expect(await date.textContent()).toBe(formatDate(month.dateFrom));
});
