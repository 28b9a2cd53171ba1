import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { formatDate, today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { axe, type Desk, dialog, fill, listChoices, openDesk, problem, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const save = (page: Page) => dialog(page).getByRole("button", { name: "Save", exact: true });
const add = (page: Page) => page.getByRole("button", { name: "Add Transaction" });

test("an empty month offers the first entry", async () => {
  const { page } = await desk.visit("/transactions", { who: desk.world.kaveri.staff });
  await page.getByText(/^No transactions found for/).waitFor();
  await page.getByRole("button", { name: "Add Transaction" }).click();
  await dialog(page).getByRole("heading", { name: "Add Transaction" }).waitFor();
});

test("shows missing fields and focuses the first one", async () => {
  const { page } = await desk.visit("/transactions", { who: desk.world.kaveri.staff });
  await add(page).click();
  expect(
    await dialog(page)
      .getByLabel("Amount")
      .evaluate((field) => field === document.activeElement),
  ).toBe(true);
  await fill(page, { Date: "" });
  await save(page).click();
  for (const sentence of [
    "Date is required",
    "Amount must be greater than 0",
    "Description must be at least 2 characters",
    "Account is required",
    "Category is required",
  ]) {
    await dialog(page).getByText(sentence, { exact: true }).waitFor();
  }
  expect(
    await dialog(page)
      .getByLabel("Date")
      .evaluate((field) => field === document.activeElement),
  ).toBe(true);

  await fill(page, { Amount: "12x" });
  await dialog(page).getByText("Enter an amount, such as 1,23,456.50").waitFor();
});

test("a type offers only its own categories", async () => {
  const { page } = await desk.visit("/transactions", { who: desk.world.kaveri.staff });
  await add(page).click();
  const categories = () => listChoices(dialog(page).getByLabel("Category"));
  expect(await categories()).toEqual(["Rent", "Add a category…"]);
  await dialog(page).getByRole("button", { name: "Income" }).click();
  expect(await categories()).toEqual(["Fees", "Add a category…"]);
});

test("adds, edits and, as an owner, deletes an entry", async () => {
  const { page } = await desk.visit("/transactions", { who: desk.world.kaveri.owner });
  await add(page).click();
  await dialog(page).getByRole("button", { name: "Income" }).click();
  await fill(page, {
    Date: "t",
    Amount: "1,20,000*1.18",
    Description: "Retainer of the month",
    Account: "kaveri bank",
    Category: "Fees",
    Notes: "By NEFT",
  });
  await page.keyboard.press("Tab");
  await save(page).click();
  await toast(page, "Transaction created successfully").waitFor();
  await dialog(page).waitFor({ state: "detached" });
  await row(page, "Retainer of the month").getByText("+₹1,41,600.00").waitFor();
  await page.locator("tfoot").getByText("₹1,41,600.00").first().waitFor();

  await page.getByRole("button", { name: "Edit Retainer of the month" }).click();
  expect(await dialog(page).getByLabel("Amount").inputValue()).toBe("1,41,600.00");
  await fill(page, { Description: "Retainer, corrected", Amount: "1,00,000.50" });
  await dialog(page).getByLabel("Amount").press("Enter");
  await toast(page, "Transaction updated successfully").waitFor();
  await row(page, "Retainer, corrected").getByText("+₹1,00,000.50").waitFor();

  await page.getByRole("button", { name: "Delete Retainer, corrected" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("Are you sure you want to delete this transaction?").waitFor();
  await question.getByRole("button", { name: "Keep" }).click();
  await row(page, "Retainer, corrected").waitFor();
  await page.getByRole("button", { name: "Delete Retainer, corrected" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Transaction deleted successfully").waitFor();
  await row(page, "Retainer, corrected").waitFor({ state: "detached" });
});

test("save and next keeps date, type and account and focuses the amount", async () => {
  const { page } = await desk.visit("/transactions", { who: desk.world.kaveri.staff });
  await add(page).click();
  await fill(page, {
    Date: "1",
    Amount: "500",
    Description: "Tea",
    Account: "kaveri cash",
    Category: "Rent",
  });
  await dialog(page).getByRole("button", { name: "Save and next" }).click();
  await row(page, "Tea").waitFor();
  expect(await dialog(page).getByLabel("Amount").inputValue()).toBe("");
  expect(
    await dialog(page)
      .getByLabel("Amount")
      .evaluate((field) => field === document.activeElement),
  ).toBe(true);
  expect(await dialog(page).getByLabel("Date").inputValue()).toStartWith("1 ");
  expect(await dialog(page).getByLabel("Account").inputValue()).toBe("kaveri cash");

  await page.keyboard.type("40");
  await fill(page, { Description: "Biscuits", Category: "Rent" });
  await dialog(page).getByLabel("Description").press("Alt+Enter");
  await row(page, "Biscuits").getByText("kaveri cash").waitFor();
  expect(await dialog(page).getByLabel("Date").inputValue()).toStartWith("1 ");
  expect(await dialog(page).getByLabel("Description").inputValue()).toBe("");
});

test("a transfer needs two accounts and cannot be edited", async () => {
  const { page } = await desk.visit("/transactions", { who: desk.world.kaveri.staff });
  await page.getByRole("button", { name: "Transfer Funds" }).first().click();
  await dialog(page).getByRole("button", { name: "Transfer", exact: true }).click();
  await dialog(page).getByText("Source account is required").waitFor();
  await dialog(page).getByText("Destination account is required").waitFor();

  await fill(page, { "From account": "kaveri bank (Bank)" });
  const to = dialog(page).getByLabel("To account");
  await to.press("ArrowDown");
  const own = page.getByRole("option", { name: "kaveri bank (Bank)", disabled: true });
  await own.waitFor();
  await to.press("Escape");
  await fill(page, {
    "To account": "kaveri cash (Cash)",
    Amount: "5000",
    Description: "To the till",
  });
  await fill(page, { "From account": "kaveri cash (Cash)" });
  await dialog(page).getByText("Source and destination accounts must be different").waitFor();
  await fill(page, { "From account": "kaveri bank (Bank)" });
  await dialog(page).getByRole("button", { name: "Transfer", exact: true }).click();
  await toast(page, "Transfer completed successfully").waitFor();

  await row(page, "To the till").getByText("kaveri bank").waitFor();
  expect(await page.getByRole("button", { name: "Edit To the till" }).count()).toBe(0);
  await page.getByRole("button", { name: "To the till", exact: true }).click();
  await dialog(page)
    .getByText("Transfer transactions cannot be edited. Please delete and create a new transfer.")
    .waitFor();
});

test("staff cannot delete", async () => {
  const { kaveri } = desk.world;
  await addEntry("Staff may only look at this");
  const { page } = await desk.visit("/transactions", { who: kaveri.staff });
  await page.getByRole("button", { name: "Edit Staff may only look at this" }).waitFor();
  expect(await page.getByRole("button", { name: /^Delete/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Edit Staff may only look at this" }).click();
  await dialog(page).getByRole("button", { name: "Save", exact: true }).waitFor();
  expect(await dialog(page).getByRole("button", { name: "Delete" }).count()).toBe(0);
});

test("pressing Save twice creates one entry", async () => {
  const { page } = await desk.visit("/transactions", { who: desk.world.kaveri.staff });
  await add(page).click();
  await fill(page, {
    Amount: "77",
    Description: "Only once",
    Account: "kaveri bank",
    Category: "Rent",
  });
  await save(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await toast(page, "Transaction created successfully").waitFor();
  await row(page, "Only once").waitFor();
  expect(await row(page, "Only once").count()).toBe(1);
});

test("a failed save keeps the input and can be retried", async () => {
  const { page } = await desk.visit("/transactions", {
    who: desk.world.kaveri.staff,
    expectComplaints: /Failed to load resource/,
  });
  await add(page).click();
  await fill(page, { Amount: "88", Description: "Kept", Account: "kaveri bank", Category: "Rent" });
  await page.route("**/api/transactions", (route) => route.abort());
  await save(page).click();
  await problem(page, "Operation failed").waitFor();
  expect(await dialog(page).getByLabel("Description").inputValue()).toBe("Kept");
  await page.unroute("**/api/transactions");
  await save(page).click();
  await row(page, "Kept").waitFor();
});

test("shows server errors next to their fields", async () => {
  const { kaveri } = desk.world;
  const closed = made(await kaveri.owner.post("/api/accounts", { name: "Closing bank" })).account;
  const { page } = await desk.visit("/transactions", {
    who: kaveri.staff,
    expectComplaints: /400/,
  });
  await add(page).click();
  await fill(page, {
    Amount: "9",
    Description: "Too late",
    Account: "Closing bank",
    Category: "Rent",
  });
  await kaveri.owner.put(`/api/accounts/${closed._id}`, { ...closed, isActive: false });
  await save(page).click();
  await dialog(page).locator(".error").waitFor();
  expect(await dialog(page).getByLabel("Account").getAttribute("aria-invalid")).toBe("true");
});

test("exports a page as CSV in the columns of the specification", async () => {
  await addEntry("Exported, with a comma");
  const { page } = await desk.visit("/transactions?limit=100", { who: desk.world.kaveri.staff });
  await row(page, "Exported, with a comma").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("transactions-page-1.csv");
  const bytes = await Bun.file(await file.path()).bytes();
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = new TextDecoder().decode(bytes);
  expect(text).toStartWith("Date,Description,Account,Category,Type,Amount,Notes\n");
  expect(text).toContain(`${today()},"Exported, with a comma",kaveri bank,Rent,Expense,10.00,`);
  expect(text).toContain("kaveri bank → kaveri cash,Transfer,Transfer,5000.00,");
});

test("exports every row of the filter, on any page", async () => {
  const { staff } = desk.world.kaveri;
  for (let n = 1; n <= 11; n++) await addEntry(`Of many ${n}`);
  const { page } = await desk.visit("/transactions?q=Of%20many&preset=custom", { who: staff });
  await page.getByText("Showing 1 to 10 of 11").waitFor();
  await page.getByRole("button", { name: "Export CSV" }).click();
  await toast(page, "10 of 11 rows exported (this page only)").waitFor();
  const file = page.waitForEvent("download");
  await page.getByRole("main").getByRole("button", { name: "Export all" }).click();
  expect((await file).suggestedFilename()).toBe("transactions-all.csv");
  const lines = (await Bun.file(await (await file).path()).text()).trim().split("\n");
  expect(lines.filter((line) => line.includes("Of many"))).toHaveLength(11);
  expect(lines).toHaveLength(12);
});

test("a file of all rows is named by its dates", async () => {
  await addEntry("Of October", "2026-10-05");
  const october = "dateFrom=2026-10-01&dateTo=2026-10-31&preset=custom";
  const who = desk.world.kaveri.staff;
  const { page } = await desk.visit(`/transactions?${october}`, { who });
  await row(page, "Of October").waitFor();
  const file = page.waitForEvent("download");
  await page.getByRole("main").getByRole("button", { name: "Export all" }).click();
  expect((await file).suggestedFilename()).toBe("transactions-2026-10-01-to-2026-10-31.csv");
});

test("searches all dates, says so, and returns to the month", async () => {
  await addEntry("Figma of May", "2026-05-05");
  await addEntry("Figma of today");
  const { page } = await desk.visit("/transactions", { who: desk.world.kaveri.staff });
  const search = page.getByLabel("Search description and notes");
  await row(page, "Figma of today").waitFor();
  await search.fill("figma");
  await row(page, "Figma of May").waitFor();
  await page.getByText("All dates while you search").waitFor();
  await page.getByRole("button", { name: "Search only the period from before" }).click();
  await row(page, "Figma of May").waitFor({ state: "detached" });
  await row(page, "Figma of today").waitFor();
  expect(await search.inputValue()).toBe("figma");
  // A search that finds nothing in its period offers all dates, and keeps its words.
  await search.fill("figma of may");
  await page.getByText(/^Nothing for “figma of may” in /).waitFor();
  await page.getByRole("button", { name: "Search all dates" }).click();
  await row(page, "Figma of May").waitFor();
  expect(await search.inputValue()).toBe("figma of may");

  await page.goto(`${desk.url}/transactions`);
  await search.fill("figma");
  await row(page, "Figma of May").waitFor();
  await search.fill("");
  await row(page, "Figma of May").waitFor({ state: "detached" });
  await page.waitForURL(/preset=thisMonth/);
});

test("the PDF needs a period and shows that it was saved", async () => {
  const { page } = await desk.visit("/transactions", { who: desk.world.kaveri.staff });
  await page.getByRole("row").nth(1).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download PDF" }).first().click(),
  ]);
  expect((await Bun.file(await file.path()).text()).slice(0, 5)).toBe("%PDF-");
  await toast(page, "PDF downloaded successfully").waitFor();

  await page.goto(`${desk.url}/transactions?preset=custom`);
  await page.getByRole("button", { name: "Download PDF" }).first().click();
  await toast(page, "Please select a date range first").waitFor();
});

async function addEntry(description: string, date = today()) {
  const { staff, account, rent } = desk.world.kaveri;
  const links = { accountId: account._id, categoryId: rent._id };
  const entry = { date, description, type: "Expense", amount: 10, ...links };
  made(await staff.post("/api/transactions", entry));
}

test("edits amount, category and date in their cells", async () => {
  const { owner } = desk.world.kaveri;
  for (const text of ["First ride", "Second ride"]) await addEntry(text);
  made(await owner.post("/api/categories", { name: "Travel", type: "Expense" }));
  const { page, calls } = await desk.visit("/transactions?q=ride&sort=description", {
    who: desk.world.kaveri.staff,
    expectComplaints: /400/,
  });
  const cell = (text: string, column: string) => row(page, text).getByTitle(`Edit ${column}`);
  await cell("First ride", "amount").click();
  const amount = page.getByLabel("Amount", { exact: true });
  await amount.fill("340+120");
  await amount.press("Enter");
  await row(page, "First ride").getByText("460.00").waitFor();
  // Enter opens the cell below. A refused value stays, with the reason.
  await row(page, "Second ride").getByLabel("Amount").fill("0");
  await page.keyboard.press("Enter");
  await page.getByText("Amount must be greater than 0").waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await row(page, "Second ride").getByText("10.00").waitFor();
  expect(await dialog(page).count()).toBe(0);

  await cell("Second ride", "category").click();
  await page.locator(".cell-edit").getByRole("combobox").fill("trav");
  await page.getByRole("listbox").getByRole("option", { name: "Travel", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await row(page, "Second ride").getByText("Travel").waitFor();
  await cell("Second ride", "date").click();
  const first = formatDate(`${today().slice(0, 8)}${today().endsWith("01") ? "02" : "01"}`);
  await page.keyboard.type(first);
  await page.keyboard.press("Tab");
  await row(page, "Second ride").getByText(first.slice(0, -5)).waitFor();
  const written = calls.filter((call) => call.startsWith("PUT"));
  expect(written).toHaveLength(4);
  await page.keyboard.press("Control+z");
  await row(page, "Second ride").getByText(first.slice(0, -5)).waitFor({ state: "detached" });
});

test("cells of documents, transfers and closed dates cannot be edited", async () => {
  const { owner } = desk.world.narmada;
  const { account, cash } = desk.world.narmada;
  const transfer = { fromAccountId: account._id, toAccountId: cash._id, amount: 5 };
  made(
    await owner.post("/api/transactions/transfer", {
      ...transfer,
      date: today(),
      description: "To the till",
    }),
  );
  const { page } = await desk.visit("/transactions", { who: owner });
  await row(page, "To the till").waitFor();
  expect(
    await row(page, "To the till")
      .getByTitle(/^Edit /)
      .count(),
  ).toBe(0);
});
