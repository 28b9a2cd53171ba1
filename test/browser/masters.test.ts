import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { made } from "../world.ts";
import { type Desk, fill, openDesk, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

const open = (path = "/settings/masters", who: "owner" | "staff" = "staff") =>
  desk.visit(path, { who: desk.world.kaveri[who], expectComplaints: /409/ });

test("two tabs show their counts, and the address keeps the chosen one", async () => {
  const { page } = await open();
  await page.getByRole("tab", { name: "Accounts 2" }).waitFor();
  await row(page, "kaveri cash").waitFor();
  await page.getByRole("tab", { name: "Accounts" }).press("ArrowRight");
  await row(page, "Fees").waitFor();
  expect(new URL(page.url()).search).toBe("?tab=categories");
  expect(await page.getByRole("tab", { name: "Categories 2" }).getAttribute("aria-selected")).toBe(
    "true",
  );
  await page.reload();
  await row(page, "Rent").waitFor();
});

test("adds, edits, deactivates, deletes and restores an account", async () => {
  const { page } = await open("/settings/masters", "owner");
  await page.getByRole("button", { name: "Add Account" }).click();
  await dialog(page).getByLabel("Name").fill("A");
  await dialog(page).getByLabel("Opening balance").fill("-5");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await dialog(page).getByText("Account name must be at least 2 characters").waitFor();
  await dialog(page).getByText("Balance must be positive").waitFor();

  await dialog(page).getByLabel("Name").fill("Axis Bank");
  await dialog(page).getByLabel("Opening balance").fill("1,00,000.50");
  await dialog(page).getByLabel("Opening balance").press("Enter");
  await toast(page, "Account created successfully").waitFor();
  await row(page, "Axis Bank").getByRole("link", { name: "₹1,00,000.50" }).waitFor();
  await page.getByRole("tab", { name: "Accounts 3" }).waitFor();

  await page.getByRole("button", { name: "Edit Axis Bank" }).click();
  await dialog(page).getByLabel("Status").selectOption({ label: "Inactive" });
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await toast(page, "Account updated successfully").waitFor();
  await row(page, "Axis Bank").getByText("Inactive").waitFor();

  await page.getByRole("button", { name: "Delete Axis Bank" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("Are you sure you want to delete this account?").waitFor();
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Account deleted successfully").waitFor();
  await row(page, "Axis Bank").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await row(page, "Axis Bank").waitFor();
});

test("staff add and edit accounts without an opening balance", async () => {
  const { page } = await open();
  await page.getByRole("button", { name: "Add Account" }).click();
  await dialog(page).getByLabel("Name").fill("Paytm");
  expect(await dialog(page).getByLabel("Opening balance").count()).toBe(0);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await toast(page, "Account created successfully").waitFor();
  await page.getByRole("button", { name: "Edit Paytm" }).click();
  await dialog(page).getByLabel("Type").selectOption("Wallet");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await row(page, "Paytm").getByText("Wallet", { exact: true }).waitFor();
  const { owner } = desk.world.kaveri;
  const { accounts } = (await owner.get("/api/accounts")).body;
  const { _id } = accounts.find(({ name }: { name: string }) => name === "Paytm");
  expect((await owner.delete(`/api/accounts/${_id}`)).status).toBe(200);
});

test("offers to deactivate an account in use instead of deleting it", async () => {
  const { staff, cash, rent } = desk.world.kaveri;
  const entry = { date: "2026-04-01", description: "In use", type: "Expense", amount: 5 };
  made(
    await staff.post("/api/transactions", { ...entry, accountId: cash._id, categoryId: rent._id }),
  );
  const { page } = await open();
  await page.getByRole("button", { name: "Delete kaveri cash" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await toast(page, "Account is in use; make it inactive instead").waitFor();
  await page.getByRole("button", { name: "Make inactive" }).click();
  await row(page, "kaveri cash").getByText("Inactive").waitFor();
});

test("adds a category to its type and rejects a duplicate name", async () => {
  const { page } = await open("/settings/masters?tab=categories");
  await page.getByRole("button", { name: "Add Category" }).click();
  expect(await dialog(page).getByLabel("Type").inputValue()).toBe("Expense");
  await dialog(page).getByLabel("Name").fill("Travel");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await toast(page, "Category created successfully").waitFor();
  await row(page, "Travel").getByText("Expense", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Add Category" }).click();
  await dialog(page).getByLabel("Name").fill("TRAVEL");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  const name = dialog(page).getByLabel("Name").and(page.locator("[aria-invalid=true]"));
  await name.waitFor();
  expect(await name.inputValue()).toBe("TRAVEL");
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("a category's group follows its type, and only the owner can change it", async () => {
  const { owner } = desk.world.kaveri;
  const { page } = await desk.visit("/settings/masters?tab=categories#new", { who: owner });
  const field = (label: string) => dialog(page).getByLabel(label, { exact: true });
  const chosen = () => field("Kind").locator("option:checked").textContent();
  await dialog(page).getByLabel("Name").fill("Salaries");
  expect(await chosen()).toBe("Default: Employee benefits");
  await field("Kind").selectOption({ label: "Direct cost" });
  await dialog(page).getByText("Shown in statements as: Direct costs").waitFor();
  await dialog(page).getByLabel("Name").fill("Loan of the bank");
  await field("Type").selectOption("Income");
  expect(await chosen()).toBe("Default: Revenue");
  await field("Kind").selectOption({ label: "Loan taken" });
  await field("Ledger").fill("Bank loan");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await row(page, "Loan of the bank").getByText("Loan taken").waitFor();

  await page.getByRole("button", { name: "Edit Loan of the bank" }).click();
  expect([await chosen(), await field("Ledger").inputValue()]).toEqual(["Loan taken", "Bank loan"]);
  await field("Kind").selectOption({ label: "Capital" });
  await dialog(page).getByText("move from “Long-term borrowings” to “Owners' funds”").waitFor();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await row(page, "Loan of the bank").getByText("Capital").waitFor();

  const { staff } = desk.world.kaveri;
  const theirs = (await desk.visit("/settings/masters?tab=categories#new", { who: staff })).page;
  await dialog(theirs).getByLabel("Name").waitFor();
  expect(await dialog(theirs).getByLabel("Kind").count()).toBe(0);
});

test("the balance owed on a card is negative", async () => {
  const { owner } = desk.world.kaveri;
  const { page } = await desk.visit("/settings/masters#new", { who: owner });
  await dialog(page).getByLabel("Name").fill("HDFC card");
  await dialog(page).getByLabel("Opening balance").fill("-500");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await dialog(page).getByText("Balance must be positive").waitFor();
  await dialog(page).getByLabel("Type").selectOption("Card");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await row(page, "HDFC card").getByText("Card", { exact: true }).waitFor();
});

test("shows an error if loading fails", async () => {
  const { page } = await desk.visit("/login", { expectComplaints: /Failed to load resource/ });
  const { staff } = desk.world.kaveri;
  const { body } = await staff.get("/api/auth/me");
  await page.route("**/api/accounts", (route) => route.abort());
  await page.evaluate(
    (stored) => localStorage.setItem("auth-storage", stored),
    JSON.stringify({ user: body.user, token: staff.token, isAuthenticated: true }),
  );
  await page.goto(`${desk.url}/settings/masters`);
  await toast(page, "Failed to load master data").waitFor();
});

test("an address for a new category opens that form, not a new account", async () => {
  for (const [address, title] of [
    ["/settings/masters?tab=categories#new", "Add Category"],
    ["/settings/masters#new", "Add Account"],
  ] as const) {
    const { page } = await open(address);
    await dialog(page).getByRole("heading", { name: title }).waitFor();
  }
});

test("a category shows what happens to the GST on its bills, and why", async () => {
  const { owner } = desk.world.kaveri;
  const { page } = await desk.visit("/settings/masters?tab=categories#new", { who: owner });
  await fill(page, { Name: "Team lunches", "Input credit": "Blocked by section 17(5)" });
  await fill(page, { "Why it is blocked": "Food and beverages, catering" });
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await toast(page, "Category created successfully").waitFor();
  const { categories } = (await owner.get("/api/categories")).body;
  const lunches = categories.find(({ name }: { name: string }) => name === "Team lunches");
  expect(lunches).toMatchObject({ itc: "BLOCKED", blockedBy: "FOOD" });
});
