import * as v from "valibot";
import { FILINGS } from "../../domain/agencies/agency.ts";
import type { DocumentEinvoice, StoredEinvoices } from "../../domain/gst/returns/einvoices.ts";
import {
  type EinvoiceRow,
  FILED_RETURNS,
  type Filing,
  type GstPeriod,
  type Gstr3bShown,
  type PeriodRow,
  type SectionRow,
} from "../../domain/gst/returns/filings.ts";
import { CODES } from "../../domain/gst/returns/findings.ts";
import { TABLES } from "../../domain/gst/returns/placement.ts";
import { TAX_HEADS } from "../../domain/purchases/offset.ts";
import {
  count,
  day,
  dayIfAny,
  id,
  isTrue,
  moment,
  percent,
  rupees,
  shapeOf,
  text,
} from "./shapes.ts";

const month = v.pipe(text, v.description("Its last month, such as 2026-10"));
const taxHead = v.picklist(TAX_HEADS);
const status = v.picklist(["open", "checked", "filed"]);
const whichReturn = v.picklist(FILED_RETURNS);
const sums = { taxable: rupees, igst: rupees, cgst: rupees, sgst: rupees };
const figures = v.object(sums);

export const periodRow = shapeOf<PeriodRow>()(
  v.object({
    period: month,
    return: whichReturn,
    status,
    due: day,
    documents: count,
    errors: count,
    warnings: count,
    tax: v.pipe(rupees, v.description("Rupees due on what was supplied, before credit")),
  }),
);

export const filing = shapeOf<Filing>()(
  v.object({
    _id: id,
    period: month,
    return: whichReturn,
    date: day,
    arn: text,
    fileName: text,
    documents: count,
    createdBy: v.object({ _id: id, fullName: text }),
    createdAt: moment,
  }),
);

const finding = v.object({
  code: v.picklist(CODES),
  level: v.picklist(["ERROR", "WARNING"]),
  subject: text,
  message: text,
  link: v.pipe(text, v.description("The page where it is put right")),
  fix: v.optional(
    v.object({
      field: v.picklist(["gstin", "hsnSac", "treatment"]),
      id: v.pipe(id, v.description("Of the client, or of the document")),
      value: text,
      lines: v.array(v.object({ line: count, description: text, value: text })),
    }),
  ),
});

const KINDS = [
  "INVOICE",
  "BILL_OF_SUPPLY",
  "CREDIT_NOTE",
  "DEBIT_NOTE",
  "RECEIPT_VOUCHER",
] as const;
const named = { documentId: text, number: text, date: day, client: text };
const sectionRow = shapeOf<SectionRow>()(
  v.object({
    ...named,
    kind: v.picklist(KINDS),
    table: v.picklist(TABLES),
    ...sums,
    total: rupees,
  }),
);
const section = v.array(sectionRow);

const hsnRow = v.object({
  code: text,
  description: text,
  unit: text,
  qty: v.number(),
  rate: percent,
  ...sums,
});

export const einvoiceRow = shapeOf<EinvoiceRow>()(
  v.object({
    ...named,
    link: text,
    total: rupees,
    state: v.picklist(["MISSING_DETAILS", "REGISTERED", "TO_DO"]),
    errors: v.array(text),
    until: dayIfAny,
  }),
);

const table = v.object({ documents: count, ...sums });

export const gstPeriod = shapeOf<GstPeriod>()(
  v.object({
    period: month,
    name: text,
    return: whichReturn,
    filing: v.picklist(FILINGS),
    status,
    documents: count,
    due: v.object({ gstr1: day, gstr3b: day }),
    preflight: v.array(finding),
    summary: v.object({
      "4A": table,
      "4B": table,
      "5": table,
      "6A": table,
      "6B": table,
      "7": table,
      "8": v.object({ nil: rupees, exempt: rupees, nonGst: rupees }),
      "9A": v.pipe(table, v.description("Amended invoices, by the difference")),
      "9B registered": table,
      "9B unregistered": table,
      "9C": v.pipe(table, v.description("Amended notes, by the difference")),
      "11A": table,
      "11B": table,
    }),
    sections: v.object({
      b2b: section,
      b2cl: section,
      b2cs: section,
      nil: section,
      exp: section,
      at: section,
      cdnr: section,
      cdnur: section,
      amended: section,
      txpd: section,
    }),
    hsn: v.object({ b2b: v.array(hsnRow), b2c: v.array(hsnRow) }),
    documentsIssued: v.array(
      v.object({
        number: count,
        name: text,
        ranges: v.array(v.object({ from: text, to: text, total: count, cancelled: count })),
      }),
    ),
    filings: v.array(filing),
  }),
);

