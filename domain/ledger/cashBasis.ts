// What the cash basis recognises of an invoice or a bill: the part of its income or cost, not of its tax,
// that what has settled it is of the whole. Cumulative, so that the last paisa falls on the last settlement.

/** Paise by ledger, debit positive: of an invoice its revenue and round off, of a bill its costs. */
export type Values = Record<string, number>;

/** What settles a document or shrinks it, in order. Paise. */
export interface CashEvent {
  date: string;
  /** Money, with tax that a client kept back, or an advance that was set against it. */
  settled: number;
  /** So much of a credit note is taken off, of all that it came to. */
  credited: number;
  credit?: { whole: number; values: Values };
}

/**
 * What was recognised by the end of a day, by ledger: of the settlements up to it, by the credit notes before
 * the last of them. A credit note recognises nothing itself.
 * @param whole what is to be settled in all
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
        const share = part(BigInt(paise), BigInt(event.credited), BigInt(credit.whole));
        left.set(ledger, (left.get(ledger) ?? 0n) + share);
      }
    }
    if (event.settled === 0) continue;
    settled += BigInt(event.settled);
    seen = new Map([...left].map(([ledger, paise]) => [ledger, part(paise, settled, total)]));
  }
  return seen;
}

/** value × settled / whole, half up (away from zero) to paise. */
export function part(value: bigint, settled: bigint, whole: bigint): bigint {
  if (whole <= 0n) return 0n;
  const product = value * settled;
  const half = product < 0n ? -whole : whole;
  return (2n * product + half) / (2n * whole);
}
