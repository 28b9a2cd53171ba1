import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { addDays, formatDate, today, toPresetRange } from "../../domain/dates.ts";
import { type Invoice, invoiceFileName } from "../../domain/documents/invoices.ts";
import { addClient, draft, pay, sent } from "./billing.ts";
import { axe, type Desk, hold, openDesk, toast } from "./desk.ts";

let desk: Desk;
let konkan: string;
let zest: string;
/** By status; all but the paid one belong to konkan. */
let made: Record<"draft" | "late" | "part" | "paid" | "cancelled", Invoice>;

beforeAll(async () => {
  desk = await openDesk();
  const { owner, account } = desk.world.kaveri;
  konkan = await addClient(owner, "Konkan Foods", { gstin: "27AAACB1234C1ZF" });
  zest = await addClient(owner, "Zest 100%");
  await addClient(owner, "Nobody yet");
  const accountId = account._id;
  const before = (days: number) => addDays(today(), -days);
  made = {
    draft: await draft(owner, konkan),
    late: await sent(owner, konkan, { date: before(40), dueDate: before(18) }),
    part: await sent(owner, konkan, { date: before(20), dueDate: addDays(today(), 7) }),
    paid: await sent(owner, zest, { date: "2020-05-05", dueDate: "2020-05-20" }),
    cancelled: await sent(owner, konkan, { date: before(30) }),
  };
  await pay(owner, made.part, { amount: 20000, tdsAmount: 5000, accountId });
  await pay(owner, made.paid, { amount: 59000, accountId });
  await owner.post(`/api/invoices/${made.cancelled._id}/cancel`, {});
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const visit = (path: string, who = desk.world.kaveri.staff, expectComplaints = /$^/) =>
  desk.visit(path, { who, expectComplaints });
const row = (page: Page, { invoiceNumber }: Invoice) =>
  page.getByRole("row").filter({ hasText: invoiceNumber });
const numbers = (page: Page) => page.locator("tbody tr a.doc").allTextContents();
const total = (page: Page, name: string) =>
  page.locator(".kpi").filter({ hasText: name }).locator(".kpi-value");
const of = (...names: (keyof typeof made)[]) => names.map((name) => made[name].invoiceNumber);

test("an empty list links to the first invoice", async () => {
  const { page } = await visit("/invoices", desk.world.narmada.staff);
  await page.getByText("No invoices found").waitFor();
  await page.getByRole("link", { name: "Create Invoice" }).click();
  await page.getByRole("heading", { name: "Create New Invoice" }).waitFor();
});

test("shows that the list is loading, and an error with a retry", async () => {
  const { page } = await visit("/profile", desk.world.kaveri.staff, /500/);
  const release = await hold(page, "**/api/invoices");
  await page.goto(`${desk.url}/invoices`);
  await page.getByText("Loading invoices...", { exact: true }).waitFor({ state: "attached" });
  release();
  await row(page, made.draft).waitFor();
  expect(await page.getByText("Loading invoices...").count()).toBe(0);
  await page.unroute("**/api/invoices");
  await page.route("**/api/invoices", (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await page.getByText("Failed to load invoices").waitFor();
  await page.unroute("**/api/invoices");
  await page.getByRole("button", { name: "Try again" }).click();
  await row(page, made.draft).waitFor();
});

test("lists every invoice, newest first, with its status and overdue days", async () => {
  const { page } = await visit("/invoices");
  await row(page, made.paid).waitFor();
  expect(await numbers(page)).toEqual(of("draft", "part", "cancelled", "late", "paid"));
  expect(await page.getByRole("columnheader").allTextContents()).toEqual(
    ",Invoice No.,Date,Client,Due Date,Status,Total,Balance,Actions".split(","),
  );
  const texts = (invoice: Invoice) => row(page, invoice).getByRole("cell").allTextContents();
  const due = (invoice: Invoice) => formatDate(invoice.dueDate);
  expect((await texts(made.late)).slice(3, 8)).toEqual([
    "Konkan Foods",
    `${due(made.late)}18 days late`,
    "Sent, overdue",
    "₹59,000.00",
    "₹59,000.00",
  ]);
  expect((await texts(made.part)).slice(4, 8)).toEqual([
    `${due(made.part)}in 7 days`,
    "Partially paid",
    "₹59,000.00",
    "₹34,000.00",
  ]);
  expect((await texts(made.paid)).slice(4, 8)).toEqual([
    "20 May 2020",
    "Paid",
    "₹59,000.00",
    "₹0.00",
  ]);
  expect((await texts(made.draft)).slice(4, 6)).toEqual(["", "Draft"]);
  expect((await texts(made.cancelled)).slice(5, 8)).toEqual(["Cancelled", "₹59,000.00", "–"]);
  expect(await axe(page)).toEqual([]);
});

test("totals follow the filter and leave out drafts and cancelled invoices", async () => {
  const { page } = await visit("/invoices");
  await total(page, "Total Billed").getByText("₹1,77,000.00").waitFor();
  expect(await total(page, "Received").textContent()).toBe("₹79,000.00");
  await page.getByText("plus ₹5,000.00 deducted as TDS").waitFor();
  await page.getByText("Excludes drafts and cancelled", { exact: true }).waitFor();
  expect(await total(page, "Balance Due").textContent()).toBe("₹93,000.00");
  await page.getByLabel("Status").selectOption("Paid");
  await total(page, "Total Billed").getByText("₹59,000.00").waitFor();
  expect(await total(page, "Balance Due").textContent()).toBe("₹0.00");
  expect(await page.getByText("deducted as TDS").count()).toBe(0);
});

test("keeps search, status, dates and quick ranges in the address and restores them", async () => {
  const { page } = await visit("/invoices");
  const shows = async (...names: (keyof typeof made)[]) => {
    const wanted = of(...names).join();
    await page.waitForFunction((numbers) => {
      const shown = [...document.querySelectorAll("tbody tr a.doc")];
      return shown.map(({ textContent }) => textContent).join() === numbers;
    }, wanted);
  };
  await page.getByLabel("Search invoices").fill("ZEST 100%");
  await shows("paid");
  await page.getByLabel("Search invoices").fill(made.late.invoiceNumber.slice(3));
  await shows("late");
  await page.getByRole("button", { name: "Clear All Filters" }).click();
  await shows("draft", "part", "cancelled", "late", "paid");

  await page.getByLabel("Status").selectOption("Overdue");
  await shows("late");
  await page.reload();
  await shows("late");
  expect(await page.getByLabel("Status").inputValue()).toBe("OVERDUE");
  await page.getByRole("button", { name: "Filters 1 active" }).waitFor();
  await page.goBack();
  await shows("draft", "part", "cancelled", "late", "paid");

  const ranges = page.getByRole("group", { name: "Quick ranges" });
  expect(await ranges.getByRole("button").allTextContents()).toEqual([
    "This Month",
    "Last Month",
    "This FY",
    "Last FY",
  ]);
  for (const [name, preset] of [
    ["This Month", "thisMonth"],
    ["Last Month", "lastMonth"],
    ["This FY", "thisFY"],
  ] as const) {
    await ranges.getByRole("button", { name }).click();
    await page.waitForURL((url) => url.searchParams.get("preset") === preset);
    const { searchParams } = new URL(page.url());
    const { dateFrom, dateTo } = toPresetRange(preset);
    expect([searchParams.get("dateFrom"), searchParams.get("dateTo")]).toEqual([dateFrom, dateTo]);
    expect(await ranges.getByRole("button", { name }).getAttribute("aria-pressed")).toBe("true");
  }
  await ranges.getByRole("button", { name: "This FY" }).click();
  await shows("draft", "part", "cancelled", "late", "paid");
  await page.getByLabel("To date").fill("31/12/2020");
  await page.getByLabel("To date").press("Enter");
  await shows("paid");
  await page.getByLabel("Status").selectOption("Draft");
  await page.getByText("No invoices match").waitFor();
  await page.getByRole("button", { name: "Show all invoices" }).click();
  await shows("draft", "part", "cancelled", "late", "paid");
});

test("shows one page at a time and returns to the first after a filter change", async () => {
  const { page } = await visit("/invoices?limit=2");
  await page.getByText("Showing 1 to 2 of 5").waitFor();
  await page.getByRole("link", { name: "Page 3" }).click();
  await page.getByText("Showing 5 to 5 of 5").waitFor();
  expect(await numbers(page)).toEqual(of("paid"));
  await page.keyboard.press("ArrowLeft");
  await page.getByText("Showing 3 to 4 of 5").waitFor();
  await page.getByLabel("Status").selectOption("Sent");
  await page.getByText("Showing 1 to 1 of 1").waitFor();
  expect(new URL(page.url()).searchParams.has("page")).toBe(false);
});

test("names the client of a filtered list and links back to all invoices", async () => {
  const { page } = await visit(`/invoices?clientId=${zest}`);
  await page.getByText("Invoices of Zest 100%").waitFor();
  await row(page, made.paid).waitFor();
  expect(await numbers(page)).toEqual(of("paid"));
  const create = page.getByRole("link", { name: "New Invoice" });
  expect(await create.getAttribute("href")).toBe(`/invoices/new?client=${zest}`);
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "Show all clients’ invoices" }).click();
  await row(page, made.draft).waitFor();
  expect(await page.getByText("Invoices of").count()).toBe(0);
});

test("rows open by click and by keyboard", async () => {
  const { page } = await visit("/invoices");
  await row(page, made.part).getByText("₹34,000.00").click();
  await page.getByRole("heading", { name: made.part.invoiceNumber }).waitFor();
  await page.goBack();
  await row(page, made.part).waitFor();
  for (const key of ["j", "j", "j", "k", "Enter"]) await page.keyboard.press(key);
  await page.waitForURL(`**/invoices/${made.part._id}`);
  await page.goBack();
  await row(page, made.part).waitFor();
  await page.keyboard.press("/");
  const search = page.getByLabel("Search invoices");
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("n");
  await page.waitForURL("**/invoices/new");
});

test("each row saves its PDF and shows an error if it fails", async () => {
  const { page } = await visit("/invoices", desk.world.kaveri.staff, /500/);
  await row(page, made.late).hover();
  const button = page.getByRole("button", { name: `Download PDF of ${made.late.invoiceNumber}` });
  const file = page.waitForEvent("download");
  await button.click();
  expect((await file).suggestedFilename()).toBe(invoiceFileName(made.late.invoiceNumber));
  await toast(page, "PDF downloaded successfully").waitFor();
  await page.route("**/pdf", (route) => route.fulfill({ status: 500, json: {} }));
  await button.click();
  await toast(page, "Failed to download PDF").waitFor();
});

test("the palette finds an invoice by number and a client by name", async () => {
  const { page } = await visit("/invoices");
  await row(page, made.draft).waitFor();
  const results = page.getByRole("listbox", { name: "Results" });
  const look = async (text: string) => {
    await page.keyboard.press("Control+k");
    await page.getByLabel("Search or type a command").fill(text);
  };
  await look(made.part.invoiceNumber);
  await results
    .getByRole("option", { name: /Konkan Foods/ })
    .first()
    .waitFor();
  await results.getByRole("group", { name: "Invoices" }).getByText(made.part.invoiceNumber).click();
  await page.getByRole("heading", { name: made.part.invoiceNumber }).waitFor();
  await look("zest");
  await results.getByRole("group", { name: "Clients" }).getByText("Zest 100%").click();
  await page.waitForURL(`**/clients?client=${zest}`);
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.waitForURL("**/invoices");
});
