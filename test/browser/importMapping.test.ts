import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { TransactionList } from "../../domain/ledger/transactions.ts";
import { made } from "../world.ts";
import { axe, type Desk, dialog, openDesk, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  const { owner } = desk.world.kaveri;
  made(await owner.post("/api/categories", { name: "Travel", type: "Expense" }));
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const CASH_BOOK = `Petty cash book,,,,,,
Txn Date,Narration,Head,Debit,Credit,Balance,Voucher No.
,Opening balance,,,,1000.00,
01-04-2026,Cab to Hinjewadi,Conveyance,460.00,,540.00,PC/1
03-04-2026,Fee of Meera,Fees,,15000,"15,540.00",PC/2
31-06-2026,Courier,Courier,380.00,,15160.00,PC/3
14-07-2026,Petrol,Travel,500.00,500.00,14660.00,PC/4
20-07-2026,Tea,Staff welfare,60,,14600.00,PC/5
22-07-2026,Given to Rohan,Fees,100,,14500.00,PC/6
`;

async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
  await page
    .getByLabel(/Drop a CSV file/)
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content as string) });
}

const button = (page: Page, name: string | RegExp) => dialog(page).getByRole("button", { name });
const becomes = (page: Page, heading: string) => dialog(page).getByLabel(`${heading} becomes`);

const importDialog = (who = desk.world.kaveri.staff) =>
  desk.visit("/transactions#import", { who, expectComplaints: /400|422/ });

test("maps a cash book, corrects its rows, imports it and remembers its columns", async () => {
  const { owner } = desk.world.kaveri;
  const { page } = await importDialog(owner);
  await choose(page, "petty-cash.csv", CASH_BOOK);
  await becomes(page, "Txn Date").waitFor();
  for (const [heading, field] of [
    ["Txn Date", "date"],
    ["Narration", "description"],
    ["Head", "category"],
    ["Debit", "out"],
    ["Credit", "in"],
    ["Balance", "balance"],
    ["Voucher No.", ""],
  ] as const) {
    expect([heading, await becomes(page, heading).inputValue()]).toEqual([heading, field]);
  }
  await dialog(page).getByText("Choose the account of this file").waitFor();
  await dialog(page).getByLabel("Account of this file").selectOption("kaveri cash");
  await dialog(page).getByText("agrees in every row").waitFor();

  // Fees is a category of income: only the server knows.
  await dialog(page).getByRole("heading", { name: "3 rows need a fix" }).waitFor();
  await button(page, "Use 30 Jun 2026").click();
  await button(page, "Keep money out").click();
  await dialog(page).getByRole("heading", { name: "1 row needs a fix" }).waitFor();
  await button(page, "Leave out row 9").click();
  await dialog(page).getByRole("combobox", { name: "Conveyance" }).selectOption("Travel");
  await button(page, "Import 5 rows").and(page.locator("[aria-disabled=false]")).waitFor();
  expect(await axe(page)).toEqual([]);

  await dialog(page).getByLabel("Name").fill("Petty cash book");
  await page.keyboard.press("Control+Enter");
  await toast(page, "5 transactions imported").waitFor();
  const { items } = (await owner.get("/api/transactions?limit=100")).body as TransactionList;
  const rows = items.map(({ date, description, categoryId, accountId, type, amount }) => [
    ...[date, description, categoryId?.name, accountId.name, type, amount],
  ]);
  expect(rows.toSorted()).toEqual([
    ["2026-04-01", "Cab to Hinjewadi", "Travel", "kaveri cash", "Expense", 460],
    ["2026-04-03", "Fee of Meera", "Fees", "kaveri cash", "Income", 15000],
    ["2026-06-30", "Courier", "Courier", "kaveri cash", "Expense", 380],
    ["2026-07-14", "Petrol", "Travel", "kaveri cash", "Expense", 500],
    ["2026-07-20", "Tea", "Staff welfare", "kaveri cash", "Expense", 60],
  ]);

  // The next file with these columns needs no choice; rows in the books are left out.
  const again = await importDialog();
  await choose(
    again.page,
    "august.csv",
    `${CASH_BOOK}23-07-2026,Tea,Staff welfare,90,,14410,PC/7\n`,
  );
  await button(again.page, "Leave out all 3").click();
  await button(again.page, "Import 1 row").waitFor();
  expect(await dialog(again.page).getByLabel("Account of this file").inputValue()).toBe(
    "kaveri cash",
  );
  expect(await dialog(again.page).getByLabel("Name").inputValue()).toBe("Petty cash book");

  // Undo deletes the imported rows, and keeps the mapping.
  made(await owner.post("/api/undo", {}));
  expect((await owner.get("/api/transactions")).body.total).toBe(0);
  expect((await owner.get("/api/import-mappings")).body.mappings).toHaveLength(1);
});

