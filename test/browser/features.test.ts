import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { axe, type Desk, openDesk } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const side = (page: Page) => page.getByRole("navigation", { name: "Main" });
const entries = async (page: Page) =>
  (await side(page).getByRole("link").allInnerTexts()).map((text) => text.trim());
const turn = (page: Page, name: string) => page.getByRole("switch", { name }).click();

/** The sidebar of the specification. */
const ELEVEN = [
  ...["Dashboard", "Transactions", "Invoices", "Receipts", "Clients", "Master Data", "Team"],
  ...["Audit Log", "Invoice settings", "Receipt settings", "Settings"],
];

test("a new agency starts with eleven entries and adds others when it needs them", async () => {
  const { owner } = await desk.world.found();
  const { page } = await desk.visit("/dashboard", { who: owner });
  await page.getByRole("heading", { name: "Add when you need it" }).waitFor();
  expect(await entries(page)).toEqual(ELEVEN);
  expect(await axe(page)).toEqual([]);

  await turn(page, "Bills and vendors");
  const bills = side(page).getByRole("link", { name: "Bills new" });
  await bills.waitFor();
  await side(page).getByText("Purchases").waitFor();
  await bills.click();
  await page.getByText("No bills yet").waitFor();
  await side(page).getByRole("link", { name: "Bills", exact: true }).waitFor();
  await side(page).getByRole("link", { name: "Vendors new" }).waitFor();

  await page.goto(`${desk.url}/settings/features`);
  await turn(page, "Bills and vendors");
  await bills.waitFor({ state: "hidden" });
  expect(await entries(page)).toEqual(ELEVEN);
  expect(await axe(page)).toEqual([]);

  // Hidden entries are in the search, and have their keys.
  await page.keyboard.press("Control+K");
  await page.keyboard.type("Banking");
  await page.getByRole("option", { name: "Banking" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("x");
  await page.waitForURL(/\/gst$/);
  const saved = page.waitForResponse(/\/api\/features$/);
  await side(page).getByRole("link", { name: "GST", exact: true }).waitFor();
  await saved;
  await page.goto(`${desk.url}/clients`);
  await side(page).getByRole("link", { name: "GST", exact: true }).waitFor();
});

test("a tab of invoices appears with the first document of its kind", async () => {
  const { owner, staff } = await desk.world.found();
  const { page } = await desk.visit("/invoices", { who: owner });
  await page.getByText("No invoices found").waitFor();
  const tabs = page.getByRole("navigation", { name: "Documents" });
  expect(await tabs.isVisible()).toBe(false);
  await page.getByRole("button", { name: "New document" }).click();
  await page.getByRole("button", { name: "New Estimate" }).click();
  await page.waitForURL(/\/estimates\/new$/);

  const { client } = made(await staff.post("/api/clients", { displayName: "Konkan Foods" }));
  const items = [{ description: "Logo", qty: 1, rate: 1000 }];
  made(await staff.post("/api/estimates", { clientId: client._id, date: today(), items }));
  await page.goto(`${desk.url}/invoices`);
  await tabs.getByRole("link", { name: "Estimates" }).waitFor();
  expect(await tabs.getByRole("link").filter({ visible: true }).allInnerTexts()).toEqual([
    "Invoices",
    "Estimates",
  ]);
});

test("the settings pages share one list", async () => {
  const { owner, staff } = desk.world.kaveri;
  const { page } = await desk.visit("/settings/mail", { who: owner });
  const list = page.getByRole("navigation", { name: "Settings" });
  expect(await list.locator("[aria-current]").textContent()).toBe("E-mail");
  await list.getByRole("link", { name: "Items" }).click();
  await page.getByText("No items yet").waitFor();
  await list.getByRole("link", { name: "Devices" }).click();
  await page.getByRole("heading", { name: "Sessions" }).waitFor();

  const visit = await desk.visit("/settings/items", { who: staff });
  const shown = visit.page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  expect(await shown.filter({ visible: true }).allInnerTexts()).toEqual([
    ...["Invoice settings", "Receipt settings", "Items", "Master Data", "Profile", "Devices"],
  ]);
});
