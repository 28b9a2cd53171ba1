import type { Paise } from "../money.ts";

/**
 * Converts rupees to cents of a foreign currency, rounded half up.
 * @param millionths exchange rate in rupees per unit, times a million; above 0
 */
export function foreignCents(total: Paise, millionths: number): bigint {
  const rate = BigInt(millionths);
  return (BigInt(total) * 2_000_000n + rate) / (2n * rate);
}
