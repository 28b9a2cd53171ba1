import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { today } from "../../domain/dates.ts";
import { done, made } from "../world.ts";
import { type Desk, openDesk, pick, problem } from "./desk.ts";

let desk: Desk;
let clientId: string;
beforeAll(async () => {
  desk = await openDesk();
  const { owner } = desk.world.kaveri;
  await owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
  const near = { displayName: "Near", state: "Maharashtra" };
  clientId = made(await owner.post("/api/clients", near)).client._id;
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const visit = (path: string, who = desk.world.kaveri.owner, expectComplaints = /$^/) =>
  desk.visit(path, { who, expectComplaints });

const cell = (page: Page, number: number, label: string) =>
  page.getByRole("group", { name: `Item ${number}`, exact: true }).getByLabel(label);
const save = (page: Page) => page.getByRole("button", { name: "Create Invoice" });
const update = (page: Page) => page.getByRole("button", { name: "Update Invoice" });

async function makeInvoice(fields = {}) {
  const items = [{ description: "A logo", hsnSac: "998391", qty: 1.5, rate: 1000, taxPct: 18 }];
  const input = { clientId, date: "2026-11-05", items, ...fields };
  return made(await desk.world.kaveri.staff.post("/api/invoices", input));
}

const present = async (id: string) =>
  (await desk.world.kaveri.staff.get(`/api/invoices/${id}`)).body.invoice;

test("shows server errors next to their fields and keeps the input", async () => {
  const { page } = await visit("/invoices/new", desk.world.kaveri.staff, /400|500/);
  // Playwright may miss requests already running when a route is set.
  await page.getByText("Invoice Summary").waitFor();
  await page.waitForLoadState();
  const errors = [{ path: "items.1.rate", message: "Rate is more than we allow" }];
  const answers = [
    { status: 400, json: { message: "Rate is more than we allow", errors } },
    { status: 500, json: {} },
  ];
  await page.route("**/api/invoices", (route) => route.fulfill(answers.shift()));
  await pick(page.getByLabel("Client"), "Near");
  await cell(page, 1, "Description").fill("A logo");
  await page.getByRole("button", { name: "Add Item" }).click();
  await cell(page, 2, "Description").fill("A film");
  await cell(page, 2, "Rate").fill("5");
  await save(page).click();
  await page.getByText("Rate is more than we allow", { exact: true }).waitFor();
  const rate = cell(page, 2, "Rate");
  expect(await rate.getAttribute("aria-invalid")).toBe("true");
  expect(await rate.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.getByRole("button", { name: "Remove item 1" }).click();
  expect(await cell(page, 1, "Rate").getAttribute("aria-invalid")).toBe("true");
  await cell(page, 1, "Rate").fill("4");
  expect(await cell(page, 1, "Rate").getAttribute("aria-invalid")).toBe("false");
  await save(page).click();
  await problem(page, "Error saving invoice").waitFor();
  expect(await cell(page, 1, "Description").inputValue()).toBe("A film");
  await save(page).waitFor();
});

test("shows the server's error for an impossible total", async () => {
  const { page } = await visit("/invoices/new", desk.world.kaveri.staff, /400/);
  await pick(page.getByLabel("Client"), "Near");
  await cell(page, 1, "Description").fill("A gift");
  await page.getByLabel("Round Off (±)").fill("-1");
  await save(page).click();
  await page.locator("#round-off-note").getByText("Grand total must not be negative").waitFor();
  const roundOff = page.getByLabel("Round Off (±)");
  expect(await roundOff.getAttribute("aria-invalid")).toBe("true");
});

test("warns of missing tax invoice details but saves anyway", async () => {
  const { page } = await visit("/invoices/new", desk.world.kaveri.staff);
  await pick(page.getByLabel("Client"), "Near");
  await cell(page, 1, "Description").fill("A logo");
  await page.getByText("HSN/SAC is missing on item 1.").waitFor();
  await cell(page, 1, "Rate").fill("49999.99");
  await cell(page, 1, "HSN/SAC").fill("998391");
  await page.getByText("HSN/SAC is missing").waitFor({ state: "detached" });
  expect(await page.locator(".hint").count()).toBe(0);
  await cell(page, 1, "Rate").fill("50000");
  await page
    .getByText(
      "From ₹50,000, an invoice without the client's GSTIN must show their address and state.",
    )
    .waitFor();
  const answer = page.waitForResponse("**/api/invoices");
  await save(page).click();
  expect((await answer).status()).toBe(201);
});

test("restores an unsaved invoice after a closed tab, until it is saved or discarded", async () => {
  const { page } = await visit("/invoices/new", desk.world.kaveri.staff);
  await pick(page.getByLabel("Client"), "Near");
  await cell(page, 1, "Description").fill("Half written");
  await cell(page, 1, "Rate").fill("1200*2");
  await page.getByText("Draft saved in this browser").waitFor();
  const again = await page.context().newPage();
  await page.close();
  await again.goto(`${desk.url}/invoices/new`);
  await again.getByText("This invoice was not saved last time.").waitFor();
  expect(await cell(again, 1, "Description").inputValue()).toBe("Half written");
  expect(await again.getByLabel("Client").inputValue()).toBe("Near");
  await again.goto(`${desk.url}/invoices/new?client=${clientId}`);
  expect(await again.getByLabel("Client").inputValue()).toBe("Near");
  expect(await cell(again, 1, "Description").inputValue()).toBe("");

  await again.goto(`${desk.url}/invoices/new`);
  await again.getByRole("button", { name: "Start over" }).click();
  expect(await cell(again, 1, "Description").inputValue()).toBe("");
  await again.reload();
  await again.getByText("Invoice Summary").waitFor();
  expect(await again.getByText("This invoice was not saved last time.").count()).toBe(0);
});

test("an owner edits an invoice that opens with its saved values", async () => {
  const { _id, invoiceNumber } = await makeInvoice({ roundOff: 0.4, terms: "By NEFT" });
  const { page } = await visit(`/invoices/${_id}/edit`);
  await page.getByRole("heading", { name: "Edit Invoice", level: 1 }).waitFor();
  await page.getByText(invoiceNumber, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Discount %" }).click();
  const values = ["A logo", "998391", "1.5", "1,000.00", "0", "18"];
  const labels = ["Description", "HSN/SAC", "Quantity", "Rate", "Discount %", "Tax % (GST)"];
  for (const [n, label] of labels.entries()) {
    expect(await cell(page, 1, label).inputValue(), label).toBe(values[n] as string);
  }
  expect(await page.getByLabel("Round Off (±)").inputValue()).toBe("0.40");
  await page.getByText("By NEFT", { exact: true }).waitFor();
  for (const name of ["Back", "Cancel"]) {
    const href = await page.getByRole("link", { name }).getAttribute("href");
    expect(href).toBe(`/invoices/${_id}`);
  }
  await cell(page, 1, "Rate").fill("2000");
  // An invalid number counts as 0 even before the field is left.
  await cell(page, 1, "Discount %").fill("none");
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(`**/invoices/${_id}`);
  expect((await present(_id)).grandTotal).toBe(3540.4);
});

test("rejects a total below the amount paid and keeps the input", async () => {
  const { _id } = await makeInvoice();
  const { staff, account } = desk.world.kaveri;
  const payment = { date: today(), amount: 1000, mode: "UPI", accountId: account._id };
  made(await staff.post(`/api/invoices/${_id}/payments`, payment));
  const { page } = await visit(`/invoices/${_id}/edit`, desk.world.kaveri.owner, /409/);
  await cell(page, 1, "Rate").fill("10");
  await update(page).click();
  await problem(page, "The total cannot be less than the amount already paid").waitFor();
  expect(await cell(page, 1, "Rate").inputValue()).toBe("10.00");
});

test("recomputes a sent invoice with its saved agency and client details", async () => {
  const { owner } = desk.world.kaveri;
  const { client } = made(await owner.post("/api/clients", { displayName: "Moved", state: "Goa" }));
  const { _id } = await makeInvoice({ clientId: client._id });
  expect((await owner.post(`/api/invoices/${_id}/send`, {})).status).toBe(200);
  await owner.put(`/api/clients/${client._id}`, {
    ...client,
    state: "Maharashtra",
    stateCode: "27",
  });
  const { page } = await visit(`/invoices/${_id}/edit`);
  await page.getByText("Another state: IGST").waitFor();
  await pick(page.getByLabel("Client"), "Near");
  await page.getByText("Same state: CGST + SGST").waitFor();
});

test("warns that the client has the sent invoice and keeps its financial year", async () => {
  const { owner } = desk.world.kaveri;
  const { _id } = await makeInvoice();
  expect((await owner.post(`/api/invoices/${_id}/send`, {})).status).toBe(200);
  made(await owner.post("/api/clients", { displayName: "Another", state: "Maharashtra" }));
  const { page } = await visit(`/invoices/${_id}/edit`);
  await page
    .getByText("This invoice was sent. After you change it, send Near the new PDF.")
    .waitFor();
  expect(await page.getByText("It was sent").count()).toBe(0);
  await pick(page.getByLabel("Client"), "Another");
  await page.getByText("Sent to Near", { exact: true }).waitFor();
  await cell(page, 1, "Rate").fill("2000");
  await page.getByText("It was sent with a total of ₹1,770.00.").waitFor();
  await page.getByLabel("Invoice Date").fill("15/1/2025");
  await update(page).click();
  const year = "A sent invoice stays in its financial year, as its number does";
  await page.getByText(year, { exact: true }).waitFor();
  expect(await page.getByLabel("Invoice Date").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Invoice Date").fill("6/11/2026");
  await update(page).click();
  await page.waitForURL(`**/invoices/${_id}`);
  expect(await present(_id)).toMatchObject({ date: "2026-11-06", grandTotal: 3540 });
});

test("warns of unlikely dates and accepts them", async () => {
  const { _id } = await makeInvoice();
  const { page } = await visit(`/invoices/${_id}/edit`);
  const date = page.getByLabel("Invoice Date");
  await date.fill("15/1/2026");
  await date.press("Tab");
  await page
    .getByText("The number belongs to financial year 2026-27, but the date is in 2025-26")
    .waitFor();
  await date.fill("15/1/2031");
  await date.press("Tab");
  await update(page).click();
  await page.waitForURL(`**/invoices/${_id}`);
  expect((await present(_id)).date).toBe("2031-01-15");
  const sentence = "The number belongs to financial year 2026-27, but the date is in 2030-31.";
  await page.getByRole("note").getByText(sentence).waitFor();
});

test("explains why an invoice or a role cannot edit", async () => {
  const { owner, staff } = desk.world.kaveri;
  const { _id } = await makeInvoice();
  const theirs = await visit(`/invoices/${_id}/edit`, staff);
  await theirs.page.getByText("Access Denied").waitFor();
  await theirs.page.getByText("Only agency owners can edit invoices.").waitFor();
  expect(theirs.calls).not.toContain(`GET /api/invoices/${_id}`);

  done(await owner.post(`/api/invoices/${_id}/send`, {}));
  done(await owner.post(`/api/invoices/${_id}/cancel`, {}));
  const { page } = await visit(`/invoices/${_id}/edit`, owner, /404/);
  await page.getByText("A cancelled invoice cannot be edited").waitFor();
  const link = page.getByRole("link", { name: "Go to the invoice" });
  expect(await link.getAttribute("href")).toBe(`/invoices/${_id}`);
  await page.goto(`${desk.url}/invoices/none/edit`);
  await page.getByText("Invoice not found").waitFor();
});

test("waits for the form's data and retries if it fails to load", async () => {
  const { page } = await visit("/clients", desk.world.kaveri.staff, /500/);
  await page.getByRole("link", { name: "Near" }).waitFor();
  await page.route("**/api/invoice-settings", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${desk.url}/invoices/new`);
  await page.getByText("Failed to load data").waitFor();
  await page.unroute("**/api/invoice-settings");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Invoice Summary").waitFor();
});

test("adds up two hundred lines while they are typed", async () => {
  const items = Array.from({ length: 200 }, (_, n) => ({
    description: `Line ${n + 1}`,
    qty: 1,
    rate: 100,
    taxPct: 18,
  }));
  const { _id } = await makeInvoice({ items });
  const { page } = await visit(`/invoices/${_id}/edit`);
  await cell(page, 150, "Rate").fill("");
  await cell(page, 150, "Rate").pressSequentially("1,23,456.78");
  const summary = page.getByRole("complementary", { name: "Invoice Summary" });
  await summary.getByText("₹1,43,356.78").first().waitFor();
  await cell(page, 200, "Tax % (GST)").press("Enter");
  await page.keyboard.type("The next");
  expect(await cell(page, 201, "Description").inputValue()).toBe("The next");
});
