import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { today } from "../../domain/dates.ts";
import { done, made } from "../world.ts";
import { axe, type Desk, listChoices, openDesk, pick, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  const { owner, account, cash, fees, rent } = desk.world.kaveri;
  const links = { accountId: account._id, date: today() };
  const spent = { ...links, type: "Expense", categoryId: rent._id };
  const transactions = [
    ...Array.from({ length: 12 }, (_, n) => ({
      ...spent,
      description: `Spent ${n}`,
      amount: [0.1, 0.2, 0.3][n] ?? n + 0.01,
    })),
    { ...links, type: "Income", categoryId: fees._id, description: "Earned", amount: 99.99 },
  ];
  const sides = { fromAccountId: account._id, toAccountId: cash._id };
  const transfers = [{ date: today(), description: "To till", amount: 7, ...sides }];
  made(await owner.post("/api/transactions/batch", { transactions, transfers }));
  made(await owner.post("/api/categories", { name: "Tea", type: "Expense" }));
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const heads = (page: Page) => page.getByRole("columnheader").allTextContents();
const names = (page: Page) => page.locator("tbody tr .cell-main").allTextContents();
const bar = (page: Page) => page.getByRole("region", { name: "Selected" });
const tick = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });

async function open(path = "/transactions", more = {}) {
  const { page, calls } = await desk.visit(path, { who: desk.world.kaveri.owner, ...more });
  await page.locator("tbody tr[data-id]").first().waitFor();
  return { page, calls };
}

