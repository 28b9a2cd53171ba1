import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { axe, type Desk, dialog, openDesk } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

async function issue() {
  const { staff, account } = desk.world.kaveri;
  const input = { date: today(), client: { name: "Meera Iyer" }, purpose: "Prints", amount: 450 };
  const links = { mode: "Cash", accountId: account._id };
  const { receipt } = made(await staff.post("/api/receipts", { ...input, ...links }));
  return { ...receipt, description: `Receipt ${receipt.receiptNumber}: Meera Iyer` };
}

test("the income of a receipt cannot be edited or deleted and links to its receipt", async () => {
  const { _id, description } = await issue();
  const { page } = await desk.visit("/transactions", { who: desk.world.kaveri.owner });
  await row(page, description).hover();
  const actions = row(page, description).getByRole("button", { name: /^(Edit|Delete)/ });
  expect(await actions.count()).toBe(0);

  await page.getByRole("button", { name: description }).click();
  for (const text of ["₹450.00", "kaveri bank", "Receipts", "Prints", description]) {
    await dialog(page).getByText(text, { exact: true }).waitFor();
  }
  await dialog(page)
    .getByText("This transaction belongs to a receipt. To remove it, delete the receipt.")
    .waitFor();
  expect(
    await dialog(page)
      .getByRole("button", { name: /Save|Delete/ })
      .count(),
  ).toBe(0);
  expect(await axe(page)).toEqual([]);
  await dialog(page).getByRole("link", { name: "Open receipt" }).click();
  await page.waitForURL(`**/receipts/${_id}`);
});

test("the income of a payment links to its invoice", async () => {
  const { owner, account } = desk.world.kaveri;
  const { client } = made(await owner.post("/api/clients", { displayName: "Konkan Foods" }));
  const items = [{ description: "Logo", qty: 1, rate: 5000, taxPct: 18 }];
  const draft = { clientId: client._id, date: today(), items };
  const { _id } = made(await owner.post("/api/invoices", draft));
  const payment = { date: today(), amount: 1234.5, mode: "UPI", accountId: account._id };
  made(await owner.post(`/api/invoices/${_id}/payments`, payment));

  const { page } = await desk.visit("/transactions", { who: owner });
  const paid = row(page, "₹1,234.50").filter({ hasText: "kaveri bank" });
  const mark = paid.getByRole("link", { name: /^Open invoice of / });
  expect(await mark.getAttribute("href")).toBe(`/invoices/${_id}`);
  expect(await paid.getByRole("button", { name: /^(Edit|Delete)/ }).count()).toBe(0);
  await paid.getByRole("button").click();
  await dialog(page).getByText("This transaction belongs to an invoice payment").waitFor();
  const open = dialog(page).getByRole("link", { name: "Open invoice" });
  expect(await open.getAttribute("href")).toBe(`/invoices/${_id}`);
});

test("the keyboard cannot delete it either", async () => {
  const { description } = await issue();
  const { page } = await desk.visit("/transactions", { who: desk.world.kaveri.owner });
  await row(page, description).waitFor();
  await page.keyboard.press("j");
  await row(page, description).and(page.locator("[aria-current]")).waitFor();
  await page.keyboard.press("x");
  await page.keyboard.press("e");
  await dialog(page).getByRole("link", { name: "Open receipt" }).waitFor();
  expect(await page.getByRole("alertdialog").count()).toBe(0);
});

test.each([false, true])(
  "the list marks it and the mark links to its document, phone %p",
  async (phone) => {
    const { _id, receiptNumber, description } = await issue();
    const { page } = await desk.visit("/transactions", { who: desk.world.kaveri.staff, phone });
    const mark = page.getByRole("link", { name: `Open receipt of ${description}` });
    await mark.waitFor();
    expect(await page.evaluate(() => document.body.scrollWidth > innerWidth)).toBe(false);
    expect(await axe(page)).toEqual([]);
    await mark.click();
    await page.waitForURL(`**/receipts/${_id}`);
    await page.getByRole("region", { name: "Amount" }).getByText(receiptNumber).waitFor();
  },
);
