import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { today } from "../../domain/dates.ts";
import { done, made } from "../world.ts";
import { addClient, pay, sent } from "./billing.ts";
import { axe, type Desk, hasValue, openDesk, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const back = "Restored: Cab to Baner and back, ₹460.00";
const gone = "Deleted: Cab to Baner and back, ₹460.00";

async function enter(more: object = {}) {
  const { staff, account, rent } = desk.world.kaveri;
  const links = { accountId: account._id, categoryId: rent._id, date: today() };
  const cab = { description: "Cab to Baner and back", type: "Expense", amount: 460 };
  return made(await staff.post("/api/transactions", { ...links, ...cab, ...more })).transaction;
}

test("the message or Ctrl Z restores a deleted record, and Ctrl Shift Z deletes it again", async () => {
  const { owner, staff } = desk.world.kaveri;
  const { _id } = await enter();
  const { page } = await desk.visit("/transactions", { who: owner, expectComplaints: /409/ });
  await row(page, "Cab to Baner").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await toast(page, "Transaction deleted successfully").waitFor();
  await row(page, "Cab to Baner").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await toast(page, back).waitFor();
  await row(page, "Cab to Baner").waitFor();
  await page.locator(`tr[data-id="${_id}"]:focus`).waitFor();

  await page.keyboard.press("Control+Shift+z");
  await toast(page, gone).waitFor();
  await row(page, "Cab to Baner").waitFor({ state: "detached" });

  await page.reload();
  await page.getByText(/^No transactions found for/).waitFor();
  await page.keyboard.press("Control+z");
  await toast(page, back).waitFor();
  await row(page, "Cab to Baner").waitFor();

  const fields = { ...(await staff.get(`/api/transactions/${_id}`)).body.transaction };
  const ids = { accountId: fields.accountId._id, categoryId: fields.categoryId._id };
  const { date, description, type } = fields;
  const changed = { ...ids, date, description, type, notes: "" };
  done(await owner.put(`/api/transactions/${_id}`, { ...changed, amount: 470 }));
  done(await staff.put(`/api/transactions/${_id}`, { ...changed, amount: 480 }));
  await page.reload();
  await row(page, "480.00").first().waitFor();
  await page.keyboard.press("Control+z");
  const refusal = /^Could not undo\. Staff of kaveri changed the amount at \d\d:\d\d\./;
  await page.getByRole("alert").filter({ hasText: refusal }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "Show changes" }).click();
  await page.getByRole("heading", { name: /^Cab to Baner and back/ }).waitFor();
});

test("undoing a duplicate returns to its original, where it can be redone", async () => {
  const { owner } = desk.world.kaveri;
  const { _id } = await sent(owner, await addClient(owner, "Malabar Spices"));
  const { page } = await desk.visit(`/invoices/${_id}`, { who: owner, expectComplaints: /404/ });
  await page.getByRole("button", { name: "Duplicate" }).click();
  await toast(page, "Draft created from this invoice").waitFor();
  const copy = page.url();
  await page.getByText("Draft", { exact: true }).first().waitFor();
  await page.keyboard.press("Control+z");
  await page.waitForURL(`**/invoices/${_id}`);
  await page
    .getByRole("region", { name: "Notifications" })
    .getByText(/^Deleted: /)
    .waitFor();
  await page.keyboard.press("Control+Shift+z");
  await page
    .getByRole("region", { name: "Notifications" })
    .getByText(/^Restored: /)
    .waitFor();
  await page.goto(copy);
  await page.getByText("Malabar Spices").first().waitFor();
});

test("undoing the creation of the open receipt returns to the list", async () => {
  const { owner, account } = desk.world.kaveri;
  const receipt = { date: today(), accountId: account._id, purpose: "Advance", amount: 900 };
  const client = { name: "Malabar Spices" };
  const done_ = made(await owner.post("/api/receipts", { ...receipt, client, mode: "UPI" }));
  const { page } = await desk.visit(`/receipts/${done_.receipt._id}`, {
    who: owner,
    expectComplaints: /404/,
  });
  await page.getByText("Malabar Spices").first().waitFor();
  await page.keyboard.press("Control+z");
  await page.waitForURL(/\/receipts(\?.*)?$/);
  await page
    .getByRole("region", { name: "Notifications" })
    .getByText(/^Deleted: /)
    .waitFor();
});

