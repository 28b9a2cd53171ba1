import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { type Desk, dialog, fill, openDesk, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const save = (page: Page) => dialog(page).getByRole("button", { name: "Save", exact: true });
const add = (page: Page) => page.getByRole("button", { name: "Add Transaction" });

test("restores an unsaved entry after a closed tab and an expired session", async () => {
  const { page } = await desk.visit("/transactions", {
    who: desk.world.kaveri.staff,
    expectComplaints: /401/,
  });
  await add(page).click();
  await fill(page, { Amount: "4,321.00", Description: "Half written" });
  const again = await page.context().newPage();
  await page.close();
  await again.goto(`${desk.url}/transactions#new`);
  await dialog(again).getByText("This entry was not saved last time.").waitFor();
  expect(await dialog(again).getByLabel("Amount").inputValue()).toBe("4,321.00");

  await fill(again, { Account: "kaveri bank", Category: "Rent" });
  await again.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem("auth-storage") ?? "{}");
    localStorage.setItem("auth-storage", JSON.stringify({ ...stored, token: "an.ended.one" }));
  });
  await save(again).click();
  const question = again.getByRole("dialog", { name: "Your session has ended" });
  await question.getByRole("button", { name: "Leave" }).click();
  await again.waitForURL("**/login");
  await again.getByLabel("Email").fill("staff@kaveri.test");
  await again.getByLabel("Password").fill(desk.world.kaveri.password);
  await again.getByLabel("Password").press("Enter");
  await again.waitForURL("**/dashboard*");
  await again.goto(`${desk.url}/transactions#new`);
  expect(await dialog(again).getByLabel("Description").inputValue()).toBe("Half written");
  await save(again).click();
  await toast(again, "Transaction created successfully").waitFor();
  await again.reload();
  await add(again).click();
  expect(await dialog(again).getByLabel("Description").inputValue()).toBe("");
});

test("a known description fills in its category and amount", async () => {
  await addEntry("Rent of the studio");
  const { page } = await desk.visit("/transactions", { who: desk.world.kaveri.staff });
  await Promise.all([page.waitForResponse(/api\/transactions\?limit=100$/), add(page).click()]);
  await fill(page, { Description: "rent of the studio" });
  expect(await dialog(page).getByLabel("Category").inputValue()).toBe("Rent");
  expect(await dialog(page).getByLabel("Amount").inputValue()).toBe("10.00");
  await fill(page, { Amount: "12", Description: "Rent of the studio" });
  expect(await dialog(page).getByLabel("Amount").inputValue()).toBe("12.00");
});

test("a known description alone makes a complete entry", async () => {
  await addEntry("Water cans");
  const { page } = await desk.visit("/transactions", { who: desk.world.kaveri.staff });
  await Promise.all([page.waitForResponse(/api\/transactions\?limit=100$/), add(page).click()]);
  await fill(page, { Description: "Water cans" });
  await page.keyboard.press("Enter");
  await toast(page, "Transaction created successfully").waitFor();
});

async function addEntry(description: string) {
  const { staff, account, rent } = desk.world.kaveri;
  const links = { accountId: account._id, categoryId: rent._id };
  const entry = { date: today(), description, type: "Expense", amount: 10, ...links };
  made(await staff.post("/api/transactions", entry));
}
