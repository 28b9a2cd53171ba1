import { expect, test } from "bun:test";
import { renderInvoice } from "../../../server/pdf/pdfQueue.ts";
import { readPages, scanned } from "../../pdf.ts";
import { expected } from "../../returnsBooks.ts";
import { buildInvoice } from "./invoices.ts";

const [answer] = await expected("irp-response.json");
const einvoice = {
  irn: answer.Irn,
  ackNo: String(answer.AckNo),
  ackDate: answer.AckDt,
  signedQr: answer.SignedQRCode,
};

test("a registered invoice shows IRN, acknowledgement and the signed code, which a phone reads", async () => {
  const { supplier } = buildInvoice();
  const bankDetails = { ...supplier.bankDetails, upi: "" };
  const pdf = await renderInvoice(
    buildInvoice({ irn: einvoice.irn, einvoice, supplier: { ...supplier, bankDetails } }),
  );
  const [first = ""] = await readPages(pdf);
  expect(first).toContain(einvoice.irn.slice(0, 32));
  expect(first).toContain(einvoice.irn.slice(32));
  expect(first).toContain("112610530645919");
  expect(first).toContain("1 Oct 2026, 18:05:00");
  expect(scanned(pdf, 170)).toBe(einvoice.signedQr);
});

test("an unregistered invoice does not mention registration", async () => {
  const [first = ""] = await readPages(await renderInvoice(buildInvoice()));
  expect(first).not.toContain("IRN");
});
