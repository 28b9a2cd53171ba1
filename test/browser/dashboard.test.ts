import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { addDays, today, toPresetRange, toWeekday } from "../../domain/dates.ts";
import { shortDay } from "../../islands/dashboard/weekWords.ts";
import { made } from "../world.ts";
import { axe, type Desk, hold, openDesk, toast } from "./desk.ts";

let desk: Desk;
const month = toPresetRange("thisMonth");

beforeAll(async () => {
  desk = await openDesk();
  const { staff, account, cash, fees, rent } = desk.world.kaveri;
  const add = (entry: object) =>
    staff
      .post("/api/transactions", { date: month.dateFrom, accountId: account._id, ...entry })
      .then(made);
  await add({ description: "A fee", type: "Income", amount: 125000.5, categoryId: fees._id });
  await add({ description: "The rent", type: "Expense", amount: 150000, categoryId: rent._id });
  const transfer = {
    fromAccountId: account._id,
    toAccountId: cash._id,
    amount: 500,
    date: month.dateTo,
  };
  made(await staff.post("/api/transactions/transfer", { ...transfer, description: "To the till" }));
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const open = (search = "") => desk.visit(`/dashboard${search}`, { who: desk.world.kaveri.staff });

test("three cards show income, expense and balance", async () => {
  const { page } = await open();
  await card(page, "Total Income").getByText("₹1,25,000.50").waitFor();
  await card(page, "Total Expense").getByText("₹1,50,000.00").waitFor();
  await page.getByText("GST included. This is not a profit and loss account.").waitFor();
  await card(page, "Net Balance").getByText("−₹24,999.50").waitFor();
  await card(page, "Net Balance").getByText("Deficit").waitFor();
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toEqual({ ...month, preset: "thisMonth" });
});

test("adds up balances by account and in total, in their colours", async () => {
  const { page } = await open();
  const balances = card(page, "Account Balances");
  const bank = balances.getByRole("row").filter({ hasText: "kaveri bank" });
  await bank.waitFor();
  expect(await bank.getByRole("cell").allTextContents()).toEqual([
    "Bank",
    "Opening₹0.00",
    "Income₹1,25,000.50",
    "Expense₹1,50,000.00",
    "Transfers−₹500.00",
    "−₹25,499.50",
  ]);
  expect(await bank.getByRole("cell").last().getAttribute("class")).toContain("neg");
  const total = balances.getByRole("row").filter({ hasText: "Total" });
  expect(await total.getByRole("cell").last().textContent()).toBe("−₹24,999.50");
});

test("shows every chart as a table too", async () => {
  const { page } = await open();
  await page
    .getByRole("img", { name: /^Line chart by day: income from ₹0.00 to ₹1,25,000.50/ })
    .waitFor();
  await page.getByRole("img", { name: /^Bar chart/ }).scrollIntoViewIfNeeded();
  // A chart is drawn once its code has loaded, after its text.
  await page.locator(".u-over").nth(1).waitFor({ state: "attached" });
  expect(await page.locator(".u-over").count()).toBe(2);
  const shares = card(page, "Expenses by category").getByRole("row").filter({ hasText: "Rent" });
  expect(await shares.textContent()).toContain("₹1,50,000.00100.0%");

  await page.getByRole("button", { name: "Show income and expense as a table" }).click();
  const table = page.getByRole("table", { name: "Income and expense over time" });
  expect(await table.getByRole("row").last().textContent()).toContain("₹1,25,000.50₹1,50,000.00");
  await page.getByRole("button", { name: "Daily" }).click();
  expect(await table.getByRole("row").last().textContent()).toContain("₹0.00₹0.00");
  await page.getByRole("button", { name: "Show the accounts as a table" }).click();
  await page.getByRole("table", { name: "Income, expense and balance by account" }).waitFor();
  expect(await axe(page)).toEqual([]);
});

test("a chart shows the values under the pointer", async () => {
  const { page } = await open();
  const plots = page.locator(".u-over");
  await page.getByRole("img", { name: /^Bar chart/ }).scrollIntoViewIfNeeded();
  await plots.nth(1).waitFor({ state: "attached" });
  await plots.first().scrollIntoViewIfNeeded();
  // The fee and the rent are dated the first day, so the chart starts with the later totals.
  await plots.first().hover({ position: { x: 2, y: 40 } });
  const tip = page.locator(".tip:visible");
  await tip.getByText("₹1,25,000.50").waitFor();
  await tip.getByText("₹1,50,000.00").waitFor();
  await plots.nth(1).scrollIntoViewIfNeeded();
  await plots.nth(1).hover({ position: { x: 20, y: 40 } });
  await tip.getByText("kaveri bank").waitFor();
  await page.mouse.move(1, 1);
  await tip.waitFor({ state: "hidden" });
});

test("keeps the chosen period in the address; Back returns to the previous one", async () => {
  const { page } = await open();
  await card(page, "Total Income").getByText("₹1,25,000.50").waitFor();
  await page.getByRole("button", { name: /^Period/ }).click();
  await page.getByRole("button", { name: "Last Year" }).click();
  await card(page, "Total Income").getByText("₹0.00").waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    ...toPresetRange("lastYear"),
    preset: "lastYear",
  });
  await page.getByText("No income or expense in this period").waitFor();
  await page.getByText("No expenses in this period").waitFor();
  await page.goBack();
  await card(page, "Total Income").getByText("₹1,25,000.50").waitFor();
});

