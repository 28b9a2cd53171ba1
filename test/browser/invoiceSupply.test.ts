import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import type { Invoice } from "../../domain/documents/invoices.ts";
import { findEndorsement } from "../../domain/gst/supply.ts";
import { addClient, sent } from "./billing.ts";
import { axe, type Desk, openDesk, pick } from "./desk.ts";

const LUT = { number: "AD270326000001X", from: "2026-04-01", to: "2027-03-31" };

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  const { owner } = desk.world.kaveri;
  await owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF", lut: [LUT] });
  const abroad = { kind: "OVERSEAS", country: "US", state: "Other Countries" };
  await addClient(owner, "Lakeside", abroad);
  await addClient(owner, "Near", { gstin: "27AAKCS5512D1ZH" });
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

async function write(client: string, rate = "1000", look = {}): Promise<Page> {
  const { page } = await desk.visit("/invoices/new", { who: desk.world.kaveri.owner, ...look });
  await pick(page.getByLabel("Client"), client);
  await cell(page, "Description").fill("Work");
  await cell(page, "HSN/SAC").fill("998314");
  await cell(page, "Rate").fill(rate);
  return page;
}

const cell = (page: Page, label: string) =>
  page.getByRole("group", { name: "Item 1", exact: true }).getByLabel(label);
const more = (page: Page) => page.getByRole("button", { name: "More" });
const supply = (page: Page) => page.getByLabel("Supply", { exact: true });
const summary = (page: Page) => page.getByRole("complementary", { name: "Invoice Summary" });
const grand = (page: Page, total: string) =>
  summary(page).locator(".grand").getByText(total, { exact: true }).waitFor();

async function create(page: Page): Promise<Invoice> {
  const told = await page.locator("form .warn").allTextContents();
  await page.getByRole("button", { name: "Create Invoice" }).click();
  await page.waitForURL(/\/invoices\/(?!new)[^/]+$/);
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const { body } = await desk.world.kaveri.owner.get(`/api/invoices/${id}`);
  const messages = body.invoice.warnings.map(({ message }: { message: string }) => message);
  expect(told.toSorted()).toEqual(messages.toSorted());
  return body.invoice;
}

test("folds away rarely used fields and shows units next to quantities", async () => {
  const page = await write("Near");
  expect(await more(page).getAttribute("aria-expanded")).toBe("false");
  expect(await supply(page).count()).toBe(0);
  expect(await cell(page, "Unit").count()).toBe(0);
  await more(page).click();
  expect(await supply(page).inputValue()).toBe("REGULAR");
  await cell(page, "Quantity").press("Enter");
  await page.keyboard.type("NOS");
  await page.getByLabel("Currency").fill("usd");
  await page.getByLabel("Exchange rate").fill("83.41");
  await page.getByText("USD 14.15 at 83.4100").waitFor();
  expect(await axe(page)).toEqual([]);

  await page.reload();
  await page.getByText("USD 14.15 at 83.4100").waitFor();
  expect(await cell(page, "Unit").inputValue()).toBe("NOS");
  await page.getByLabel("Delivery address").fill("Pier 9");
  const invoice = await create(page);
  expect(invoice).toMatchObject({ foreignCurrency: "USD", exchangeRate: 83.41, grandTotal: 1180 });
  expect(invoice.deliveryAddress).toBe("Pier 9");
  expect(invoice.items[0]?.unit).toBe("NOS");
  await page.getByRole("article").getByText("USD 14.15 at 83.4100").waitFor();
  await page.getByRole("article").getByText("1 NOS", { exact: true }).waitFor();
});

test("supplies a client abroad under LUT unless changed", async () => {
  const page = await write("Lakeside", "120000");
  expect(await supply(page).inputValue()).toBe("EXPORT_WITHOUT_TAX");
  await page.getByText("Export under LUT").first().waitFor();
  await grand(page, "₹1,20,000.00");
  await page.getByLabel("Invoice Date").fill("1/4/2027");
  await page.getByText("No LUT covers this date", { exact: false }).waitFor();
  await page.getByLabel("Invoice Date").fill("5/10/2026");
  await page.getByText("No LUT covers this date", { exact: false }).waitFor({ state: "detached" });
  await supply(page).selectOption({ label: "Within India" });
  await page.getByText("The place of supply is abroad: choose", { exact: false }).waitFor();
  await supply(page).selectOption({ label: "Export with IGST" });
  await grand(page, "₹1,41,600.00");
  const invoice = await create(page);
  expect(invoice).toMatchObject({ supply: "EXPORT_WITH_TAX", grandTotal: 141_600 });
  const paper = page.getByRole("article", { name: "Tax Invoice" });
  await paper.getByText(findEndorsement("EXPORT_WITH_TAX")).waitFor();
  await paper.getByText("United States").waitFor();
  expect(await axe(page)).toEqual([]);

  await page.goto(`${desk.url}/invoices/${invoice._id}/edit`);
  expect(await supply(page).inputValue()).toBe("EXPORT_WITH_TAX");
  await pick(page.getByLabel("Client"), "Near");
  await page.getByText("Same state: CGST + SGST").waitFor();
  expect(await supply(page).inputValue()).toBe("REGULAR");
  await page.getByRole("button", { name: "Update Invoice" }).click();
  await page.waitForURL(`**/invoices/${invoice._id}`);
  await paper.getByText("Same state: CGST + SGST").waitFor();
});