test("a column becomes something else, and amounts have one column or two", async () => {
  const { page } = await importDialog();
  await choose(page, "cards.csv", "when,what,how much\n01/04/2026,Cab,-5\n02/04/2026,Fee,7\n");
  await becomes(page, "how much").waitFor();
  expect(await becomes(page, "how much").inputValue()).toBe("amount");
  await becomes(page, "how much").selectOption("Leave out");
  await dialog(page).getByText("Choose the column of amounts.").waitFor();
  expect(await button(page, /^Import/).getAttribute("aria-disabled")).toBe("true");
  await becomes(page, "how much").selectOption("Amount (signed)");
  await dialog(page).getByLabel("Account of this file").selectOption("kaveri bank");
  await dialog(page).getByLabel("Category of money in").selectOption("Fees");
  await dialog(page).getByLabel("Category of money out").selectOption("Rent");
  await button(page, "Import 2 rows").waitFor();
  // A column is one thing at a time.
  await becomes(page, "what").selectOption("Date");
  expect(await becomes(page, "when").inputValue()).toBe("");
});

test("imports after a failure without keeping the mapping twice", async () => {
  const { owner } = desk.world.narmada;
  const { page } = await desk.visit("/transactions#import", {
    who: owner,
    expectComplaints: /500/,
  });
  const failing = { status: 500, json: { message: "The server is stopping" } };
  await page.route("**/api/transactions/import?dryRun=false*", (route) => route.fulfill(failing), {
    times: 1,
  });
  await choose(page, "cards.csv", "Date,Details,Debit\n01/04/2026,Cab,5\n");
  await dialog(page).getByLabel("Account of this file").selectOption("narmada bank");
  await dialog(page).getByLabel("Category of money out").selectOption("Rent");
  const importIt = button(page, "Import 1 row").and(page.locator("[aria-disabled=false]"));
  await importIt.click();
  await toast(page, "The server is stopping").waitFor();
  await importIt.click();
  await toast(page, "1 transaction imported").waitFor();
  expect((await owner.get("/api/import-mappings")).body.mappings).toHaveLength(1);
});

test("sends a bank statement to Banking, or maps it all the same", async () => {
  const { page } = await importDialog();
  const path = join(import.meta.dir, "../data/statements/axis-retail.csv");
  await choose(page, "axis.csv", readFileSync(path));
  await dialog(page)
    .getByText(/^This is a bank statement: AXIS/)
    .waitFor();
  expect(await axe(page)).toEqual([]);
  await button(page, "Open in Banking").click();
  await page.getByRole("dialog", { name: "Upload statement" }).waitFor();

  const other = await importDialog();
  await choose(other.page, "axis.csv", readFileSync(path));
  await button(other.page, "Import here anyway").click();
  await dialog(other.page).getByRole("heading", { name: "Columns" }).waitFor();
});

test("reads a workbook", async () => {
  const { page } = await importDialog();
  const path = join(import.meta.dir, "../data/statements/idfc-first.xlsx");
  await choose(page, "book.xlsx", readFileSync(path));
  await button(page, "Import here anyway").click();
  await dialog(page).getByRole("heading", { name: "Columns" }).waitFor();
});
