import * as v from "valibot";
import {
  mode,
  number,
  numberOrText,
  placeOfSupplyCode,
  tdsAmount,
} from "../documents/booksPieces.ts";
import { partyFields } from "../documents/clients.ts";
import { ITEMS_MAX, roundOff, treatment } from "../documents/invoiceInput.ts";
import {
  amountOrNone,
  date,
  dateIfAny,
  id,
  money,
  notes,
  oneOf,
  optionalLine,
  percent,
  requiredLine,
  requiredText,
  strictObject,
} from "../fields.ts";
import { BILL_KINDS } from "./bills.ts";
import { blockedBy, itc, use } from "./credit.ts";
import { completeVendor, VENDOR_KINDS } from "./vendors.ts";

// Purchases in a file of books.

export const vendor = v.pipe(
  strictObject({
    id: id("Id is required"),
    name: requiredLine("Name"),
    billingName: partyFields.billingName,
    kind: v.optional(oneOf("Kind", VENDOR_KINDS)),
    gstin: partyFields.gstin,
    pan: optionalLine("PAN"),
    state: partyFields.state,
    stateCode: partyFields.stateCode,
    country: partyFields.country,
    address: partyFields.billingAddress,
    city: partyFields.city,
    pin: partyFields.pin,
    email: partyFields.email,
    phone: partyFields.phone,
    notes,
  }),
  v.transform(({ id, name: displayName, address: billingAddress, ...rest }) => {
    const usual = { tdsRule: "", itc: "", agreedDays: null } as const;
    const flags = { isSmallEnterprise: false, isAssociated: false };
    return {
      id,
      vendor: completeVendor({ ...usual, ...flags, ...rest, displayName, billingAddress }),
    };
  }),
);

const taxes = { cgst: "CGST", sgst: "SGST", igst: "IGST" } as const;
const head = (name: keyof typeof taxes) => v.optional(numberOrText(amountOrNone(taxes[name])));

const bought = strictObject({
  description: v.optional(requiredText("Description"), "As billed"),
  hsnSac: optionalLine("HSN/SAC"),
  taxable: numberOrText(amountOrNone("Taxable value")),
  taxPct: v.optional(numberOrText(percent("Tax")), 0),
  treatment,
  cgst: head("cgst"),
  sgst: head("sgst"),
  igst: head("igst"),
  cess: v.optional(numberOrText(amountOrNone("Cess")), 0),
  itc: v.optional(itc),
  blockedBy: v.optional(blockedBy),
  use: v.optional(use, ""),
});

const paid = strictObject({
  date,
  amount: numberOrText(amountOrNone("Amount")),
  tdsAmount,
  account: optionalLine("Account"),
  mode,
  reference: optionalLine("Reference"),
  notes,
});

export const bill = strictObject({
  kind: v.optional(oneOf("Kind", BILL_KINDS), "BILL"),
  number,
  date,
  receivedDate: dateIfAny,
  dueDate: dateIfAny,
  vendor: id("Vendor is required"),
  placeOfSupplyCode,
  reverseCharge: v.optional(v.boolean("Reverse charge must be true or false"), false),
  import: v.optional(v.picklist(["", "SERVICE"], "Import must be SERVICE"), ""),
  /** Default for all its lines. */
  itc: v.optional(itc),
  lines: v.pipe(
    v.unknown(),
    v.check((lines) => Array.isArray(lines) && lines.length > 0, "Lines are required"),
    v.check(
      (lines) => Array.isArray(lines) && lines.length <= ITEMS_MAX,
      "A bill has at most 1,000 lines",
    ),
    v.array(bought),
  ),
  roundOff: v.optional(numberOrText(roundOff), 0),
  notes,
  status: v.optional(
    v.picklist(["DRAFT", "OPEN", "CANCELLED"], "Status must be DRAFT, OPEN or CANCELLED"),
    "OPEN",
  ),
  /** Credit already settled; never matched with GSTR-2B. */
  earlier: v.optional(v.boolean("Earlier must be true or false"), false),
  paid: v.optional(v.array(paid, "Paid must be a list"), []),
  total: v.optional(numberOrText(money("Total"))),
});
export type FileBill = v.InferOutput<typeof bill>;
export type FileBillPayment = v.InferOutput<typeof paid>;

/** Credit reversed in a return before bahi, which can be reclaimed once the bill is paid. */
export const reclaimed = strictObject({
  bill: id("Bill is required"),
  /** `092026`, in the portal's format. */
  reversedIn: v.pipe(
    v.string("Reversed in is required"),
    v.regex(/^(0[1-9]|1[0-2])20\d\d$/, "Reversed in must be a month, written MMYYYY"),
    v.transform((text) => `${text.slice(2)}-${text.slice(0, 2)}`),
  ),
  igst: v.optional(numberOrText(amountOrNone("IGST")), 0),
  cgst: v.optional(numberOrText(amountOrNone("CGST")), 0),
  sgst: v.optional(numberOrText(amountOrNone("SGST")), 0),
  cess: v.optional(numberOrText(amountOrNone("Cess")), 0),
});

/** A document that the agency issued for a purchase, whose number is taken. */
export const inward = strictObject({
  kind: v.picklist(
    ["SELF_INVOICE", "PAYMENT_VOUCHER"],
    "Kind must be SELF_INVOICE or PAYMENT_VOUCHER",
  ),
  number,
  date,
});
