import {
  type CashHead,
  type CashKind,
  challanCategory,
  gstPaidCategory,
} from "../gst/cashLedger.ts";
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

// Money out that pays no bill: a credit note's refund, or the GST of a return.

/** A credit note; its balance is the amount not yet used. */
export type HeldNote = OpenDocument;

/** The part of a challan (Form PMT-06) under one major and minor head. */
export interface ChallanPart {
  head: CashHead;
  /** `filed` for tax of a filed return, which the cash ledger can no longer pay. */
  kind: CashKind | "filed";
  amountPaise: Paise;
}

/** GST of a return to pay in cash. */
export interface GstDue {
  /** Its period, such as `2026-10`, and the period's name. */
  period: string;
  name: string;
  lastDay: string;
  challan: ChallanPart[];
}

/** Returns the category of a part: the cash ledger, or the GST payable of a filed return. */
export const partCategory = ({ head, kind }: Pick<ChallanPart, "head" | "kind">) =>
  kind !== "filed" ? challanCategory(head, kind) : gstPaidCategory(head === "cess" ? "igst" : head);

const shortName = (part: ChallanPart) => partCategory(part).name.replace(/^.*: /, "");

const POINTS = 66;
const sumDue = ({ challan }: GstDue): number =>
  challan.reduce((sum, { amountPaise }) => sum + amountPaise, 0);

/** Whether a line is a GST payment to the government. */
export const isGstPayment = ({ amountPaise, narration }: OpenLine): boolean =>
  amountPaise < 0 &&
  /GST|CPIN/i.test(narration) &&
  lineKind(narration, readNarration(narration)) === "tax";

/**
 * Returns a search for credit notes that a line refunds, by amount. Never sure, because only an owner
 * refunds.
 */
export function createRefundFinder(
  notes: HeldNote[],
  names: OwnNames,
): (line: ParsedLine) => Candidate[] {
  const byAmount = Map.groupBy(notes, ({ balancePaise }) => balancePaise);
  return (line) => {
    const paid = { ...line, amountPaise: -line.amountPaise as Paise };
    return (byAmount.get(paid.amountPaise) ?? []).flatMap((note) => {
      const share = { invoices: [note], tdsPaise: [0 as Paise], rate: 0, how: "whole" as const };
      const candidate = invoiceCandidate(paid, share, names);
      if (!candidate) return [];
      const reasons = candidate.why.filter((reason) => !reason.endsWith("it was due"));
      const parts = candidate.parts.map((part) => ({ ...part, kind: "note" as const }));
      return [
        {
          ...candidate,
          id: `n:${note.id}/${note.balancePaise}`,
          kind: "refund" as const,
          parts,
          claims: [`n:${note.id}`],
          hasEvidence: false,
          why: [`${formatPaise(note.balancePaise)} is held by ${note.number}`, ...reasons.slice(1)],
        },
      ];
    });
  };
}

/** Returns a search for GST dues that a line pays: it must name a tax and equal the total. */
export const createGstFinder =
  (dues: GstDue[]) =>
  (line: ParsedLine): Candidate[] => {
    if (dues.length === 0 || !isGstPayment(line)) return [];
    const paid = dues.filter((due) => sumDue(due) === -line.amountPaise && due.lastDay < line.date);
    return paid.map((due) => toCandidate(line, due));
  };

/** Returns the id of the proposal that a line pays these parts; see `parsePlan`. */
export function toChallanId(period: string, challan: ChallanPart[]): string {
  const sums = challan.map(({ head, kind, amountPaise }) => `${head}-${kind}-${amountPaise}`);
  return `d:${period}/${sums.join()}`;
}

function toCandidate(line: ParsedLine, { period, name, challan }: GstDue): Candidate {
  const common = {
    points: POINTS,
    hasEvidence: true,
    claims: [`d:${period}`],
    date: line.date,
    why: [`To pay with GSTR-3B for ${name}`],
  };
  return {
    ...common,
    id: toChallanId(period, challan),
    kind: "challan",
    // Listed together, the parts read “GST challan: CGST, SGST”.
    parts: challan.map((part, n) => ({
      kind: "challan" as const,
      id: `${part.head}-${part.kind}`,
      date: line.date,
      tdsPaise: 0 as Paise,
      name: n === 0 ? partCategory(part).name : shortName(part),
      amountPaise: -part.amountPaise as Paise,
    })),
  };
}
