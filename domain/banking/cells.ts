import { type CalendarDate, isCalendarDate, readDate } from "../dates.ts";
import { LARGEST_AMOUNT, type Paise, readDigits } from "../money.ts";

// Cells of a bank file: workbook values, or text in any bank's format.

export type Cell = string | number | Date | boolean | null | undefined;

/** Removes `="…"` and a leading tab, `'` or `_`, which banks add so that Excel keeps the digits. */
export function unwrap(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  let text = String(cell).replaceAll("\u00a0", " ").trim();
  if (text.startsWith('="')) {
    let end = text.length;
    while (text[end - 1] === '"') end--;
    text = text.slice(text.startsWith('=""') ? 3 : 2, end).trim();
  }
  return text.replace(/^['_](?=\S)/, "");
}

/** Money in or out of the account. */
export type Side = "in" | "out";

const OUT = /^(d|dr|debit|debited|w|withdrawal|out|-)\.?$/i;
const IN = /^(c|cr|credit|credited|deposit|in|\+)\.?$/i;

/** Parses a debit or credit flag. Returns null if it is neither. */
export const parseSide = (flag: string): Side | null =>
  OUT.test(flag) ? "out" : IN.test(flag) ? "in" : null;

/** An amount as printed: its absolute value, and the side if it is marked. */
export interface Printed {
  sizePaise: Paise;
  /** `in` for Cr or a plus; `out` for Dr, a minus or brackets. */
  side: Side | null;
  /** Whether Dr or Cr marks the side. This overrides the column. */
  isWorded: boolean;
}

/** Removes Dr or Cr from either end: `500.00 Dr`, `500.00 (Cr)`, `Cr. 500`. */
function withoutWord(text: string): { word: string; rest: string } {
  const before = /^[( ]{0,2}(dr|cr)(?![a-z])[.) ]{0,3}/i.exec(text);
  if (before) return { word: before[1]?.toLowerCase() ?? "", rest: text.slice(before[0].length) };
  const behind = /(?<![a-z])(dr|cr)([.) ]{0,3})$/i.exec(text);
  if (!behind) return { word: "", rest: text };
  const rest = text.slice(0, behind.index).trimEnd();
  const isClosed = behind[2]?.includes(")") && !rest.endsWith("(");
  return {
    word: behind[1]?.toLowerCase() ?? "",
    rest: isClosed ? `${rest})` : rest.endsWith("(") ? rest.slice(0, -1) : rest,
  };
}

/**
 * Parses an amount with Dr, Cr, a sign at either end or brackets. Returns null if the cell is empty,
 * undefined if it is malformed.
 */
export function readPrinted(cell: Cell): Printed | null | undefined {
  if (typeof cell === "number") {
    const paise = fromFloat(cell);
    if (paise === undefined) return undefined;
    return { sizePaise: Math.abs(paise) as Paise, side: paise < 0 ? "out" : null, isWorded: false };
  }
  const text = unwrap(cell).replaceAll("−", "-");
  if (text === "" || /^(-{1,2}|nil|na)$/i.test(text)) return null;
  if (text.length > 60) return undefined;
  const { word, rest } = withoutWord(text);
  const bare = rest.trim();
  const inside = /^\((.*)\)$/.exec(bare)?.[1];
  const core = inside ?? bare;
  const signBehind = /(?<!\/)[-+]$/.exec(core)?.[0];
  const found = readDigits(withoutZeros(signBehind ? core.slice(0, -1) : core));
  if (!found || found.fraction.length > 2) return undefined;
  const signs = [inside !== undefined && "-", signBehind, found.sign].filter(Boolean);
  const size = Number(`${found.whole}${found.fraction.padEnd(2, "0")}`) as Paise;
  if (signs.length > 1 || size > LARGEST_AMOUNT) return undefined;
  const isOut = signs[0] === "-" || word === "dr";
  const side = isOut ? "out" : word === "cr" || signs[0] === "+" ? "in" : null;
  return { sizePaise: size, side, isWorded: word !== "" };
}

/** Removes zeros after the paise, but keeps `500.000`, which can mean five lakh. */
const withoutZeros = (text: string): string =>
  /(?<![\d,])[1-9]\d{0,2}\.\d\d0$/.test(text) ? text : text.replace(/(\d\.\d\d)0+$/, "$1");

/**
 * Parses a bank amount to paise; Dr, a minus at either end and brackets are negative. Returns null if
 * the cell is empty, undefined if it is malformed.
 */
export function readBankAmount(cell: Cell): Paise | null | undefined {
  const printed = readPrinted(cell);
  if (!printed) return printed;
  const { sizePaise, side } = printed;
  return (side === "out" && sizePaise !== 0 ? -sizePaise : sizePaise) as Paise;
}

/** Converts a workbook's binary number, which must be within 0.0001 rupees of a whole paisa. */
function fromFloat(rupees: number): Paise | undefined {
  const paise = Math.round(rupees * 100);
  if (Math.abs(paise / 100 - rupees) > 0.0001 || Math.abs(paise) > LARGEST_AMOUNT) return undefined;
  return (paise === 0 ? 0 : paise) as Paise;
}

/** Whether day or month comes first in a numeric date. */
export type DateOrder = "day" | "month";

const SERIALS_FROM = 20_000;
const SERIALS_TO = 80_000;
const EPOCH_OF_SERIALS = Date.UTC(1899, 11, 30);

/** Parses a bank date, ignoring any time after it. Returns undefined if it is not a date. */
export function readBankDate(cell: Cell, order: DateOrder = "day"): CalendarDate | undefined {
  if (typeof cell === "number") {
    if (cell < SERIALS_FROM || cell > SERIALS_TO) return undefined;
    return new Date(EPOCH_OF_SERIALS + Math.floor(cell) * 86_400_000).toISOString().slice(0, 10);
  }
  const text = unwrap(cell).replace(/\s+/g, " ");
  if (text.length > 40) return undefined;
  const day = text
    .replace(
      /[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AaPp]\.?[Mm]\.?)?( ?(Z|[+-]\d{2}:?\d{2}))?$/,
      "",
    )
    .replace(/^(\d{1,2})(st|nd|rd|th)(?=[ -])/i, "$1")
    .replace(/, ?(?=\d{4}$)/, " ")
    .replace(/(?<=[-/. ])'(?=\d{2}$)/, "")
    .trim();
  const named = /^([A-Za-z]{3,9}) (\d{1,2}) (\d{4})$/.exec(day);
  if (named) return readDate(`${named[2]} ${named[1]} ${named[3]}`);
  const packed = /^(\d{2})(\d{2})(\d{4})$/.exec(day);
  if (packed) return ifDate(`${packed[3]}-${packed[2]}-${packed[1]}`);
  if (order === "month") {
    const swapped = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{2}|\d{4})$/.exec(day);
    if (swapped)
      return readDate(`${swapped[3]}${swapped[2]}${swapped[1]}${swapped[2]}${swapped[4]}`);
  }
  return readDate(day);
}

