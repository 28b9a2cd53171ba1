// Document numbers in returns. A series is the text around the last run of digits, plus the width of
// that run.

export interface Numbered {
  series: string;
  sequence: number;
}

const WRITTEN = /^(.*?)(\d+)(\D*)$/;

/** Returns undefined for a number without digits. */
export function parseNumber(number: string): Numbered | undefined {
  const [, before, digits, after] = WRITTEN.exec(number) ?? [];
  if (digits === undefined) return undefined;
  return { series: `${before}\n${digits.length}\n${after}`, sequence: Number(digits) };
}

export function formatNumberInSeries(series: string, sequence: number): string {
  const [before, width, after] = series.split("\n");
  return `${before}${String(sequence).padStart(Number(width), "0")}${after}`;
}

/** Whether the portal accepts a number: 1 to 16 letters, digits, - and /, and not only 0, - and /. */
export const isPortalNumber = (number: string): boolean =>
  /^[A-Za-z0-9/-]{1,16}$/.test(number) && /[A-Za-z1-9]/.test(number);
