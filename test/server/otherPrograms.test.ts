import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { readBooksTable } from "../../domain/csv/booksColumns.ts";
import { mapBooks } from "../../domain/csv/booksRows.ts";
import { done, made, type World } from "../world.ts";
import { eachInto, movingInto } from "./movingIn.ts";

let world: World;
eachInto((begun) => {
  world = begun;
});
const { moveIn, get, all, isRight } = movingInto(() => world);

async function read(name: string) {
  const bytes = readFileSync(new URL(`../data/bank-files/${name}`, import.meta.url));
  return mapBooks([await readBooksTable(name, new Blob([bytes]).stream())]);
}

async function moved(name: string) {
  const { file, warnings } = await read(name);
  const { import: report } = made(await moveIn(file));
  const totals = (await all("invoices"))
    .map(({ number, grandTotal }: Record<string, unknown>) => `${number} ${grandTotal}`)
    .sort();
  await isRight();
  return { totals, warnings, report };
}

test("settlements other than money create no payment", async () => {
  const { totals, warnings, report } = await moved("19-zoho-settled-without-money.csv");
  expect(totals.length).toBe(5);
  expect(report).toMatchObject({ payments: 3, totals: { income: 2_76_000, expense: 0 } });
  expect(warnings).toEqual([
    "Written off; it stays open in bahi until you write it off here: INV-000006 (₹1,18,000.00)",
    "Settled without a payment date, so no money is recorded; add the credit notes: " +
      "INV-000012 (₹1,18,000.00)",
    "3 payments are computed as the total less the balance: correct those partly settled by a credit note",
  ]);
  const { rows } = await get("/reports/trial-balance?at=2026-03-31");
  const tds = rows.find(({ name }: { name: string }) => /TDS receivable/i.test(name));
  expect(tds.debit).toBe(10_000);
});

test("branches with one name keep their GSTINs in the return", async () => {
  const { totals } = await moved("20-zoho-branches.csv");
  expect(totals).toEqual(["INV-6 11800", "INV-7 11800"]);
  const { gstr1 } = await get("/gst/2025-04/gstr1.json").then((body) => ({ gstr1: body }));
  const rows = gstr1.b2b.flatMap(({ ctin, inv }: { ctin: string; inv: { inum: string }[] }) =>
    inv.map(({ inum }) => `${inum} ${ctin}`),
  );
  expect(rows.sort()).toEqual(["INV-6 27AAKCS7719R1ZB", "INV-7 29AAKCS7719R1Z7"]);
});

test.each([
  ["21-zoho-blank-tax.csv", ["INV-21 10000"], []],
  [
    "22-decimal-comma-invoice.csv",
    ["INV-31 500.5"],
    ["22-decimal-comma-invoice.csv: amounts are read with a decimal comma"],
  ],
  [
    "23-blank-invoice-number.csv",
    ["INV-33 700"],
    ["1 row without an invoice number left out: 23-blank-invoice-number.csv, line 2"],
  ],
  [
    "26-freshbooks-invoices.csv",
    ["0000002 578.2"],
    [
      "26-freshbooks-invoices.csv, line 2: invoice 0000001 is left out: " +
        "it is in USD without an exchange rate",
    ],
  ],
  [
    "27-zoho-shipping-discount-adjustment.csv",
    ["INV-000007 118590", "INV-000008 117410"],
    [
      "27-zoho-shipping-discount-adjustment.csv, line 4: invoice INV-000014 is left out: " +
        "an adjustment of ₹100.00 is not a round off",
    ],
  ],
])("%s is imported as expected", async (name, expected, told) => {
  const { totals, warnings } = await moved(name);
  expect(totals).toEqual(expected);
  expect(warnings).toEqual(told);
});

test("reports credit notes as such", async () => {
  await expect(read("24-zoho-credit-notes.csv")).rejects.toThrow(
    "24-zoho-credit-notes.csv holds 1 credit note of ₹1,18,000.00",
  );
});

test("imports contacts as clients and vendors and reports their opening balances", async () => {
  const { warnings, report } = await moved("25-zoho-contacts-with-vendor.csv");
  expect(report).toMatchObject({ clients: 2, vendors: 1 });
  expect(warnings).toEqual([
    "Opening balances are not imported; add the open invoices and bills: " +
      "Old Debtor ₹45,000.00, Pune Print House ₹12,000.00",
  ]);
  const { vendors } = done(await world.kaveri.owner.get("/api/vendors"));
  expect(vendors.map((one: { displayName: string }) => one.displayName)).toEqual([
    "Pune Print House",
  ]);
});
