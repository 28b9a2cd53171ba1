import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { addDays, formatDate, today } from "../../domain/dates.ts";
import { addBill, addVendor } from "./buying.ts";
import { type Desk, dialog, fill, openDesk, toast } from "./desk.ts";
import { assertLooksRight } from "./looks.ts";

let desk: Desk;
let pune: string;
let meera: string;
beforeAll(async () => {
  desk = await openDesk();
  const { owner } = desk.world.kaveri;
  await owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
  const gstin = "27AAMFP3390B1Z8";
  pune = await addVendor(owner, "Pune Print House", { gstin, isSmallEnterprise: true });
  meera = await addVendor(owner, "Meera Edits", { tdsRule: "PROFESSIONAL", pan: "AAAPM1234C" });
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const visit = async (path: string, { phone = false, expectComplaints = /$^/ } = {}) =>
  (await desk.visit(path, { who: desk.world.kaveri.owner, phone, expectComplaints })).page;
const card = (page: Page, name: string) =>
  page.locator(".kpi").filter({ has: page.getByText(name, { exact: true }) });
const row = (page: Page, number: string) => page.locator(".bills tr").filter({ hasText: number });
const names = (page: Page) => page.locator(".bills tbody .cell-main").allTextContents();

test("sorts unpaid bills by due date and pays several at once", async () => {
  const { owner, account } = desk.world.kaveri;
  const page = await visit("/bills");
  await page.getByText("No bills yet").waitFor();
  await page.getByRole("link", { name: "New Bill" }).first().waitFor();

  const late = await addBill(owner, pune, { number: "PPH/58", due: -7 });
  const soon = await addBill(owner, meera, { number: "ME/1", taxable: 60_000, due: 3 });
  await addBill(owner, pune, { number: "PPH/61", due: 40 });
  await addBill(owner, pune, { number: "PPH/62", due: -1, onHold: true });
  await page.reload();
  await row(page, "ME/1").waitFor();
  expect(await names(page)).toEqual(["Pune Print House", "Meera Edits", "Pune Print House"]);
  expect(await card(page, "To pay").textContent()).toContain("3 bills of 2 vendors");
  expect(await card(page, "Overdue").textContent()).toContain("₹11,800.001 bill");
  const until = formatDate(addDays(today(), 6));
  expect(await card(page, "To pay this week").textContent()).toContain(`1 bill, until ${until}`);
  const rows = page.locator(".bills tbody tr");
  const by = formatDate(addDays(late.date, 15));
  expect(await rows.nth(0).textContent()).toContain("7 days late");
  expect(await rows.nth(2).textContent()).toContain(`PPH/61, small enterprise, by ${by}`);
  expect(await rows.nth(1).textContent()).toContain("TDS ₹6,000.00");

  await page.keyboard.press("j");
  await page.keyboard.press("Space");
  await page.keyboard.press("j");
  await page.keyboard.press("Space");
  const bar = page.getByRole("region", { name: "Selected" });
  const sum = late.toPay + soon.toPay;
  expect(sum).toBe(65_800);
  await bar.getByText("₹65,800.00").waitFor();
  await page.keyboard.press("p");
  await dialog(page).getByText("Meera Edits, ME/1").waitFor();
  await fill(page, { Account: `${account.name} (Bank)`, Reference: "NEFT 12" });
  await dialog(page).getByRole("button", { name: "Pay 2 bills" }).click();
  await toast(page, "2 bills paid").waitFor();
  await page.getByRole("button", { name: "To pay 1" }).waitFor();
  expect(await names(page)).toEqual(["Pune Print House"]);
  const paid = (await owner.get(`/api/bills/${soon._id}`)).body;
  expect(paid).toMatchObject({ status: "PAID", paid: 54_000, tdsKept: 6_000 });
  expect(paid.payments[0]).toMatchObject({ reference: "NEFT 12", mode: "Bank Transfer" });
});

test("pays part of a bill from its row and shows errors next to their field", async () => {
  const { owner } = desk.world.kaveri;
  const { _id } = await addBill(owner, pune, { number: "PPH/70", due: 1 });
  const page = await visit("/bills?status=THIS_WEEK", { expectComplaints: /400/ });
  await page.getByRole("button", { name: "Pay PPH/70" }).click();
  await dialog(page).getByLabel("Date").fill("1/1/2026");
  await dialog(page).getByText("so it is an advance to the vendor until then").waitFor();
  await dialog(page).getByLabel("Date").fill("t");
  await dialog(page).getByText("so it is an advance").waitFor({ state: "detached" });
  await fill(page, { Amount: "99999" });
  await dialog(page).getByRole("button", { name: "Pay Bill" }).click();
  await dialog(page)
    .getByText(/must not be more than/)
    .waitFor();
  await fill(page, { Amount: "1800" });
  await dialog(page).getByRole("button", { name: "Pay Bill" }).click();
  await toast(page, "Payment added successfully").waitFor();
  await row(page, "PPH/70").getByText("Partly paid").waitFor();
  expect((await owner.get(`/api/bills/${_id}`)).body).toMatchObject({ balance: 10_000 });
});

test("filters the list, shows bills on hold and saves CSV", async () => {
  const page = await visit("/bills");
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.getByText("On hold").waitFor();
  expect(new URL(page.url()).search).toBe("?status=ALL");
  await page.getByRole("button", { name: "Paid", exact: true }).click();
  await row(page, "ME/1").waitFor();
  await page.getByLabel("Vendor", { exact: true }).selectOption({ label: "Pune Print House" });
  await page.getByLabel("Kind").selectOption({ label: "Credit notes" });
  await page.getByText("No bills match").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("bills.csv");
  await page.getByRole("button", { name: "Show unpaid bills" }).click();
  await row(page, "PPH/61").waitFor();
});

test("on a phone, the bottom bar opens a new bill and a row opens its bill", async () => {
  const page = await visit("/bills", { phone: true });
  await row(page, "PPH/61").waitFor();
  const bar = page.getByRole("region", { name: "Actions" });
  expect(await bar.getByRole("link", { name: "New Bill" }).getAttribute("href")).toBe("/bills/new");
  expect(await page.locator(".bills .b-acts").first().isVisible()).toBe(false);
});

test("the bill page pays, holds and releases a bill and undoes a payment", async () => {
  const { owner } = desk.world.kaveri;
  const { _id } = await addBill(owner, pune, { number: "PPH/80", due: -2 });
  const page = await visit(`/bills/${_id}`);
  await page.getByText("Overdue", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Hold", exact: true }).click();
  await page.getByText("On hold: do not pay yet.").waitFor();
  await page.getByRole("button", { name: "Remove hold" }).click();
  await page.getByText("No payments yet.").waitFor();
  await page.keyboard.press("p");
  await dialog(page).getByRole("button", { name: "Pay Bill" }).click();
  await page.getByText("Paid", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Delete payment of ₹11,800.00" }).click();
  await page.getByRole("alertdialog").getByText("Its expense in").waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No payments yet.").waitFor();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel bill" }).click();
  await page.getByText("This bill is cancelled.").waitFor();
});

test("applies the payment of a cancelled bill to another bill of the vendor", async () => {
  const { owner } = desk.world.kaveri;
  const { _id } = await addBill(owner, pune, { number: "PPH/90", due: 9 });
  const { _id: other } = await addBill(owner, pune, { number: "PPH/91", due: 9 });
  const { account } = (await owner.post("/api/accounts", { name: "Paid from" })).body;
  const money = { date: today(), mode: "UPI", accountId: account._id, amount: 11_800 };
  expect((await owner.post(`/api/bills/${_id}/payments`, money)).status).toBe(201);
  const page = await visit(`/bills/${_id}`);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  const asked = page.getByRole("alertdialog");
  await asked.getByText("₹11,800.00 becomes an advance to the vendor.").waitFor();
  await asked.getByRole("button", { name: "Cancel bill" }).click();
  await page.getByText("Its payments are now an advance to the vendor").waitFor();
  await page.getByRole("button", { name: "Use Advance" }).click();
  await dialog(page).getByLabel("Bill *").selectOption(other);
  await dialog(page).getByRole("button", { name: "Apply" }).click();
  await toast(page, "Applied to the bill").waitFor();
  await page.getByRole("link", { name: "PPH/91" }).waitFor();
  expect((await owner.get(`/api/bills/${other}`)).body.status).toBe("PAID");
});

test("applies a vendor's credit note to a bill and refunds the rest", async () => {
  const { owner } = desk.world.kaveri;
  const { _id } = await addBill(owner, pune, { number: "PPH/85", due: 9 });
  const note = await addBill(owner, pune, {
    kind: "CREDIT_NOTE",
    number: "PPH/CN1",
    taxable: 1_000,
  });
  const page = await visit(`/bills/${note._id}`);
  await page.getByRole("button", { name: "Apply Credit" }).click();
  const bills = dialog(page).getByLabel("Bill *");
  const option = bills.locator("option").filter({ hasText: "PPH/85" });
  await bills.selectOption((await option.getAttribute("value")) ?? "");
  await fill(page, { Amount: "1000" });
  await dialog(page).getByRole("button", { name: "Apply" }).click();
  await page.getByRole("link", { name: "PPH/85" }).waitFor();
  await page.getByRole("button", { name: "Refund" }).click();
  await dialog(page).getByRole("button", { name: "Record refund" }).click();
  await page.getByText("Used", { exact: true }).waitFor();
  expect((await owner.get(`/api/bills/${_id}`)).body).toMatchObject({ creditApplied: 1_000 });
});

test("shows a bill's input credit, changes it by keyboard and filters by it", async () => {
  const { owner } = desk.world.kaveri;
  const { _id } = await addBill(owner, pune, { number: "PPH/80", due: 5 });
  const page = await visit(`/bills/${_id}`);
  const credit = page.getByRole("region", { name: "Input credit" });
  await credit.getByText("Waiting for GSTR-2B", { exact: true }).first().waitFor();
  expect(await credit.textContent()).toContain(
    "₹1,800.00 is in the ledger Input not yet in GSTR-2B",
  );
  expect(await credit.locator("[aria-current=step]").textContent()).toContain(
    "Waiting for GSTR-2B",
  );
  await assertLooksRight(page, "bill with its credit");
  await credit.getByRole("button", { name: "Do not claim…" }).press("Enter");
  await dialog(page).getByLabel("Reason").selectOption("GIFTS");
  await dialog(page).getByLabel("Reason").press("Enter");
  await toast(page, "Input credit changed").waitFor();
  await credit.getByText("No credit", { exact: true }).waitFor();
  const changed = (await owner.get(`/api/bills/${_id}`)).body;
  expect(changed).toMatchObject({ creditChangedOn: today(), items: [{ blockedBy: "GIFTS" }] });

  await page.goto(page.url().replace(/bills.*/, "bills?status=ALL&creditState=NONE"));
  await row(page, "PPH/80").getByText("No credit").waitFor();
  expect(await page.getByLabel("Input credit", { exact: true }).inputValue()).toBe("NONE");
  await row(page, "PPH/58").waitFor({ state: "detached" });

  await page.goto(page.url().replace(/\?.*/, `/${_id}`));
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByLabel("Cancelled on").fill("t");
  await page.getByLabel("Cancelled on").press("Tab");
  await page.getByRole("button", { name: "Cancel bill" }).click();
  await toast(page, "Bill cancelled").waitFor();
  expect((await owner.get(`/api/bills/${_id}`)).body.cancelledOn).toBe(today());
});
