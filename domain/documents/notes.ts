import * as v from "valibot";
import { type CalendarDate, formatDate, toFinancialYear } from "../dates.ts";
import {
  amount,
  date,
  dateIfAny,
  datesInOrder,
  field,
  id,
  limitSchema,
  money,
  notes,
  oneOf,
  optionalLine,
  page,
  q,
  requiredLine,
  strictObject,
} from "../fields.ts";
import type { Rupees } from "../money.ts";
import type { Page } from "../page.ts";
import { itemsSchema, roundOff } from "./invoiceInput.ts";
import {
  INVOICE_STATUSES,
  type Invoice,
  type InvoiceStatus,
  type Summed,
  type Warning,
} from "./invoices.ts";
import { PAYMENT_MODES, type Payment, type PaymentMode } from "./payments.ts";

// Credit and debit notes (CGST Act, s. 34; CGST Rules, Rule 53(1A)). Amounts are positive; the kind
// carries the sign.

export const NOTE_KINDS = ["CREDIT_NOTE", "DEBIT_NOTE"] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

export const NOTE_REASONS = [
  "VALUE_TOO_HIGH",
  "TAX_TOO_HIGH",
  "DEFICIENT_SERVICE",
  "RETURNED",
  "DISCOUNT",
  "OTHER",
] as const;
export type NoteReason = (typeof NOTE_REASONS)[number];

export const REASON_NAMES: Record<NoteReason, string> = {
  VALUE_TOO_HIGH: "The value was too high",
  TAX_TOO_HIGH: "The tax was too high",
  DEFICIENT_SERVICE: "The service was deficient",
  RETURNED: "Goods were returned",
  DISCOUNT: "A discount was given",
  OTHER: "Another reason",
};

// Our tax is lowered only if the client reverses its input tax credit (CGST Act, s. 34(2)).
interface Outside {
  treatment?: string | undefined;
  pureAgent?: boolean | undefined;
}

/**
 * Whether a credit note lowers only the price, not the tax. Such a note is outside section 34 of the
 * CGST Act and all return tables, so it has its own number series.
 */
export const isWithoutGst = ({ kind, items }: { kind: string; items: Outside[] }): boolean =>
  kind === "CREDIT_NOTE" &&
  items.length > 0 &&
  items.every(({ treatment, pureAgent }) => treatment === "NOT_A_SUPPLY" && !pureAgent);

export const WITHOUT_GST =
  "This credit note lowers the price without GST (outside section 34 of the CGST Act), so input tax " +
  "credit stays.";

/** Returns the sentence about lines bought as a pure agent, or undefined if there are none. */
export const pureAgentSentence = (items: Outside[]): string | undefined =>
  items.some(({ pureAgent }) => pureAgent)
    ? "Lines that are not a supply were bought for the recipient as their pure agent (Rule 33 of the CGST " +
      "Rules), outside the value of supply."
    : undefined;

export const REVERSE_CREDIT = "Please reverse input tax credit to the extent of this note.";

/** Whether a note asks the client to reverse credit: a registered client, and a credit note with tax. */
export const reversesCredit = ({
  kind,
  recipient,
  tax,
}: Pick<Note, "kind" | "recipient" | "tax">) =>
  kind === "CREDIT_NOTE" && recipient.gstin !== "" && tax.cgst + tax.sgst + tax.igst > 0;

const mode = oneOf("Mode", PAYMENT_MODES);

/** For an invoice in the books, which names the client, or for an older document. */
export const NewNote = v.pipe(
  strictObject({
    kind: v.picklist(NOTE_KINDS, "Kind must be CREDIT_NOTE or DEBIT_NOTE"),
    invoiceId: v.optional(id("Invoice is required")),
    original: v.optional(
      strictObject({
        number: requiredLine("Number of the original"),
        date,
        total: money("Total of the original"),
      }),
    ),
    clientId: v.optional(id("Client is required")),
    date,
    dueDate: field(dateIfAny, { help: "Only for a debit note, which the client owes" }),
    reason: oneOf("Reason", NOTE_REASONS),
    items: itemsSchema("A note"),
    roundOff,
    notes,
  }),
  v.forward(
    v.partialCheck(
      [["invoiceId"], ["original"]],
      (note) => (note.invoiceId === undefined) !== (note.original === undefined),
      "Choose an invoice, or enter number, date and total of the original",
    ),
    ["invoiceId"],
  ),
  v.forward(
    v.partialCheck(
      [["invoiceId"], ["clientId"]],
      (note) => note.invoiceId !== undefined || note.clientId !== undefined,
      "Client is required",
    ),
    ["clientId"],
  ),
  v.forward(
    v.partialCheck(
      [["kind"], ["dueDate"]],
      ({ kind, dueDate }) => kind === "DEBIT_NOTE" || dueDate === "",
      "A credit note has no due date",
    ),
    ["dueDate"],
  ),
  v.forward(
    v.partialCheck(
      [["date"], ["dueDate"]],
      ({ date, dueDate }) => dueDate === "" || dueDate >= date,
      "Due date must not be before the date of the note",
    ),
    ["dueDate"],
  ),
);
export type NewNote = v.InferOutput<typeof NewNote>;

