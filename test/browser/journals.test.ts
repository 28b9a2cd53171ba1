import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { done, made } from "../world.ts";
import { type Desk, openDesk, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  const { owner, account, rent } = desk.world.kaveri;
  const first = { date: "2026-04-06", description: "Rent of April", type: "Expense", amount: 900 };
  const of = { accountId: account._id, categoryId: rent._id };
  made(await owner.post("/api/transactions", { ...first, ...of }));
  made(await owner.post("/api/categories", { name: "Prepaid rent", kind: "prepaid" }));
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const visit = async (path: string) =>
  (await desk.visit(path, { who: desk.world.kaveri.owner })).page;

const line = (page: Page, number: number) =>
  page.getByRole("group", { name: `Line ${number}`, exact: true });
const write = async (page: Page, number: number, fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) {
    await line(page, number).getByLabel(label, { exact: true }).fill(text);
  }
};
const LEDGER = "Ledger or category";
const amounts = async (page: Page, side: string) => {
  await line(page, 1).waitFor();
  return Promise.all(
    (await page.getByLabel(side, { exact: true }).all()).map((one) => one.inputValue()),
  );
};

const buildJournal = (reason: string, date: string, amount: number) => ({
  date,
  reason,
  basis: "accrual",
  lines: [
    { ledger: "Prepaid rent", debit: amount },
    { categoryId: desk.world.kaveri.rent._id, credit: amount },
  ],
});

