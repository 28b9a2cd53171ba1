import type { Paise } from "../money.ts";

// How credit pays tax (CGST Act, ss. 49, 49A and 49B, Rule 88A): that of IGST first and whole, then each of
// CGST and SGST its own head and then IGST, never each other. Cess pays cess alone.

export const TAX_HEADS = ["igst", "cgst", "sgst"] as const;
export type TaxHead = (typeof TAX_HEADS)[number];
export type ByHead = Record<TaxHead, Paise>;

/** Paise of each head. */
export const mapHeads = (of: (head: TaxHead) => number): ByHead => ({
  ...{ igst: of("igst") as Paise, cgst: of("cgst") as Paise, sgst: of("sgst") as Paise },
});

export interface Offset {
  /** What of each head's tax credit pays. */
  used: ByHead;
  /** The same by the head whose credit pays. */
  paid: { from: TaxHead; to: TaxHead; amount: Paise }[];
  /** What is left to pay in money. */
  cash: ByHead;
  /** Credit that is left over. */
  left: ByHead;
}

/**
 * Pays tax with credit, by head in paise. Credit of IGST goes where CGST and SGST have less of their own, so
 * that the least is left to pay in money.
 */
export function offsetCredit(payable: ByHead, credit: ByHead): Offset {
  const due = { ...payable };
  const left = { ...credit };
  const paid: Offset["paid"] = [];
  const pay = (from: TaxHead, to: TaxHead, most: number) => {
    const amount = Math.max(0, Math.min(left[from], due[to], most));
    left[from] = (left[from] - amount) as Paise;
    due[to] = (due[to] - amount) as Paise;
    if (amount > 0) paid.push({ from, to, amount: amount as Paise });
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
    ...{ paid, cash: due, left },
  };
}
