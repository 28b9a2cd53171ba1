// On the cash basis, an invoice or a bill counts in the proportion that is settled, without its tax. The
// computation is cumulative, so the last settlement takes any rounding difference.

/** Paise by ledger, debit positive: revenue and round-off of an invoice, or costs of a bill. */
export type Values = Record<string, number>;

/** A settlement or reduction of a document, in order. Paise. */
export interface CashEvent {
  date: string;
  /** Money plus TDS, or an applied advance. */
  settled: number;
  /** Amount of a credit note that is applied, and the note's whole amount. */
  credited: number;
  credit?: { whole: number; values: Values };
}

/**
 * Returns the amounts recognized by the end of a day, by ledger. They count all settlements until then,
 * and all credit notes before the last of them. A credit note alone recognizes nothing.
 * @param whole the total to settle
 */
export function computeRecognised(
  whole: number,
  values: Values,
  events: CashEvent[],
  until: string,
): Map<string, bigint> {
  let total = BigInt(whole);
  let settled = 0n;
  const left = new Map(Object.entries(values).map(([ledger, paise]) => [ledger, BigInt(paise)]));
  let seen = new Map<string, bigint>();
  for (const event of events) {
    if (event.date > until) break;
    const { credit } = event;
    if (credit) {
      total -= BigInt(event.credited);
      for (const [ledger, paise] of Object.entries(credit.values)) {
        const share = scaleAmount(BigInt(paise), BigInt(event.credited), BigInt(credit.whole));
        left.set(ledger, (left.get(ledger) ?? 0n) + share);
      }
    }
    if (event.settled === 0) continue;
    settled += BigInt(event.settled);
    seen = new Map(
      [...left].map(([ledger, paise]) => [ledger, scaleAmount(paise, settled, total)]),
    );
  }
  return seen;
}

/** Returns value × settled / whole, rounded half away from zero to paise. */
export function scaleAmount(value: bigint, settled: bigint, whole: bigint): bigint {
  if (whole <= 0n) return 0n;
  const product = value * settled;
  const half = product < 0n ? -whole : whole;
  return (2n * product + half) / (2n * whole);
}
