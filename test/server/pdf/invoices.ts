import {
  type EnteredItem,
  type InvoiceItem,
  type Supplier,
  toDocumentTitle,
  toLine,
} from "../../../domain/documents/invoices.ts";
import { isBillOfSupply, type PrintedInvoice } from "../../../domain/documents/paper.ts";
import { chargeLines } from "../../../domain/gst/figures.ts";
import { type Paise, toPaise, toRupees } from "../../../domain/money.ts";

export const LOGO: EnteredItem = {
  description: "Brand identity and logo design",
  hsnSac: "998391",
  qty: 2,
  rate: 25_000,
  discountPct: 0,
  taxPct: 18,
};

type Item = EnteredItem & Partial<Pick<InvoiceItem, "treatment" | "unit">>;
type Fields = Partial<Omit<PrintedInvoice, "items">> & { items?: Item[] };

export const SUPPLIER: Supplier = {
  agencyName: "Indigo Studio",
  location: "Ganga Towers\nPune 411016",
  contactNumber: "020 4123 9876",
  gstin: "27AAACB1234C1ZF",
  logoUrl: "",
  bankDetails: {
    accountName: "Asha & Sons Design",
    bankName: "HDFC Bank",
    accountNo: "50200012345678",
    ifsc: "HDFC0000149",
    upi: "ashadesign@okhdfcbank",
    branch: "Shivajinagar",
  },
  legalName: "",
  city: "",
  pin: "",
  lut: [],
  isComposition: false,
};

export function buildInvoice({ items: entered = [LOGO], ...fields }: Fields = {}): PrintedInvoice {
  const { gstMode = "INTRA", roundOff = 0, invoiceNumber: number = "26-27/INV/000012" } = fields;
  const { kind = "INVOICE", supply = "REGULAR", reverseCharge = false } = fields;
  const supplier = fields.supplier ?? SUPPLIER;
  const isUntaxed = isBillOfSupply({ kind, supplier });
  const charge = { mode: gstMode, supply, reverseCharge, isUntaxed };
  const { lines, totals } = chargeLines(entered.map(toLine), charge, toPaise(roundOff) as Paise);
  const { tax, ...figures } = totals;
  const grandTotal = toRupees(figures.grandTotalPaise);
  const items = lines.map(({ taxable, cgst, sgst, igst }, n) => ({
    unit: "",
    treatment: "" as const,
    pureAgent: false,
    ...(entered[n] as Item),
    taxable: toRupees(taxable),
    cgst: toRupees(cgst),
    sgst: toRupees(sgst),
    igst: toRupees(igst),
  }));
  const owed = (part: "cgst" | "igst" | "sgst") =>
    reverseCharge ? toRupees(lines.reduce((sum, line) => sum + line[part], 0) as Paise) : 0;
  const invoice = {
    kind,
    number,
    title: "",
    warnings: [],
    supply,
    reverseCharge,
    foreignCurrency: "",
    exchangeRate: 0,
    deliveryAddress: "",
    reverseChargeTax: { cgst: owed("cgst"), sgst: owed("sgst"), igst: owed("igst") },
    creditApplied: 0,
    advancesUsed: 0,
    writtenOff: 0,
    _id: "i",
    invoiceNumber: number,
    date: "2026-10-05",
    dueDate: "2026-10-20",
    clientId: { _id: "c", displayName: "Asha", email: "" },
    status: "SENT" as const,
    gstMode,
    placeOfSupply: "",
    supplyPlace:
      gstMode === "IGST" ? { text: "Karnataka", stateCode: "29" } : { text: "mh", stateCode: "27" },
    items,
    subTotal: toRupees(figures.subTotalPaise),
    discountTotal: toRupees(figures.discountTotalPaise),
    taxableValue: toRupees(figures.taxableValuePaise),
    tax: { cgst: toRupees(tax.cgst), sgst: toRupees(tax.sgst), igst: toRupees(tax.igst) },
    roundOff,
    grandTotal,
    received: 0,
    tds: 0,
    seriesId: "",
    balance: grandTotal,
    notes: "Thank you",
    terms: "15 days",
    supplier,
    recipient: {
      name: "Bela Ltd",
      address: "14 MG Road\nNear the post office",
      city: "Bengaluru",
      pin: "560001",
      gstin: "29AAGFS4321P1ZP",
      state: "Karnataka",
      stateCode: "29",
      email: "accounts@bela.test",
      phone: "98450 12345",
      kind: "REGULAR" as const,
      country: "IN",
    },
    createdBy: { _id: "u", fullName: "Asha" },
    createdAt: "2026-10-05T05:00:00.000Z",
    settled: [],
    irn: "",
    serviceDate: "",
    ...fields,
  };
  return { ...invoice, title: toDocumentTitle(invoice) };
}
