import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { done } from "../world.ts";
import { type Desk, openDesk, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  done(await desk.world.kaveri.owner.put("/api/metadata", { gstNumber: "27AAKFK4711R1ZR" }));
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const PATH = "/settings/move-in";
const OCTOBER = join(import.meta.dir, "../data/gst-returns/2026-10/books.json");
const open = async (expectComplaints?: RegExp) => {
  const who = desk.world.kaveri.owner;
  const { page } = await desk.visit(PATH, { who, ...(expectComplaints && { expectComplaints }) });
  return page;
};
const choose = (page: Page, ...files: { name: string; text: string }[]) =>
  page
    .getByLabel(/Drop the files/)
    .setInputFiles(
      files.map(({ name, text }) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) })),
    );
const fact = (page: Page, name: string) =>
  page.locator("dt", { hasText: name }).locator("xpath=following-sibling::dd[1]");
const invoices = async () => (await desk.world.kaveri.owner.get("/api/invoices")).body.total;

test("tries out a file, imports it and undoes it from the imports list", async () => {
  const page = await open();
  await page.getByLabel(/Drop the files/).setInputFiles(OCTOBER);
  const button = page.getByRole("button", { name: "Import 46 documents" });
  await button.waitFor();
  expect(await fact(page, "Clients to be added").textContent()).toBe("17");
  expect(await fact(page, "Advances to be added").textContent()).toBe("9");
  expect(await fact(page, "Money in").textContent()).toBe("₹4,84,200.00");
  await page.getByText("Before bahi").waitFor();
  await page.getByText("these count as used").waitFor();
  expect(await invoices()).toBe(0);

  await button.click();
  await toast(page, "46 documents imported").waitFor();
  const undo = page.getByRole("button", { name: "Undo the import of books.json" });
  await undo.waitFor();
  expect(await invoices()).toBe(33);

  await page.getByLabel(/Drop the files/).setInputFiles(OCTOBER);
  await page.getByText("Everything in this file is already in your books.").waitFor();
  await page.getByRole("button", { name: "Choose other files" }).click();
  await undo.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo" }).click();
  await toast(page, "Import deleted successfully").waitFor();
  expect(await invoices()).toBe(0);
});

const SALES = {
  name: "sales.csv",
  text: [
    "Invoice No,Date,Party Name,Item Name,Worth,Tax Percent,Total Amount",
    "12,05/09/2025,Meera Joshi,Logo,1000,18,1180",
  ].join("\n"),
};

test("maps a column by hand and shows each error at its line", async () => {
  const page = await open(/400 \(Bad Request\)/);
  await choose(page, SALES, { name: "parties.csv", text: "Name,Phone No.,GSTIN\nAsha,98450,\n" });
  const refused = page.getByRole("row", { name: /sales\.csv, line 2/ });
  await refused.getByText("Lines are required").waitFor();
  await page.getByText("The files do not say what 12 was billed for").or(refused).first().waitFor();
  await page.getByText("parties.csv · 1 row of clients").waitFor();

  const worth = page.getByLabel("Worth is imported as");
  expect(await worth.inputValue()).toBe("");
  await worth.focus();
  await worth.selectOption({ label: "Rate" });
  await page.getByRole("button", { name: "Import 1 document" }).waitFor();
  expect(await fact(page, "Clients to be added").textContent()).toBe("2");
  expect(await worth.evaluate((select) => select === document.activeElement)).toBe(true);
  await page.getByLabel("Tax Percent is imported as").selectOption({ label: "Not imported" });
  await page.getByLabel("Item Name is imported as").selectOption({ label: "GST rate" });
  await page.getByRole("row", { name: /Tax must be a number/ }).waitFor();
  expect(await invoices()).toBe(0);
});

test.each([
  [
    "a workbook",
    "PK\u0003\u0004",
    "sales.csv is an Excel workbook: save each of its sheets as CSV",
  ],
  [
    "something else",
    "Fruit,Colour\nMango,Yellow\n",
    "sales.csv has no header with columns of clients or invoices",
  ],
])("recognizes %s before it is sent", async (_, text, message) => {
  const page = await open();
  await choose(page, { name: "sales.csv", text });
  await page.getByText(message, { exact: true }).waitFor();
  await page.getByLabel(/Drop the files/).waitFor({ state: "attached" });
});

test("only owners find it in the settings", async () => {
  const { owner, staff } = desk.world.kaveri;
  const { page } = await desk.visit("/settings/metadata", { who: owner });
  await page.getByRole("link", { name: "Import books" }).click();
  await page.getByRole("heading", { name: "Import books", level: 1 }).waitFor();
  const { page: theirs } = await desk.visit(PATH, { who: staff });
  await theirs.getByText("Only agency owners can import books.").waitFor();
});
