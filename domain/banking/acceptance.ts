import type { PaymentMode } from "../documents/payments.ts";
import { CASH_HEADS, CASH_KINDS } from "../gst/cashLedger.ts";
import type { Paise } from "../money.ts";
import { Refusal } from "../refusal.ts";
import type { ParsedLine } from "./candidates.ts";
import type { ChallanPart } from "./dues.ts";
import type { Acceptance, MatchKind, NewEntry, PaidDocument } from "./matching.ts";
import type { Mode } from "./narrations.ts";

// A proposal's id encodes everything that accepting it does. Nothing is computed again, so the user gets
// what they saw.

/** The actions that accepting a line takes. */
export interface Plan {
  kind: MatchKind;
  /** Ids of existing entries. */
  entries: string[];
  /** A line of the same account that this line reverses. */
  reverses?: string;
  payments: { invoiceId: string; amountPaise: Paise; tdsPaise: Paise }[];
  /** Invoices or bills that the user chose. */
  documents: PaidDocument[];
  /** Whether `documents` are bills, not invoices. */
  ofBills?: true;
  /** Fee withheld by a gateway or a bank. */
  feePaise?: Paise;
  /** Another own account, and its line if it exists. */
  transfer?: { accountId: string; lineId?: string | undefined };
  ruleId?: string;
  /** A credit note and the amount refunded. */
  refund?: { noteId: string; amountPaise: Paise };
  challan?: ChallanPart[];
  create: NewEntry[];
  /** Proposed category of a new entry. */
  categoryId?: string;
}

const NONE: Omit<Plan, "kind"> = { entries: [], payments: [], documents: [], create: [] };
const UNKNOWN = "Unknown proposal; reload the lines";

/**
 * Parses what a user accepted.
 * @param isOut whether the line is money out, which pays bills
 * @throws Refusal "invalid" if bahi made no such proposal
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
    return { ...NONE, kind, payments: parsePayments(paid), feePaise: parsePaise(fee) };
  }
  if (sort === "n") {
    const [noteId = "", amount] = rest.split("/");
    return { ...NONE, kind: "refund", refund: { noteId, amountPaise: parsePaise(amount) } };
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
    return { invoiceId, amountPaise: parsePaise(amount), tdsPaise: parsePaise(tds) };
  });

const CHALLAN_KINDS = [...CASH_KINDS, "filed"] as const;

/** Parses `2026-10/igst-tax-150000,cgst-fee-5000`. The period only makes the id unique. */
const parseChallan = (text: string): ChallanPart[] =>
  (text.split("/")[1] ?? "").split(",").map((part) => {
    const [head, kind, amount] = part.split("-");
    const [ofHead, ofKind] = [
      CASH_HEADS.find((one) => one === head),
      CHALLAN_KINDS.find((one) => one === kind),
    ];
    if (!ofHead || !ofKind) throw new Refusal("invalid", UNKNOWN);
    return { head: ofHead, kind: ofKind, amountPaise: parsePaise(amount) };
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

/** Returns the payment mode of a line. */
export const toPaymentMode = (mode: Mode): PaymentMode => PAID_BY[mode] ?? "Other";

/** Describes a new entry by the party and note, or else by the narration. */
export const describe = ({ parsedNarration: parsed, narration }: ParsedLine): string =>
  [parsed.party, parsed.note].filter(Boolean).join(", ").slice(0, 500) ||
  narration.slice(0, 500).padEnd(2, ".");