test("shows by how much a journal is unbalanced and saves it once it balances", async () => {
  const { owner: who } = desk.world.kaveri;
  const { page } = await desk.visit("/journals", { who, expectComplaints: /400/ });
  await page.keyboard.press("n");
  await page.getByRole("heading", { level: 1, name: "New Journal" }).waitFor();
  await page.getByLabel("Date *").fill("30/4/2026");
  await page.getByLabel("Reason").fill("Rent paid ahead");
  await page.getByLabel("Basis").selectOption({ label: "Accrual only" });
  await page.getByText("Left out of profit and loss on the cash basis").waitFor();
  await write(page, 1, { [LEDGER]: "Gold", Debit: "200*3" });
  await write(page, 2, { [LEDGER]: "rent", Credit: "100" });
  await page.getByText("Debits exceed credits by ₹500.00").waitFor();
  await page.keyboard.press("Control+Enter");
  const difference = page.locator("output.error", { hasText: "Debits exceed credits by ₹500.00" });
  await difference.waitFor();
  expect(await difference.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.getByRole("button", { name: "Fill in the difference" }).click();
  expect(await amounts(page, "Credit")).toEqual(["", "100.00", "500.00"]);
  await page.getByText("Debits equal credits").waitFor();
  await write(page, 3, { [LEDGER]: "Round off" });
  await page.keyboard.press("Control+Enter");
  await line(page, 1).getByText("Choose one of your ledgers").waitFor();
  expect(await amounts(page, "Debit")).toEqual(["600.00", "", ""]);
  await write(page, 1, { [LEDGER]: "prepaid RENT" });
  await page.keyboard.press("Control+Enter");
  await toast(page, "Journal created successfully").waitFor();

  await page.getByRole("heading", { level: 1, name: "Journal, 30 Apr 2026" }).waitFor();
  await page.getByRole("row", { name: "Total 600.00 600.00" }).waitFor();
  await page.getByRole("link", { name: "Prepaid rent" }).click();
  await page.waitForURL("**/reports/ledger?**");
  await page.getByRole("link", { name: "Rent paid ahead" }).click();
  await page.waitForURL(/\/journals\//);
});

test("a debit clears the credit of its line, and a reload keeps the input", async () => {
  const page = await visit("/journals/new");
  await page.getByLabel("Reason").fill("A journal that is not done");
  await write(page, 1, { [LEDGER]: "Prepaid rent", Debit: "5" });
  await write(page, 1, { Credit: "7" });
  await line(page, 2).getByLabel(LEDGER).focus();
  expect([await amounts(page, "Debit"), await amounts(page, "Credit")]).toEqual([
    ["", ""],
    ["7.00", ""],
  ]);
  await page.getByText("Credits exceed debits by ₹7.00").waitFor();
  await page.reload();
  await page.getByText("This journal was not saved last time.").waitFor();
  expect(await page.getByLabel("Reason").inputValue()).toBe("A journal that is not done");
  expect(await amounts(page, "Credit")).toEqual(["7.00", ""]);
});

test("finds, edits, copies and deletes a journal", async () => {
  const { owner } = desk.world.kaveri;
  const { journal } = made(
    await owner.post("/api/journals", buildJournal("Shift", "2026-05-31", 80)),
  );
  made(await owner.post("/api/journals", buildJournal("Zebra", "2026-06-30", 90)));
  const page = await visit("/journals?sort=total&dateFrom=2026-05-01&dateTo=2026-06-30");
  const reasons = page.locator(".j-reason a");
  await reasons.first().waitFor();
  expect(await reasons.allInnerTexts()).toEqual(["Shift", "Zebra"]);
  await page.getByRole("button", { name: "Amount" }).click();
  await page.waitForURL(/sort=-total/);
  await page.locator(".j-reason a").first().getByText("Zebra").waitFor();
  await page.getByLabel("Search journals").fill("zeb");
  await page.getByText("Showing 1 to 1 of 1").waitFor();
  await page.getByLabel("Search journals").fill("prepaid");
  await page.getByText("Showing 1 to 2 of 2").waitFor();
  await reasons.getByText("Shift").click();

  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("heading", { level: 1, name: "Edit Journal" }).waitFor();
  await write(page, 1, { Debit: "81" });
  await write(page, 2, { Credit: "81" });
  await page.getByRole("button", { name: "Update Journal" }).click();
  await page.getByRole("row", { name: "Total 81.00 81.00" }).waitFor();

  await page.getByRole("link", { name: "Duplicate" }).click();
  await page.getByRole("heading", { level: 1, name: "New Journal" }).waitFor();
  expect(await amounts(page, "Credit")).toEqual(["", "81.00"]);
  await page.getByRole("button", { name: "Save Journal" }).click();
  await page.waitForURL((url) => /journals\/[^n]/.test(url.pathname));

  await page.goto(`${desk.url}/journals/${journal._id}`);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await toast(page, "Journal deleted successfully").waitFor();
  await page.waitForURL("**/journals");
  expect((await owner.get(`/api/journals/${journal._id}`)).status).toBe(404);
});

test("warns before overwriting another user's changes", async () => {
  const { owner } = desk.world.kaveri;
  const { journal } = made(
    await owner.post("/api/journals", buildJournal("Ours", "2026-07-31", 5)),
  );
  const { page } = await desk.visit(`/journals/${journal._id}/edit`, {
    who: owner,
    expectComplaints: /409/,
  });
  await page.getByLabel("Reason").fill("Ours, at last");
  done(await owner.put(`/api/journals/${journal._id}`, { reason: "Theirs" }));
  await page.getByRole("button", { name: "Update Journal" }).click();
  await page.getByText(/Save again to overwrite it/).waitFor();
  await page.getByRole("button", { name: "Update Journal" }).click();
  await page.waitForURL(/journals\/[^/]+$/);
  const { journal: now } = done(await owner.get(`/api/journals/${journal._id}`));
  expect(now.reason).toBe("Ours, at last");
});

test("explains to staff why they see no journals", async () => {
  const { staff } = desk.world.kaveri;
  const { page } = await desk.visit("/journals", { who: staff });
  await page.getByText("Only the owner and the accountant can view statements.").waitFor();
  await page.goto(`${desk.url}/journals/new`);
  await page.getByText("Only the owner and the accountant can keep journals.").waitFor();
});

test("owners enter all opening balances on one page and take the difference", async () => {
  const { owner } = desk.world.narmada;
  made(await owner.post("/api/categories", { name: "Cameras", kind: "asset" }));
  made(await owner.post("/api/categories", { name: "Bank loan", kind: "loan_taken" }));
  const bank = { name: "Old bank", openingBalance: 1_000 };
  made(await owner.post("/api/accounts", bank));
  const { page } = await desk.visit("/reports/trial-balance", { who: owner });
  await page.locator("a[href='/reports/opening-balances']").click();
  const field = (ledger: string, side: string) =>
    page.getByRole("group", { name: ledger, exact: true }).getByLabel(side, { exact: true });
  await page.getByRole("group", { name: "Accounts" }).getByText("1,000.00 Dr").waitFor();
  await field("Cameras", "Debit").fill("70000");
  await field("Bank loan", "Debit").fill("5");
  await field("Bank loan", "Credit").fill("30000.25");
  await page.getByText("The difference, 40,999.75 Cr, is shown under owners’ funds").waitFor();
  await field("Cameras", "Debit").fill("seventy");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Enter an amount, such as 1,23,456.50").waitFor();
  await field("Cameras", "Debit").fill("70000");
  await page.keyboard.press("Control+Enter");
  await toast(page, "Opening balances saved").waitFor();
  const { ledgers } = done(await owner.get("/api/ledgers"));
  const held = Object.fromEntries(
    ledgers.map((one: { name: string; openingBalance: number }) => [one.name, one.openingBalance]),
  );
  expect(held).toMatchObject({
    Cameras: 70_000,
    "Bank loan": -30_000.25,
    "Opening balances": -40_999.75,
  });
  await page.reload();
  await field("Bank loan", "Credit").waitFor();
  expect(await field("Bank loan", "Credit").inputValue()).toBe("30,000.25");

  const { staff } = desk.world.narmada;
  const theirs = (await desk.visit("/reports/opening-balances", { who: staff })).page;
  await theirs
    .getByText("Only the owner and the accountant can change opening balances.")
    .waitFor();
});
