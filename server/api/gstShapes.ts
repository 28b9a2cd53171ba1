import * as v from "valibot";
import { FILINGS } from "../../domain/agencies/agency.ts";
import type { GstPayment } from "../../domain/closing/gstPayment.ts";
import type { DocumentEinvoice, StoredEinvoices } from "../../domain/gst/returns/einvoices.ts";
import {
  type EinvoiceRow,
  FILED_RETURNS,
  type Filing,
  type GstPeriod,
  type Gstr3bView,
  type PeriodRow,
  type SectionRow,
} from "../../domain/gst/returns/filings.ts";
import { CODES } from "../../domain/gst/returns/findings.ts";
import { TABLES } from "../../domain/gst/returns/placement.ts";
import { TAX_HEADS } from "../../domain/purchases/offset.ts";
import {
  count,
  createShape,
  day,
  dayIfAny,
  id,
  isTrue,
  moment,
  percent,
  rupeeSum,
  rupees,
  text,
} from "./shapes.ts";

const month = v.pipe(text, v.description("Its last month, such as 2026-10"));
const taxHead = v.picklist(TAX_HEADS);
const status = v.picklist(["open", "checked", "filed"]);
const whichReturn = v.picklist(FILED_RETURNS);
const sums = { taxable: rupees, igst: rupees, cgst: rupees, sgst: rupees };
const figures = v.object(sums);

export const periodRow = createShape<PeriodRow>()(
  v.object({
    period: month,
    return: whichReturn,
    status,
    due: day,
    documents: count,
    errors: count,
    warnings: count,
    tax: v.pipe(rupees, v.description("Tax due on supplies before credit, in rupees")),
  }),
);

export const filing = createShape<Filing>()(
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
  link: v.pipe(text, v.description("Page where you can fix it")),
  fix: v.optional(
    v.object({
      field: v.picklist(["gstin", "hsnSac", "treatment"]),
      id: v.pipe(id, v.description("Id of the client or document")),
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
const sectionRow = createShape<SectionRow>()(
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

export const einvoiceRow = createShape<EinvoiceRow>()(
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

export const gstPeriod = createShape<GstPeriod>()(
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
      "9A": v.pipe(table, v.description("Amended invoices, as differences")),
      "9B registered": table,
      "9B unregistered": table,
      "9C": v.pipe(table, v.description("Amended notes, as differences")),
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

export const gstr3b = createShape<Gstr3bView>()(
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
      v.description("No GSTR-2B is loaded: table 4 comes from the books and is not final"),
    ),
    reverseCharge: v.pipe(
      rupees,
      v.description("Part of 3.1a: supplies on which the client pays the tax"),
    ),
    payable: v.pipe(
      v.object({ igst: rupees, cgst: rupees, sgst: rupees, total: rupees }),
      v.description("By tax head, in whole rupees, before credit"),
    ),
    credit: v.pipe(
      v.object({
        net: byHead,
        used: byHead,
        left: byHead,
        reversedBeyond: byHead,
        reclaimable: byHead,
        setOff: v.array(v.object({ from: taxHead, to: taxHead, amount: rupees })),
      }),
      v.description(
        "Settlement of the period: credit used in whole rupees by head, credit left, amounts owed because " +
          "more was reversed, and reversed credit that the portal lists for reclaiming",
      ),
    ),
    brought: v.pipe(
      v.object({ credit: byHead, negative: byHead, isTyped: v.boolean() }),
      v.description(
        "Brought forward from the last return: credit (or as entered), and negative amounts",
      ),
    ),
    negativeLeft: v.pipe(byHead, v.description("Negative amounts carried to the next return")),
    cash: v.pipe(
      v.object({ ...heads, total: rupees }),
      v.description("Left to pay, including reverse charge tax"),
    ),
    toPay: v.pipe(
      v.object({ tax: byHead, interest: byHead, lateFee: byHead, byHead, total: rupees }),
      v.description("Total paid in money: tax as in cash; the rest from table 5.1"),
    ),
    interest: v.pipe(
      v.object({ days: count, igst: rupees, cgst: rupees, sgst: rupees }),
      v.description("Interest and late fee for late filing, paid with the next return"),
    ),
    lateFee: v.object({ cgst: rupees, sgst: rupees }),
    lowestCash: v.pipe(
      byHead,
      v.description("Balance in the cash ledger from the due date until filing; bears no interest"),
    ),
    notes: v.pipe(v.array(text), v.description("Items the accountant adds: Rule 43, s. 50(3)")),
    filing: v.nullable(filing),
  }),
);

export const documentEinvoice = createShape<DocumentEinvoice>()(
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

export const storedEinvoices = createShape<StoredEinvoices>()(
  v.object({
    stored: count,
    unknown: count,
    refused: v.array(v.object({ number: text, reason: text })),
  }),
);

export const gstPayment = createShape<GstPayment | null>()(
  v.nullable(
    v.object({
      rows: v.pipe(
        v.array(v.object({ words: text, heads: byHead, isSum: isTrue })),
        v.description("Table 6.1"),
      ),
      filedOn: v.pipe(text, v.description('Day of filing, which posts the set-off; "" before it')),
      journal: v.array(
        v.object({ date: day, ledger: text, reason: text, debit: rupeeSum, credit: rupeeSum }),
      ),
      toPay: rupees,
      unpaid: rupees,
      challan: v.nullable(
        v.object({
          _id: id,
          statementId: id,
          account: text,
          date: day,
          narration: text,
          amount: rupees,
          proposal: text,
        }),
      ),
    }),
  ),
);
