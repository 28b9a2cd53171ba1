import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { formatDate, today } from "../../domain/dates.ts";
import { addClient } from "./billing.ts";
import { type Desk, dialog, fill, openDesk, pick, toast } from "./desk.ts";

// An invoice from its form to the last rupee and back, by staff and an owner.

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.leave());

const act = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const state = (page: Page, name: string) =>
  page.getByRole("main").locator(".page-title").getByText(name, { exact: true });
const due = (page: Page) => page.getByRole("region", { name: "Balance due" }).locator(".due");

async function write(page: Page, description: string): Promise<string> {
  await page.goto(`${desk.url}/invoices`);
  await page.getByRole("link", { name: "New Invoice" }).click();
  await pick(page.getByLabel("Client"), "Konkan Foods");
  const item = (name: string) => page.getByLabel(name, { exact: false }).first();
  await item("Description").fill(description);
  await item("Quantity").fill("2");
  await item("Rate").fill("25000");
  await act(page, "Create Invoice").first().click();
  await state(page, "Draft").waitFor();
  return new URL(page.url()).pathname;
}

async function pay(page: Page, fields: Record<string, string>): Promise<void> {
  await act(page, "Add Payment").click();
  await fill(page, fields);
  await dialog(page).getByRole("button", { name: "Add Payment" }).click();
  await dialog(page).waitFor({ state: "detached" });
}

test("an invoice's status follows its payments from draft to paid and back", async () => {
  const { owner, staff, account } = desk.world.kaveri;
  await owner.put("/api/metadata", { gstNumber: "29AAACB1234C1ZB" });
  await addClient(staff, "Konkan Foods", { gstin: "29AAGFS4321P1ZP" });

  const { page } = await desk.visit("/invoices", { who: staff });
  const path = await write(page, "Brand identity");
  expect(await page.getByRole("link", { name: "Edit", exact: true }).count()).toBe(0);
  await act(page, "Send Invoice").click();
  await toast(page, "Invoice marked as sent").waitFor();
  await act(page, "Not now").click();
  await state(page, "Sent").waitFor();
  expect(await due(page).textContent()).toBe("₹59,000.00");

  // One payment with TDS, then the rest, which the form suggests.
  await pay(page, { "TDS deducted": "5000", Amount: "20000", Mode: "UPI", Reference: "UTR 1" });
  await state(page, "Partially paid").waitFor();
  expect(await due(page).textContent()).toBe("₹34,000.00");
  await pay(page, { Reference: "UTR 2", Account: "kaveri cash (Cash)" });
  await state(page, "Paid").waitFor();
  expect(await act(page, "Add Payment").count()).toBe(0);
  expect(await page.getByRole("button", { name: /^Delete payment/ }).count()).toBe(0);
  const income = page.getByRole("region", { name: "Linked income" }).getByRole("listitem");
  expect((await income.allTextContents()).toSorted()).toEqual([
    `kaveri bank${formatDate(today())}+₹20,000.00`,
    `kaveri cash${formatDate(today())}+₹34,000.00`,
  ]);
  const { body: balances } = await owner.get(
    `/api/accounts/balances?dateFrom=${today()}&dateTo=${today()}`,
  );
  expect(balances.total.periodIncome).toBe(54000);

  const ours = await desk.visit(path, { who: owner });
  for (const [amount, left, name] of [
    ["₹34,000.00", "₹34,000.00", "Partially paid"],
    ["₹20,000.00", "₹59,000.00", "Sent"],
  ] as const) {
    const remove = ours.page.getByRole("button", { name: `Delete payment of ${amount}` });
    await remove.click();
    await ours.page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await state(ours.page, name).waitFor();
    expect(await due(ours.page).textContent()).toBe(left);
  }
  expect((await owner.get(`/api/transactions?accountId=${account._id}`)).body.total).toBe(0);
  await ours.page.getByRole("link", { name: "Edit", exact: true }).click();
  await ours.page.getByRole("heading", { name: "Edit Invoice" }).waitFor();

  await write(page, "A mistake");
  await act(page, "Send Invoice").click();
  await act(page, "Not now").click();
  await state(page, "Sent").waitFor();
  await act(page, "Cancel").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel invoice" }).click();
  await state(page, "Cancelled").waitFor();
  await page.getByText("You cannot add payments to a cancelled invoice.").waitFor();
  await page.getByText(/^No balance: the invoice for ₹/).waitFor();
  expect(await page.getByText("Total Paid").count()).toBe(0);
  await page.getByRole("link", { name: "Back to invoices" }).click();
  await page.getByText("Showing 1 to 2 of 2").waitFor();
  const rows = await page.locator("tbody tr").allTextContents();
  expect(rows.map((row) => /Sent|Cancelled/.exec(row)?.[0])).toEqual(["Cancelled", "Sent"]);
  const billed = page.locator(".kpi").filter({ hasText: "Total Billed" }).locator(".kpi-value");
  expect(await billed.textContent()).toBe("₹59,000.00");
  expect((await owner.get("/api/books/check")).body.differences).toEqual([]);
});
