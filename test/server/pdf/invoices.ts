import { type Invoice, type InvoiceItem, toLine } from "../../../domain/documents/invoices.ts";
import { figuresOf } from "../../../domain/gst/figures.ts";
import { type Paise, toPaise, toRupees } from "../../../domain/money.ts";

export const LOGO: InvoiceItem = {
  description: "Brand identity and logo design",
  hsnSac: "998391",
  qty: 2,
  rate: 25_000,
  discountPct: 0,
  taxPct: 18,
};

/** One line of services from Maharashtra, but for what is said otherwise. */
export function invoiceOf(fields: Partial<Invoice> = {}): Invoice {
  const { items = [LOGO], gstMode = "INTRA", roundOff = 0 } = fields;
  const { tax, ...figures } = figuresOf(items.map(toLine), gstMode, toPaise(roundOff) as Paise);
  const grandTotal = toRupees(figures.grandTotal);
  return {
    _id: "i",
    invoiceNumber: "26-27/INV/000012",
    date: "2026-10-05",
    dueDate: "2026-10-20",
    clientId: { _id: "c", displayName: "Asha", email: "" },
    status: "SENT",
    gstMode,
    placeOfSupply: "",
    supplyPlace:
      gstMode === "IGST" ? { text: "Karnataka", stateCode: "29" } : { text: "mh", stateCode: "27" },
    items,
    subTotal: toRupees(figures.subTotal),
    discountTotal: toRupees(figures.discountTotal),
    taxableValue: toRupees(figures.taxableValue),
    tax: { cgst: toRupees(tax.cgst), sgst: toRupees(tax.sgst), igst: toRupees(tax.igst) },
    roundOff,
    grandTotal,
    received: 0,
    tds: 0,
    balance: grandTotal,
    notes: "Thank you",
    terms: "15 days",
    supplier: {
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
    },
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
    },
    createdBy: { _id: "u", fullName: "Asha" },
    createdAt: "2026-10-05T05:00:00.000Z",
    ...fields,
  };
}
