import { describe, expect, test } from "bun:test";
import { COMPOSITION } from "../../../domain/documents/paper.ts";
import { findEndorsement } from "../../../domain/gst/supply.ts";
import { renderInvoice } from "../../../server/pdf/pdfQueue.ts";
import { readPages, scanned } from "../../pdf.ts";
import { buildInvoice, LOGO, SUPPLIER } from "./invoices.ts";

// The documents of each kind of supply, worked as D7 to D14 of the rules.

async function read(fields: Parameters<typeof buildInvoice>[0]): Promise<string> {
  return (await readPages(await renderInvoice(buildInvoice(fields))))
    .join("\n")
    .replace(/\s+/g, " ");
}

const LUT = { number: "AD270326000001X", from: "2026-04-01", to: "2027-03-31" };
const supplier = { ...SUPPLIER, lut: [LUT] };
const abroad = {
  ...buildInvoice().recipient,
  name: "Lakeside Inc",
  kind: "OVERSEAS" as const,
  country: "US",
  gstin: "",
  city: "Chicago",
  pin: "60601",
  state: "Outside India",
  stateCode: "96",
};
const export_ = {
  supplier,
  recipient: abroad,
  gstMode: "IGST" as const,
  supplyPlace: { text: "Outside India", stateCode: "96" },
};

describe("the PDF of", () => {
  test("an export under LUT", async () => {
    const items = [{ ...LOGO, qty: 3, rate: 95_000.5 }];
    const supply = "EXPORT_WITHOUT_TAX" as const;
    const text = await read({
      ...export_,
      supply,
      items,
      foreignCurrency: "USD",
      exchangeRate: 83.41,
      deliveryAddress: "Pier 9, San Francisco",
    });
    for (const words of [
      "TAX INVOICE",
      findEndorsement(supply),
      "LUT AD270326000001X, valid 1 Apr 2026 to 31 Mar 2027",
      "Country of destination: United States",
      "USD 3,416.87 at 83.4100",
      "Pier 9, San Francisco",
      "₹2,85,001.50",
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toMatch(/State:|IGST|CGST|18%/);
    expect(await read({ ...export_, supply, supplier: SUPPLIER })).not.toContain("LUT AD");
  });

  test("an export with tax", async () => {
    const supply = "EXPORT_WITH_TAX" as const;
    const text = await read({ ...export_, supply, items: [{ ...LOGO, qty: 1, rate: 120_000 }] });
    for (const words of [findEndorsement(supply), "IGST 18%", "₹21,600.00", "₹1,41,600.00"]) {
      expect(text).toContain(words);
    }
    expect(text).not.toMatch(/LUT|State:/);
  });

  test("a supply to an SEZ within the state, with IGST", async () => {
    const supply = "SEZ_WITH_TAX" as const;
    const text = await read({ supplier, supply, gstMode: "IGST" });
    for (const words of [findEndorsement(supply), "IGST 18%", "₹9,000.00", "State: Karnataka"]) {
      expect(text).toContain(words);
    }
  });

  test("reverse charge: the rate, no tax in the total, and what the client pays", async () => {
    const items = [{ ...LOGO, qty: 1, rate: 200_000 }];
    const text = await read({ reverseCharge: true, gstMode: "IGST", items });
    for (const words of [
      "TAX INVOICE",
      "Reverse charge Yes",
      "18%",
      "Tax payable by the recipient under reverse charge IGST ₹36,000.00",
      "₹2,00,000.00 due 20 Oct 2026",
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain("2,36,000");
  });

  test("a bill of supply: no tax, no reverse charge, units", async () => {
    const items = [
      { ...LOGO, rate: 12_000, qty: 1, taxPct: 0, treatment: "EXEMPT" as const },
      { ...LOGO, rate: 100, qty: 30, taxPct: 0, treatment: "NON_GST" as const, unit: "LTR" },
    ];
    const text = await read({ kind: "BILL_OF_SUPPLY", items });
    for (const words of ["BILL OF SUPPLY", "30 LTR", "₹15,000.00", "GSTIN 27AAACB1234C1ZF"]) {
      expect(text).toContain(words);
    }
    expect(text).not.toMatch(/CGST|IGST|Taxable|Reverse charge|Composition/);
  });

  test("a composition dealer says so on top", async () => {
    const text = await read({ supplier: { ...SUPPLIER, isComposition: true } });
    expect(text).toStartWith(COMPOSITION);
    expect(text).toContain("BILL OF SUPPLY");
    expect(text).toContain("₹50,000.00 due");
    expect(text).not.toMatch(/CGST|18%/);
  });

  test("a legal name and a town missing from the address", async () => {
    const legal = { legalName: "Indigo Studio Private Limited", city: "Pune", pin: "411016" };
    expect(await read({ supplier: { ...SUPPLIER, ...legal } })).toContain(
      "Indigo Studio Private Limited Ganga Towers Pune 411016 020 4123 9876",
    );
    const bare = { ...SUPPLIER, ...legal, location: "Ganga Towers" };
    expect(await read({ supplier: bare })).toContain("Ganga Towers Pune 411016 020");
  });

  test("settlements other than money", async () => {
    const sums = { creditApplied: 11_800, advancesUsed: 20_000, writtenOff: 200 };
    const used = { kind: "ADVANCE" as const, number: "26-27/RV/000001", amount: 20_000 };
    const days = { sourceDate: "2026-10-01", date: "2026-10-05" };
    const settled = [{ _id: "s", sourceId: "v", reason: "", ...used, ...days }];
    const invoice = buildInvoice({ ...sums, settled, status: "PARTIALLY_PAID", balance: 27_000 });
    const pdf = await renderInvoice(invoice);
    const text = (await readPages(pdf)).join(" ").replace(/\s+/g, " ");
    for (const words of [
      "Less: credit applied −₹11,800.00",
      "Less: advance received −₹20,000.00",
      "Voucher 26-27/RV/000001 dated 1 Oct 2026: ₹20,000.00",
      "Written off −₹200.00",
      "Balance due ₹27,000.00",
    ]) {
      expect(text).toContain(words);
    }
    expect(scanned(pdf)).toContain("Balance%20of");
  });

  test("a place of delivery and many advances, line by line", async () => {
    const advance = { _id: "s", kind: "ADVANCE" as const, sourceId: "v", reason: "", amount: 100 };
    const days = { sourceDate: "2026-10-01", date: "2026-10-05" };
    const numbers = Array.from({ length: 9 }, (_, n) => `26-27/RV/00000${n + 1}`);
    const settled = numbers.map((number) => ({ ...advance, ...days, number }));
    const deliveryAddress = "Plot 7, MIDC\nHingna Road\nNagpur 440016";
    const pdf = await renderInvoice(buildInvoice({ settled, advancesUsed: 900, deliveryAddress }));
    const drawn = (await readPages(pdf)).join("\n").split("\n");
    for (const words of [
      ...deliveryAddress.split("\n"),
      ...numbers.map((number) => `Voucher ${number} dated 1 Oct 2026: ₹100.00`),
    ]) {
      expect(drawn.map((line) => line.trim())).toContain(words);
    }
  });
});
