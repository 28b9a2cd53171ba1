// Parses numbers with a decimal comma.

const COMMA = /^\d+,\d{1,2}$|^\d{1,3}(\.\d{3})+,\d{1,2}$/;
const WITHOUT_DECIMALS = /^\d+$|^\d{1,3}(\.\d{3})+$/;

/** Returns the digits of a text with their separators. */
export const findDigits = (text: string): string => /\d[\d.,]*/.exec(text.slice(0, 60))?.[0] ?? "";

/** Whether at least two numbers have a decimal comma, and no number requires a decimal point. */
export function usesDecimalCommas(texts: Iterable<string>): boolean {
  let commas = 0;
  for (const text of texts) {
    const digits = findDigits(text);
    if (COMMA.test(digits)) commas += 1;
    else if (digits && !WITHOUT_DECIMALS.test(digits)) return false;
  }
  return commas >= 2;
}

/** Whether a number is valid only with a decimal comma. */
export const hasDecimalComma = (text: string): boolean => COMMA.test(findDigits(text));

/**
 * Converts `1.234,50` to `1234.50`, in a file with decimal commas, where points only separate digit
 * groups.
 */
export function withDecimalPoint(text: string): string {
  const digits = findDigits(text);
  return digits ? text.replace(digits, digits.replaceAll(".", "").replace(",", ".")) : text;
}
