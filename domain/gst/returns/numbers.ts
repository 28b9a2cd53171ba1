// Numbers of documents as returns look at them: a series is what stands before the last run of digits, with
// the width of that run.

export interface Numbered {
  series: string;
  sequence: number;
}

const WRITTEN = /^(.*?)(\d+)(\D*)$/;

/** Undefined for a number without digits. */
export function parseNumber(number: string): Numbered | undefined {
  const [, before, digits, after] = WRITTEN.exec(number) ?? [];
  if (digits === undefined) return undefined;
  return { series: `${before}\n${digits.length}\n${after}`, sequence: Number(digits) };
}

/** The number of a series that has this sequence. */
export function formatNumberInSeries(series: string, sequence: number): string {
  const [before, width, after] = series.split("\n");
  return `${before}${String(sequence).padStart(Number(width), "0")}${after}`;
}

/** What the portal takes as a number: 1 to 16 of letters, digits, - and /, not all of them 0, - and /. */
export const isPortalNumber = (number: string): boolean =>
  /^[A-Za-z0-9/-]{1,16}$/.test(number) && /[A-Za-z1-9]/.test(number);