export const NoteQuery = v.pipe(
  strictObject({
    q,
    kind: v.optional(v.picklist(NOTE_KINDS, "Kind must be CREDIT_NOTE or DEBIT_NOTE")),
    clientId: v.optional(id("Client is required")),
    invoiceId: v.optional(id("Invoice is required")),
    status: v.optional(oneOf("Status", INVOICE_STATUSES)),
    dateFrom: v.optional(date),
    dateTo: v.optional(date),
    page,
    limit: limitSchema(10),
  }),
  datesInOrder(),
);
export type NoteQuery = v.InferOutput<typeof NoteQuery>;

/** The part of the held amount to apply to an invoice of the same client. */
export const NewApplication = strictObject({ invoiceId: id("Choose an invoice"), amount });
export type NewApplication = v.InferOutput<typeof NewApplication>;

export const NewRefund = strictObject({
  date,
  amount,
  mode,
  accountId: id("Account is required"),
  reference: optionalLine("Reference"),
});
export type NewRefund = v.InferOutput<typeof NewRefund>;

export interface Application {
  _id: string;
  noteId: string;
  invoiceId: string;
  invoiceNumber: string;
  date: CalendarDate;
  amount: Rupees;
}

/** A refund of a note or voucher. */
export interface Refund {
  _id: string;
  date: CalendarDate;
  amount: Rupees;
  mode: PaymentMode;
  reference: string;
}

export interface NoteRow extends Summed {
  _id: string;
  kind: NoteKind;
  number: string;
  date: CalendarDate;
  /** Due date of a debit note, or "". */
  dueDate: CalendarDate;
  clientId: { _id: string; displayName: string; email: string };
  status: InvoiceStatus;
  grandTotal: Rupees;
  balance: Rupees;
  /** `invoiceId` is set for an invoice in the books. An imported original may have no number. */
  original: { invoiceId: string; number: string; date: CalendarDate; total: Rupees };
  applied: Rupees;
  refunded: Rupees;
  /** The part of a sent credit note that is neither applied nor refunded. */
  held: Rupees;
}

export interface Note
  extends NoteRow,
    Pick<
      Invoice,
      | ("createdAt" | "createdBy" | "discountTotal" | "gstMode" | "items" | "notes" | "recipient")
      | ("reverseCharge" | "reverseChargeTax" | "roundOff" | "subTotal" | "supplier" | "supply")
      | ("einvoice" | "irn" | "supplyPlace" | "title" | "warnings")
    > {
  reason: NoteReason;
  applications: Application[];
  refunds: Refund[];
  /** Payments of a debit note, oldest first. */
  payments: Payment[];
  received: Rupees;
  tds: Rupees;
}

export const mayBePaid = ({ kind, status, balance }: NoteRow) =>
  kind === "DEBIT_NOTE" && (status === "SENT" || status === "PARTIALLY_PAID") && balance > 0;

export type NoteList = Page<NoteRow>;

/**
 * Returns the last day on which a note may lower tax: 30 November after the original's financial year
 * (CGST Act, s. 34(2)).
 */
export const lastDayWithTax = (original: CalendarDate): CalendarDate =>
  `${toFinancialYear(original) + 1}-11-30`;

/**
 * Returns warnings about a note.
 * @param credited total of all notes on the original, in rupees
 */
export function checkNote(
  note: Pick<Note, "date" | "kind" | "original" | "tax">,
  credited: Rupees,
  on: CalendarDate,
): Warning[] {
  const { date, kind, original, tax } = note;
  const isCredit = kind === "CREDIT_NOTE";
  const isTaxed = tax.cgst + tax.sgst + tax.igst > 0;
  const inFuture = date > on && {
    code: "NOTE_IN_FUTURE",
    message: "The note is dated after today.",
  };
  if (!original.number) {
    const message = "The note does not name the invoice it corrects.";
    return [{ code: "NOTE_WITHOUT_ORIGINAL", message }, ...(inFuture ? [inFuture] : [])];
  }
  const last = lastDayWithTax(original.date);
  const warnings: (Warning | false)[] = [
    isCredit &&
      credited > original.total && {
        code: "NOTE_EXCEEDS_ORIGINAL",
        message: `The credit notes for ${original.number} exceed its total.`,
      },
    date < original.date && {
      code: "NOTE_BEFORE_ORIGINAL",
      message: `The note is dated before ${original.number}, which is dated ${formatDate(original.date)}.`,
    },
    inFuture,
    isCredit &&
      isTaxed &&
      date > last && {
        code: "NOTE_TOO_LATE",
        message: `Tax could be credited until ${formatDate(last)}: credit the price without GST.`,
      },
  ];
  return warnings.filter((warning) => warning !== false);
}
