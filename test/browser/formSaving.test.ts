import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { type Desk, dialog, fill, openDesk, pick, problem, toast, unfold } from "./desk.ts";

let desk: Desk;
let clientId: string;
beforeAll(async () => {
  desk = await openDesk();
  const { owner } = desk.world.kaveri;
  clientId = made(await owner.post("/api/clients", { displayName: "Konkan Foods" })).client._id;
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();
const question = (page: Page) => page.getByRole("dialog", { name: "Your session has ended" });
const makeInvoice = async (fields = {}) => {
  const items = [{ description: "A logo", hsnSac: "998391", qty: 1, rate: 1000, taxPct: 18 }];
  const input = { clientId, date: today(), items, ...fields };
  return made(await desk.world.kaveri.staff.post("/api/invoices", input));
};
const endSession = (page: Page) =>
  page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem("auth-storage") ?? "{}");
    localStorage.setItem("auth-storage", JSON.stringify({ ...stored, token: "an.ended.one" }));
  });

test("signs in again over an open form if the session expires during a save", async () => {
  const { _id } = await makeInvoice();
  const { page } = await desk.visit(`/invoices/${_id}/edit`, {
    who: desk.world.kaveri.owner,
    expectComplaints: /401/,
  });
  await (await unfold(page, "Notes")).fill("Written for an hour");
  await endSession(page);
  await press(page, "Update Invoice");
  await question(page).waitFor();
  expect(await page.evaluate(() => localStorage.getItem("auth-storage"))).toBeNull();
  await page.keyboard.type("not the password");
  await page.keyboard.press("Enter");
  await question(page).getByText("Invalid email or password").waitFor();
  await question(page)
    .getByLabel(/^Password/)
    .fill(desk.world.kaveri.password);
  await page.keyboard.press("Enter");
  await question(page).waitFor({ state: "detached" });
  expect(await page.getByLabel("Notes").inputValue()).toBe("Written for an hour");
  await press(page, "Update Invoice");
  await page.waitForURL(`**/invoices/${_id}`);
  await page.getByText("Written for an hour").waitFor();
});

test("an expired session without input leads to a sign-in page that explains why", async () => {
  const { page } = await desk.visit("/clients", {
    who: desk.world.kaveri.staff,
    expectComplaints: /401/,
  });
  await page.getByText("Konkan Foods").waitFor();
  await endSession(page);
  await page.reload();
  await page.waitForURL("**/login");
  await toast(page, "Your session has ended. Sign in to continue.").waitFor();
});

test("a line's error moves with the line and stays until the line changes", async () => {
  const items = ["One", "Two", "Three"].map((description) => ({ description, qty: 1, rate: 10 }));
  const { _id } = await makeInvoice({ items });
  const { page } = await desk.visit(`/invoices/${_id}/edit`, {
    who: desk.world.kaveri.owner,
    expectComplaints: /400/,
  });
  const cell = (number: number, label: string) =>
    page.getByRole("group", { name: `Item ${number}`, exact: true }).getByLabel(label);
  await cell(1, "Rate").waitFor();
  await page.waitForLoadState();
  const errors = [{ path: "items.0.rate", message: "Rate is more than we allow" }];
  const refusal = { message: "Rate is more than we allow", errors };
  await page.route("**/api/invoices/*", (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 400, json: refusal })
      : route.fallback(),
  );
  await press(page, "Update Invoice");
  await page.getByText("Rate is more than we allow", { exact: true }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await cell(1, "Rate").evaluate((input) => input === document.activeElement)).toBe(true);

  const wrong = () =>
    Promise.all([1, 2, 3].map((n) => cell(n, "Rate").getAttribute("aria-invalid")));
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Alt+ArrowDown");
  expect(await wrong()).toEqual(["false", "false", "true"]);
  expect(await cell(3, "Description").inputValue()).toBe("One");
  expect(await cell(3, "Rate").evaluate((input) => input === document.activeElement)).toBe(true);
  await cell(1, "Quantity").press("Control+Backspace");
  expect(await cell(1, "Description").inputValue()).toBe("Three");
  expect(await cell(2, "Rate").getAttribute("aria-invalid")).toBe("true");
  await press(page, "Undo");
  expect(await cell(1, "Description").inputValue()).toBe("Two");
  expect(await wrong()).toEqual(["false", "false", "true"]);
  await cell(3, "Rate").fill("9");
  expect(await wrong()).toEqual(["false", "false", "false"]);
});

