import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { today } from "../../domain/dates.ts";
import { formatInr } from "../../domain/money.ts";
import { ENTER, EVENTS, openStudio, type Studio } from "../server/neelkamal.ts";
import { done, made } from "../world.ts";
import { type Desk, openDesk } from "./desk.ts";

// The year of test/data/year-end, as its owner reads it.

let desk: Desk;
let studio: Studio;
beforeAll(async () => {
  desk = await openDesk();
  studio = await openStudio(desk.world);
  for (const event of EVENTS) await ENTER[event.do]?.(studio, event);
}, 120_000);
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const YEAR = "dateFrom=2026-04-01&dateTo=2027-03-31";
const visit = async (path: string, phone = false) =>
  (await desk.visit(path, { who: studio.owner, phone })).page;
const sheet = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });
const cells = async (page: Page, row: string | RegExp) => {
  const found = page.getByRole("row", { name: row }).first();
  await found.waitFor();
  return found.getByRole("cell").allInnerTexts();
};

test("the list opens each report and shows staff only theirs", async () => {
  const page = await visit("/reports");
  const { total } = done(await studio.owner.get("/api/reports/ageing"));
  const owed = page.getByRole("link", { name: "Ageing of receivables" });
  await owed.getByText(formatInr(total)).waitFor();
  for (const name of ["Profit and loss", "Balance sheet", "Trial balance", "TDS receivable"]) {
    await page.getByRole("link", { name }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByRole("link", { name: "Back to Reports" }).click();
    await page.waitForURL("**/reports");
  }
  const { staff } = desk.world.kaveri;
  const theirs = (await desk.visit("/reports", { who: staff })).page;
  const names = theirs.locator(".reports .cell-main:visible");
  await theirs.getByRole("link", { name: "Ageing of payables" }).waitFor();
  expect(await names.allInnerTexts()).toEqual([
    "Ageing of receivables",
    "Ageing of payables",
    "Statement of account",
    "Sales register",
    "Purchase register",
    "GST returns",
    "TDS payable",
  ]);
  await theirs.goto(`${desk.url}/reports/balance-sheet`);
  await theirs.getByText("Only the owner and the accountant can view statements.").waitFor();
});

test("profit and loss has both bases and months, and an amount opens its ledger", async () => {
  const page = await visit(`/reports/profit-and-loss?${YEAR}`);
  expect(await cells(page, "Profit for the year")).toEqual([
    "1,19,199.50",
    "15,000.00",
    "+1,04,199.50",
  ]);
  expect(await cells(page, /^Rent/)).toEqual(["–", "25,000.00", "−25,000.00"]);
  await page.getByRole("button", { name: "Cash", exact: true }).click();
  await page.getByRole("cell", { name: "98,013.03" }).waitFor();
  await page.getByText("Advances received, not yet invoiced: nil.").waitFor();
  await page.getByRole("button", { name: "Accrual" }).click();
  await page.getByRole("button", { name: "Quarters" }).click();
  await page.getByRole("columnheader", { name: "Apr – Jun 26" }).waitFor();
  await page.getByRole("button", { name: "Months" }).click();
  await page.getByRole("columnheader", { name: "Apr 26" }).waitFor();
  const fees = await cells(page, /^Professional fees/);
  expect([fees.length, fees[0], fees[12]]).toEqual([13, "1,25,000.50", "3,00,000.50"]);

  // The amount of a month opens that month.
  const row = page.getByRole("row", { name: /^Professional fees/ });
  expect(await row.getByRole("link", { name: "1,25,000.50" }).getAttribute("href")).toMatch(
    /ledger\?.*dateFrom=2026-04-01&dateTo=2026-04-30/,
  );
  await row.getByRole("link", { name: "3,00,000.50" }).click();
  await page.waitForURL(/reports.ledger\?.*dateFrom=2026-04-01&dateTo=2027-03-31/);
  expect(await cells(page, "Closing balance")).toEqual([
    ...["", "", "10,000.00", "3,10,000.50", "3,00,000.50 Cr"],
  ]);
  await page
    .getByRole("link", { name: /26-27.INV.000002/ })
    .first()
    .click();
  await page.waitForURL(/\/invoices\//);
});

test("a plain entry of a ledger opens, and the day book leads to every record", async () => {
  const page = await visit(`/reports/ledger?ledger=Travel&${YEAR}`);
  await page.getByRole("table").getByRole("link").nth(1).waitFor();
  const entry = page.locator("tr.is-entry").first();
  const name = (await entry.getByRole("link").first().textContent()) ?? "";
  await entry.getByRole("link").last().click();
  await page.waitForURL(/\/transactions\?/);
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  expect(await dialog.getByLabel("Description").inputValue()).toBe(name);
  expect(page.url()).not.toContain("entry=");

  await page.goto(`${desk.url}/reports/day-book?${YEAR}`);
  await page.getByRole("link", { name: "26-27/INV/000001: Design" }).click();
  await page.waitForURL(/\/invoices\//);
});

test("registers and shares lead to their documents", async () => {
  const page = await visit(`/reports/sales-register?${YEAR}`);
  expect(await cells(page, "6 documents")).toContain("3,54,000.00");
  await page.getByRole("link", { name: "26-27/CN/000001" }).click();
  await page.waitForURL(/\/notes\//);
  await page.goto(`${desk.url}/reports/income-by-client?${YEAR}`);
  await page.getByText("Agrees with Profit and loss").waitFor();
  await page.getByRole("link", { name: "Mandovi Resorts" }).click();
  await page.waitForURL(/\/invoices\?clientId=/);
  await page.getByRole("row", { name: /26-27.INV.000001/ }).waitFor();
  await page.goto(`${desk.url}/reports/expenses-by-vendor?${YEAR}`);
  await page.getByRole("link", { name: "Anita Rao" }).click();
  await page.waitForURL(/\/bills\?status=ALL&vendorId=/);
});

test("the dashboard shows owners the profit and links to its statement", async () => {
  const page = await visit("/dashboard?dateFrom=2027-01-01&dateTo=2027-03-31");
  await page.getByRole("link", { name: "Loss, by document date −₹1,40,999.91" }).waitFor();
  await page.goto(`${desk.url}/dashboard?dateFrom=2026-04-01&dateTo=2026-06-30`);
  await page.getByRole("link", { name: "Profit, by document date ₹1,89,549.41" }).click();
  await page.waitForURL("**/reports/profit-and-loss?dateFrom=2026-04-01&dateTo=2026-06-30");
  await page.getByRole("row", { name: "Profit for the period 1,89,549.41" }).waitFor();

  // An agency without entries shows first steps instead.
  const { staff, account, fees } = desk.world.kaveri;
  const fee = { description: "A fee", type: "Income", amount: 500, date: today() };
  const where = { accountId: account._id, categoryId: fees._id };
  made(await staff.post("/api/transactions", { ...fee, ...where }));
  const theirs = await desk.visit("/dashboard", { who: staff });
  await theirs.page.getByText("GST included. This is not a profit and loss account.").waitFor();
  await theirs.page.waitForLoadState("networkidle");
  expect(await theirs.page.getByText("by document date").isVisible()).toBe(false);
  expect(theirs.calls.filter((call) => /reports\/(?!forecast)/.test(call))).toEqual([]);
});

test("the balance sheet and the trial balance of a day balance", async () => {
  const page = await visit("/reports/balance-sheet?at=2027-03-31");
  await page.getByText("Both sides agree").waitFor();
  expect(await cells(page, /^Assets [\d,]+\.\d/)).toEqual(["5,44,099.50", "3,96,500.00"]);
  expect(await cells(page, "Owners’ funds and liabilities")).toEqual([
    ...["5,44,099.50", "3,96,500.00"],
  ]);
  await page.getByRole("link", { name: "Profit of this year" }).click();
  await page.waitForURL("**/reports/profit-and-loss?**");
  await page.getByRole("cell", { name: "1,19,199.50" }).waitFor();

  await page.goto(`${desk.url}/reports/trial-balance?at=2027-03-31`);
  await page.getByText("Debits equal credits").waitFor();
  expect(await cells(page, "26 ledgers")).toEqual(["", "", "", "8,11,750.50", "8,11,750.50"]);
  await page.getByRole("link", { name: "HDFC Current" }).click();
  expect(await cells(page, "Closing balance")).toEqual([
    ...["", "", "3,89,650.00", "3,15,600.00", "3,26,850.00 Dr"],
  ]);
  expect(await page.getByLabel("Ledger", { exact: true }).inputValue()).toBe(
    studio.accounts.get("HDFC Current") ?? "",
  );
});

test("saves a report as CSV", async () => {
  const page = await visit("/reports/trial-balance?at=2027-03-31");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("trial-balance.csv");
  expect(await Bun.file(await download.path()).text()).toContain("811750.50,811750.50");
});

test("keys change the period and save the PDF", async () => {
  const page = await visit("/reports/profit-and-loss?dateFrom=2026-04-01&dateTo=2026-06-30");
  await page.getByRole("row", { name: "Profit for the period 1,89,549.41" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(/dateFrom=2026-07-01&dateTo=2026-09-30/);
  await page.getByRole("row", { name: "Profit for the period 63,800.00" }).waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL(/dateFrom=2026-04-01&dateTo=2026-06-30/);

  await page.goto(`${desk.url}/reports/balance-sheet?at=2027-03-31`);
  const assets = page.getByRole("table", { name: /Assets/ });
  const funds = page.getByRole("table", { name: /Equity and liabilities/ });
  await assets.getByRole("row", { name: /^Assets 5,44,099.50/ }).waitFor();
  const [left, right] = [await funds.boundingBox(), await assets.boundingBox()];
  expect([left?.y, left?.height]).toEqual([right?.y, right?.height]);
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL(/at=2027-02-28/);
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(/at=2027-03-31/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("p")]);
  expect(download.suggestedFilename()).toBe("balance-sheet.pdf");
});

test("ageing, cash flow, TDS, GST and client accounts agree with the books", async () => {
  const page = await visit("/reports/ageing?at=2027-03-31");
  await page.getByText("Agrees with Trade receivables").waitFor();
  expect((await cells(page, /^Total [\d–]/)).at(-1)).toBe("89,899.95");
  await page.getByRole("button", { name: "Payables" }).click();
  await page.getByText("Agrees with Trade payables").waitFor();

  await page.goto(`${desk.url}/reports/cash-flow?${YEAR}`);
  expect((await cells(page, "Closing balance"))[0]).toBe("3,44,899.50");
  expect((await cells(page, /^Fixed assets/))[0]).toBe("−59,000.00");
  expect(await page.getByRole("row", { name: /^Computers/ }).count()).toBe(0);
  await page.getByRole("link", { name: "Invoice Payments" }).click();
  await page.waitForURL("**/transactions?categoryId=**");
  await page.getByText("Income ₹2,28,800.00").waitFor();
  await page.goto(`${desk.url}/reports/tds?year=2026`);
  expect((await cells(page, /^Total [\d–]/)).at(-1)).toBe("23,500.05");
  await page.goto(`${desk.url}/reports/gst-summary?${YEAR}`);
  await page.getByRole("link", { name: "Apr 2026" }).waitFor();

  await page.goto(`${desk.url}/reports/statement-of-account`);
  await page.getByText("Choose a client and both dates").waitFor();
  await page.getByLabel("Client", { exact: true }).selectOption({ label: "Mandovi Resorts" });
  await page.waitForURL(/clientId=/);
  await sheet(page, "Statement of account").getByText("Closing balance").waitFor();
});

test("on a phone, a line shows its name and amount", async () => {
  const page = await visit("/reports/balance-sheet?at=2027-03-31", true);
  const row = page.getByRole("row", { name: "Petty Cash" });
  await row.waitFor();
  const [name, figure] = await Promise.all([
    row.getByRole("link").first().boundingBox(),
    row.getByText("18,049.50").boundingBox(),
  ]);
  expect(Math.abs((name?.y ?? 0) - (figure?.y ?? 99))).toBeLessThan(8);
});