test("explains what happens if the LUT is missing", async () => {
  const page = await write("Lakeside");
  await page.getByLabel("Invoice Date").fill("1/4/2028");
  const { warnings } = await create(page);
  expect(warnings.map(({ code }) => code)).toEqual(["LUT_MISSING"]);
  await page.getByRole("note").getByText("No LUT covers this date", { exact: false }).waitFor();
});

test("the client pays the tax under reverse charge", async () => {
  const page = await write("Near", "200000");
  await more(page).click();
  await page.getByLabel("Reverse charge").check();
  await grand(page, "₹2,00,000.00");
  await summary(page).getByText("₹36,000.00").waitFor();
  expect(await create(page)).toMatchObject({
    reverseCharge: true,
    grandTotal: 200_000,
    reverseChargeTax: { cgst: 18_000, sgst: 18_000, igst: 0 },
  });
  await page.getByText("Reverse charge: Yes").waitFor();
  const owed =
    "Tax payable by the recipient under reverse charge: CGST ₹18,000.00, SGST ₹18,000.00";
  await page.getByText(owed).waitFor();
});

test("asks why no tax is charged and makes exempt items a bill of supply", async () => {
  const page = await write("Near");
  expect(await cell(page, "Why no tax").count()).toBe(0);
  await cell(page, "Tax % (GST)").fill("0");
  const untold = page.getByText("Choose why item 1 has no tax", { exact: false });
  await untold.waitFor();
  await cell(page, "Why no tax").selectOption({ label: "Exempt" });
  await untold.waitFor({ state: "detached" });
  await summary(page).getByText("All items are exempt", { exact: false }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "Change to bill of supply" }).click();
  expect(await page.getByLabel("Kind").inputValue()).toBe("BILL_OF_SUPPLY");
  const { number, title, items } = await create(page);
  expect([title, items[0]?.treatment]).toEqual(["Bill of Supply", "EXEMPT"]);
  expect(number).toMatch(/^26-27\/BOS\/\d{6}$/);
  await page.getByRole("article", { name: "Bill of Supply" }).getByText("Exempt").waitFor();
});

test("a composition dealer issues bills of supply without tax", async () => {
  const { owner } = desk.world.narmada;
  await owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF", isComposition: true });
  await addClient(owner, "Plain");
  const { page } = await desk.visit("/invoices/new", { who: owner });
  await pick(page.getByLabel("Client"), "Plain");
  await cell(page, "Description").fill("Work");
  await cell(page, "Rate").fill("100");
  await grand(page, "₹100.00");
  expect(await summary(page).getByText("GST").count()).toBe(0);
  await page.getByRole("button", { name: "Create Invoice" }).click();
  await page.getByRole("article", { name: "Bill of Supply" }).waitFor();
  await page.getByText("Composition taxable person", { exact: false }).waitFor();
});

test("lists settlements other than money next to the balance", async () => {
  const { owner } = desk.world.kaveri;
  const { _id } = await sent(owner, await addClient(owner, "Settled"));
  const { page } = await desk.visit("/clients", { who: owner });
  await page.route(`**/api/invoices/${_id}`, async (route) => {
    const response = await route.fetch();
    const { invoice, summary, ...detail } = await response.json();
    const settled = {
      creditApplied: 11_800,
      advancesUsed: 5_900,
      writtenOff: 300,
      balance: 41_000,
    };
    const json = {
      ...detail,
      invoice: { ...invoice, ...settled },
      summary: { ...summary, balance: 41_000 },
    };
    await route.fulfill({ response, json });
  });
  await page.goto(`${desk.url}/invoices/${_id}`);
  const due = page.getByRole("region", { name: "Balance due", exact: true });
  await due.getByRole("img", { name: "30% settled" }).waitFor();
  expect(await due.locator("dl > div").allTextContents()).toEqual([
    "Total Paid₹0.00",
    "Less: credit applied₹11,800.00",
    "Less: advance received₹5,900.00",
    "Written off₹300.00",
    "Grand Total₹59,000.00",
  ]);
});

test.each([{ theme: "light" as const }, { theme: "dark" as const }])(
  "does not scroll sideways on a phone (%o)",
  async ({ theme }) => {
    const page = await write("Lakeside", "0", { phone: true, theme });
    await cell(page, "Tax % (GST)").fill("0");
    await cell(page, "Why no tax").waitFor();
    expect(await axe(page)).toEqual([]);
    const body = page.locator("main");
    expect(await body.evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0);
  },
);
