import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { made } from "../world.ts";
import { addClient, sent } from "./billing.ts";
import { type Desk, dialog, hasValue, listChoices, openDesk, pick } from "./desk.ts";

// A card comes first by name, and no form starts with it.

let desk: Desk;
let invoiceId: string;
beforeAll(async () => {
  desk = await openDesk();
  const { owner } = desk.world.kaveri;
  made(
    await owner.post("/api/accounts", { name: "Axis Card", type: "Card", openingBalance: -100 }),
  );
  const client = await addClient(owner, "Konkan Foods");
  invoiceId = (await sent(owner, client))._id;
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const ROUTES: [form: string, path: () => string, open: (page: Page) => Promise<unknown>][] = [
  ["New Receipt", () => "/receipts/new", async () => {}],
  [
    "Add Payment",
    () => `/invoices/${invoiceId}`,
    (page) => page.getByRole("button", { name: "Add Payment" }).first().click(),
  ],
  [
    "Record Advance",
    () => "/vouchers",
    (page) => page.getByRole("button", { name: "Record Advance" }).first().click(),
  ],
];

test.each(ROUTES)("%s starts with an account that is not a Card", async (form, path, open) => {
  const { page } = await desk.visit(path(), { who: desk.world.kaveri.owner });
  await open(page);
  if (form !== "New Receipt") await dialog(page).waitFor();
  const account = page.getByRole("combobox", { name: "Account" }).last();
  await hasValue(account, "kaveri bank (Bank)");
  expect(await listChoices(account)).toContain("Axis Card (Card)");
});

test("income does not start with the card used for the last expense", async () => {
  const { page } = await desk.visit("/transactions", { who: desk.world.kaveri.owner });
  const account = dialog(page).getByLabel("Account");
  await page.getByRole("button", { name: "Add Transaction" }).click();
  await pick(account, "Axis Card");
  await pick(dialog(page).getByLabel("Category"), "Rent");
  await dialog(page).getByLabel("Amount").fill("100");
  await dialog(page).getByLabel("Description").fill("Paid by card");
  await dialog(page).getByRole("button", { name: "Save and next" }).click();
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>("dialog [name=description]")?.value === "",
  );
  expect(await account.inputValue()).toBe("Axis Card");
  await dialog(page).getByRole("button", { name: "Income" }).click();
  expect(await account.inputValue()).toBe("");
});
