import { expect, test } from "bun:test";
import { drawInvoice } from "../../../server/pdf/papers.ts";
import { pagesOf, scanned } from "../../pdf.ts";
import { expected } from "../../returnsBooks.ts";
import { invoiceOf } from "./invoices.ts";

const [answer] = await expected("irp-response.json");
const einvoice = {
  irn: answer.Irn,
  ackNo: String(answer.AckNo),
  ackDate: answer.AckDt,
  signedQr: answer.SignedQRCode,
};

test("a registered invoice shows IRN, acknowledgement and the signed code, which a phone reads", async () => {
  const { supplier } = invoiceOf();
  const bankDetails = { ...supplier.bankDetails, upi: "" };
  const pdf = await drawInvoice(
    invoiceOf({ irn: einvoice.irn, einvoice, supplier: { ...supplier, bankDetails } }),
  );
  const [first = ""] = await pagesOf(pdf);
  expect(first).toContain(einvoice.irn.slice(0, 32));
  expect(first).toContain(einvoice.irn.slice(32));
  expect(first).toContain("112610530645919");
  expect(first).toContain("1 Oct 2026, 18:05:00");
  expect(scanned(pdf, 170)).toBe(einvoice.signedQr);
});

test("an unregistered invoice does not mention registration", async () => {
  const [first = ""] = await pagesOf(await drawInvoice(invoiceOf()));
  expect(first).not.toContain("IRN");
});