test.each([
  ["/settings/masters#new", { Name: "By keys alone" }],
  ["/clients#new", { "Display Name": "By keys alone" }],
])("Ctrl Enter saves %s once, from anywhere in the dialog", async (at, types) => {
  const { page, calls } = await desk.visit(at, { who: desk.world.kaveri.owner });
  await dialog(page).waitFor();
  await fill(page, types as Record<string, string>);
  await dialog(page).getByRole("button", { name: "Close" }).focus();
  await page.evaluate(() => {
    const key = { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true };
    for (let n = 0; n < 2; n++)
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", key));
  });
  await dialog(page).waitFor({ state: "detached" });
  expect(calls.filter((call) => call.startsWith("POST"))).toHaveLength(1);
});

test("Ctrl Enter saves an invoice from outside a field and an entry from its amount", async () => {
  const { page } = await desk.visit("/invoices/new", { who: desk.world.kaveri.staff });
  await pick(page.getByLabel("Client"), "Konkan Foods");
  await page.getByLabel("Description").fill("A poster");
  await page.getByLabel("Description").blur();
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/\/invoices\/(?!new)/);

  const { account, rent, staff } = desk.world.kaveri;
  const links = { accountId: account._id, categoryId: rent._id };
  const entry = { date: today(), description: "Rent", type: "Expense", amount: 75, ...links };
  made(await staff.post("/api/transactions", entry));
  await page.goto(`${desk.url}/transactions`);
  await press(page, "Edit Rent");
  const amount = dialog(page).getByLabel("Amount");
  await amount.waitFor();
  expect(await amount.evaluate((input) => input === document.activeElement)).toBe(true);
});

test("shows a failure once above the form and removes it on the next attempt", async () => {
  const { page } = await desk.visit("/clients#new", {
    who: desk.world.kaveri.staff,
    expectComplaints: /Failed to load resource/,
  });
  await fill(page, { "Display Name": "Said once" });
  await page.route("**/api/clients", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await press(page, "Save");
  await problem(page, "Operation failed").waitFor();
  await problem(
    page,
    "Could not reach the server. What you typed is still here; try again.",
  ).waitFor();
  expect(await page.getByRole("alert").count()).toBe(1);
  await page.unroute("**/api/clients");
  await press(page, "Save");
  await toast(page, "Client created successfully").waitFor();
});

test("warns of another user's changes and overwrites them only on a second save", async () => {
  const { owner, staff } = desk.world.kaveri;
  const { client } = made(await owner.post("/api/clients", { displayName: "Shared by two" }));
  const phone = async () => (await owner.get(`/api/clients/${client._id}`)).body.client.phone;
  const { page } = await desk.visit(`/clients?client=${client._id}`, {
    who: staff,
    expectComplaints: /409/,
  });
  await press(page, "Edit");
  const field = dialog(page).getByLabel("Phone");
  await field.fill("98200 00002");
  await owner.put(`/api/clients/${client._id}`, { phone: "98200 00001" });
  await field.press("Enter");
  await dialog(page)
    .getByText(/ changed this in the meantime \(phone\)\. Save again to/)
    .waitFor();
  expect(await field.inputValue()).toBe("98200 00002");
  expect(await phone()).toBe("98200 00001");
  await field.press("Enter");
  await toast(page, "Client updated successfully").waitFor();
  expect(await phone()).toBe("98200 00002");
});
