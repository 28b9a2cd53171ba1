import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { type Desk, dialog, fill, hold, openDesk, problem, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  const { staff, account, rent } = desk.world.kaveri;
  const links = { accountId: account._id, categoryId: rent._id };
  const entry = { date: today(), description: "The rent", type: "Expense", amount: 10, ...links };
  made(await staff.post("/api/transactions", entry));
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const save = (page: Page) => dialog(page).getByRole("button", { name: "Save", exact: true });
const list = (page: Page) => page.getByRole("region", { name: "List of transactions" });

test("shows a lost network, keeps the input and saves it on reconnection", async () => {
  const { page } = await desk.visit("/transactions", {
    who: desk.world.kaveri.staff,
    expectComplaints: /ERR_INTERNET_DISCONNECTED/,
  });
  await page.getByRole("button", { name: "Add Transaction" }).click();
  await fill(page, { Amount: "7", Description: "Tea", Account: "kaveri bank", Category: "Rent" });
  const notice = page.getByText(/^You are offline. What you type stays here/);
  await page.context().setOffline(true);
  await notice.waitFor();
  expect(await notice.getAttribute("role")).toBe("status");
  await save(page).click();
  await problem(page, "Operation failed").waitFor();
  await problem(
    page,
    "Could not reach the server. What you typed is still here; try again.",
  ).waitFor();
  expect(await dialog(page).getByLabel("Description").inputValue()).toBe("Tea");

  await page.context().setOffline(false);
  await notice.waitFor({ state: "hidden" });
  await save(page).click();
  await toast(page, "Transaction created successfully").waitFor();
});

test("shows that rows are loading, and over the previous rows that new ones are", async () => {
  const { page } = await desk.visit("/login");
  const answerFirst = await hold(page, "**/api/transactions?*");
  await signIn(page);
  await page.goto(`${desk.url}/transactions`);
  await list(page).locator(".skeleton").first().waitFor();
  expect(await list(page).getAttribute("aria-busy")).toBe("true");
  answerFirst();
  await list(page).getByText("The rent").first().waitFor();
  expect(await lineOver(page)).toBe("none");

  await page.unroute("**/api/transactions?*");
  const answer = await hold(page, "**/api/transactions?*");
  await page.getByRole("searchbox").fill("nothing like it");
  await page.waitForURL(/q=nothing/);
  await list(page).and(page.locator("[aria-busy=true]")).waitFor();
  await list(page).getByText("The rent").first().waitFor();
  expect(await lineOver(page)).toContain("pass");
  answer();
  await page.getByText("No transactions match").waitFor();
});

const lineOver = (page: Page) =>
  list(page).evaluate((panel) => getComputedStyle(panel, "::after").animationName);

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("Email").fill("staff@kaveri.test");
  await page.getByLabel("Password").fill(desk.world.kaveri.password);
  await page.getByLabel("Password").press("Enter");
  await page.waitForURL("**/dashboard*");
}

test("shows that a save is running and does not send it twice", async () => {
  const { page, calls } = await desk.visit("/transactions", { who: desk.world.kaveri.staff });
  await page.getByRole("button", { name: "Edit The rent" }).click();
  await fill(page, { Description: "The rent, corrected" });
  const answer = await hold(page, "**/api/transactions/*");
  await save(page).click();
  const saving = dialog(page).getByRole("button", { name: "Saving..." });
  await saving.click();
  expect(await saving.getAttribute("aria-busy")).toBe("true");
  answer();
  await toast(page, "Transaction updated successfully").waitFor();
  expect(calls.filter((call) => call.startsWith("PUT"))).toHaveLength(1);
  await page.getByRole("button", { name: "Edit The rent, corrected" }).click();
  await fill(page, { Description: "The rent" });
  await save(page).click();
  await page.getByRole("button", { name: "Edit The rent", exact: true }).waitFor();
});

test("a member removed during an edit can change nothing more", async () => {
  const { owner } = desk.world.kaveri;
  const rani = { name: "Rani", email: "rani@kaveri.test", password: "the word of rani" };
  const { user } = made(await owner.post("/api/users/team", { ...rani, role: "staff" }));
  const { token } = (await desk.world.stranger.post("/api/auth/login", rani)).body;
  const { page } = await desk.visit("/transactions", {
    who: desk.world.caller(token),
    expectComplaints: /401/,
  });
  await page.getByRole("button", { name: "Edit The rent" }).click();
  await fill(page, { Amount: "999" });
  await owner.delete(`/api/users/team/${user._id}`);
  await save(page).click();
  await dialog(page).getByRole("button", { name: "Leave" }).click();
  await page.waitForURL("**/login");
  expect(await page.evaluate(() => localStorage.getItem("auth-storage"))).toBeNull();
  expect((await owner.get("/api/transactions?q=The%20rent")).body.items[0].amount).toBe(10);
});
