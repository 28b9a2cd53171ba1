// Recognizes a vendor's bill numbers that the vendor's return writes differently.

/** Two consecutive years in a document number. */
const YEARS = /(?<!\d)(?:20)?(\d\d)[-/](?:20)?(\d\d)(?!\d)/g;
const FIRST_YEAR = 17; // GST began in 2017.

/** Removes the year, punctuation and leading zeros: `PPH/2026-27/045` becomes `PPH45`. */
export function cleanNumber(number: string): string {
  const upper = number.trim().toUpperCase();
  const withoutYear = upper.replace(YEARS, (years: string, from: string, to: string) => {
    const isYear = Number(from) >= FIRST_YEAR && Number(to) === Number(from) + 1;
    return isYear ? " " : years;
  });
  const text = /\d/.test(withoutYear) ? withoutYear : upper;
  const runs = text.match(/\p{L}+|\d+/gu) ?? [];
  return runs.map((run) => run.replace(/^0+(?=\d)/, "")).join("");
}

export interface NumberKeys {
  /** As written, ignoring case. */
  written: string;
  /** Its letters and digits only. */
  unpunctuated: string;
  clean: string;
  digits: string;
}

export function toNumberKeys(number: string): NumberKeys {
  const clean = cleanNumber(number);
  const written = number.trim().toUpperCase();
  const unpunctuated = written.replace(/[^\p{L}\d]/gu, "");
  return { written, unpunctuated, clean, digits: clean.replace(/\D/g, "") };
}

export const isSameNumber = (a: NumberKeys, b: NumberKeys): boolean => a.written === b.written;

/** Whether the clean numbers are equal, or their digits if one of them has no letters. */
export function isRewritten(a: NumberKeys, b: NumberKeys): boolean {
  if (a.clean === b.clean) return a.clean !== "";
  const isBare = a.digits === a.clean || b.digits === b.clean;
  return isBare && a.digits !== "" && a.digits === b.digits;
}

const SHORT = 5;

/** Whether the clean numbers, if not too short, differ by one changed, added or missing character. */
export function isOneSlip(a: NumberKeys, b: NumberKeys): boolean {
  const [short, long] = a.clean.length <= b.clean.length ? [a.clean, b.clean] : [b.clean, a.clean];
  if (short.length < SHORT || long.length - short.length > 1 || short === long) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}