/** Whether a cell is written like a date, even if that day does not exist. */
export function looksLikeDate(cell: Cell): boolean {
  const text = typeof cell === "string" ? unwrap(cell) : "";
  return /^\d{1,4}[-/. ](\d{1,2}|[A-Za-z]{3,9})[-/. ,']{1,2}\d{2,4}(?!\d)/.test(text);
}

const ifDate = (date: string) => (isCalendarDate(date) ? date : undefined);

/** Placeholders that banks print instead of a reference. */
const NO_REFERENCE = /^(0+|-+|nonref|na|n\/a|null|nil)$/i;

/** Returns the reference as printed, or null. */
export function readReference(cell: Cell): string | null {
  const text = unwrap(cell).replace(/\s+/g, " ");
  return text === "" || NO_REFERENCE.test(text) ? null : text.slice(0, 100);
}

/** Returns the comparison key of a reference: upper-case letters and digits without leading zeros. */
export const refKey = (reference: string): string =>
  reference
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .replace(/^0+/, "");

/** Banks cut references, so a common beginning of ten or more characters counts as equal. */
export function isSameReference(one: string, other: string): boolean {
  const [short = "", long = ""] = [refKey(one), refKey(other)].sort((a, b) => a.length - b.length);
  return short !== "" && (short === long || (short.length >= 10 && long.startsWith(short)));
}

/** Removes white space for comparison, because banks cut and pad narrations there. */
export const squeeze = (text: string): string => text.replace(/\s+/g, "").toUpperCase();