const heads = { igst: rupees, cgst: rupees, sgst: rupees };
const byHead = v.object(heads);
const creditOfRow = v.object({ ...heads, cess: rupees });
const byState = v.object({ inter: rupees, intra: rupees });
const places = v.array(v.object({ pos: text, taxable: rupees, igst: rupees }));

export const gstr3b = shapeOf<Gstr3bShown>()(
  v.object({
    period: month,
    name: text,
    status,
    due: day,
    tables: v.object({
      "3.1a": figures,
      "3.1b": figures,
      "3.1c": figures,
      "3.1e": figures,
      "3.1d": v.object({ ...sums, cess: rupees }),
      "4A1": creditOfRow,
      "4A2": creditOfRow,
      "4A3": creditOfRow,
      "4A4": creditOfRow,
      "4A5": creditOfRow,
      "4B1": creditOfRow,
      "4B2": creditOfRow,
      "4C": creditOfRow,
      "4D1": creditOfRow,
      "4D2": creditOfRow,
      "5GST": byState,
      "5NONGST": byState,
      "3.2": v.object({ unregistered: places, composition: places, uin: places }),
    }),
    isProvisional: v.pipe(
      v.boolean(),
      v.description(
        "No GSTR-2B is loaded: table 4 is as the books have it, and not for the portal",
      ),
    ),
    reverseCharge: v.pipe(rupees, v.description("Of 3.1a: supplies whose tax the client pays")),
    payable: v.pipe(
      v.object({ igst: rupees, cgst: rupees, sgst: rupees, total: rupees }),
      v.description("By head in whole rupees, before credit"),
    ),
    credit: v.pipe(
      v.object({
        ...{ net: byHead, used: byHead, left: byHead, reversedBeyond: byHead, reclaimable: byHead },
        setOff: v.array(v.object({ from: taxHead, to: taxHead, amount: rupees })),
      }),
      v.description(
        "Of the period, what pays in whole rupees and which head's, what is left, what is owed since more " +
          "was reversed, and what the portal's statement of reversed credit holds to be taken again",
      ),
    ),
    brought: v.pipe(
      v.object({ credit: byHead, negative: byHead, isTyped: v.boolean() }),
      v.description(
        "Taken over from the return before: credit (or as it was typed), and what was below zero",
      ),
    ),
    negativeLeft: v.pipe(
      byHead,
      v.description("What this return has below zero, for the next one"),
    ),
    cash: v.pipe(
      v.object({ ...heads, total: rupees }),
      v.description("What is left to pay, with the tax of reverse charge"),
    ),
    toPay: v.pipe(
      v.object({ tax: byHead, interest: byHead, lateFee: byHead, byHead, total: rupees }),
      v.description(
        "All that is paid in money: tax is the same as in cash, the rest is of table 5.1",
      ),
    ),
    interest: v.pipe(
      v.object({ days: count, igst: rupees, cgst: rupees, sgst: rupees }),
      v.description("What filing late costs: paid with the next return"),
    ),
    lateFee: v.object({ cgst: rupees, sgst: rupees }),
    lowestCash: v.pipe(
      byHead,
      v.description(
        "What lay in the cash ledger from the due date until filing: no interest on it",
      ),
    ),
    notes: v.pipe(v.array(text), v.description("What an accountant adds: Rule 43, s. 50(3)")),
    filing: v.nullable(filing),
  }),
);

export const documentEinvoice = shapeOf<DocumentEinvoice>()(
  v.object({
    state: v.picklist(["CANCELLED", "MISSING_DETAILS", "NOT_NEEDED", "REGISTERED", "TO_DO"]),
    reason: text,
    errors: v.array(text),
    until: dayIfAny,
    irn: text,
    ackNo: text,
    ackDate: text,
    signedQr: text,
    isVerified: isTrue,
  }),
);

export const storedEinvoices = shapeOf<StoredEinvoices>()(
  v.object({
    stored: count,
    unknown: count,
    refused: v.array(v.object({ number: text, reason: text })),
  }),
);
