import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { formatDate, today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { axe, type Desk, hold, openDesk, pick, unfold } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  const { owner } = desk.world.kaveri;
  await owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
  const client = async (fields: object) => made(await owner.post("/api/clients", fields));
  await client({ displayName: "Near", gstin: "27AAAPL1234C1ZT" });
  await client({ displayName: "Far", state: "Karnataka" });
  await client({ displayName: "Island", state: "Ladakh" });
  await client({ displayName: "Nowhere" });
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const visit = async () => {
  const { page } = await desk.visit("/invoices/new", { who: desk.world.kaveri.staff });
  await page.getByRole("heading", { name: "Invoice Information" }).waitFor();
  return page;
};

const item = (page: Page, number: number) =>
  page.getByRole("group", { name: `Item ${number}`, exact: true });
const cell = (page: Page, number: number, label: string) => item(page, number).getByLabel(label);
const client = (page: Page) => page.getByLabel("Client");
const save = (page: Page) => page.getByRole("button", { name: "Create Invoice" });
const LABELS = ["Description", "HSN/SAC", "Quantity", "Rate", "Discount %", "Tax % (GST)"];

/** Fills the cells of an item, and adds the discount column first if it is needed. */
async function write(page: Page, number: number, ...texts: (string | undefined)[]) {
  if (texts[4] !== undefined) await showDiscount(page);
  for (const [n, text] of texts.entries()) {
    if (text !== undefined) await cell(page, number, LABELS[n] as string).fill(text);
  }
}

async function showDiscount(page: Page) {
  const add = page.getByRole("button", { name: "Discount %" });
  if ((await add.count()) > 0) await add.click();
}

const readCells = (page: Page, number: number) =>
  Promise.all(LABELS.map((label) => cell(page, number, label).inputValue()));

async function readSummary(page: Page): Promise<Record<string, string>> {
  const summary = page.getByRole("complementary", { name: "Invoice Summary" });
  const rows = await summary.locator("dl > div").all();
  const told = await Promise.all(
    rows.map(async (row) => [
      (await row.getByRole("term").textContent()) ?? "",
      (await row.getByRole("definition").first().textContent()) ?? "",
    ]),
  );
  return Object.fromEntries(told.filter(([, figure]) => figure?.includes("₹")));
}

test("has the sections, fields and defaults of the specification", async () => {
  const page = await visit();
  await page.getByRole("heading", { name: "Create New Invoice", level: 1 }).waitFor();
  const sections = page.getByRole("main").getByRole("heading", { level: 2 });
  expect(await sections.allTextContents()).toEqual([
    "Invoice Information",
    "Items",
    "Additional Information",
    "Invoice Summary",
  ]);
  expect(await client(page).getAttribute("placeholder")).toBe("Select a client...");
  expect(await client(page).inputValue()).toBe("");
  await page.keyboard.press("ArrowDown");
  const names = await page.getByRole("option").locator(".truncate:first-child").allTextContents();
  expect(names).toEqual(["Far", "Island", "Near", "Nowhere"]);
  await page.getByRole("option", { name: "Add a client…" }).waitFor();
  await page.keyboard.press("Escape");
  expect(await page.getByLabel("Invoice Date").inputValue()).toBe(formatDate(today()));
  await showDiscount(page);
  await unfold(page, "Notes");
  await unfold(page, "Terms & Conditions");
  for (const label of ["Due Date", "Place of Supply", "Notes", "Terms & Conditions"]) {
    expect(await page.getByLabel(label).inputValue(), label).toBe("");
  }
  expect(await page.getByLabel("Round Off (±)").inputValue()).toBe("0.00");
  expect(await readCells(page, 1)).toEqual(["", "", "1", "0.00", "0", "18"]);
  expect(await readSummary(page)).toEqual({
    Subtotal: "₹0.00",
    "Taxable Amount": "₹0.00",
    GST: "₹0.00",
    CGST: "₹0.00",
    SGST: "₹0.00",
    "Grand Total": "₹0.00",
  });
  for (const name of ["Back", "Cancel"]) {
    expect(await page.getByRole("link", { name }).getAttribute("href")).toBe("/invoices");
  }
  expect(await axe(page)).toEqual([]);
});

test("suggests codes, rates and states", async () => {
  const page = await visit();
  const suggested = async (field: Locator) => {
    const list = page.locator(`#${await field.getAttribute("list")}`);
    return list
      .locator("option")
      .evaluateAll((options) =>
        options.map((option) => `${option.getAttribute("value")} ${option.getAttribute("label")}`),
      );
  };
  const codes = await suggested(cell(page, 1, "HSN/SAC"));
  expect(codes).toContain("998361 Advertising");
  expect(codes).toHaveLength(22);
  const rates = await suggested(cell(page, 1, "Tax % (GST)"));
  expect(rates.map((rate) => Number.parseFloat(rate))).toEqual([0, 0.25, 3, 5, 18, 40]);
  await page.getByLabel("Invoice Date").fill("21/9/25");
  expect(await suggested(cell(page, 1, "Tax % (GST)"))).toContain("28 null");
  expect(await suggested(page.getByLabel("Place of Supply"))).toContain("27-Maharashtra null");
});

test("shows an error next to its field until the value is valid", async () => {
  const page = await visit();
  await page.getByLabel("Invoice Date").fill("");
  await write(page, 1, undefined, undefined, "", "");
  await save(page).click();
  for (const sentence of [
    "Client is required",
    "Date is required",
    "Description is required",
    "Quantity is required",
    "Rate is required",
  ]) {
    await page.getByText(sentence, { exact: true }).waitFor();
  }
  expect(await client(page).evaluate((select) => select === document.activeElement)).toBe(true);
  await write(page, 1, "A logo", "99836", "-1", "12.345", "100.01", "101");
  await page.getByText("Description is required").waitFor({ state: "detached" });
  for (const sentence of [
    "Quantity must not be negative",
    "Rate must have at most 2 decimals and be at most ₹99,99,99,99,999.99",
    "Discount must be from 0 to 100",
    "Tax must be from 0 to 100",
    "An HSN or SAC has 4, 6 or 8 digits",
  ]) {
    await page.getByText(sentence, { exact: true }).waitFor();
  }
  await page.getByLabel("Round Off (±)").fill("100");
  await page.getByText("Round off must be from -99.99 to 99.99").waitFor();
  expect(await axe(page)).toEqual([]);

  await pick(client(page), "Near");
  await write(page, 1, "A logo", "998361", "1", "12.34", "100", "0");
  await page.getByLabel("Round Off (±)").fill("0");
  await page.getByLabel("Invoice Date").fill("21/11/26");
  await page.getByLabel("Due Date").fill("20/11/26");
  await page.getByText("Due date must not be before the invoice date").waitFor();
  expect(await page.locator(".error").count()).toBe(1);
});

test("amounts accept separators and sums; anything else becomes 0", async () => {
  const page = await visit();
  await write(page, 1, "A logo", undefined, "2*3", "1200*1.18");
  await item(page, 1).getByText("= ₹1,416.00").waitFor();
  await showDiscount(page);
  await cell(page, 1, "Discount %").fill("half");
  await cell(page, 1, "Tax % (GST)").fill("");
  await page.getByLabel("Due Date").focus();
  expect(await readCells(page, 1)).toEqual(["A logo", "", "6", "1,416.00", "0", "0"]);
  await write(page, 1, undefined, undefined, "many", "1,23,456.50");
  await page.getByLabel("Due Date").focus();
  expect(await cell(page, 1, "Quantity").inputValue()).toBe("0");
  await cell(page, 1, "Quantity").fill("2.5");
  await cell(page, 1, "Tax % (GST)").fill("18%");
  expect((await readSummary(page)).GST).toBe("₹55,555.42");
  await page.getByLabel("Due Date").focus();
  expect(await cell(page, 1, "Tax % (GST)").inputValue()).toBe("18");
  expect((await readSummary(page)).Subtotal).toBe("₹3,08,641.25");
});

test("Enter moves through fields and lines and adds a line at the end", async () => {
  const page = await visit();
  await showDiscount(page);
  await cell(page, 1, "Description").focus();
  for (const text of ["A logo", "998391", "2", "1500", "10", "18", "A film", "", "1", "99.99"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  }
  expect(await readCells(page, 1)).toEqual(["A logo", "998391", "2", "1,500.00", "10", "18"]);
  expect(await readCells(page, 2)).toEqual(["A film", "", "1", "99.99", "0", "18"]);
  await page.getByRole("button", { name: "Remove item 1" }).click();
  expect(await cell(page, 1, "Description").inputValue()).toBe("A film");
  expect(await page.getByRole("button", { name: /^Remove item/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Add Item" }).click();
  await page.keyboard.type("Typed at once");
  expect(await cell(page, 2, "Description").inputValue()).toBe("Typed at once");
});

test("pastes spreadsheet rows as items and plain text as text", async () => {
  const page = await visit();
  const paste = (number: number, text: string) =>
    cell(page, number, "Description").evaluate((input, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      const event = { clipboardData, bubbles: true, cancelable: true };
      return input.dispatchEvent(new ClipboardEvent("paste", event));
    }, text);
  expect(await paste(1, "A logo")).toBe(true);
  expect(await paste(1, "A logo\t998391\t2\t1,500\nA film\t\t\tfree\t5\t5\n")).toBe(false);
  expect(await readCells(page, 1)).toEqual(["A logo", "998391", "2", "1,500.00", "0", "18"]);
  expect(await readCells(page, 2)).toEqual(["A film", "", "1", "0.00", "5", "5"]);
  const last = cell(page, 2, "Description");
  expect(await last.evaluate((input) => input === document.activeElement)).toBe(true);
  await paste(1, "Between\t\t3");
  expect(await readCells(page, 2)).toEqual(["Between", "", "3", "0.00", "0", "18"]);
  expect(await cell(page, 3, "Description").inputValue()).toBe("A film");
});

test("the tax follows client and place of supply, and the form shows it", async () => {
  const page = await visit();
  await write(page, 1, "A logo", undefined, undefined, "1000", "10");
  await pick(client(page), "Near");
  await page.getByText("GSTIN 27AAAPL1234C1ZT").waitFor();
  await page.getByText("Same state: CGST + SGST").waitFor();
  expect(await readSummary(page)).toEqual({
    Subtotal: "₹1,000.00",
    Discount: "−₹100.00",
    "Taxable Amount": "₹900.00",
    GST: "₹162.00",
    CGST: "₹81.00",
    SGST: "₹81.00",
    "Grand Total": "₹1,062.00",
  });
  await pick(client(page), "Far");
  await page.getByText("Another state: IGST").waitFor();
  expect(await page.getByLabel("Place of Supply").getAttribute("placeholder")).toBe("29-Karnataka");
  expect((await readSummary(page)).IGST).toBe("₹162.00");
  await page.getByLabel("Place of Supply").fill("27");
  await page.getByText("Same state: CGST + SGST").waitFor();
  await page.getByLabel("Place of Supply").fill("Mumbai");
  await page.getByText("“Mumbai” is not an Indian state, so CGST + SGST applies").waitFor();
  await page.getByLabel("Place of Supply").fill("96");
  await page.getByText("The place of supply is abroad: choose whether it is an export").waitFor();
  await page.getByLabel("Place of Supply").fill("");
  await pick(client(page), "Nowhere");
  await page.getByText("The client's state is not known, so CGST + SGST applies.").waitFor();
});

test("shows UTGST for a Union Territory and warns of tax without a GSTIN", async () => {
  const { owner } = desk.world.narmada;
  made(await owner.post("/api/clients", { displayName: "Leh Crafts", state: "Ladakh" }));
  const { page } = await desk.visit("/invoices/new", { who: owner });
  await pick(page.getByLabel("Client"), "Leh Crafts");
  await page.getByText("CGST + UTGST").waitFor();
  await write(page, 1, "A shawl", undefined, undefined, "100");
  await cell(page, 1, "Tax % (GST)").fill("18"); // Without a GSTIN it starts at 0.
  expect((await readSummary(page)).UTGST).toBe("₹9.00");
  await page.getByRole("button", { name: "Set tax to 0%" }).click();
  await page.getByText("GST is charged").waitFor({ state: "detached" });
  expect(await cell(page, 1, "Tax % (GST)").inputValue()).toBe("0");
});

test("rounds the total to the rupee on request, spells it and refuses a negative one", async () => {
  const page = await visit();
  await pick(client(page), "Near");
  await write(page, 1, "A logo", undefined, undefined, "33.33");
  expect((await readSummary(page))["Grand Total"]).toBe("₹39.33");
  await page.getByRole("button", { name: "Round to the rupee" }).click();
  expect(await page.getByLabel("Round Off (±)").inputValue()).toBe("-0.33");
  expect((await readSummary(page))["Grand Total"]).toBe("₹39.00");
  await page.getByText("Rupees Thirty-Nine Only").waitFor();
  await page.getByLabel("Round Off (±)").fill("-50");
  await page.getByText("Grand total must not be negative").first().waitFor();
  const most = "99999999999.99";
  await write(page, 1, undefined, undefined, most, most);
  await page.getByText("The total must be at most ₹99,99,99,99,999.99").first().waitFor();
  expect(await page.getByText("NaN").count()).toBe(0);
});

test("creates an invoice once, with the total that the form showed", async () => {
  const page = await visit();
  await pick(client(page), "Far");
  await page.getByLabel("Due Date").fill("+15");
  await (await unfold(page, "Notes")).fill("Thank you");
  await (await unfold(page, "Terms & Conditions")).fill("By NEFT");
  await write(page, 1, "Rounded thrice", "998391", "1.25", "73.57", "10", "18");
  await page.getByRole("button", { name: "Round to the rupee" }).click();
  const total = (await readSummary(page))["Grand Total"];
  const release = await hold(page, "**/api/invoices");
  await save(page).click();
  await page.getByRole("button", { name: "Saving..." }).first().click();
  release();
  await page.waitForURL(/\/invoices\/(?!new)[^/]+$/);
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const { body } = await desk.world.kaveri.staff.get(`/api/invoices/${id}`);
  const { invoice } = body;
  expect(`₹${invoice.grandTotal.toFixed(2)}`).toBe(total as string);
  expect(invoice).toMatchObject({
    status: "DRAFT",
    gstMode: "IGST",
    notes: "Thank you",
    terms: "By NEFT",
    items: [{ description: "Rounded thrice", hsnSac: "998391", qty: 1.25, rate: 73.57 }],
  });
  expect((await desk.world.kaveri.staff.get("/api/invoices")).body.total).toBe(1);
});
