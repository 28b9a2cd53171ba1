import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { made } from "../world.ts";
import { axe, type Desk, dialog, fill, openDesk, pick, toast, unfold } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const visit = async (path: string, who = desk.world.kaveri.owner) =>
  (await desk.visit(path, { who })).page;
const titled = (page: Page, name: string) => page.getByRole("dialog", { name });
const select = (page: Page, name: string) =>
  page.getByRole("combobox", { name, exact: true }).and(page.locator("[aria-required]"));
const chosen = (page: Page, name: string) => select(page, name).inputValue();

test("creates an account and a category from an entry and keeps the input", async () => {
  const page = await visit("/transactions#new");
  await fill(page, { Amount: "450", Description: "Samosas" });
  await select(page, "Category").focus();
  await pick(select(page, "Category"), "Add a category…");
  const category = titled(page, "Add Category");
  expect(await category.getByLabel("Type").inputValue()).toBe("Expense");
  await category.getByLabel("Name").fill("Tea & Snacks");
  expect(await axe(page)).toEqual([]);
  await category.getByLabel("Name").press("Enter");
  await category.waitFor({ state: "detached" });
  const focused = await select(page, "Category").evaluate(
    (field) => field === document.activeElement,
  );
  expect(focused).toBe(true);
  expect(await chosen(page, "Category")).toBe("Tea & Snacks");

  await pick(dialog(page).getByLabel("Account"), "Add an account…");
  const account = titled(page, "Add Account");
  await account.getByLabel("Name").fill("Tea money");
  await account.getByLabel("Type").selectOption("Cash");
  await account.getByRole("button", { name: "Save" }).click();
  await account.waitFor({ state: "detached" });
  expect(await chosen(page, "Account")).toBe("Tea money");

  await titled(page, "Add Transaction").getByRole("button", { name: "Save", exact: true }).click();
  await toast(page, "Transaction created successfully").waitFor();
  const { body } = await desk.world.kaveri.owner.get("/api/transactions?q=Samosas");
  expect(body.items[0]).toMatchObject({
    amount: 450,
    accountId: { name: "Tea money", type: "Cash" },
    categoryId: { name: "Tea & Snacks" },
  });
});

test("keeps the previous choice if none is created", async () => {
  const page = await visit("/transactions#transfer");
  const from = dialog(page).getByLabel("From account");
  await pick(from, "kaveri cash (Cash)");
  await from.press("Alt+n");
  await titled(page, "Add Account").getByRole("button", { name: "Cancel" }).click();
  expect(await chosen(page, "From account")).toBe("kaveri cash (Cash)");
});

test("a type without categories offers to create one", async () => {
  const { owner, fees } = desk.world.narmada;
  await owner.put(`/api/categories/${fees._id}`, { isActive: false });
  const page = await visit("/transactions#new", owner);
  await dialog(page).getByText("Income", { exact: true }).click();
  await pick(dialog(page).getByLabel("Category"), "Add a category…");
  expect(await titled(page, "Add Category").getByLabel("Type").inputValue()).toBe("Income");
});

test("creates a client from an invoice and taxes it by their state", async () => {
  const page = await visit("/invoices/new");
  await (await unfold(page, "Notes")).fill("Kept");
  await pick(select(page, "Client"), "Add a client…");
  const form = titled(page, "Add Client");
  await form.getByLabel("Display Name").fill("Goan Tiles");
  await form.getByLabel("GSTIN").fill("30AAGFS4321P1ZK");
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  expect(await chosen(page, "Client")).toBe("Goan Tiles");
  await page.getByText("GSTIN 30AAGFS4321P1ZK").waitFor();
  expect(await page.getByLabel("Notes").inputValue()).toBe("Kept");
  expect(new URL(page.url()).pathname).toBe("/invoices/new");
});

test("creates an account from a receipt", async () => {
  const page = await visit("/receipts/new");
  await pick(select(page, "Account"), "Add an account…");
  await fill(page, { Name: "Counter" });
  await page.keyboard.press("Control+Enter");
  await dialog(page).waitFor({ state: "detached" });
  expect(await chosen(page, "Account")).toMatch(/^Counter/);
});

test("searches by phone, keeps unknown text and creates a record from it", async () => {
  const { owner } = desk.world.kaveri;
  made(await owner.post("/api/clients", { displayName: "Monsoon Films", phone: "020 5550 0131" }));
  const page = await visit("/vouchers");
  await page.getByRole("button", { name: "Record Advance" }).first().click();
  const client = dialog(page).getByLabel("Client");
  await client.fill("0131");
  await page.getByText("Phone has 0131").waitFor();
  await client.press("Escape");
  expect(await client.inputValue()).toBe("0131");
  await page.getByText("Phone has 0131").waitFor({ state: "detached" });
  await client.press("Tab");
  await dialog(page).getByText("Choose a client from the list, or add “0131”").waitFor();

  await client.press("ArrowDown");
  await client.press("Enter");
  expect(await client.inputValue()).toBe("Monsoon Films");

  await client.fill("Goan Sweets");
  await client.press("Alt+n");
  const form = titled(page, "Add Client");
  expect(await form.getByLabel("Display Name").inputValue()).toBe("Goan Sweets");
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  expect(await client.inputValue()).toBe("Goan Sweets");
});
