import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { type Desk, openDesk } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  const { owner, account, rent } = desk.world.narmada;
  const links = { accountId: account._id, categoryId: rent._id, type: "Expense" };
  const transactions = Array.from({ length: 30 }, (_, n) => ({
    date: today(),
    description: `Row ${n}`,
    amount: 1,
    ...links,
  }));
  made(await owner.post("/api/transactions/batch", { transactions }));
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

test("a list opens with 10 rows, and Clear All Filters returns to 10", async () => {
  const { owner } = desk.world.narmada;
  const { page } = await desk.visit("/transactions", { who: owner });
  const rows = page.locator("tbody tr[data-id]");
  await rows.first().waitFor();
  await page.getByLabel("Rows per page").selectOption("25");
  await page.waitForURL(/limit=25/);
  await page.getByLabel("Search description and notes").fill("Row");
  await page.waitForURL(/q=Row/);
  await page.getByRole("button", { name: "Clear All Filters" }).first().click();
  await page.waitForURL((url) => !url.searchParams.has("limit") && !url.searchParams.has("q"));
  await page.getByText("Showing 1 to 10 of").waitFor();
  expect(await rows.count()).toBe(10);

  await page.getByLabel("Rows per page").selectOption("25");
  await page.waitForURL(/limit=25/);
  await page.goto(`${desk.url}/transactions`);
  await page.getByText("Showing 1 to 10 of").waitFor();
  expect(new URL(page.url()).searchParams.has("limit")).toBe(false);
});
