import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { formatDate, today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { addClient } from "./billing.ts";
import { type Desk, dialog, fill, listChoices, openDesk, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const visit = async (path: string, who = desk.world.kaveri.owner) =>
  (await desk.visit(path, { who })).page;
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const save = (page: Page) => dialog(page).getByRole("button", { name: "Save", exact: true });
const waitForText = (page: Page, sentence: string) =>
  dialog(page).getByText(sentence, { exact: true }).waitFor();
const columns = (page: Page) => page.getByRole("columnheader").allTextContents();
const choices = async (page: Page, label: string) => {
  const field = dialog(page).getByLabel(label);
  await field.waitFor();
  return field.locator("option").allTextContents();
};

test("a new account starts as an active Bank with balance 0", async () => {
  const page = await visit("/settings/masters");
  await press(page, "Add Account");
  const values = ["Name", "Type", "Opening balance", "Status"].map((label) =>
    dialog(page).getByLabel(label).inputValue(),
  );
  expect(await Promise.all(values)).toEqual(["", "Bank", "0.00", "true"]);
  expect(await choices(page, "Type")).toEqual(["Bank", "Cash", "Wallet", "Card"]);
  expect(await columns(page)).toEqual([
    ...["Name", "Type", "Opening Balance", "Balance", "Status", "Actions"],
  ]);
});

test("a category starts as an active Expense and can be edited and deleted", async () => {
  const page = await visit("/settings/masters?tab=categories");
  await press(page, "Add Category");
  expect(await dialog(page).getByLabel("Type").inputValue()).toBe("Expense");
  expect(await dialog(page).getByLabel("Status").inputValue()).toBe("true");
  expect(await choices(page, "Type")).toEqual(["Income", "Expense"]);
  await fill(page, { Name: "T" });
  await save(page).click();
  await waitForText(page, "Category name must be at least 2 characters");
  await fill(page, { Name: "Travel" });
  await save(page).click();
  await toast(page, "Category created successfully").waitFor();
  await press(page, "Edit Travel");
  await fill(page, { Name: "Journeys" });
  await save(page).click();
  await toast(page, "Category updated successfully").waitFor();
  await press(page, "Delete Journeys");
  const question = page.getByRole("alertdialog", { name: "Delete category" });
  await question.getByText("Are you sure you want to delete this category?").waitFor();
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Category deleted successfully").waitFor();
  expect(await columns(page)).toEqual(["Name", "Type", "Kind", "Status", "Actions"]);
});

test("an entry offers only active categories and accounts", async () => {
  const { owner } = desk.world.narmada;
  made(await owner.post("/api/categories", { name: "Closed", isActive: false }));
  made(await owner.post("/api/accounts", { name: "Shut", isActive: false }));
  const page = await visit("/transactions", owner);
  await press(page, "Add Transaction");
  const offered = (label: string) => listChoices(dialog(page).getByLabel(label));
  expect(await offered("Category")).toEqual(["Rent", "Add a category…"]);
  expect(await offered("Account")).toEqual(["narmada bank", "narmada cash", "Add an account…"]);
  expect(await dialog(page).getByLabel("Date").inputValue()).toBe(formatDate(today()));
});

test("a transfer shows errors next to its fields", async () => {
  const page = await visit("/transactions");
  await press(page, "Transfer Funds");
  await fill(page, { Date: "", Description: "x" });
  await dialog(page).getByRole("button", { name: "Transfer", exact: true }).click();
  for (const sentence of [
    "Date is required",
    "Amount must be greater than 0",
    "Source account is required",
    "Destination account is required",
    "Description must be at least 2 characters",
  ]) {
    await waitForText(page, sentence);
  }
});

test("a new team member needs a name, an e-mail and a password, and is staff", async () => {
  const page = await visit("/settings/team");
  await press(page, "Add Team Member");
  await save(page).click();
  for (const sentence of [
    "Name must be at least 2 characters",
    "Invalid email address",
    "Password must be at least 6 characters",
  ]) {
    await waitForText(page, sentence);
  }
  expect(await choices(page, "Role")).toEqual(["Staff", "Accountant", "Owner"]);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await press(page, "Edit Staff of kaveri");
  await fill(page, { Name: "S", Email: "nobody" });
  await save(page).click();
  await waitForText(page, "Name must be at least 2 characters");
  await waitForText(page, "Invalid email address");
  expect(await dialog(page).getByLabel("Password").inputValue()).toBe("");
});

test("shows the transactions table and its filter panel, which opens and closes", async () => {
  const { account, fees, staff } = desk.world.kaveri;
  const links = { accountId: account._id, categoryId: fees._id };
  const entry = { date: today(), description: "A fee", type: "Income", amount: 5 };
  made(await staff.post("/api/transactions", { ...entry, ...links }));
  const page = await visit("/transactions", staff);
  await page.getByRole("row").filter({ hasText: "A fee" }).waitFor();
  expect(await columns(page)).toEqual(
    ",Date,Description,Account,Category,Type,Amount,Actions".split(","),
  );
  const panel = page.getByRole("region", { name: "Filters" });
  const ranges = panel.getByRole("group", { name: "Quick ranges" }).getByRole("button");
  expect(await ranges.allTextContents()).toEqual(
    "This Month,Last Month,Year to Date,Last Year,This FY,Last FY,Custom".split(","),
  );
  const button = page.getByRole("button", { name: "Filters" });
  await button.click();
  await panel.waitFor({ state: "hidden" });
  expect(await button.getAttribute("aria-expanded")).toBe("false");
  await button.click();
  await panel.waitFor();
});

test("the audit log shows time, user, action and record, and opens entries", async () => {
  const page = await visit("/settings/audit");
  await page.getByText("owner@kaveri.test").first().waitFor();
  expect(await columns(page)).toEqual(["Time", "User", "Action", "Entity", "Details"]);
  expect(await page.getByLabel("Action").locator("option").allTextContents()).toEqual(
    "All actions,CREATE,UPDATE,DELETE,VIEW".split(","),
  );
  const entities = await page.getByLabel("Entity").locator("option").allTextContents();
  for (const entity of ["Transaction", "Account", "Category", "Agency settings"]) {
    expect(entities.join()).toContain(entity);
  }
});

test("loads receipts with the chosen filters only", async () => {
  const page = await visit("/receipts?preset=custom");
  await page.getByText("No receipts found").waitFor();
  const asked = page.waitForRequest("**/api/receipts?**");
  await page.getByLabel("Payment Mode").selectOption("Card");
  const { searchParams } = new URL((await asked).url());
  expect(Object.fromEntries(searchParams)).toEqual({ mode: "Card", preset: "custom" });
});

test("hides the pager if there is one page of receipts", async () => {
  const { staff, cash } = desk.world.kaveri;
  const receipt = { date: today(), client: { name: "Ravi" }, purpose: "Prints", amount: 45 };
  made(await staff.post("/api/receipts", { ...receipt, mode: "Cash", accountId: cash._id }));
  const page = await visit("/receipts", staff);
  await page.getByRole("row").filter({ hasText: "Prints" }).waitFor();
  expect(await page.getByRole("navigation", { name: "Pages" }).count()).toBe(0);
});

test("the invoice summary stays in view and every item shows its total", async () => {
  const { staff } = desk.world.kaveri;
  await addClient(staff, "Konkan Foods");
  const page = await visit("/invoices/new", staff);
  const item = page.getByRole("group", { name: "Item 1", exact: true });
  await item.getByLabel("Quantity").fill("2");
  await item.getByLabel("Rate").fill("1000");
  await page.getByRole("button", { name: "Discount %" }).click();
  await item.getByLabel("Discount %").fill("10");
  await item.getByLabel("Tax % (GST)").fill("18");
  await item.getByText("₹2,124.00").waitFor();
  for (let n = 0; n < 12; n++) await page.getByRole("button", { name: "Add Item" }).click();
  await page.getByText("Terms & Conditions").first().scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const summary = page.getByRole("complementary", { name: "Invoice Summary" });
  const box = await summary.boundingBox();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200);
  expect(box?.y).toBeGreaterThan(0);
  expect(box?.y).toBeLessThan(200);
});

test("an item starts with the default tax rate, even if it is 0", async () => {
  const { owner } = desk.world.narmada;
  await owner.put("/api/metadata", { gstNumber: "29AAGFS4321P1ZP" });
  for (const defaultTaxPct of [5, 0]) {
    await owner.put("/api/invoice-settings", { defaultTaxPct });
    const page = await visit("/invoices/new", owner);
    const tax = page.getByRole("group", { name: "Item 1", exact: true }).getByLabel("Tax % (GST)");
    expect(await tax.inputValue()).toBe(String(defaultTaxPct));
    await page.getByRole("button", { name: "Add Item" }).click();
    const next = page.getByRole("group", { name: "Item 2", exact: true }).getByLabel("Tax % (GST)");
    expect(await next.inputValue()).toBe(String(defaultTaxPct));
  }
});
