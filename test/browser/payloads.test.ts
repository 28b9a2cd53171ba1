import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page, Request } from "playwright-core";
import { today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { addClient, sent } from "./billing.ts";
import { type Desk, dialog, fill, hasValue, openDesk, pick, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const visit = async (path: string, who = desk.world.kaveri.owner) =>
  (await desk.visit(path, { who })).page;
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const save = (page: Page) =>
  dialog(page).getByRole("button", { name: "Save", exact: true }).click();
const next = (page: Page, method: string, path: string) =>
  page.waitForRequest(
    (request) => request.method() === method && new URL(request.url()).pathname === path,
  );
const readBody = async (request: Promise<Request>) => (await request).postDataJSON();

test("every request carries the session token, and the agency form is multipart", async () => {
  const page = await visit("/settings/metadata");
  await page.getByLabel("Location").fill("Hampi");
  const request = next(page, "PUT", "/api/metadata");
  await press(page, "Save Settings");
  const headers = await (await request).allHeaders();
  expect(headers.authorization).toBe(`Bearer ${desk.world.kaveri.owner.token}`);
  expect(headers["content-type"]).toStartWith("multipart/form-data; boundary=");
  const text = (await request).postData() ?? "";
  const names = [...text.matchAll(/name="(\w+)"/g)].map(([, name]) => name);
  expect(names).toEqual(["location"]);
  await toast(page, "Metadata updated successfully!").waitFor();
});

test("sends a member's password only if one is typed", async () => {
  const page = await visit("/settings/team");
  for (const password of ["", "a new one"]) {
    await press(page, "Edit Staff of kaveri");
    await fill(page, { Password: password });
    const request = next(page, "PUT", await pathOfStaff());
    await save(page);
    const { name, email, role, seen, ...rest } = await readBody(request);
    expect([name, email, role]).toEqual(["Staff of kaveri", "staff@kaveri.test", "staff"]);
    expect(seen).toMatchObject({ name, email, role });
    expect(rest).toEqual(password ? { password } : {});
    await dialog(page).waitFor({ state: "detached" });
  }
});

async function pathOfStaff(): Promise<string> {
  const { body } = await desk.world.kaveri.owner.get("/api/users/team");
  const { _id } = body.users.find(({ role }: { role: string }) => role === "staff");
  return `/api/users/team/${_id}`;
}

test("a receipt leaves out blank fields", async () => {
  const { owner, account } = desk.world.narmada;
  const page = await visit("/receipts/new", owner);
  await hasValue(page.getByRole("combobox", { name: "Account" }), "narmada bank (Bank)");
  await page.getByLabel("Client Name").fill("Ravi");
  await page.getByLabel("Purpose").fill("Website");
  await page.getByLabel("Amount").fill("1,000.50");
  const request = next(page, "POST", "/api/receipts");
  await press(page, "Create Receipt");
  expect(await readBody(request)).toEqual({
    date: today(),
    accountId: account._id,
    client: { name: "Ravi" },
    purpose: "Website",
    amount: 1000.5,
    mode: "Cash",
  });
});

test("sends a payment's amount as a number", async () => {
  const { owner, account } = desk.world.narmada;
  const invoice = await sent(owner, await addClient(owner, "Konkan Foods"));
  const page = await visit(`/invoices/${invoice._id}`, owner);
  await press(page, "Add Payment");
  await fill(page, { Amount: "1,234.50", Mode: "UPI" });
  const request = next(page, "POST", `/api/invoices/${invoice._id}/payments`);
  await dialog(page).getByRole("button", { name: "Add Payment" }).click();
  expect(await readBody(request)).toEqual({
    date: today(),
    amount: 1234.5,
    mode: "UPI",
    reference: "",
    notes: "",
    accountId: account._id,
  });
});

test("sends an invoice in the API's format with its client's id", async () => {
  const { owner } = desk.world.narmada;
  const clientId = await addClient(owner, "Zest");
  const page = await visit("/invoices/new", owner);
  await pick(page.getByLabel("Client"), "Zest");
  const item = page.getByRole("group", { name: "Item 1", exact: true });
  await item.getByLabel("Description").fill("A logo");
  await item.getByLabel("Rate").fill("1,000");
  const request = next(page, "POST", "/api/invoices");
  await page.getByRole("button", { name: "Create Invoice" }).click();
  const line = { description: "A logo", hsnSac: "", qty: 1, rate: 1000, discountPct: 0 };
  expect(await readBody(request)).toEqual({
    clientId,
    date: today(),
    dueDate: "",
    placeOfSupply: "",
    items: [{ ...line, taxPct: 0 }],
    notes: "",
    terms: "",
    roundOff: 0,
  });
});

test("a transaction report uses the filters of the list", async () => {
  const { owner, account, rent } = desk.world.narmada;
  const links = { accountId: account._id, categoryId: rent._id };
  const entry = { date: "2026-04-02", description: "Rent", type: "Expense", amount: 5 };
  made(await owner.post("/api/transactions", { ...entry, ...links }));
  const range = { dateFrom: "2026-04-01", dateTo: "2026-04-30" };
  const filter = { ...range, type: "Expense", accountId: account._id, categoryId: rent._id };
  const page = await visit(`/transactions?${new URLSearchParams({ ...filter, q: "r" })}`, owner);
  await page.getByRole("row").filter({ hasText: "Rent" }).first().waitFor();
  const request = next(page, "GET", "/api/reports/transactions.pdf");
  const file = page.waitForEvent("download");
  await press(page, "Download PDF");
  expect(Object.fromEntries(new URL((await request).url()).searchParams)).toEqual(filter);
  const name = "transactions-report-2026-04-01-to-2026-04-30.pdf";
  expect((await file).suggestedFilename()).toBe(name);
});
