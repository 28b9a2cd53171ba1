import type { PaymentMode } from "../documents/payments.ts";
import { CASH_HEADS, CASH_KINDS } from "../gst/cashLedger.ts";
import type { Paise } from "../money.ts";
import { Refusal } from "../refusal.ts";
import type { ParsedLine } from "./candidates.ts";
import type { ChallanPart } from "./dues.ts";
import type { Acceptance, MatchKind, NewEntry, PaidDocument } from "./matching.ts";
import type { Mode } from "./narrations.ts";

// A proposal's id says all that accepting it does, so that nothing has to be computed again, and what
// somebody accepted is what they saw.

/** What is to be done about a line. */
export interface Plan {
  kind: MatchKind;
  /** Entries that are there. */
  entries: string[];
  /** Another line of this account, which it cancels. */
  reverses?: string;
  payments: { invoiceId: string; amount: Paise; tds: Paise }[];
  /** Invoices or bills that a person chose. */
  documents: PaidDocument[];
  /** Whether those are of bills, and not of invoices. */
  ofBills?: true;
  /** What a gateway or a bank kept. */
  fee?: Paise;
  /** Another own account, and its line where that is there. */
  transfer?: { accountId: string; lineId?: string | undefined };
  ruleId?: string;
  /** A credit note, and what of it is paid back. */
  refund?: { noteId: string; amount: Paise };
  /** What a challan pays of GST. */
  challan?: ChallanPart[];
  create: NewEntry[];
  /** Of a new entry in a category that was proposed. */
  categoryId?: string;
}

const NONE: Omit<Plan, "kind"> = { entries: [], payments: [], documents: [], create: [] };
const UNKNOWN = "Unknown proposal; reload the lines";

/**
 * Returns what a person accepted. @param isOut whether the line is money out, which pays bills
 * @throws Refusal "invalid" for a proposal that nobody made
 */
export function parsePlan(input: Acceptance, isOut = false): Plan {
  const { proposal, entries = [], documents = [], create = [] } = input;
  if (!proposal) {
    if (entries.length + documents.length + create.length === 0) {
      throw new Refusal("invalid", "Choose a proposal, entries or documents, or enter new entries");
    }
    const paid = isOut ? "bill" : "invoice";
    const existing = documents.length > 0 ? paid : "transaction";
    return { ...NONE, kind: create.length > 0 ? "new" : existing, entries, documents, create };
  }
  const [, sort, rest = ""] = /^([a-z]):(.{1,2000})$/.exec(proposal) ?? [];
  if (sort === "t") return { ...NONE, kind: "transaction", entries: rest.split(",") };
  if (sort === "r") return { ...NONE, kind: "reversed", reverses: rest };
  if (sort === "i") return { ...NONE, kind: "invoice", payments: parsePayments(rest) };
  if (sort === "b") return { ...NONE, kind: "bill", payments: parsePayments(rest), ofBills: true };
  if (sort === "g" || sort === "c") {
    const [paid = "", fee] = rest.split(";");
    const kind = sort === "g" ? "gateway" : "invoice";
    return { ...NONE, kind, payments: parsePayments(paid), fee: parsePaise(fee) };
  }
  if (sort === "n") {
    const [noteId = "", amount] = rest.split("/");
    return { ...NONE, kind: "refund", refund: { noteId, amount: parsePaise(amount) } };
  }
  if (sort === "d") return { ...NONE, kind: "challan", challan: parseChallan(rest) };
  if (sort === "x") {
    const [accountId = "", lineId] = rest.split("/");
    return { ...NONE, kind: "transfer", transfer: { accountId, lineId } };
  }
  if (sort === "u") return { ...NONE, kind: "rule", ruleId: rest };
  if (sort === "m") return { ...NONE, kind: "memory", categoryId: rest };
  throw new Refusal("invalid", UNKNOWN);
}

const parsePayments = (text: string) =>
  text.split(",").map((part) => {
    const [invoiceId = "", amount, tds] = part.split("/");
    return { invoiceId, amount: parsePaise(amount), tds: parsePaise(tds) };
  });

/** `2026-10/igst-tax-150000,cgst-fee-5000`, of which the period only tells proposals apart. */
const parseChallan = (text: string): ChallanPart[] =>
  (text.split("/")[1] ?? "").split(",").map((part) => {
    const [head, kind, amount] = part.split("-");
    const [ofHead, ofKind] = [
      CASH_HEADS.find((one) => one === head),
      CASH_KINDS.find((one) => one === kind),
    ];
    if (!ofHead || !ofKind) throw new Refusal("invalid", UNKNOWN);
    return { head: ofHead, kind: ofKind, amount: parsePaise(amount) };
  });

function parsePaise(text = ""): Paise {
  if (!/^\d{1,13}$/.test(text)) throw new Refusal("invalid", UNKNOWN);
  return Number(text) as Paise;
}

const PAID_BY: Partial<Record<Mode, PaymentMode>> = {
  UPI: "UPI",
  NEFT: "Bank Transfer",
  RTGS: "Bank Transfer",
  IMPS: "Bank Transfer",
  TRANSFER: "Bank Transfer",
  ACH: "Bank Transfer",
  CHEQUE: "Cheque",
  CARD: "Card",
  CASH: "Cash",
};

/** How a payment went that a line shows. */
export const toPaymentMode = (mode: Mode): PaymentMode => PAID_BY[mode] ?? "Other";

/** What a new entry is called where nobody says: the party, else what the bank printed. */
export const describe = ({ said, narration }: ParsedLine): string =>
  [said.party, said.note].filter(Boolean).join(", ").slice(0, 500) ||
  narration.slice(0, 500).padEnd(2, ".");
