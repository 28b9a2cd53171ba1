import type { Basis, Journal } from "../../domain/ledger/journals.ts";

export const BASIS_WORDS: Record<Basis, string> = {
  both: "Accrual and cash",
  accrual: "Accrual only",
};

export const joinLedgerNames = ({ lines }: Journal, side: "credit" | "debit"): string =>
  lines.flatMap((line) => (line[side] ? [line.ledger.name] : [])).join(", ");
