import { expect, test } from "bun:test";
import { describeEntry } from "../../domain/agencies/auditWords.ts";
import { propose } from "../../domain/banking/propose.ts";
import { type Owed, payLink } from "../../domain/documents/upi.ts";
import type { Paise } from "../../domain/money.ts";
import { computeTdsRate, tdsLeft } from "../../domain/sharing/shared.ts";
import { computeLastLinkDay } from "../../domain/sharing/shareLinks.ts";
import { shareText, whatsAppLink, whatsAppNumber } from "../../domain/sharing/whatsapp.ts";

test("WhatsApp gets an international number, or none if it is not one mobile", () => {
  const indian = [
    ...["98765 43210", "+91 98765-43210", "098765 43210", "91 9876543210", "0091 9876543210"],
    ...["+91 (98765) 43210", " 98765.43210 "],
  ];
  for (const phone of indian)
    expect([phone, whatsAppNumber(phone)]).toEqual([phone, "919876543210"]);
  expect(whatsAppNumber("+44 7700 900123")).toBe("447700900123");
  expect(whatsAppNumber("0044 (0)7700 900123")).toBe("447700900123");
  const none = [
    ...["", "020 2553 1234", "12345", "+91 20 2553 1234", "98765 43210 / 98765 43211"],
    ...["98765 43210, 98765 43211", "9876543210 9876543211", "+91 98765 43210 +91 98765 43211"],
    ...["98765 43210 ext 4", "0", "+"],
  ];
  for (const phone of none) expect([phone, whatsAppNumber(phone)]).toEqual([phone, ""]);
});

test("the WhatsApp text names document, balance, due date and link, percent-encoded", () => {
  const text = shareText({
    title: "Invoice",
    number: "26-27/INV/000012",
    amount: 10_258,
    dueDate: "2026-11-05",
    url: "https://books.example/s/abc",
  });
  expect(text).toBe(
    "Invoice 26-27/INV/000012 of ₹10,258.00, due 5 Nov 2026: https://books.example/s/abc",
  );
  expect(whatsAppLink("98765 43210", text)).toBe(
    "https://wa.me/919876543210?text=Invoice%2026-27%2FINV%2F000012%20of%20%E2%82%B910%2C258.00%2C" +
      "%20due%205%20Nov%202026%3A%20https%3A%2F%2Fbooks.example%2Fs%2Fabc",
  );
  expect(whatsAppLink("", "x & y")).toBe("https://wa.me/?text=x%20%26%20y");
});

test("a link ends 90 days after the due date, or after today if that is later", () => {
  expect(computeLastLinkDay("2026-12-20", "2026-11-22")).toBe("2027-03-20");
  expect(computeLastLinkDay("2026-01-20", "2026-11-22")).toBe("2027-02-20");
  expect(computeLastLinkDay("", "2026-11-22")).toBe("2027-02-20");
});

const BANK = { accountName: "Indigo Studio", upi: "indigo@hdfcbank" };
const INVOICE = {
  number: "26-27/INV/000082",
  status: "SENT",
  balance: 95_580,
  grandTotal: 95_580,
  tds: 0,
  creditApplied: 0,
  taxableValue: 81_000,
  dueDate: "2026-12-20",
  supplyPlace: { text: "", stateCode: "27" },
  supplier: { agencyName: "Indigo Studio", bankDetails: BANK },
} as Owed;

test("a client's TDS rate comes from the settled part of their last document", () => {
  const whole = { taxablePaise: 81_000_00, grandTotalPaise: 95_580_00, settledPaise: 95_580_00 };
  const rate = (tds: number, more: object = {}) =>
    computeTdsRate({ ...whole, ...more, tdsPaise: tds } as Parameters<typeof computeTdsRate>[0]);
  expect([rate(8_100_00), rate(1_620_00), rate(8_100_40), rate(3_000_00)]).toEqual([10, 2, 10, 0]);
  expect(rate(4_050_00, { settledPaise: 47_790_00 })).toBe(10);
  expect(rate(0, { taxablePaise: 0, grandTotalPaise: 0 })).toBe(0);
  expect(tdsLeft(INVOICE, 10)).toBe(8_100_00 as Paise);
  expect(tdsLeft({ ...INVOICE, tds: 8_100, balance: 20_000 }, 10)).toBe(0 as Paise);
  expect(tdsLeft({ ...INVOICE, balance: 8_000 }, 10)).toBe(0 as Paise);
  const half = { creditApplied: 47_790, balance: 47_790 };
  expect(tdsLeft({ ...INVOICE, ...half }, 10)).toBe(4_050_00 as Paise);
});

test("finds a UPI payment from the page in the bank's file under any name", () => {
  const amounts = { taxablePaise: 81_000_00, balancePaise: 95_580_00, tdsLimitPaise: 16_200_00 };
  const open = { clientId: "c", ...amounts };
  const invoices = ["26-27/INV/000081", "26-27/INV/000082"].map((number) => ({
    ...open,
    id: number,
    number,
    client: "Meridian Realty LLP",
    date: "2026-11-20",
    dueDate: "2026-12-20",
  })) as Parameters<typeof propose>[0]["invoices"];
  const notes = [0, tdsLeft(INVOICE, 10)].map((kept) => {
    const asked = new URLSearchParams(payLink(INVOICE, kept as Paise)?.split("?")[1]);
    return { kept, paid: Number(asked.get("am")) * 100, note: asked.get("tn") ?? "" };
  });
  const forms = (note: string) => [
    `UPI-RAVI MENON-RAVI.M@OKAXIS-UTIB0000123-632945678901-${note.toUpperCase()}`,
    `UPI/632945678901/${note.replaceAll("/", "")}/ravi.m@okaxis/AXIS BANK`,
    `UPI/RAVI MENON/632945678901/${note.replace(/[^A-Za-z0-9 ]/g, "")}`,
  ];
  for (const { kept, paid, note } of notes) {
    for (const narration of forms(note)) {
      const line = { id: "1", date: "2026-11-25", amountPaise: paid as Paise, narration, ref: "" };
      const field = { lines: [line], entries: [], invoices, bills: [], others: [], rules: [] };
      const memory = { counts: new Map(), categories: new Map() };
      const [first] = propose({ ...field, memory, declined: new Set() }).get("1") ?? [];
      expect([narration, first]).toMatchObject([
        narration,
        { kind: "invoice", likely: true, parts: [{ id: INVOICE.number, tdsPaise: kept }] },
      ]);
    }
  }
});

test("the log records what was shared and what a client answered by link", () => {
  const entry = { _id: "1", at: "", userId: { _id: "1", name: "Asha", email: "" } };
  const link = { _id: "2", entity: "invoice", id: "3", number: "26-27/INV/000082" };
  const of = (
    action: "CREATE" | "DELETE" | "UPDATE",
    entity: "ShareLink" | "Estimate",
    payload = {},
  ) => describeEntry({ ...entry, action, entity, payload });
  expect(of("CREATE", "ShareLink", { after: link })).toBe("shared 26-27/INV/000082");
  expect(of("DELETE", "ShareLink", { before: link })).toBe("turned off a link to 26-27/INV/000082");
  const after = { number: "26-27/EST/000001", status: "ACCEPTED", answeredBy: "Ravi Menon" };
  expect(of("UPDATE", "Estimate", { before: {}, after })).toBe(
    "shared 26-27/EST/000001, which “Ravi Menon” accepted through the link",
  );
});