test("hides and shows columns, and this browser remembers them", async () => {
  const { page } = await open();
  await page.getByRole("button", { name: "Columns" }).click();
  await tick(page, "Account").uncheck();
  await tick(page, "Type").uncheck();
  expect(await heads(page)).toEqual(["", "Date", "Description", "Category", "Amount", "Actions"]);
  expect(await tick(page, "Description").count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  await page.reload();
  await row(page, "Earned").waitFor();
  expect(await heads(page)).toEqual(["", "Date", "Description", "Category", "Amount", "Actions"]);
  await page.getByRole("button", { name: "Columns" }).click();
  await tick(page, "Account").check();
  expect(await heads(page)).toContain("Account");
});

test("a column head sorts both ways and the address keeps the order", async () => {
  const { page } = await open();
  const sorted = () => page.locator("th[aria-sort]").allTextContents();
  expect(await sorted()).toEqual(["Date"]);
  const amount = page.getByRole("columnheader", { name: "Amount" });
  await amount.getByRole("button").click();
  await page.waitForURL(/sort=-amount/);
  await page.locator("tbody tr").first().filter({ hasText: "Earned" }).waitFor();
  expect(await amount.getAttribute("aria-sort")).toBe("descending");
  await amount.getByRole("button").click();
  await page.waitForURL(/sort=amount/);
  await page.locator("tbody tr").first().filter({ hasText: "Spent 0" }).waitFor();
  expect((await names(page)).slice(0, 3)).toEqual(["Spent 0", "Spent 1", "Spent 2"]);
  await page.goBack();
  await page.locator("tbody tr").first().filter({ hasText: "Earned" }).waitFor();
  await page.getByRole("columnheader", { name: "Date" }).getByRole("button").click();
  await page.waitForURL((url) => !url.searchParams.has("sort"));
});

test("a list loaded in full is sorted in the browser", async () => {
  const { page, calls } = await open("/settings/masters");
  const before = calls.length;
  const name = page.getByRole("columnheader", { name: "Name" });
  await name.getByRole("button").click();
  expect(await names(page)).toEqual(["kaveri bank", "kaveri cash"]);
  await name.getByRole("button").click();
  expect(await names(page)).toEqual(["kaveri cash", "kaveri bank"]);
  expect(await name.getAttribute("aria-sort")).toBe("descending");
  expect(calls.length).toBe(before);
});

test("selects rows by mouse and adds up their exact sums", async () => {
  const { page } = await open("/transactions?sort=amount");
  await tick(page, "Select Spent 0").click();
  await tick(page, "Select Spent 2").click({ modifiers: ["Shift"] });
  await bar(page).getByText("3 selected").waitFor();
  // 0.1 + 0.2 + 0.3, which floats get wrong.
  await bar(page).getByText("₹0.60").waitFor();
  expect(await page.getByRole("row", { selected: true }).count()).toBe(3);
  expect(await axe(page)).toEqual([]);
  await tick(page, "Select all on this page").check();
  await bar(page).getByText("10 selected").waitFor();
  await page.getByRole("link", { name: "Page 2" }).click();
  await row(page, "Earned").waitFor();
  await bar(page).waitFor({ state: "detached" });
});

test("selects rows by keyboard", async () => {
  const { page } = await open("/transactions?sort=amount");
  const { keyboard } = page;
  await keyboard.press("j");
  expect(await row(page, "Spent 0").evaluate((row) => row === document.activeElement)).toBe(true);
  await keyboard.press("Space");
  await bar(page).getByText("1 selected").waitFor();
  for (const key of ["J", "Shift+ArrowDown"]) await keyboard.press(key);
  await bar(page).getByText("3 selected").waitFor();
  await bar(page).getByText("₹0.60").waitFor();
  await keyboard.press("K");
  await bar(page).getByText("2 selected").waitFor();
  await keyboard.press("v");
  await bar(page).getByText("1 selected").waitFor();
  await keyboard.press("Control+a");
  await bar(page).getByText("10 selected").waitFor();
  await keyboard.press("Escape");
  await bar(page).waitFor({ state: "detached" });
  await keyboard.press("?");
  await page.getByRole("dialog").getByText("Select or deselect the row").waitFor();
});

test("sets the category of many rows that can have one", async () => {
  const { page } = await open("/transactions?sort=amount");
  await tick(page, "Select Spent 0").click();
  await tick(page, "Select Spent 1").click();
  await bar(page).getByRole("button", { name: "Categorise" }).click();
  const dialog = page.getByRole("dialog", { name: "Categorise 2" });
  await dialog.getByRole("button", { name: "Categorise" }).click();
  await dialog.getByText("Category is required").waitFor();
  expect(await listChoices(dialog.getByLabel("Category"))).toEqual([
    "Rent",
    "Tea",
    "Add a category…",
  ]);
  expect(await axe(page)).toEqual([]);
  await pick(dialog.getByLabel("Category"), "Tea");
  await dialog.getByRole("button", { name: "Categorise" }).click();
  await toast(page, "2 transactions updated").waitFor();
  await row(page, "Spent 1").getByText("Tea").waitFor();
  const { body } = await desk.world.kaveri.owner.get("/api/transactions?q=spent&sort=amount");
  const categories = body.items.map(({ categoryId }: never) => (categoryId as Named).name);
  expect(categories.slice(0, 3)).toEqual(["Tea", "Tea", "Rent"]);

  for (const other of ["Earned", "To till"]) {
    await page.getByLabel("Search description and notes").fill(other);
    await row(page, other).waitFor();
    await page.getByLabel("Search description and notes").fill("");
    await row(page, "Spent 0").waitFor();
  }
  await page.getByLabel("Rows per page").selectOption("25");
  await row(page, "To till").waitFor();
  await tick(page, "Select all on this page").check();
  await bar(page).getByText("14 selected").waitFor();
  const all = tick(page, "Select all on this page");
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(false);
  for (const sum of ["Income ₹99.99", "Transfer ₹7.00"]) {
    await bar(page).getByText(sum).waitFor();
  }
  // The transfer and the income have other categories.
  await bar(page).getByRole("button", { name: "Categorise 12" }).click();
  await page.getByRole("dialog", { name: "Categorise 12" }).waitFor();
});

test("acts on the rows that it can, and names those left out", async () => {
  const { owner, account } = desk.world.kaveri;
  const receipt = {
    date: today(),
    client: { name: "Meera" },
    purpose: "Logo",
    amount: 25,
    mode: "Cash",
    accountId: account._id,
  };
  const { _id } = made(await owner.post("/api/receipts", receipt)).receipt;
  const { page } = await open("/transactions?limit=25");
  await tick(page, "Select all on this page").check();
  await bar(page).getByText("15 selected").waitFor();
  await bar(page)
    .getByText(/^1 left out: .* is changed with its document$/)
    .waitFor();
  await bar(page).getByRole("button", { name: "Delete 14" }).click();
  await page.getByRole("alertdialog", { name: "Delete 14 transactions" }).waitFor();
  done(await owner.delete(`/api/receipts/${_id}`));
});

test("a touch sorts and selects all in the list header", async () => {
  const { page } = await open("/transactions?limit=25", { phone: true });
  await page.getByRole("button", { name: "Amount", exact: true }).tap();
  await page.waitForURL(/sort=-amount/);
  await tick(page, "Select all on this page").tap();
  await bar(page).getByText("14 selected").waitFor();
});

interface Named {
  name: string;
}

test("deletes many rows at once and one Undo restores all of them", async () => {
  const { page, calls } = await open("/transactions?limit=25");
  const before = (await desk.world.kaveri.owner.get("/api/transactions?limit=100")).body;
  for (const name of ["Spent 3", "Earned", "To till"]) await tick(page, `Select ${name}`).click();
  await bar(page).getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete 3 transactions" });
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "3 transactions deleted successfully").waitFor();
  await bar(page).waitFor({ state: "detached" });
  const all = tick(page, "Select all on this page");
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(false);
  await row(page, "To till").waitFor({ state: "detached" });
  await bar(page).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText(/^Restored: .* and 2 more$/).waitFor();
  for (const name of ["Spent 3", "Earned", "To till"]) await row(page, name).waitFor();
  expect(calls.filter((call) => /delete|operations/.test(call))).toHaveLength(2);
  const after = (await desk.world.kaveri.owner.get("/api/transactions?limit=100")).body;
  expect({ total: after.total, totals: after.totals }).toEqual({
    total: before.total,
    totals: before.totals,
  });
});

