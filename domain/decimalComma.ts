// Numbers of files that are written with a decimal comma.

const COMMA = /^\d+,\d{1,2}$|^\d{1,3}(\.\d{3})+,\d{1,2}$/;
const WITHOUT_DECIMALS = /^\d+$|^\d{1,3}(\.\d{3})+$/;

/** The digits of a text with what divides them. */
export const findDigits = (text: string): string => /\d[\d.,]*/.exec(text.slice(0, 60))?.[0] ?? "";

/** Whether two numbers at least have a decimal comma, and none can be read only with a point. */
export function usesDecimalCommas(texts: Iterable<string>): boolean {
  let commas = 0;
  for (const text of texts) {
    const digits = findDigits(text);
    if (COMMA.test(digits)) commas += 1;
    else if (digits && !WITHOUT_DECIMALS.test(digits)) return false;
  }
  return commas >= 2;
}

/** Whether a number can only be read with a decimal comma. */
export const hasDecimalComma = (text: string): boolean => COMMA.test(findDigits(text));

/** `1.234,50` as `1234.50`, in a file of decimal commas: points stand only between groups of digits. */
export function withDecimalPoint(text: string): string {
  const digits = findDigits(text);
  return digits ? text.replace(digits, digits.replaceAll(".", "").replace(",", ".")) : text;
}
