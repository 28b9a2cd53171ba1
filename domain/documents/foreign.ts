import type { Paise } from "../money.ts";

/**
 * What rupees are in a foreign currency, in its cents, rounded half up.
 * @param millionths the exchange rate, rupees for one, times a million; above 0
 */
export function foreignCents(total: Paise, millionths: number): bigint {
  const rate = BigInt(millionths);
  return (BigInt(total) * 2_000_000n + rate) / (2n * rate);
}