test("adds a transaction or an invoice by key", async () => {
  const { page } = await open();
  await page.getByRole("link", { name: "Add Transaction" }).waitFor();
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "Add Transaction" }).waitFor();
  const other = await open();
  await other.page.getByRole("link", { name: "New Invoice" }).waitFor();
  await other.page.keyboard.press("i");
  await other.page.getByRole("heading", { name: "Create New Invoice" }).waitFor();
});

test("refreshing loads new data", async () => {
  const { page } = await open();
  await card(page, "Total Income").getByText("₹1,25,000.50").waitFor();
  const { staff, account, fees } = desk.world.kaveri;
  const fee = { date: month.dateFrom, description: "One more", type: "Income", amount: 0.5 };
  made(
    await staff.post("/api/transactions", { ...fee, accountId: account._id, categoryId: fees._id }),
  );
  await page.getByRole("button", { name: "Refresh", exact: true }).click();
  await card(page, "Total Income").getByText("₹1,25,001.00").waitFor();
});

test("shows separate errors if totals or balances fail to load", async () => {
  const { page } = await desk.visit("/login", { expectComplaints: /Failed to load resource/ });
  const { staff } = desk.world.kaveri;
  const { body } = await staff.get("/api/auth/me");
  await page.route(/api\/(dashboard|accounts)/, (route) => route.abort());
  await page.evaluate(
    (stored) => localStorage.setItem("auth-storage", stored),
    JSON.stringify({ user: body.user, token: staff.token, isAuthenticated: true }),
  );
  await page.goto(`${desk.url}/dashboard`);
  await toast(page, "Failed to load dashboard data").waitFor();
  await toast(page, "Failed to load account balances").waitFor();
  await page.unroute(/api\/(dashboard|accounts)/);
  const balances = page.getByRole("region", { name: "Account Balances" });
  await balances.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("row").filter({ hasText: "kaveri bank" }).waitFor();
});

test("shows first steps to an agency without transactions", async () => {
  const { page } = await desk.visit("/dashboard", { who: desk.world.narmada.owner });
  await page.getByRole("heading", { name: "First steps" }).waitFor();
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await page.waitForURL("**/settings/move-in");
  await page.getByText("Drop the files of your books").first().waitFor();
});

test("the period menu has every preset, and a typed date makes it custom", async () => {
  const { page } = await open();
  await page.getByRole("button", { name: /^Period/ }).click();
  const menu = page.getByRole("dialog", { name: "Date range" });
  expect(await menu.getByRole("list").getByRole("button").allTextContents()).toEqual(
    "This Month,Last Month,Year to Date,Last Year,This FY,Last FY,Custom".split(","),
  );
  await menu.getByLabel("From date").fill("2020-04-01");
  await menu.getByLabel("From date").press("Enter");
  await page.waitForURL(/dateFrom=2020-04-01.*preset=custom/);
});

