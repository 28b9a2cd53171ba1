import type { Paise } from "../money.ts";

// Pays tax with credit (CGST Act, ss. 49, 49A and 49B, Rule 88A): IGST credit first and completely, then
// CGST and SGST credit for their own head and for IGST, never for each other. Cess credit pays only
// cess.

export const TAX_HEADS = ["igst", "cgst", "sgst"] as const;
export type TaxHead = (typeof TAX_HEADS)[number];
export type ByHead = Record<TaxHead, Paise>;

/** Builds an amount in paise for each head. */
export const mapHeads = (of: (head: TaxHead) => number): ByHead => ({
  igst: of("igst") as Paise,
  cgst: of("cgst") as Paise,
  sgst: of("sgst") as Paise,
});

export interface Offset {
  /** Tax of each head paid with credit. */
  used: ByHead;
  /** Credit used, by the head that pays and the tax paid. */
  paid: { from: TaxHead; to: TaxHead; amountPaise: Paise }[];
  /** Tax left to pay in cash. */
  cash: ByHead;
  left: ByHead;
}

/**
 * Pays tax with credit, by head in paise. IGST credit goes where CGST and SGST have less credit of their
 * own, so that as little as possible is paid in cash.
 */
export function offsetCredit(payable: ByHead, credit: ByHead): Offset {
  const due = { ...payable };
  const left = { ...credit };
  const paid: Offset["paid"] = [];
  const pay = (from: TaxHead, to: TaxHead, most: number) => {
    const amount = Math.max(0, Math.min(left[from], due[to], most));
    left[from] = (left[from] - amount) as Paise;
    due[to] = (due[to] - amount) as Paise;
    if (amount > 0) paid.push({ from, to, amountPaise: amount as Paise });
  };
  const all = Number.POSITIVE_INFINITY;
  pay("igst", "igst", all);
  for (const head of ["cgst", "sgst"] as const) pay("igst", head, due[head] - left[head]);
  for (const head of ["cgst", "sgst"] as const) pay("igst", head, all);
  for (const head of ["cgst", "sgst"] as const) pay(head, head, all);
  for (const head of ["cgst", "sgst"] as const) pay(head, "igst", all);
  const used = (head: TaxHead) => (payable[head] - due[head]) as Paise;
  return {
    used: { igst: used("igst"), cgst: used("cgst"), sgst: used("sgst") },
    paid,
    cash: due,
    left,
  };
}
