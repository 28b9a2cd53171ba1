import { type CashHead, type CashKind, challanCategory } from "../gst/cashLedger.ts";
import { formatPaise, type Paise } from "../money.ts";
import {
  type Candidate,
  invoiceCandidate,
  type OpenDocument,
  type OpenLine,
  type ParsedLine,
} from "./candidates.ts";
import { lineKind } from "./lineKinds.ts";
import { readNarration } from "./narrations.ts";
import type { OwnNames } from "./ownNames.ts";

// Money out that pays no bill: the refund of a credit note, and the GST of a return.

/** A credit note with what it still holds as its balance. */
export type HeldNote = OpenDocument;

/** What one challan (Form PMT-06) pays under a head and a minor head. */
export interface ChallanPart {
  head: CashHead;
  kind: CashKind;
  amount: Paise;
}

/** The GST that a return leaves to pay in money. */
export interface GstDue {
  /** Its period, `2026-10`, and the name of that. */
  period: string;
  name: string;
  lastDay: string;
  /** Of a return that is not filed: what a challan adds to the cash ledger. */
  challan: ChallanPart[];
  /** Of a filed one, which the cash ledger pays no more: the whole, and the category for it. */
  rest?: { amount: Paise; category: { id: string; name: string } };
}

const shortName = (head: CashHead, kind: CashKind) =>
  challanCategory(head, kind).name.replace(/^.*: /, "");

const POINTS = 66;
const sumDue = ({ challan, rest }: GstDue): number =>
  rest?.amount ?? challan.reduce((sum, { amount }) => sum + amount, 0);

/** Checks whether a line is GST that is paid to the Government. */
export const isGstPayment = ({ amount, narration }: OpenLine): boolean =>
  amount < 0 &&
  /GST|CPIN/i.test(narration) &&
  lineKind(narration, readNarration(narration)) === "tax";

/**
 * Returns the credit notes that a line pays back, by amount. They are never sure: only an owner refunds.
 */
export function createRefundFinder(
  notes: HeldNote[],
  names: OwnNames,
): (line: ParsedLine) => Candidate[] {
  const byAmount = Map.groupBy(notes, ({ balance }) => balance);
  return (line) => {
    const paid = { ...line, amount: -line.amount as Paise };
    return (byAmount.get(paid.amount) ?? []).flatMap((note) => {
      const share = { invoices: [note], tds: [0 as Paise], rate: 0, how: "whole" as const };
      const candidate = invoiceCandidate(paid, share, names);
      if (!candidate) return [];
      const reasons = candidate.why.filter((reason) => !reason.endsWith("it was due"));
      const parts = candidate.parts.map((part) => ({ ...part, kind: "note" as const }));
      return [
        {
          ...candidate,
          ...{ id: `n:${note.id}/${note.balance}`, kind: "refund" as const, parts },
          ...{ claims: [`n:${note.id}`], hasEvidence: false },
          why: [`${formatPaise(note.balance)} is held by ${note.number}`, ...reasons.slice(1)],
        },
      ];
    });
  };
}

/** Returns the GST of returns that a line pays, if it names a tax and comes to all of it. */
export const createGstFinder =
  (dues: GstDue[]) =>
  (line: ParsedLine): Candidate[] => {
    if (dues.length === 0 || !isGstPayment(line)) return [];
    const paid = dues.filter((due) => sumDue(due) === -line.amount && due.lastDay < line.date);
    return paid.map((due) => toCandidate(line, due));
  };

function toCandidate(line: ParsedLine, { period, name, challan, rest }: GstDue): Candidate {
  const common = {
    ...{ points: POINTS, hasEvidence: true, claims: [`d:${period}`], date: line.date },
    why: [`To pay by GSTR-3B of ${name}`],
  };
  if (rest) {
    const { id, name: category } = rest.category;
    const part = { kind: "category" as const, id, name: category, date: line.date };
    const parts = [{ ...part, amount: line.amount, tds: 0 as Paise }];
    return { ...common, id: `m:${id}`, kind: "memory", parts };
  }
  const sums = challan.map(({ head, kind, amount }) => `${head}-${kind}-${amount}`).join();
  return {
    ...common,
    ...{ id: `d:${period}/${sums}`, kind: "challan" },
    // A list of the parts reads “GST challan: CGST, SGST”.
    parts: challan.map(({ head, kind, amount }, n) => ({
      ...{ kind: "challan" as const, id: `${head}-${kind}`, date: line.date, tds: 0 as Paise },
      name: n === 0 ? challanCategory(head, kind).name : shortName(head, kind),
      amount: -amount as Paise,
    })),
  };
}
