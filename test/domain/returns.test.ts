import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { einvoiceErrors, irnText, toEinvoice } from "../../domain/gst/returns/einvoice.ts";
import { buildGstr1, type Gstr1, summarizeGstr1 } from "../../domain/gst/returns/gstr1.ts";
import { buildGstr3b, gstr3bFile, placeRow } from "../../domain/gst/returns/gstr3b.ts";
import type { Amounts, Placed } from "../../domain/gst/returns/placement.ts";
import { place, sumAmounts } from "../../domain/gst/returns/placement.ts";
import { portalFile, portalFileName } from "../../domain/gst/returns/portalFile.ts";
import { preflight } from "../../domain/gst/returns/preflight.ts";
import { buildSheets } from "../../domain/gst/returns/sheets.ts";
import { type Paise, toDecimal } from "../../domain/money.ts";
import { inwardTables } from "../../domain/purchases/table4.ts";
import { expected, MONTH, octoberBooks } from "../returnsBooks.ts";

const books = await octoberBooks();
const october = buildGstr1(books);

test("puts every document of the month into the table required by law", async () => {
  const rows = books.documents.map((document) => {
    const placed = place(document, books.filer.gstin);
    const { section, hasNil, mode, pos } = placed;
    const where = [section, hasNil && "nil"].filter(Boolean).join("+");
    const sum = sumAmounts(document.lines as Amounts[]);
    return {
      number: document.number,
      section: document.state === "ISSUED" ? where : "none",
      mode,
      pos,
      taxable: toDecimal(sum.taxable),
      cgst: toDecimal(sum.cgst),
      sgst: toDecimal(sum.sgst),
      igst: toDecimal(sum.igst),
      total: toDecimal(document.totalPaise),
    };
  });
  expect(rows).toEqual(await expected("placement.json"));
});

test("the portal's file is byte-identical, keys in the tool's order", async () => {
  const file = portalFile(october) as { hsn: Record<string, { desc?: string }[]> };
  const wanted = await expected("gstr1.json");
  // This one description is ours to choose, because the code is in none of our lists.
  const withoutDesc = (value: typeof file) =>
    JSON.stringify(value, (key, inner) => (key === "desc" ? "" : inner));
  expect(withoutDesc(file)).toBe(withoutDesc(wanted));
  expect(file.hsn.hsn_b2b?.[3]?.desc).toBe(wanted.hsn.hsn_b2b[3].desc);
  expect(portalFileName(books.filer.gstin, "2026-11-02")).toBe(
    "returns_2112026_R1_27AAKFK4711R1ZR_offline.json",
  );
});

test("the offline tool's sheets are byte-identical", async () => {
  const sheets = buildSheets(october);
  const names = await readdir(join(MONTH, "csv"));
  expect(Object.keys(sheets).toSorted()).toEqual(names.toSorted());
  for (const name of names) {
    expect(sheets[name]).toBe(await Bun.file(join(MONTH, "csv", name)).text());
  }
});

test("the tables have the expected totals", async () => {
  const { tables, table32 } = await expected("summary.json");
  const summary = Object.entries(summarizeGstr1(october)).map(([table, sum]) => {
    if ("NIL" in sum) {
      const inRupees = Object.entries(sum).map(([key, value]) => [key, toDecimal(value)]);
      return [table, Object.fromEntries(inRupees)];
    }
    const { documents, taxable, igst, cgst, sgst } = sum;
    const figures = [taxable, igst, cgst, sgst].map(toDecimal);
    const [txval, iamt, camt, samt] = figures;
    const isAdvance = table.startsWith("11");
    return [table, { ...(!isAdvance && { documents }), txval, iamt, camt, samt }];
  });
  const none = { documents: 0, txval: "0.00", iamt: "0.00", camt: "0.00", samt: "0.00" };
  expect(Object.fromEntries(summary)).toEqual({ ...tables, "9A": none, "9C": none });
  const { unregistered, composition, uin } = buildGstr3b(october)["3.2"];
  expect({
    unreg_details: unregistered.map(placeRow),
    comp_details: composition.map(placeRow),
    uin_details: uin.map(placeRow),
  }).toEqual(table32);
});

const NOTHING_BOUGHT = inwardTables({
  bills: [],
  credits: [],
  taxed: [],
});

