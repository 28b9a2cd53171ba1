import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { done, made } from "../world.ts";
import { axe, type Desk, openDesk, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();

test("closes the books, adds an exception, reopens them and makes them final", async () => {
  const { owner } = desk.world.kaveri;
  const { page } = await desk.visit("/settings/locks", { who: owner, expectComplaints: /40[09]/ });
  await page.getByText("The books have never been closed.").waitFor();
  await page.keyboard.press("n");
  await dialog(page).getByLabel("Closed up to and including").fill("30 Sep 2026");
  await dialog(page).getByRole("button", { name: "Close the books" }).click();
  await toast(page, "Locks saved").waitFor();
  await page.getByRole("img", { name: "Books closed to 30 Sep 2026" }).waitFor();
  await page.getByRole("row", { name: /Books closed not set .* 30 Sep 2026/ }).waitFor();
  expect(await axe(page)).toEqual([]);

  await button(page, "Move…").click();
  await dialog(page).getByLabel("Closed up to and including").fill("31 Aug 2026");
  await dialog(page).getByRole("button", { name: "Move back" }).click();
  await dialog(page).getByText("Enter the reason for reopening the books").waitFor();
  await dialog(page)
    .getByLabel(/Reason/)
    .fill("The rent of September");
  await dialog(page).getByRole("button", { name: "Move back" }).click();
  await page.getByRole("row", { name: /31 Aug 2026.*The rent of September/ }).waitFor();

  const { account, rent } = desk.world.kaveri;
  const entry = { description: "Rent", type: "Expense", amount: 700.5, date: "2026-09-05" };
  const ids = { accountId: account._id, categoryId: rent._id };
  made(await owner.post("/api/transactions", { ...entry, ...ids }));
  await button(page, "Add exception").click();
  await dialog(page).getByLabel("Person *").selectOption({ label: "Staff of kaveri" });
  await dialog(page).getByLabel("Reason *").fill("One bank charge");
  await dialog(page).getByRole("button", { name: "Add exception" }).click();
  await page.getByText("“One bank charge” Granted by Owner of kaveri").waitFor();
  await page.getByText("Effect on profit of closed months−₹700.50").waitFor();
  await button(page, "End now").click();
  await toast(page, "Exception ended").waitFor();
  await page.getByText("One bank charge").waitFor({ state: "detached" });

  await button(page, "Make final…").click();
  await dialog(page).getByLabel("Final up to and including").fill("31 Mar 2026");
  await dialog(page).getByLabel("The same date again").fill("31 Mar 2025");
  await dialog(page).getByLabel("Your password").fill("a guess");
  await dialog(page).getByRole("button", { name: "Make final" }).click();
  await dialog(page).getByText("Enter the same date again").waitFor();
  await dialog(page).getByLabel("The same date again").fill("31 Mar 2026");
  await dialog(page).getByRole("button", { name: "Make final" }).click();
  await dialog(page).getByText("The password is wrong").waitFor();
  await dialog(page).getByLabel("Your password").fill("kaveri password");
  await dialog(page).getByRole("button", { name: "Make final" }).click();
  await page.getByRole("img", { name: "Final to 31 Mar 2026" }).waitFor();
});

test("closed records show a padlock and no edit, and calendars start after the lock", async () => {
  const { owner } = desk.world.narmada;
  const { account } = made(await owner.post("/api/accounts", { name: "HDFC" }));
  const { category } = made(
    await owner.post("/api/categories", { name: "Paper", type: "Expense" }),
  );
  const { client } = made(await owner.post("/api/clients", { displayName: "Konkan Foods" }));
  const ids = { accountId: account._id, categoryId: category._id };
  const entry = {
    description: "Old paper",
    type: "Expense",
    amount: 5,
    date: "2026-09-30",
    ...ids,
  };
  made(await owner.post("/api/transactions", entry));
  const items = [{ description: "Logo", qty: 1, rate: 100 }];
  const bill = { clientId: client._id, date: "2026-09-30", items };
  const { _id } = made(await owner.post("/api/invoices", bill));
  done(await owner.post(`/api/invoices/${_id}/send`, {}));
  done(await owner.put("/api/locks", { lockedTo: "2026-09-30" }));

  const { page } = await desk.visit(
    "/transactions?preset=custom&dateFrom=2026-09-01&dateTo=2026-10-31",
    {
      who: owner,
      expectComplaints: /409/,
    },
  );
  await page.getByText("Old paper").first().waitFor();
  await page.getByRole("row", { name: /30 Sep 2026 ?closed/ }).waitFor();
  await page.getByRole("button", { name: "Add Transaction" }).click();
  await dialog(page).getByLabel("Description *").fill("A late one");
  await dialog(page).getByLabel("Amount *").fill("7");
  await dialog(page).getByLabel("Date *").fill("30 Sep 2026");
  await dialog(page).getByText("Books are closed to 30 Sep 2026.").waitFor();
  expect(await dialog(page).locator("input.picker").getAttribute("min")).toBe("2026-10-01");

  await page.goto(`${desk.url}/invoices/${_id}`);
  await page.getByText("Books are closed to 30 Sep 2026.").waitFor();
  expect(await page.getByRole("link", { name: "Edit", exact: true }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Add Payment" }).first().isVisible()).toBe(true);
});
