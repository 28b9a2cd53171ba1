import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { formatDate, today } from "../../domain/dates.ts";
import { RECEIPT_MODES } from "../../domain/documents/receipts.ts";
import { made } from "../world.ts";
import {
  axe,
  type Desk,
  hasValue,
  hold,
  listChoices,
  openDesk,
  pick,
  problem,
  toast,
} from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const visit = (expectComplaints = /$^/) =>
  desk.visit("/receipts/new", { who: desk.world.kaveri.staff, expectComplaints });

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const dateField = (page: Page) => page.getByRole("textbox", { name: "Date", exact: true });
const create = (page: Page) => page.getByRole("button", { name: "Create Receipt" });
const accountField = (page: Page) => page.getByRole("combobox", { name: "Account" });
const account = (page: Page) => accountField(page).inputValue();

async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  await heading(page, "New Receipt").waitFor();
  await hasValue(accountField(page), "kaveri bank (Bank)");
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
}

test("starts with today, Cash and the first active account, in three sections", async () => {
  const { page } = await visit();
  await fillIn(page, {});
  for (const name of ["Receipt Details", "Received From", "Payment Details"]) {
    await heading(page, name).waitFor();
  }
  for (const name of ["Client Name", "Phone", "Email", "Address"]) {
    await page.getByRole("region", { name: "Received From" }).getByLabel(name).waitFor();
  }
  for (const name of ["Purpose", "Amount", "Payment Mode", "Reference Number", "Notes"]) {
    await page.getByRole("region", { name: "Payment Details" }).getByLabel(name).waitFor();
  }
  expect(await dateField(page).inputValue()).toBe(formatDate(today()));
  expect(await page.getByLabel("Payment Mode").inputValue()).toBe("Cash");
  expect(await page.getByLabel("Payment Mode").locator("option").allTextContents()).toEqual([
    ...RECEIPT_MODES,
  ]);
  expect(await listChoices(accountField(page))).toEqual([
    "kaveri bank (Bank)",
    "kaveri cash (Cash)",
    "Add an account…",
  ]);
  expect(await account(page)).toBe("kaveri bank (Bank)");
});

test("shows errors next to their fields and sends nothing", async () => {
  const { page, calls } = await visit();
  await fillIn(page, { Email: "no email" });
  await page.getByLabel("Email").blur();
  await page.getByText("Invalid email", { exact: true }).waitFor();
  await accountField(page).fill("");
  await dateField(page).fill("");
  await create(page).click();
  for (const sentence of [
    "Date is required",
    "Account is required",
    "Client name must be at least 2 characters",
    "Purpose must be at least 2 characters",
    "Amount must be greater than 0",
  ]) {
    await page.getByText(sentence, { exact: true }).waitFor();
  }
  await page.getByLabel("Email").fill("");
  await page.getByText("Invalid email", { exact: true }).waitFor({ state: "detached" });
  expect(calls).not.toContain("POST /api/receipts");
});

test("previews a receipt while it is written, creates it once, prints it and starts another", async () => {
  const { page, calls } = await visit();
  await fillIn(page, {
    "Client Name": "Ravi Menon",
    Phone: "98450 54321",
    Purpose: "Website",
    Amount: "1,000*1.18",
    Notes: "Second of two",
  });
  await dateField(page).fill("5/10/2025");
  await dateField(page).blur();
  await page.getByLabel("Payment Mode").selectOption("UPI");
  await pick(accountField(page), "kaveri cash (Cash)");
  const preview = page.getByRole("region", { name: "Receipt Preview" });
  for (const text of ["5 Oct 2025", "Ravi Menon", "Website", "UPI", "kaveri cash"]) {
    await preview.getByText(text, { exact: true }).waitFor();
  }
  await preview.getByText("₹1,180.00").waitFor();
  await preview.getByText("A transaction will be auto-created and a PDF generated").waitFor();
  await preview.getByText("Is this for an invoice? Add a payment to the invoice instead").waitFor();

  const release = await hold(page, "**/api/receipts");
  await create(page).dblclick();
  await page.getByRole("button", { name: "Creating...", exact: true }).waitFor();
  release();
  await heading(page, "Receipt Created Successfully!").waitFor();
  await toast(page, "Receipt created successfully!").waitFor();
  await page
    .getByText("Your receipt has been generated and the transaction has been recorded.")
    .waitFor();
  expect(calls.filter((call) => call === "POST /api/receipts")).toHaveLength(1);
  expect(await axe(page)).toEqual([]);

  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download PDF" }).click();
  expect((await file).suggestedFilename()).toMatch(/^Receipt-FY25-26-RCPT-\d{5}\.pdf$/);
  await toast(page, "Receipt PDF downloaded successfully").waitFor();

  const view = await page.getByRole("link", { name: "View Receipt" }).getAttribute("href");
  await page.getByRole("button", { name: "Create Another" }).click();
  await fillIn(page, {});
  for (const label of ["Client Name", "Phone", "Purpose", "Amount", "Notes"]) {
    expect([label, await page.getByLabel(label).inputValue()]).toEqual([label, ""]);
  }
  expect(await page.getByLabel("Payment Mode").inputValue()).toBe("Cash");
  expect(await dateField(page).inputValue()).toBe(formatDate(today()));
  expect(await account(page)).toBe("kaveri bank (Bank)");
  await page.goto(desk.url + view);
  await page.getByText("Ravi Menon").waitFor();
});

test("shows the server's error and keeps the input", async () => {
  const { page } = await visit(/500/);
  await fillIn(page, { "Client Name": "Ravi Menon", Purpose: "Website", Amount: "5" });
  await page.route("**/api/receipts", (route) => route.fulfill({ status: 500, json: {} }));
  await create(page).click();
  await problem(page, "Failed to create receipt").waitFor();
  expect(await page.getByLabel("Client Name").inputValue()).toBe("Ravi Menon");
  await page.getByRole("link", { name: "Cancel" }).click();
  await heading(page, "Receipts").waitFor();
});

test("a known client fills in phone, e-mail and address but overwrites nothing", async () => {
  const { owner } = desk.world.kaveri;
  const known = { phone: "98200 12345", email: "hi@konkan.test", billingAddress: "Panaji" };
  made(await owner.post("/api/clients", { displayName: "Konkan Foods", ...known }));
  const { page } = await desk.visit("/receipts/new", { who: owner });
  await page.locator("option[value='Konkan Foods']").waitFor({ state: "attached" });
  await page.getByLabel("Phone").fill("98200 00000");
  await page.getByLabel("Client Name").fill("Konkan Foods");
  const values = ["Phone", "Email", "Address"].map((label) => page.getByLabel(label).inputValue());
  expect(await Promise.all(values)).toEqual(["98200 00000", "hi@konkan.test", "Panaji"]);
});
