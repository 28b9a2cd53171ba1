// How the numbers of a vendor's bills are told to be one, as the vendor's return may write them otherwise.

/** Two years, one after the other, as numbers of documents carry them. */
const YEARS = /(?<!\d)(?:20)?(\d\d)[-/](?:20)?(\d\d)(?!\d)/g;
const FIRST_YEAR = 17; // GST began in 2017.

/** As it was written, without case and blanks around it. */
export const sameNumber = (a: string, b: string): boolean =>
  a.trim().toUpperCase() === b.trim().toUpperCase();

/** Without its year, its signs and the zeros in front of its numbers: `PPH/2026-27/045` is `PPH45`. */
export function cleanNumber(number: string): string {
  const upper = number.trim().toUpperCase();
  const withoutYear = upper.replace(YEARS, (years: string, from: string, to: string) => {
    const isYear = Number(from) >= FIRST_YEAR && Number(to) === Number(from) + 1;
    return isYear ? " " : years;
  });
  const kept = /\d/.test(withoutYear) ? withoutYear : upper;
  const runs = kept.match(/\p{L}+|\d+/gu) ?? [];
  return runs.map((run) => run.replace(/^0+(?=\d)/, "")).join("");
}

/** Clean, they are one; or their digits are, where one of them has no letters. */
export function isRewritten(a: string, b: string): boolean {
  const [one, other] = [cleanNumber(a), cleanNumber(b)];
  if (one === other) return one !== "";
  const isBare = /^\d+$/.test(one) || /^\d+$/.test(other);
  const digits = (text: string) => text.replace(/\D/g, "");
  return isBare && digits(one) === digits(other);
}

const SHORT = 5;

/** Clean and not short, they differ by one character: changed, added or missing. */
export function isOneSlip(a: string, b: string): boolean {
  const [short = "", long = ""] = [cleanNumber(a), cleanNumber(b)].sort(
    (one, other) => one.length - other.length,
  );
  if (short.length < SHORT || long.length - short.length > 1 || short === long) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}
