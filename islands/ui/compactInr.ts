/** An amount for an axis, where there is room for a few letters: ₹12.5L, ₹1.04Cr, ₹2L Cr, −₹840. */
export function compactInr(rupees: number): string {
  const sign = rupees < 0 ? "−₹" : "₹";
  const size = Math.abs(rupees);
  if (size >= 1e12) return `${sign}${shorten(size / 1e12)}L Cr`;
  if (size >= 1e7) return `${sign}${shorten(size / 1e7)}Cr`;
  if (size >= 1e5) return `${sign}${shorten(size / 1e5)}L`;
  if (size >= 1e3) return `${sign}${shorten(size / 1e3)}K`;
  return `${sign}${shorten(size)}`;
}

const shorten = (size: number): string => String(Number(size.toFixed(2)));