test("saves PDFs of the selection as one zip and marks drafts as sent", async () => {
  const { owner } = desk.world.kaveri;
  const client = made(await owner.post("/api/clients", { displayName: "Asha" })).client._id;
  const items = [{ description: "Logo", qty: 1, rate: 100, taxPct: 18 }];
  const bill = { clientId: client, date: today(), items };
  const numbers: string[] = [];
  for (let n = 0; n < 3; n++) {
    numbers.push(made(await owner.post("/api/invoices", bill)).invoiceNumber);
  }
  const { page } = await open("/invoices");
  await tick(page, `Select ${numbers[0]}`).click();
  await tick(page, `Select ${numbers[1]}`).click();
  await bar(page).getByText("Total ₹236.00").waitFor();
  const saving = page.waitForEvent("download");
  await bar(page).getByRole("button", { name: "Download PDFs" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("Invoices.zip");
  const files = unzipSync(new Uint8Array(readFileSync(await saved.path())));
  expect(Object.keys(files).sort()).toEqual(
    numbers.slice(0, 2).map((number) => `Invoice-${number.replaceAll("/", "-")}.pdf`),
  );
  await bar(page).getByRole("button", { name: "Mark as sent" }).click();
  const question = page.getByRole("alertdialog", { name: "Mark as sent" });
  await question.getByRole("button", { name: "Mark as sent" }).click();
  await toast(page, "2 invoices marked as sent").waitFor();
  await row(page, numbers[0] as string)
    .getByText("Sent")
    .waitFor();
  await row(page, numbers[2] as string)
    .getByText("Draft")
    .waitFor();
});

test("selects rows by touch", async () => {
  const { page } = await open("/transactions?sort=amount", { phone: true });
  // Before the bar covers a row, which then scrolls into view.
  expect(await axe(page)).toEqual([]);
  await tick(page, "Select Spent 0").tap();
  await bar(page).getByText("1 selected").waitFor();
  await page.setViewportSize({ width: 320, height: 700 });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over).toBeLessThanOrEqual(0);
  await bar(page).getByRole("button", { name: "Clear" }).tap();
  await bar(page).waitFor({ state: "detached" });
});

test("deleting the rows of the last page shows the previous page", async () => {
  const { page } = await open("/transactions?page=999&preset=custom");
  await page.waitForURL(/page=2/);
  await page.getByText("Showing 11 to 14 of 14").waitFor();
});

test("shows up to a thousand rows a page, kept by the address and this browser", async () => {
  const { owner, account, rent } = desk.world.narmada;
  const links = { accountId: account._id, categoryId: rent._id, type: "Expense" };
  const entries = Array.from({ length: 1_000 }, (_, n) => ({
    date: today(),
    description: `Row ${n}`,
    amount: 0.1,
    ...links,
  }));
  made(await owner.post("/api/transactions/batch", { transactions: entries }));
  made(await owner.post("/api/transactions/batch", { transactions: entries.slice(0, 50) }));

  const { page, calls } = await desk.visit("/transactions", { who: owner });
  await page.locator("tbody tr[data-id]").first().waitFor();
  await page.getByLabel("Rows per page").selectOption("1000");
  await page.getByText("Showing 1 to 1,000 of 1,050").waitFor();
  const rows = page.locator("tbody tr[data-id]");
  expect(await rows.count()).toBe(1_000);
  const ids = await rows.evaluateAll((rows) => rows.map(({ dataset }) => dataset.id));
  expect(new Set(ids).size).toBe(1_000);
  expect(calls.filter((call) => call.includes("limit=1000"))).toEqual([]);
  await tick(page, "Select all on this page").check();
  await bar(page).getByText("1,000 selected").waitFor();
  await bar(page).getByText("₹100.00").waitFor();
  await page.getByRole("link", { name: "Page 2" }).click();
  await page.getByText("Showing 1,001 to 1,050 of 1,050").waitFor();
  expect(await rows.count()).toBe(50);

  await page.reload();
  await page.getByText("Showing 1,001 to 1,050 of 1,050").waitFor();
  expect(new URL(page.url()).searchParams.get("limit")).toBe("1000");
  await page.keyboard.press("End");
  await page.locator("tr[aria-current=true]").waitFor();
  expect(await rows.last().getAttribute("aria-current")).toBe("true");
});