test("loads nothing and offers no report until both dates are set", async () => {
  const { staff } = desk.world.kaveri;
  const { page, calls } = await desk.visit("/dashboard?dateFrom=2026-04-01", { who: staff });
  await page.getByText("Please select a date range first").waitFor();
  await page.getByRole("button", { name: "Download PDF" }).click();
  await toast(page, "Please select a date range first").waitFor();
  expect([...new Set(calls)].sort()).toEqual([
    "GET /api/approvals",
    "GET /api/invoices",
    "GET /api/locks",
    "GET /api/metadata",
    "GET /api/notifications",
    "GET /api/tasks",
    "GET /api/views",
  ]);
});

test("calls a positive result a surplus and shows positive balances in green", async () => {
  const { owner, account, fees } = desk.world.narmada;
  const fee = { date: "2020-05-05", description: "A fee", type: "Income", amount: 5 };
  const links = { accountId: account._id, categoryId: fees._id };
  made(await owner.post("/api/transactions", { ...fee, ...links }));
  const range = "?dateFrom=2020-05-01&dateTo=2020-05-31";
  const { page } = await desk.visit(`/dashboard${range}`, { who: owner });
  await card(page, "Net Balance").getByText("Surplus").waitFor();
  const balances = card(page, "Account Balances");
  const readColour = (name: string) =>
    balances
      .getByRole("row")
      .filter({ hasText: name })
      .getByRole("cell")
      .last()
      .evaluate((cell) => cell.className.match(/pos|neg/)?.[0]);
  expect([await readColour("narmada bank"), await readColour("narmada cash")]).toEqual([
    "pos",
    "pos",
  ]);
  expect(await balances.getByRole("columnheader").allTextContents()).toEqual(
    "Account,Type,Opening,Income,Expense,Transfers,Closing".split(","),
  );
  await page.goto(`${desk.url}/dashboard?dateFrom=2019-01-01&dateTo=2019-01-31`);
  await page.getByText("No account has entries or a balance in this period").waitFor();
});

test("refreshes the balances automatically and shows that it does", async () => {
  const { page, calls } = await desk.visit("/profile", { who: desk.world.kaveri.staff });
  await page.getByLabel("New password").waitFor();
  const show = await hold(page, "**/api/accounts/balances?**");
  await page.goto(`${desk.url}/dashboard`);
  const balances = card(page, "Account Balances");
  await card(page, "Total Income").getByText("₹").waitFor();
  expect(await balances.getAttribute("aria-busy")).toBe("true");
  show();
  await balances.getByText("kaveri bank").waitFor();
  expect(await balances.getAttribute("aria-busy")).toBe("false");
  await page.unroute("**/api/accounts/balances?**");
  const countCalls = () => calls.filter((call) => call === "GET /api/dashboard").length;
  const before = countCalls();
  const release = await hold(page, "**/api/accounts/balances?**");
  await balances.getByRole("button", { name: "Refresh account balances" }).click();
  await balances.getByRole("button", { name: "Refreshing account balances" }).waitFor();
  await balances.getByText("kaveri bank").waitFor();
  release();
  await balances.getByRole("button", { name: "Refresh account balances" }).waitFor();
  expect(countCalls()).toBe(before);
});