test("the outward part of GSTR-3B agrees with the tables", async () => {
  const wanted = await expected("gstr3b.json");
  const file = gstr3bFile(october, NOTHING_BOUGHT) as typeof wanted;
  const { isup_rev: _, ...outward } = wanted.sup_details;
  expect(file.sup_details).toMatchObject(outward);
  expect(file.eco_dtls).toEqual(wanted.eco_dtls);
  expect(Object.keys(file)).toEqual(Object.keys(wanted));
});

test("the pre-flight check finds exactly the seeded issues", async () => {
  const found = preflight(books).map(({ code, level, subject }) => ({ code, level, subject }));
  expect(found).toEqual(await expected("preflight.json"));
});

test("e-invoices match the portal's schema and have their IRN in advance", async () => {
  const registered = october.placed.map(({ document }) => document).filter(({ irn }) => irn);
  const wanted = (await expected("einvoices.json")) as { DocDtls: { No: string } }[];
  const byNumber = new Map(registered.map((document) => [document.number, document]));
  for (const one of wanted) {
    const document = byNumber.get(one.DocDtls.No) as Placed["document"];
    expect(toEinvoice(document, books.filer)).toEqual(one);
    expect(einvoiceErrors(document, books.filer, books.today)).toEqual([]);
    const hash = new Bun.CryptoHasher("sha256").update(irnText(books.filer.gstin, document));
    expect(hash.digest("hex")).toBe(document.irn);
  }
  expect(registered).toHaveLength(wanted.length);
  const errors = (number: string) =>
    einvoiceErrors(
      october.placed.find(({ document }) => document.number === number)?.document as never,
      books.filer,
      books.today,
    ).join();
  expect(errors("26-27/INV/000224")).toStartWith("The client’s GSTIN is wrong");
  expect(errors("26-27/INV/000227")).toBe(
    "Line 1 needs an HSN or SAC of 6 digits,Line 2 needs an HSN or SAC of 6 digits",
  );
});

test.each([
  ["29AAFCC9980M1ZR", "2019-12-01", "INVOICE", "2019-20/KA/1", "23f498ee41441ecad30f72ba5b990750"],
  [
    "01AMBPG7773M002",
    "2022-11-01",
    "INVOICE",
    "SINV-CFY-00067",
    "706daeccda0ef6f818da78f3a2a05a12",
  ],
  ["27AAKFK4711R1ZR", "2026-10-05", "CREDIT_NOTE", "26-27/CN/000012", "857e0f5613519512dfbaf1279"],
] as const)("the IRN of %s, %s is the published one", (gstin, date, kind, number, begins) => {
  const text = irnText(gstin, { kind, number, date });
  expect(new Bun.CryptoHasher("sha256").update(text).digest("hex")).toStartWith(begins);
});

type Head = "cgst" | "igst" | "sgst" | "taxable";
const HEADS: Head[] = ["taxable", "igst", "cgst", "sgst"];
const signed = (gstr1: Gstr1, isRegistered: boolean, head: Head) =>
  gstr1.placed
    .filter(({ document }) => Boolean(document.buyer.gstin) === isRegistered)
    .reduce((sum, { document, sign }) => {
      const coded = document.lines.filter(({ hsnSac }) => hsnSac.trim());
      return sum + sign * coded.reduce((all, line) => all + line[head], 0);
    }, 0);

test("both halves of table 12 add up to their documents", () => {
  for (const head of HEADS) {
    const half = (rows: Amounts[]) => rows.reduce((sum, row) => sum + row[head], 0);
    expect(half(october.hsn.b2b)).toBe(signed(october, true, head));
    expect(half(october.hsn.b2c)).toBe(signed(october, false, head));
  }
});

test("3.1 adds up to all tables", () => {
  const tables = buildGstr3b(october);
  const rows = [tables["3.1a"], tables["3.1b"], tables["3.1c"], tables["3.1e"]];
  const summary = summarizeGstr1(october);
  const { NIL, EXEMPT, NON_GST } = summary["8"];
  const sections = Object.entries(summary).reduce(
    (sum, [table, row]) => {
      if ("NIL" in row) return sum;
      return sum + (table === "11B" ? -row.taxable : row.taxable);
    },
    NIL + EXEMPT + NON_GST,
  );
  expect(sumAmounts(rows).taxable).toBe(sections as Paise);
  expect(toDecimal(tables["3.1a"].taxable)).toBe("1350210.37");
});
