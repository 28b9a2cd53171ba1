import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { toPresetRange } from "../../domain/dates.ts";
import { done, made } from "../world.ts";
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
  await page.getByRole("heading", { name: "First steps" }).waitFor();
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

  const steps = card(page, "First steps");
  const step = (title: string) => steps.getByRole("listitem").filter({ hasText: title });
  const left = () => steps.getByRole("listitem").filter({ hasNotText: "Done" }).count();
  expect(await left()).toBe(5);
  await steps.getByText("1 of 6").waitFor();
  const next = () => steps.locator("[aria-current=step] .strong").textContent();
  expect(await next()).toBe("Send your first invoice");

  // The page of a step leads back.
  await step("Add the accounts you use").getByRole("link", { name: "Add accounts" }).click();
  const form = page.getByRole("dialog", { name: "Add Account" });
  await form.getByLabel("Name").fill("HDFC");
  await form.getByRole("button", { name: "Save" }).click();
  await toast(page, "Account created successfully").waitFor();
  const bar = card(page, "First steps");
  await bar.getByText("Saved").waitFor();
  await bar.getByRole("link", { name: "Back to first steps" }).click();
  await steps.getByText("2 of 6").waitFor();

  const ganga = desk.world.caller(token);
  const { client } = made(await ganga.post("/api/clients", { displayName: "Konkan Foods" }));
  const items = [{ description: "Logo", qty: 1, rate: 1000 }];
  const paper = { clientId: client._id, date: month.dateFrom, items };
  const { _id } = made(await ganga.post("/api/invoices", paper));
  done(await ganga.post(`/api/invoices/${_id}/send`, {}));
  await page.reload();
  await steps.getByText("3 of 6").waitFor();
  expect(await next()).toBe("Add your address, GSTIN and logo");
  done(await ganga.put("/api/metadata", { location: "Pune" }));
  const member = { name: "Ravi", email: "ravi@ganga.test", password, role: "staff" };
  made(await ganga.post("/api/users/team", member));
  const csv = "Date,Description,Account,Category,Type,Amount,Notes\n";
  const row = `${month.dateFrom},First,HDFC,Fees,Income,5,\n`;
  const path = "/api/transactions/import?file=first.csv&createMissing=true";
  done(await ganga.call("POST", path, csv + row, { "content-type": "text/csv" }));
  await page.reload();
  await steps.getByText("You are set up.").waitFor();
  await steps.getByRole("link", { name: "upload a bank statement" }).waitFor();
  await page.reload();
  await card(page, "Account Balances").getByText("HDFC").waitFor();
  expect(await steps.count()).toBe(0);
});
