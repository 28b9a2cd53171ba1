import { describe, expect, test } from "bun:test";
import { amountInWords } from "../../../domain/documents/amountInWords.ts";
import type { PrintedInvoice } from "../../../domain/documents/paper.ts";
import { formatInr, type Paise, toDecimal, toPaise } from "../../../domain/money.ts";
import { layOutInvoice } from "../../../server/pdf/invoice.ts";
import { make } from "../../../server/pdf/maker.ts";
import { renderInvoice } from "../../../server/pdf/pdfQueue.ts";
import { copiedLines, readPages, scanned } from "../../pdf.ts";
import { png } from "../../pictures.ts";
import { WORKED } from "../../workedInvoices.ts";
import { buildInvoice, LOGO } from "./invoices.ts";

const readText = async (invoice: PrintedInvoice) =>
  (await readPages(await renderInvoice(invoice))).join("\n");

describe("an invoice's PDF", () => {
  test("has the particulars of Rule 46 of the CGST Rules", async () => {
    const text = await readText(buildInvoice({ gstMode: "IGST" }));
    for (const particular of [
      "TAX INVOICE",
      "Original for recipient",
      "Indigo Studio",
      "Ganga Towers",
      "GSTIN 27AAACB1234C1ZF",
      "26-27/INV/000012",
      "5 Oct 2026",
      "20 Oct 2026",
      "Bela Ltd",
      "14 MG Road",
      "Bengaluru – 560001",
      "State: Karnataka, code 29",
      "GSTIN 29AAGFS4321P1ZP",
      "29-Karnataka",
      "HSN/SAC",
      "998391",
      "Brand identity and logo design",
      "25,000.00",
      "50,000.00",
      "IGST",
      "18%",
      "9,000.00",
      "₹59,000.00",
      "Rupees Fifty-Nine Thousand Only",
      "Reverse charge",
      "50200012345678",
      "HDFC0000149",
      "HDFC Bank, Shivajinagar",
      "For Indigo Studio",
      "Authorised Signatory",
      "Thank you",
      "15 days",
      "Page 1 of",
    ]) {
      expect(text).toContain(particular);
    }
  });

  test.each(WORKED)("shows every amount of $id", async ({ mode, roundOff, lines }) => {
    const items = lines.map(({ figures: _, ...line }) => ({ ...LOGO, ...line }));
    const invoice = buildInvoice({ items, gstMode: mode, roundOff });
    const text = (await readText(invoice)).replaceAll("−", "-").replaceAll(",", "");
    const shown = (paise: string) => expect(text, paise).toContain(paise);
    for (const { figures } of lines) {
      for (const part of ["taxable", "total", mode === "IGST" ? "igst" : "cgst"] as const) {
        shown(figures[part]);
      }
    }
    const { taxableValue, tax, grandTotal } = invoice;
    for (const figure of [taxableValue, ...Object.values(tax), grandTotal]) {
      if (figure) shown(`₹${toDecimal(toPaise(figure) as Paise)}`);
    }
    expect(text.includes("Round off")).toBe(roundOff !== 0);
    const words = amountInWords(toPaise(grandTotal) as Paise);
    expect(text.replaceAll("\n", " ")).toContain(words.replaceAll(",", ""));
    if (grandTotal > 0) expect(scanned(await renderInvoice(invoice))).toContain(`&cu=INR`);
  });

  test("has a code to pay the balance by phone, and none without a balance", async () => {
    const link = (fields: Partial<PrintedInvoice>) =>
      renderInvoice(buildInvoice(fields)).then(scanned);
    expect(await link({})).toBe(
      "upi://pay?pa=ashadesign@okhdfcbank&pn=Asha%20%26%20Sons%20Design&tr=2627INV000012" +
        "&tn=Invoice%2026-27%2FINV%2F000012&am=59000.00&cu=INR",
    );
    const part = { status: "PARTIALLY_PAID", received: 9_000, balance: 50_000 } as const;
    expect(await link(part)).toContain("&tn=Balance%20of%2026-27%2FINV%2F000012&am=50000.00&");
    expect(await link({ status: "PAID", received: 59_000, balance: 0 })).toBeUndefined();
    expect(await link({ status: "CANCELLED" })).toBeUndefined();
    expect(await link({ status: "DRAFT" })).toBeUndefined();
    const supplyPlace = { text: "Outside India", stateCode: "96" };
    expect(await link({ supplyPlace, gstMode: "IGST" })).toBeUndefined();
    // A phone cannot scan its own screen, so the code and the ID can be tapped.
    const pdf = Buffer.from(await renderInvoice(buildInvoice())).toString("latin1");
    expect(pdf.split("/URI (upi://pay?pa=ashadesign@okhdfcbank&")).toHaveLength(3);
  });

  test("shows its status and the amount received", async () => {
    for (const status of ["DRAFT", "PAID", "CANCELLED"] as const) {
      expect(await readText(buildInvoice({ status }))).toContain(status);
    }
    const sent = await readText(buildInvoice());
    expect(sent).not.toContain("SENT");
    expect(sent).toMatch(/Subtotal\n?\s?₹50,000.00/);
    expect(sent).toMatch(/Balance due\n?\s?₹59,000.00/);
    expect(await readText(buildInvoice({ status: "DRAFT" }))).not.toContain("Balance due");
    const part = { received: 40_000, tds: 5_000, balance: 14_000 };
    const text = await readText(buildInvoice({ status: "PARTIALLY_PAID", ...part }));
    for (const figure of [
      "−₹40,000.00",
      "TDS deducted",
      "−₹5,000.00",
      "Balance due",
      "₹14,000.00",
    ]) {
      expect(text).toContain(figure);
    }
  });

  test("is marked overdue from the day after its due date until it is settled", async () => {
    const of = async (on: string, fields: Partial<PrintedInvoice> = {}) =>
      (await readPages(await make(layOutInvoice(buildInvoice(fields), undefined, on)))).join("\n");
    expect(await of("2026-10-20")).not.toContain("OVERDUE");
    expect(await of("2026-10-21")).toContain("OVERDUE");
    expect(await of("2026-10-21", { status: "PAID", balance: 0 })).not.toContain("OVERDUE");
    expect(await of("2026-10-21", { dueDate: "" })).not.toContain("OVERDUE");
  });

  test("is no tax invoice and mentions no tax if the agency has no GSTIN", async () => {
    const supplier = { ...buildInvoice().supplier, gstin: "" };
    const text = await readText(buildInvoice({ supplier, items: [{ ...LOGO, taxPct: 0 }] }));
    expect(text).toContain("INVOICE");
    expect(text).not.toMatch(/TAX INVOICE|CGST|GSTIN 27|Place of supply|Reverse charge|Taxable/);
    expect(await readText(buildInvoice({ supplier }))).toContain("CGST");
  });

  test("shortens a long address, but never the state and GSTIN below it", async () => {
    const address = Array.from({ length: 30 }, (_, n) => `Address line ${n + 1}`).join("\n");
    const name = "W".repeat(200);
    const text = await readText(
      buildInvoice({ recipient: { ...buildInvoice().recipient, name, address } }),
    );
    for (const words of [
      "Address line 10",
      "Bengaluru – 560001",
      "State: Karnataka, code 29",
      "GSTIN 29AAGFS4321P1ZP",
      "98450 12345",
    ]) {
      expect(text).toContain(words);
    }
    expect(text.match(/W/g)).toHaveLength(200);
  });

  test("starts with the amount due and its date, while there is one", async () => {
    expect(await readText(buildInvoice())).toContain("₹59,000.00 due 20 Oct 2026");
    const part = {
      status: "PARTIALLY_PAID",
      received: 9_000,
      balance: 50_000,
      dueDate: "",
    } as const;
    expect(await readText(buildInvoice(part))).toMatch(/₹50,000.00 due\n/);
    for (const status of ["DRAFT", "PAID", "CANCELLED"] as const) {
      expect(await readText(buildInvoice({ status, balance: 0 }))).not.toMatch(/₹[\d,.]+ due/);
    }
  });

  test("calls the tax of a Union Territory without a legislature UTGST", async () => {
    const supplier = { ...buildInvoice().supplier, gstin: "04AAACB1234C1ZN" };
    const supplyPlace = { text: "Chandigarh", stateCode: "04" };
    const text = await readText(buildInvoice({ supplier, supplyPlace }));
    expect(text).toContain("UTGST");
    expect(text).not.toContain("SGST");
  });

  test("copies names of any script as typed", async () => {
    const recipient = { ...buildInvoice().recipient, name: "पूजा स्टूडियो" };
    const items = [{ ...LOGO, description: "சமூக ஊடக வடிவமைப்பு" }];
    const lines = copiedLines(await renderInvoice(buildInvoice({ recipient, items })));
    expect(lines).toContain("पूजा स्टूडियो");
    expect(lines.join(" ")).toContain("சமூக ஊடக");
  });

  test("repeats the column heads of two hundred lines and numbers its pages", async () => {
    const items = Array.from({ length: 200 }, (_, n) => ({
      ...LOGO,
      description: `Line ${n + 1} ${n % 9 ? "" : "of a long description, ".repeat(20)}`,
      rate: 99_999 * n,
    }));
    const terms = "A term of the agreement. ".repeat(180);
    const invoice = buildInvoice({ items, terms });
    const pages = await readPages(await renderInvoice(invoice));
    expect(pages.length).toBeGreaterThan(6);
    for (const [n, page] of pages.entries()) {
      expect(page).toMatch(new RegExp(`Page ${n + 1} of ?${pages.length}`));
      expect(page).toContain("26-27/INV/000012");
      if (page.includes("Line ")) expect(page).toContain("Description");
    }
    const text = pages.join("\n");
    for (let n = 1; n <= 200; n++) expect(text).toMatch(new RegExp(`Line ${n}\\s`));
    expect(text).toContain(formatInr(invoice.grandTotal));
    expect(text.split("agreement.")).toHaveLength(181);
  });

  test("contains the logo once for all its pages", async () => {
    const images = (pdf: Uint8Array) =>
      Buffer.from(pdf).toString("latin1").split("/Subtype /Image").length - 1;
    expect(images(await renderInvoice(buildInvoice()))).toBe(0);
    expect(images(await renderInvoice(buildInvoice(), png(64, 64)))).toBe(1);
  });

  test("is the same bytes for the same invoice", async () => {
    expect(await renderInvoice(buildInvoice())).toEqual(await renderInvoice(buildInvoice()));
  });
});
