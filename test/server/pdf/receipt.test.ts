import { expect, test } from "bun:test";
import type { Receipt } from "../../../domain/documents/receipts.ts";
import { renderReceipt } from "../../../server/pdf/pdfQueue.ts";
import { copiedLines, readPages } from "../../pdf.ts";

const RECEIPT: Receipt = {
  _id: "r",
  receiptNumber: "FY26-27/RCPT/00042",
  date: "2026-11-21",
  client: {
    name: "மீரா Iyer",
    email: "meera@iyer.example",
    phone: "98450 12345",
    address: "14, 2nd Cross\nBengaluru",
  },
  purpose: "Logo design",
  amount: 123456.5,
  mode: "UPI",
  reference: "UTR 4312",
  accountId: { _id: "a", name: "HDFC Current", type: "Bank" },
  notes: "Second of two parts",
  transactionId: "t",
  createdBy: { _id: "u", fullName: "Asha" },
  createdAt: "2026-11-21T05:00:00.000Z",
  metadataSnapshot: {
    agencyName: "Indigo Studio",
    gstin: "29AAGFS4321P1ZP",
    location: "Bengaluru",
    contactNumber: "+91 80 4123 9876",
    logoUrl: "",
  },
};

test("a receipt names payer, payee, purpose and mode, once for each party", async () => {
  const pdf = await renderReceipt(RECEIPT);
  const pages = await readPages(pdf);
  expect(pages).toHaveLength(1);
  for (const text of [
    "Indigo Studio",
    "GSTIN 29AAGFS4321P1ZP",
    "FY26-27/RCPT/00042",
    "21 Nov 2026",
    "98450 12345",
    "14, 2nd Cross, Bengaluru",
    "Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Fifty Paise Only",
    "₹1,23,456.50",
    "Logo design",
    "UPI, reference UTR 4312",
    "HDFC Current",
    "Second of two parts",
    "Authorised signatory",
  ]) {
    expect(pages[0]?.split(text).length, text).toBeGreaterThanOrEqual(3);
  }
  expect(copiedLines(pdf)).toContain("மீரா Iyer");
});

test("the same receipt gives the same bytes, and texts of any length fit the page", async () => {
  expect(await renderReceipt(RECEIPT)).toEqual(await renderReceipt(RECEIPT));
  const long = {
    ...RECEIPT,
    client: { ...RECEIPT.client, name: "राग ".repeat(60), address: "line\n".repeat(900) },
    purpose: "W".repeat(500),
    reference: "R".repeat(200),
    amount: 99_999_999_999.99,
  };
  const pages = await readPages(await renderReceipt(long));
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain("₹99,99,99,99,999.99");
});