test("charts are 300 px tall and cycle through eight category colours", async () => {
  const { owner, account } = desk.world.kaveri;
  for (let n = 1; n <= 9; n++) {
    const { category } = made(await owner.post("/api/categories", { name: `Category ${n}` }));
    const links = { accountId: account._id, categoryId: category._id };
    const entry = { date: "2021-05-05", description: "One", type: "Expense", amount: 10 - n };
    made(await owner.post("/api/transactions", { ...entry, ...links }));
  }
  const { page } = await open("?dateFrom=2021-05-01&dateTo=2021-05-31");
  const shares = card(page, "Expenses by category").getByRole("row");
  await shares.filter({ hasText: "Category 9" }).waitFor();
  const colours = await page
    .locator(".share .swatch")
    .evaluateAll((swatches) => swatches.map((swatch) => getComputedStyle(swatch).backgroundColor));
  expect(new Set(colours).size).toBe(8);
  expect(colours[8]).toBe(colours[0] as string);
  for (const name of ["Income and expense", "By account"]) {
    const box = await card(page, name).getByRole("img").boundingBox();
    expect([name, box?.height]).toEqual([name, 300]);
  }
  const ring = await page.locator(".shares").boundingBox();
  expect(ring?.height).toBe(300);
});

test("names the PDF by its period and shows a sentence for each failure", async () => {
  const { page } = await desk.visit("/dashboard?dateFrom=2026-04-01&dateTo=2026-04-30", {
    who: desk.world.kaveri.staff,
    expectComplaints: /500/,
  });
  const button = page.locator("[aria-busy=false]", { hasText: "Download PDF" });
  const file = page.waitForEvent("download");
  await button.click();
  const name = "dashboard-report-2026-04-01-to-2026-04-30.pdf";
  expect((await file).suggestedFilename()).toBe(name);
  await toast(page, "PDF downloaded successfully").waitFor();
  const answers = [{ status: 500, json: {} }, { json: {} }];
  await page.route("**/api/reports/**", (route) => route.fulfill(answers.shift()));
  await button.click();
  await toast(page, "Failed to download PDF").waitFor();
  await button.click();
  await toast(page, "Failed to generate PDF").waitFor();
});

test("hides a card's sparkline where it would overlap the text", async () => {
  const { page } = await open();
  await card(page, "Total Income")
    .getByText(/^Nothing in/)
    .waitFor();
  for (const width of [1210, 1280, 1360, 1420, 1500]) {
    await page.setViewportSize({ width, height: 900 });
    const sparks = await page.evaluate(() =>
      [...document.querySelectorAll(".spark")]
        .filter((spark) => spark.checkVisibility())
        .map((spark) => {
          const note = spark.parentElement?.querySelector(".kpi-note > :last-child");
          const right = note?.getBoundingClientRect().right ?? 0;
          return right > spark.getBoundingClientRect().left ? "over the words" : "beside them";
        }),
    );
    expect(sparks, `${width} wide`).toEqual(width > 1400 ? Array(3).fill("beside them") : []);
  }
});

test("shows the next six weeks, a week's entries, and its first day below zero", async () => {
  const { owner, account, rent } = desk.world.narmada;
  const template = { accountId: account._id, categoryId: rent._id, type: "Expense", amount: 900 };
  const date = addDays(today(), 8);
  made(
    await owner.post("/api/series", {
      kind: "transaction",
      template: { ...template, description: "Studio rent" },
      anchor: date,
      unit: "month",
      end: { after: 1 },
    }),
  );
  const { page } = await desk.visit("/dashboard", { who: owner });
  const weeks = card(page, "Next six weeks");
  await weeks.getByText("−₹900.00").first().waitFor();
  await weeks.getByText("Nothing expected or due in this week").waitFor();
  await page.keyboard.press("ArrowRight");
  await weeks.getByRole("heading", { name: `Week of ${shortDay(addDays(today(), 7))}` }).waitFor();
  await weeks.getByText(`Below zero on ${toWeekday(date)} ${shortDay(date)}`).waitFor();
  const chosen = weeks.locator("button[aria-pressed=true]");
  expect(await chosen.textContent()).toContain("due ₹900.00, below zero on");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("link", { name: "Studio rent recurring" }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await weeks.getByRole("button", { name: "Show the weeks as a table" }).click();
  const table = weeks.getByRole("table", { name: "Money expected and due by week" });
  expect(await table.getByRole("row").count()).toBe(7);
  await table.getByRole("cell", { name: "−₹900.00" }).first().waitFor();
});
