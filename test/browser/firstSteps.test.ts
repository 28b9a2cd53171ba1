import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { toPresetRange } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { axe, type Desk, openDesk, toast } from "./desk.ts";

let desk: Desk;
const month = toPresetRange("thisMonth");
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("guides a new agency through its first steps and ticks the finished ones", async () => {
  const password = "a good one";
  const agency = { agencyName: "Ganga", agencySlug: "ganga" };
  const owner = { name: "Meera", email: "meera@ganga.test", password };
  const { token } = made(
    await desk.world.stranger.post("/api/auth/register", { ...owner, ...agency }),
  );
  const { page } = await desk.visit("/dashboard", { who: desk.world.caller(token) });
  await page.getByRole("heading", { name: "Set up your books" }).waitFor();
  await card(page, "Account Balances")
    .getByText("No accounts found or no data for the selected period.")
    .waitFor();
  for (const name of ["Total Income", "Total Expense", "Net Balance"]) {
    await card(page, name).getByText("₹0.00").waitFor();
  }
  await page.getByText("No income or expense in this period").waitFor();
  await page.getByText("No expenses in this period").waitFor();
  await page.getByText("No account has entries or a balance in this period").waitFor();
  expect(await axe(page)).toEqual([]);

  const steps = card(page, "Set up your books");
  const step = (title: string) => steps.getByRole("listitem").filter({ hasText: title });
  const left = () => steps.getByRole("listitem").filter({ hasNotText: "Done" }).count();
  expect(await left()).toBe(6);
  await step("categories").getByRole("button", { name: "Add common categories" }).click();
  await step("categories").getByText("Done").waitFor();
  await step("Add your accounts").getByRole("link").click();
  const form = page.getByRole("dialog", { name: "Add Account" });
  await form.getByLabel("Name").fill("HDFC");
  await form.getByRole("button", { name: "Save" }).click();
  await toast(page, "Account created successfully").waitFor();
  const ganga = desk.world.caller(token);
  const { client } = made(await ganga.post("/api/clients", { displayName: "Konkan Foods" }));
  const items = [{ description: "Logo", qty: 1, rate: 1000 }];
  made(await ganga.post("/api/invoices", { clientId: client._id, date: month.dateFrom, items }));
  const { accounts } = (await ganga.get("/api/accounts")).body;
  const { categories } = (await ganga.get("/api/categories")).body;
  const { _id: categoryId, type } = categories[0];
  const entry = { date: month.dateFrom, description: "First", amount: 5, type, categoryId };
  made(await ganga.post("/api/transactions", { ...entry, accountId: accounts[0]._id }));
  await page.goto(`${desk.url}/dashboard`);
  await step("your agency’s details").getByRole("link", { name: "Agency details" }).waitFor();
  expect(await left()).toBe(1);
  await card(page, "Total Income").waitFor();
  await steps.getByRole("button", { name: "Hide" }).click();
  await steps.waitFor({ state: "detached" });
  await page.reload();
  await card(page, "Account Balances").getByText("HDFC").waitFor();
  expect(await steps.count()).toBe(0);
});
