import { formatDate } from "../../domain/dates.ts";
import { formatPaise } from "../../domain/money.ts";
import type { DemoBill } from "./bills.ts";
import { VENDORS } from "./vendors.ts";

/** Draws a vendor's bill: a one-page PDF in a standard font. */
export function renderBill({ vendor, kind, number, date, what, totalPaise }: DemoBill): Uint8Array {
  const amount = formatPaise(totalPaise).replace("₹", "Rs. ");
  const head = [
    VENDORS[vendor].displayName,
    VENDORS[vendor].gstin && `GSTIN ${VENDORS[vendor].gstin}`,
  ];
  const title = [kind === "BILL" ? "Bill" : "Credit note", number].filter(Boolean).join(" ");
  const body = [`${title} of ${formatDate(date)}`, "To Indigo Studio, Pune", what, amount];
  const lines = [...head, "", ...body].map((line) => `(${line.replace(/[()\\]/g, "\\$&")}) Tj T*`);
  const text = `BT /F 14 Tf 24 TL 60 760 Td ${lines.join(" ")} ET`;
  return new TextEncoder().encode(buildPdf(text));
}

function buildPdf(text: string): string {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  let pdf = "%PDF-1.4\n";
  const places = objects.map((object, n) => {
    const at = String(pdf.length).padStart(10, "0");
    pdf += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return `${at} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${places.join("")}`;
  return `${pdf}${table}trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF\n`;
}
