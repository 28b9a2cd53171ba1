import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { addDays, formatDate, today } from "../../domain/dates.ts";
import { done, made } from "../world.ts";
import { addClient, LOGO } from "./billing.ts";
import { axe, type Desk, openDesk, pick, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await addClient(desk.world.kaveri.owner, "Konkan Foods");
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const visit = async (path: string, phone = false) =>
  (await desk.visit(path, { who: desk.world.kaveri.staff, phone })).page;
const act = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const dates = (page: Page) => page.locator(".dates li:not(.turn)");

test("writes a series with its next twelve dates, creates the first and pauses", async () => {
  const page = await visit("/invoices");
  const asked = page.waitForRequest(/\/api\/series\?.*limit=10/);
  await page.goto(`${desk.url}/series`);
  await asked;
  await page.getByText("Create invoices that repeat every month automatically").waitFor();
  await link(page, "New Recurring Invoice").first().click();
  await pick(page.getByLabel("Client *"), "Konkan Foods");
  await page.getByRole("textbox", { name: "Description" }).fill("Retainer for {month}");
  await page.getByRole("textbox", { name: "Rate" }).fill("1000");
  await page.locator('[name="items.0.taxPct"]').fill("0");
  await page.getByLabel("On", { exact: true }).selectOption({ label: "the last day of the month" });
  await page.getByLabel("Every", { exact: true }).fill("0");
  await act(page, "Save Recurring Invoice").first().click();
  await page.getByText("Every must be a whole number from 1 to 1000").waitFor();
  await page.getByLabel("Every", { exact: true }).fill("1");
  await page.getByLabel("On", { exact: true }).selectOption({ label: "the day of the start date" });
  expect(await dates(page).count()).toBe(12);
  expect(await dates(page).first().textContent()).toContain(formatDate(today()));
  await page.locator(".dates-foot").getByText("12,000.00").waitFor();
  await page.getByRole("radio", { name: /^Issue and send/ }).check();
  await page.getByText("The client has no e-mail; it will be saved as a draft").waitFor();
  await page.getByRole("radio", { name: /^Draft/ }).check();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("Control+Enter");

  await page.waitForURL(/\/series$/);
  await page.getByText("1 recurring draft is waiting for you:").waitFor();
  await page.getByRole("cell", { name: "Active" }).waitFor();
  expect(await axe(page)).toEqual([]);
  await act(page, "Konkan Foods: create now, skip next, pause, end").click();
  await act(page, "Pause").click();
  await toast(page, "Paused");
  await page.getByText(/since .*, by Staff of kaveri/).waitFor();
  await link(page, "Review it").click();
  await page.getByRole("heading", { name: /INV/ }).first().waitFor();
  await page.goto(`${desk.url}/invoices`);
  await page.getByText("created automatically").waitFor();
});

test("repeats rent from the transactions, skips a date and restores it", async () => {
  const page = await visit("/transactions");
  await act(page, "More").click();
  await act(page, "Recurring").click();
  await page.getByText("Record monthly payments such as rent automatically").waitFor();
  await link(page, "New Recurring Entry").first().click();
  await page.getByLabel("Description").fill("Rent, {month}");
  await page.getByLabel("Amount").fill("25000");
  await pick(page.getByLabel("Account *"), "kaveri bank");
  await pick(page.getByLabel("Category *"), "Rent");
  await page.getByLabel("First").fill(formatDate(addDays(today(), -1)));
  await page.getByText("1 date is in the past and will be created now").waitFor();
  await page.getByLabel("First").fill(formatDate(addDays(today(), 5)));
  await act(page, "Save Recurring Entry").first().click();
  await page.waitForURL(/kind=transaction/);
  await page.getByRole("link", { name: "Rent, {month}" }).last().click();
  await page.getByLabel("First").fill(formatDate(addDays(today(), -40)));
  await page.getByText("Next 12 dates").waitFor();
  expect(await page.getByText(/passed already/).count()).toBe(0);
  await page.getByLabel("First").fill(formatDate(addDays(today(), 5)));
  const first = formatDate(addDays(today(), 5));
  await act(page, `Skip ${first}`).click();
  await act(page, `Restore ${first}`).click();
  await act(page, `Skip ${first}`).waitFor();
  expect(await axe(page)).toEqual([]);
  const { items } = done(await desk.world.kaveri.owner.get("/api/series?kind=transaction"));
  expect(items[0]).toMatchObject({ nextDate: addDays(today(), 5), amount: 25_000 });

  const stop = sql`UPDATE series SET state = 'paused', failures = 3, reason = 'The account is closed',
    paused_at = saved_at, paused_by = saved_by WHERE id = ${items[0]._id}`;
  await desk.world.books.write.run(stop);
  await page.reload();
  await page.getByText("The account is closed").waitFor();
  await act(page, `Skip ${first} and continue`).click();
  await toast(page, `${first} skipped; continuing with the next date`);
  await act(page, `Restore ${first}`).click();
  await act(page, `Skip ${first}`).waitFor();
  await desk.world.books.write.run(stop);
  await page.goto(`${desk.url}/series?kind=transaction&state=stopped`);
  await act(page, "Rent, {month}: create now, skip next, pause, end").click();
  await act(page, `Skip ${first} and continue`).click();
  await page.getByText("No recurring entries match").waitFor();

  await page.goto(`${desk.url}/transactions`);
  await page.getByText("No transactions").first().waitFor();
  made(await desk.world.kaveri.owner.post(`/api/series/${items[0]._id}/make`, {}));
  await page.reload();
  await page.getByText("created automatically").waitFor();
});

test("the button says what a new series sends today", async () => {
  const { owner } = desk.world.kaveri;
  const lakshmi = { displayName: "Lakshmi Stores", email: "accounts@lakshmi.example" };
  made(await owner.post("/api/clients", lakshmi));
  const page = await visit("/series/new");
  await act(page, "Save Recurring Invoice").first().waitFor();
  await page.getByRole("radio", { name: /^Issue and send/ }).check();
  await pick(page.getByLabel("Client *"), "Lakshmi Stores");
  await act(page, "Save and send 1 invoice today").first().waitFor();
  await page.getByRole("radio", { name: /^Issue(?! and)/ }).check();
  await act(page, "Save and issue 1 invoice today").first().waitFor();
  const start = page.getByLabel("First");
  await start.fill(addDays(today(), 40));
  await start.press("Tab");
  await act(page, `Save; first one on ${formatDate(addDays(today(), 40))}`)
    .first()
    .waitFor();
  await start.fill(addDays(today(), -200));
  await start.press("Tab");
  await act(page, "Save Recurring Invoice").first().waitFor();
});

test("a phone lists upcoming dates and creates a series too", async () => {
  const { owner } = desk.world.kaveri;
  const { client } = made(await owner.post("/api/clients", { displayName: "Zest Juice Bar" }));
  const of = { anchor: addDays(today(), 9), unit: "week", mode: "issue", every: 2 };
  const template = { clientId: client._id, items: [LOGO] };
  made(await owner.post("/api/series", { kind: "invoice", template, ...of }));
  const page = await visit("/series", true);
  await page.getByText("in the next 30 days").waitFor();
  await link(page, "Zest Juice Bar").click();
  await act(page, "Save Recurring Invoice").last().waitFor();
  await page.getByText("Every 2 weeks").waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
