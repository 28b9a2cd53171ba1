import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { addClient, draft } from "./billing.ts";
import { type Desk, dialog, fill, openDesk, problem, toast } from "./desk.ts";

// After a failure, a screen shows the server's message, or its own if the server sends none.

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  const { owner, account, fees } = desk.world.kaveri;
  const links = { accountId: account._id, categoryId: fees._id };
  const entry = { date: today(), description: "A fee", type: "Income", amount: 5 };
  made(await owner.post("/api/transactions", { ...entry, ...links }));
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const save = (page: Page) => dialog(page).getByRole("button", { name: "Save", exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const confirm = (page: Page, verb: string) =>
  page.getByRole("alertdialog").getByRole("button", { name: verb }).click();

async function giveUp(page: Page): Promise<void> {
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  const question = page.getByRole("alertdialog");
  if (await question.count()) await question.getByRole("button", { name: "Discard" }).click();
  await dialog(page).waitFor({ state: "detached" });
}

const fail = (page: Page, method: string, json: object = {}) =>
  page.route("**/api/**", (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, json }) : route.fallback(),
  );

/** Waits until the page has drawn `ready`, since a route set earlier may miss its first requests. */
async function open(path: string, ready: string): Promise<Page> {
  const who = desk.world.kaveri.owner;
  const { page } = await desk.visit(path, { who, expectComplaints: /Failed to load resource/ });
  await page.getByText(ready).first().waitFor();
  await page.waitForLoadState();
  return page;
}

test("shows the messages of sign-in and sign-up", async () => {
  const { page } = await desk.visit("/login", { expectComplaints: /Failed to load resource/ });
  await page.getByLabel("Email").fill("owner@kaveri.test");
  await page.getByLabel("Password").fill("a password");
  await fail(page, "POST");
  await press(page, "Sign in");
  await toast(page, "An error occurred").waitFor();
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Tara");
  await page.getByLabel("Email").fill("tara@tapi.test");
  await page.getByLabel("Password").fill("rupee123");
  await page.getByLabel("Agency name").fill("Tapi");
  await press(page, "Create account");
  await toast(page, "An error occurred").waitFor();
});

test.each([
  ["account", "kaveri cash", "/settings/masters"],
  ["category", "Rent", "/settings/masters?tab=categories"],
])("shows the messages of saving and deleting master data, %s", async (kind, name, path) => {
  const page = await open(path, name);
  await press(page, `Add ${kind === "account" ? "Account" : "Category"}`);
  await fill(page, { Name: "Another" });
  await fail(page, "POST");
  await save(page).click();
  await problem(page, "Operation failed").waitFor();
  await giveUp(page);

  await press(page, `Edit ${name}`);
  await fail(page, "PUT", { message: "The pen is broken" });
  await save(page).click();
  await problem(page, "The pen is broken").waitFor();
  await giveUp(page);

  await fail(page, "DELETE");
  await press(page, `Delete ${name}`);
  await page
    .getByRole("alertdialog")
    .getByText(`Are you sure you want to delete this ${kind}?`)
    .waitFor();
  await confirm(page, "Delete");
  await toast(page, `Failed to delete ${kind}`).waitFor();
});

test("shows the messages of editing and deleting a transaction, and of its reports", async () => {
  const page = await open("/transactions", "A fee");
  await press(page, "Edit A fee");
  await fail(page, "PUT");
  await save(page).click();
  await problem(page, "Operation failed").waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await press(page, "Delete A fee");
  await fail(page, "DELETE");
  await confirm(page, "Delete");
  await toast(page, "Failed to delete transaction").waitFor();

  const answers = [
    { status: 500, json: {} },
    { json: {} },
    { status: 500, json: { message: "No" } },
  ];
  await page.route("**/api/reports/**", (route) => route.fulfill(answers.shift()));
  for (const sentence of ["Failed to download PDF", "Failed to generate PDF", "No"]) {
    await press(page, "Download PDF");
    await toast(page, sentence).waitFor();
  }
});

test("shows the messages of a transfer, including the server's notice", async () => {
  const page = await open("/transactions", "A fee");
  await press(page, "Transfer Funds");
  const accounts = { "From account": "kaveri bank (Bank)", "To account": "kaveri cash (Cash)" };
  await fill(page, { ...accounts, Amount: "5", Description: "To the till" });
  const answers = [
    { status: 500, json: {} },
    { status: 201, json: { message: "Moved" } },
  ];
  await page.route("**/api/transactions/transfer", (route) => route.fulfill(answers.shift()));
  await dialog(page).getByRole("button", { name: "Transfer", exact: true }).click();
  await problem(page, "Transfer failed").waitFor();
  await dialog(page).getByRole("button", { name: "Transfer", exact: true }).click();
  await toast(page, "Moved").waitFor();
});

test("shows once that a transaction's choices failed to load", async () => {
  const page = await open("/settings/masters", "kaveri cash");
  await page.route(/api\/(accounts|categories)$/, (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await page.goto(`${desk.url}/transactions`);
  await toast(page, "Failed to load data").waitFor();
  await page.getByRole("row").filter({ hasText: "A fee" }).waitFor();
  expect(await toast(page, "Failed to load data").count()).toBe(1);
});

test("shows the messages of loading, adding, editing and removing team members", async () => {
  const page = await open("/settings/team", "Staff of kaveri");
  await press(page, "Add Team Member");
  await fill(page, { Name: "Uma", Email: "uma@kaveri.test", Password: "uma's own" });
  await fail(page, "POST");
  await save(page).click();
  await problem(page, "Failed to add team member").waitFor();
  await giveUp(page);
  await press(page, "Edit Staff of kaveri");
  await fail(page, "PUT");
  await save(page).click();
  await problem(page, "Failed to update team member").waitFor();
  await giveUp(page);
  await press(page, "Remove Staff of kaveri");
  await fail(page, "DELETE");
  await confirm(page, "Remove");
  await toast(page, "Failed to remove team member").waitFor();
  await page.route("**/api/users/team", (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await toast(page, "Failed to load team members").waitFor();
});

test("shows the messages of the agency settings", async () => {
  const page = await open("/settings/metadata", "Save Settings");
  await page.getByLabel("Location").fill("Hampi");
  await fail(page, "PUT");
  await press(page, "Save Settings");
  await problem(page, "Failed to update metadata").waitFor();
  expect(await page.getByLabel("Location").inputValue()).toBe("Hampi");
});

test("shows an error if a client fails to save or an invoice fails to send", async () => {
  const { owner } = desk.world.kaveri;
  const { _id } = await draft(owner, await addClient(owner, "Konkan Foods"));
  const clients = await open("/clients#new", "Display Name");
  await fill(clients, { "Display Name": "Another" });
  await fail(clients, "POST");
  await save(clients).click();
  await problem(clients, "Operation failed").waitFor();
  expect(await dialog(clients).getByLabel("Display Name").inputValue()).toBe("Another");

  const invoice = await open(`/invoices/${_id}`, "Konkan Foods");
  await fail(invoice, "POST");
  await press(invoice, "Send Invoice");
  await toast(invoice, "Error sending invoice").waitFor();
});

test("a screen that breaks shows the cause and a retry", async () => {
  const { page } = await desk.visit("/profile", {
    who: desk.world.kaveri.owner,
    expectComplaints: /TypeError/,
  });
  await page.getByLabel("New password").waitFor();
  await page.route("**/api/users/team", (route) => route.fulfill({ json: { users: 5 } }));
  await page.goto(`${desk.url}/settings/team`);
  await page.getByRole("heading", { name: "Unexpected Application Error!" }).waitFor();
  await page.getByText("is not a function").waitFor();
  await page.unroute("**/api/users/team");
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("row").filter({ hasText: "staff@kaveri.test" }).waitFor();
});

test("a message shows whether it is a success, a warning or an error", async () => {
  const page = await open("/transactions?preset=custom", "A fee");
  const sign = (role: "alert" | "status", text: string) =>
    page.getByRole(role).filter({ hasText: text }).locator("use").first().getAttribute("href");
  await press(page, "Download PDF");
  expect(await sign("status", "Please select a date range first")).toBe("#i-triangle-alert");
  await press(page, "Edit A fee");
  await save(page).click();
  expect(await sign("status", "Transaction updated successfully")).toBe("#i-circle-check");
  await press(page, "Edit A fee");
  await fail(page, "PUT");
  await save(page).click();
  expect(await sign("alert", "Operation failed")).toBe("#i-circle-alert");
  expect(await page.getByRole("alert").count()).toBe(1);
});
