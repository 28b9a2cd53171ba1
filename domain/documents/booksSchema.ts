import * as v from "valibot";
import {
  amount,
  amountOrNone,
  date,
  dateIfAny,
  id,
  longText,
  money,
  notes,
  oneOf,
  optionalLine,
  percent,
  quantity,
  requiredLine,
  requiredText,
  strictObject,
} from "../fields.ts";
import { SUPPLIES } from "../gst/supply.ts";
import { ACCOUNT_TYPES, accountName } from "../ledger/accounts.ts";
import { bill, inward, reclaimed, vendor } from "../purchases/booksBills.ts";
import { mode, number, numberOrText, placeOfSupplyCode, tdsAmount } from "./booksPieces.ts";
import { completeClient, partyFields } from "./clients.ts";
import { exchangeRate, foreignCurrency, ITEMS_MAX, lineTreatment } from "./invoiceInput.ts";
import { NOTE_REASONS } from "./notes.ts";
import { VOUCHER_KINDS } from "./vouchers.ts";

// A file with the books of another program: clients, documents with their numbers, dates and states,
// advances and payments. Ids are local to the file. Amounts are numbers or text. We compute the totals
// of documents; a given `total` must agree.

const client = v.pipe(
  strictObject({
    id: id("Id is required"),
    name: requiredLine("Name"),
    billingName: partyFields.billingName,
    kind: partyFields.kind,
    gstin: partyFields.gstin,
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
  v.transform(({ id, name: displayName, address: billingAddress, ...rest }) => ({
    id,
    client: completeClient({ ...rest, displayName, billingAddress }),
  })),
);

const line = strictObject({
  description: requiredText("Description"),
  hsnSac: optionalLine("HSN/SAC"),
  qty: numberOrText(quantity("Quantity")),
  unit: optionalLine("Unit"),
  rate: numberOrText(amountOrNone("Rate")),
  discountPct: v.optional(numberOrText(percent("Discount")), 0),
  taxPct: v.optional(numberOrText(percent("Tax"))),
  treatment: lineTreatment,
  pureAgent: v.optional(v.boolean("Pure agent must be true or false")),
});

const supply = v.optional(oneOf("Supply", SUPPLIES));

const SENDABLE = ["DRAFT", "SENT", "CANCELLED"] as const;
const STATUSES = [...SENDABLE, "ACCEPTED", "DECLINED"] as const;
const FILE_KINDS = ["INVOICE", "BILL_OF_SUPPLY", "CREDIT_NOTE", "DEBIT_NOTE", "ESTIMATE"] as const;

const document = v.pipe(
  strictObject({
    kind: oneOf("Kind", FILE_KINDS),
    number,
    date,
    dueDate: dateIfAny,
    client: id("Client is required"),
    supply,
    reverseCharge: v.optional(v.boolean("Reverse charge must be true or false"), false),
    placeOfSupplyCode,
    deliveryAddress: longText("Delivery address"),
    status: v.optional(oneOf("Status", STATUSES), "SENT"),
    foreignCurrency,
    exchangeRate: v.optional(numberOrText(exchangeRate), 0),
    lines: v.pipe(
      v.unknown(),
      v.check((lines) => Array.isArray(lines) && lines.length > 0, "Lines are required"),
      v.check(
        (lines) => Array.isArray(lines) && lines.length <= ITEMS_MAX,
        "A document has at most 1,000 lines",
      ),
      v.array(line),
    ),
    roundOff: v.optional(
      numberOrText(
        v.pipe(
          money("Round off"),
          v.check((paise) => Math.abs(paise) <= 99_99, "Round off must be from -99.99 to 99.99"),
        ),
      ),
      0,
    ),
    notes,
    terms: longText("Terms"),
    reason: v.optional(oneOf("Reason", NOTE_REASONS), "OTHER"),
    /** The document that a note corrects: in this file, in the books, or older than both. */
    original: v.optional(
      strictObject({
        number: requiredLine("Number of the original"),
        date,
        total: numberOrText(money("Total of the original")),
      }),
    ),
    /** Advances that an invoice uses, by voucher number. */
    adjusts: v.optional(
      v.array(
        strictObject({ voucher: requiredLine("Voucher"), amount: numberOrText(amount) }),
        "Adjusts must be a list",
      ),
      [],
    ),
    irn: optionalLine("IRN"),
    /** The total in the other program. */
    total: v.optional(numberOrText(money("Total"))),
    /**
     * Programs round tax differently, so a difference of up to a rupee to the total becomes a round-off.
     */
    roundToTotal: v.optional(v.boolean("Round to total must be true or false"), false),
  }),
  v.forward(
    v.partialCheck(
      [["date"], ["dueDate"]],
      (one) => one.dueDate === "" || one.dueDate >= one.date,
      "Due date must not be before the date",
    ),
    ["dueDate"],
  ),
  v.forward(
    v.partialCheck(
      [["kind"], ["status"]],
      ({ kind, status }) =>
        kind === "ESTIMATE"
          ? status !== "CANCELLED"
          : SENDABLE.some((sendable) => sendable === status),
      "Status does not fit the kind: estimates are ACCEPTED or DECLINED, other documents CANCELLED",
    ),
    ["status"],
  ),
);
export type FileDocument = v.InferOutput<typeof document>;

const voucher = v.pipe(
  strictObject({
    kind: v.picklist(VOUCHER_KINDS, "Kind must be RECEIPT_VOUCHER or REFUND_VOUCHER"),
    number,
    date,
    client: id("Client is required"),
    amount: numberOrText(amount),
    tdsAmount,
    taxPct: v.optional(numberOrText(percent("Tax"))),
    placeOfSupplyCode,
    supply,
    /** Number of the voucher that a refund repays. */
    against: optionalLine("Voucher"),
    description: optionalLine("Description"),
    status: v.optional(
      v.picklist(["SENT", "CANCELLED"], "Status must be SENT or CANCELLED"),
      "SENT",
    ),
    /** Name of the account. Without one it is "Before bahi". */
    account: optionalLine("Account"),
    mode,
    reference: optionalLine("Reference"),
  }),
  v.forward(
    v.partialCheck(
      [["kind"], ["against"]],
      ({ kind, against }) => kind === "RECEIPT_VOUCHER" || against !== "",
      "A refund must name the voucher it refunds",
    ),
    ["against"],
  ),
);
export type FileVoucher = v.InferOutput<typeof voucher>;

const payment = v.pipe(
  strictObject({
    /** Number of an invoice, a bill of supply or a debit note, or of a vendor’s bill. */
    document: optionalLine("Document"),
    bill: optionalLine("Bill"),
    date,
    amount: numberOrText(amountOrNone("Amount")),
    tdsAmount,
    account: optionalLine("Account"),
    mode,
    reference: optionalLine("Reference"),
    notes,
  }),
  v.forward(
    v.partialCheck(
      [["amount"], ["tdsAmount"]],
      ({ amount, tdsAmount }) => amount + tdsAmount > 0,
      "Amount must be greater than 0",
    ),
    ["amount"],
  ),
  v.forward(
    v.partialCheck(
      [["document"], ["bill"]],
      ({ document, bill }) => (document === "") !== (bill === ""),
      "Document is required",
    ),
    ["document"],
  ),
);
export type FilePayment = v.InferOutput<typeof payment>;

const opening = v.pipe(
  strictObject({
    account: v.optional(accountName),
    /** Type of an account that has to be created. */
    type: v.optional(oneOf("Type", ACCOUNT_TYPES), "Bank"),
    /** Name or id of a category or system ledger. */
    ledger: optionalLine("Ledger"),
    date,
    /** Balance before that day's entries. Debit is positive for a ledger. */
    amount: numberOrText(money("Amount")),
  }),
  v.forward(
    v.partialCheck(
      [["account"], ["ledger"]],
      ({ account, ledger }) => account === undefined || ledger === "",
      "An opening balance is for an account or a ledger, not both",
    ),
    ["ledger"],
  ),
  v.forward(
    v.partialCheck(
      [["account"], ["ledger"]],
      ({ account, ledger }) => account !== undefined || ledger !== "",
      "Account is required",
    ),
    ["account"],
  ),
  v.forward(
    v.partialCheck(
      [["ledger"], ["type"], ["amount"]],
      ({ ledger, type, amount }) => ledger !== "" || type === "Card" || amount >= 0,
      "Amount must not be negative",
    ),
    ["amount"],
  ),
  v.transform(({ account = "", ...rest }) => ({ account, ...rest })),
);

export const SECTIONS = {
  clients: client,
  documents: document,
  vouchers: voucher,
  vendors: vendor,
  bills: bill,
  inwardDocuments: inward,
  reclaimed,
  payments: payment,
  openings: opening,
};

/** Schema of the whole file, for programs that write one. */
export const BooksFile = strictObject({
  clients: v.optional(v.array(client), []),
  documents: v.optional(v.array(document), []),
  vouchers: v.optional(v.array(voucher), []),
  vendors: v.optional(v.array(vendor), []),
  bills: v.optional(v.array(bill), []),
  inwardDocuments: v.optional(v.array(inward), []),
  reclaimed: v.optional(v.array(reclaimed), []),
  payments: v.optional(v.array(payment), []),
  openings: v.optional(v.array(opening), []),
});