test("a record's history shows each version by field and restores any of them", async () => {
  const { owner, staff } = desk.world.kaveri;
  const { _id } = await enter({ description: "Taxi to Hadapsar" });
  const one = (await staff.get(`/api/transactions/${_id}`)).body.transaction;
  const ids = { accountId: one.accountId._id, categoryId: one.categoryId._id };
  const { date, type } = one;
  const changed = { ...ids, date, type, description: "Taxi to Hadapsar and back", notes: "" };
  done(await staff.put(`/api/transactions/${_id}`, { ...changed, amount: 920 }));

  const { page } = await desk.visit("/transactions", { who: owner });
  await row(page, "Taxi to Hadapsar and back").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("h");
  await page.getByRole("heading", { name: "Description, amount" }).waitFor();
  await page.getByRole("row", { name: "Amount ₹460.00 ₹920.00 same" }).waitFor();
  await page.keyboard.press("j");
  await page.getByRole("row", { name: "Amount empty ₹460.00 ₹920.00" }).waitFor();
  await page.getByText("Restoring this version changes 2 fields:").waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("b");
  await page.getByText("Current: Description, amount").waitFor();
  await page.getByText("3 changes").waitFor();
  const now = (await owner.get(`/api/transactions/${_id}`)).body.transaction;
  expect([now.amount, now.description]).toEqual([460, "Taxi to Hadapsar"]);

  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.getByText("This is the current version.").waitFor();
  done(await owner.put(`/api/transactions/${_id}`, { amount: 470 }));
  done(await owner.put(`/api/transactions/${_id}`, { amount: 480 }));
  await page.reload();
  await page.getByText("5 changes").waitFor();
  for (let n = 0; n < 4; n++) await page.keyboard.press("j");
  await page.getByText("Restoring this version changes 1 field: amount to ₹460.00.").waitFor();
  await page.getByRole("button", { name: "Restore this version" }).click();
  await page.getByText("6 changes").waitFor();
  expect((await owner.get(`/api/transactions/${_id}`)).body.transaction.amount).toBe(460);
});

test("an invoice's history leaves out changes made by payments", async () => {
  const { owner, account } = desk.world.kaveri;
  const invoice = await sent(owner, await addClient(owner, "Konkan Foods"));
  await pay(owner, invoice, { amount: invoice.grandTotal, accountId: account._id });
  const { page } = await desk.visit(`/history?entity=Invoice&id=${invoice._id}`, { who: owner });
  await page.getByRole("row", { name: "Status Draft Sent –" }).waitFor();
  await page.getByRole("row", { name: /^Item 1, GST % 18/ }).waitFor();
  expect(await page.getByRole("row", { name: /^(Balance|Received|TDS) / }).count()).toBe(0);
  await page.keyboard.press("j");
  await page.getByRole("row", { name: /^Number empty/ }).waitFor();
  expect(await page.getByRole("row", { name: /^(Balance|Received|Status|TDS) / }).count()).toBe(0);
});

test("the trash shows who deleted what, and restores it or explains why not", async () => {
  const { owner, staff } = desk.world.kaveri;
  const { page } = await desk.visit("/settings/trash", { who: desk.world.narmada.owner });
  await page.getByText("No deleted records").waitFor();

  const closed = await enter({ description: "Old diesel", date: "2026-04-02" });
  const open = await enter({ description: "Bank charge" });
  for (const { _id } of [closed, open]) done(await owner.delete(`/api/transactions/${_id}`));
  done(await owner.put("/api/locks", { lockedTo: "2026-04-30" }));
  const trash = await desk.visit("/settings/trash", { who: owner });
  await row(trash.page, "Old diesel").getByText("Books are closed to 30 April 2026.").waitFor();
  expect(await axe(trash.page)).toEqual([]);
  await trash.page.keyboard.press("j");
  await trash.page.keyboard.press("Enter");
  await toast(trash.page, "Restored: Bank charge, ₹460.00").waitFor();
  await row(trash.page, "Bank charge").waitFor({ state: "detached" });
  await trash.page.keyboard.press("Control+z");
  await row(trash.page, "Bank charge").waitFor();

  await trash.page.getByRole("searchbox", { name: "Search the trash" }).fill("diesel");
  await row(trash.page, "Bank charge").waitFor({ state: "detached" });
  await row(trash.page, "Old diesel").waitFor();
  await trash.page.getByLabel("Kind").selectOption({ label: "Client" });
  await trash.page.getByText("No deleted records match").waitFor();
  expect(await axe(trash.page)).toEqual([]);
  await trash.page.getByRole("button", { name: "Clear All Filters" }).click();
  await row(trash.page, "Bank charge").waitFor();

  const theirs = await desk.visit("/settings/trash", { who: staff });
  await theirs.page.getByRole("link", { name: "Trash" }).first().waitFor();
  await row(theirs.page, "Bank charge")
    .getByText(/or an owner can undo this/)
    .waitFor();
  expect(await theirs.page.getByRole("link", { name: "Integrity" }).isVisible()).toBe(false);
});

test("staff are offered no Undo of a receipt that they created", async () => {
  const { staff } = desk.world.kaveri;
  const { page } = await desk.visit("/receipts/new", { who: staff, expectComplaints: /403/ });
  await hasValue(page.getByRole("combobox", { name: "Account" }), "kaveri bank (Bank)");
  const fields = { "Client Name": "Walk-in", Purpose: "Workshop", Amount: "4000" };
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  await page.getByRole("button", { name: "Create Receipt" }).click();
  await toast(page, "Receipt created successfully!").waitFor();
  const messages = page.getByRole("region", { name: "Notifications" });
  expect(await messages.getByRole("button", { name: "Undo" }).count()).toBe(0);
  await page.keyboard.press("Control+z");
  const refused = "Could not undo. Only agency owners can delete receipts.";
  await toast(page, refused).waitFor();
});
