import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type Desk, dialog, hasValue, openDesk, pick } from "./desk.ts";

// A failed load must look neither like loading nor like an empty list.

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

async function openFailing(path: string, address: RegExp) {
  const { page } = await desk.visit("/clients", {
    who: desk.world.kaveri.owner,
    expectComplaints: /Failed to load resource/,
  });
  await page.route(address, (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto(desk.url + path);
  return { page, restore: () => page.unroute(address) };
}

const retry = (page: Page) => page.getByRole("button", { name: "Try again" });

test("a dashboard shows an error and a retry if totals fail to load", async () => {
  const { page, restore } = await openFailing("/dashboard", /\/api\/dashboard/);
  const figures = page.getByRole("region", { name: "Figures for the period" });
  await figures.getByText("Failed to load dashboard data").waitFor();
  await page.locator(".skeleton:visible, [aria-busy=true]").first().waitFor({ state: "detached" });
  await restore();
  await figures.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("region", { name: "Total Income" }).getByText("₹").waitFor();
});

test("shows an error if profit or tasks fail to load", async () => {
  const { page, restore } = await openFailing("/dashboard", /\/api\/(tasks|reports)/);
  await page.getByText("The profit could not be loaded").waitFor();
  await page.getByText("Today's tasks could not be loaded").waitFor();
  await restore();
  await retry(page).first().click();
  await page.getByText("Today's tasks could not be loaded").waitFor({ state: "detached" });
});

test("a new receipt shows an error, not an empty list, if accounts fail to load", async () => {
  const { page, restore } = await openFailing("/receipts/new", /\/api\/accounts/);
  await page.getByRole("region", { name: "Receipt" }).getByText("Failed to load").waitFor();
  expect(await page.getByPlaceholder("Type a name to add one").count()).toBe(0);
  await restore();
  await retry(page).click();
  await hasValue(page.getByRole("combobox", { name: "Account" }), "kaveri bank (Bank)");
});

test.each(["entry", "transfer"])(
  "retries accounts and categories that failed to load in the %s dialog",
  async (name) => {
    const { page, restore } = await openFailing("/transactions", /\/api\/(accounts|categories)/);
    await page.getByRole("button", { name: "Add Transaction" }).waitFor();
    await page.keyboard.press(name === "entry" ? "n" : "t");
    await dialog(page).getByText("Could not load").nth(1).waitFor();
    expect(await page.getByPlaceholder("Type a name to add one").count()).toBe(0);
    await restore();
    await dialog(page).getByRole("button", { name: "Try again" }).first().click();
    await pick(
      dialog(page).getByLabel(name === "entry" ? "Account" : "From account"),
      "kaveri bank",
    );
  },
);

test.each([
  ["/reports", /\/api\/reports/, "The figure could not be loaded"],
  ["/reports/ledger", /\/api\/ledgers/, "Could not load"],
  ["/reports/statement-of-account", /\/api\/clients/, "Could not load"],
  ["/profile", /\/api\/tokens/, "Failed to load access tokens"],
  ["/banking", /\/api\/statements/, "Failed to load statements"],
  ["/settings/locks", /\/api\/audit/, "Failed to load the lock history"],
  ["/bills", /\/api\/vendors/, "Could not load"],
])("%s shows an error and retries", async (path, address, text) => {
  const { page, restore } = await openFailing(path, address);
  const filters = page.getByRole("button", { name: /^Filters/ });
  if (path === "/bills" && (await filters.getAttribute("aria-expanded")) === "false") {
    await filters.click();
  }
  const said = page.locator("[role=status]", { hasText: text }).first();
  await said.waitFor();
  const all = await page.locator("[role=status]", { hasText: text }).count();
  await restore();
  await said.getByRole("button", { name: "Try again" }).click();
  for (let left = all - 1; left > 0; left--) {
    await page.locator("[role=status]", { hasText: text }).nth(left).waitFor({ state: "detached" });
    await page.locator("[role=status]", { hasText: text }).first().getByRole("button").click();
  }
  await page.locator("[role=status]", { hasText: text }).waitFor({ state: "detached" });
});
