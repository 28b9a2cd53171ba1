import type { Paise } from "../money.ts";
import {
  type Candidate,
  invoiceCandidate,
  type OpenDocument,
  type ParsedLine,
} from "./candidates.ts";
import type { OwnNames } from "./ownNames.ts";

/** An unpaid bill, with the TDS still to be deducted. */
export interface OpenBill extends OpenDocument {
  tdsPaise: Paise;
}

/** Returns a search for bills that a payment may settle, by amount. */
export function createBillFinder(
  bills: OpenBill[],
  names: OwnNames,
): (line: ParsedLine) => Candidate[] {
  const sums = bills.flatMap((bill) => [
    { bill, tds: 0 as Paise, amount: bill.balancePaise as number },
    ...(bill.tdsPaise > 0
      ? [{ bill, tds: bill.tdsPaise, amount: bill.balancePaise - bill.tdsPaise }]
      : []),
  ]);
  const byAmount = Map.groupBy(sums, ({ amount }) => amount);
  return (line) => {
    const paid = { ...line, amountPaise: -line.amountPaise as Paise };
    return (byAmount.get(paid.amountPaise) ?? []).flatMap(({ bill, tds }) => {
      const rate = tds === 0 ? 0 : Math.round((1_000 * tds) / bill.taxablePaise) / 10;
      const how = tds === 0 ? "whole" : "tds";
      const candidate = invoiceCandidate(
        paid,
        { invoices: [bill], tdsPaise: [tds], rate, how },
        names,
      );
      return candidate ? [toBillCandidate(candidate)] : [];
    });
  };
}

export const toBillCandidate = (candidate: Candidate): Candidate => ({
  ...candidate,
  id: candidate.id.replace(/^i:/, "b:"),
  kind: "bill",
  claims: candidate.claims.map((claim) => claim.replace(/^i:/, "b:")),
  parts: candidate.parts.map((part) => ({ ...part, kind: "bill" })),
});
