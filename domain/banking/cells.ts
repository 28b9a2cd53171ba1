import { type CalendarDate, isCalendarDate, readDate } from "../dates.ts";
import { LARGEST_AMOUNT, type Paise } from "../money.ts";

// What stands in one cell of a bank's file: as a workbook gives it, or as text in any of the ways of banks.

export type Cell = string | number | Date | boolean | null | undefined;

/** `="…"`, a leading tab, `'` or `_` before digits: what banks wrap a value in so that Excel keeps it. */
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

const AMOUNT_MARKS = /(?:₹|\b(?:rs|inr)\b\.?)/gi;
const SIGN_WORD = /\(?\s?\b(dr|cr)\b\.?\s?\)?/i;

/**
 * An amount of a bank in paise; null where the cell holds none, undefined where it cannot be read. Dr, a
 * minus on either side and brackets are below zero.
 */
export function readBankAmount(cell: Cell): Paise | null | undefined {
  if (typeof cell === "number") return fromFloat(cell);
  const text = unwrap(cell);
  if (text === "" || text.length > 60 || /^(-{1,2}|nil|na)$/i.test(text))
    return text.length > 60 ? undefined : null;
  const word = SIGN_WORD.exec(text.replace(/(\d)(dr|cr)/i, "$1 $2"))?.[1]?.toLowerCase();
  let rest = text
    .replace(/(\d)(dr|cr)/i, "$1 $2")
    .replace(SIGN_WORD, " ")
    .replace(AMOUNT_MARKS, "")
    .replace(/^[.\s]+(?=\d{1,3},)/, "")
    .replace(/[\s,]/g, "");
  let isNegative = word === "dr";
  const bracketed = /^\((.*)\)$/.exec(rest);
  if (bracketed) [rest, isNegative] = [bracketed[1] ?? "", true];
  const signed = /^([-+]?)(.*?)([-+]?)$/.exec(rest);
  if ([signed?.[1], signed?.[3], bracketed].filter(Boolean).length > 1) return undefined;
  if (signed?.[1] === "-" || signed?.[3] === "-") isNegative = !isNegative || word === "dr";
  const [, whole = "", fraction = ""] = /^(\d*)(?:\.(\d{0,2})0*)?$/.exec(signed?.[2] ?? "") ?? [];
  if (!whole && !fraction) return undefined;
  const paise = Number(`${whole}${fraction.padEnd(2, "0")}`);
  if (paise > LARGEST_AMOUNT) return undefined;
  return (isNegative && paise !== 0 ? -paise : paise) as Paise;
}

/** A workbook's number is binary: what lies closer to a paisa than 0.0001 rupees is that paisa. */
function fromFloat(rupees: number): Paise | undefined {
  const paise = Math.round(rupees * 100);
  if (Math.abs(paise / 100 - rupees) > 0.0001 || Math.abs(paise) > LARGEST_AMOUNT) return undefined;
  return (paise === 0 ? 0 : paise) as Paise;
}

/** Which of day and month comes first in a date of numbers. */
export type DateOrder = "day" | "month";

const SERIALS_FROM = 20_000;
const SERIALS_TO = 80_000;
const EPOCH_OF_SERIALS = Date.UTC(1899, 11, 30);

/** A day as a bank writes it, whatever time stands behind it; undefined where it is none. */
export function readBankDate(cell: Cell, order: DateOrder = "day"): CalendarDate | undefined {
  if (typeof cell === "number") {
    if (cell < SERIALS_FROM || cell > SERIALS_TO) return undefined;
    return new Date(EPOCH_OF_SERIALS + Math.floor(cell) * 86_400_000).toISOString().slice(0, 10);
  }
  const text = unwrap(cell).replace(/\s+/g, " ");
  if (text.length > 40) return undefined;
  const day = text
    .replace(/[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AaPp]\.?[Mm]\.?)?( ?Z)?$/, "")
    .trim();
  const named = /^([A-Za-z]{3,9}) (\d{1,2}),? (\d{4})$/.exec(day);
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

/** Whether a cell is written like a date, be it a day that exists or not. */
export function looksLikeDate(cell: Cell): boolean {
  const text = typeof cell === "string" ? unwrap(cell) : "";
  return /^\d{1,4}[-/. ](\d{1,2}|[A-Za-z]{3,9})[-/. ,']{1,2}\d{2,4}(?!\d)/.test(text);
}

const ifDate = (date: string) => (isCalendarDate(date) ? date : undefined);

/** What a cell holds where the bank has no reference to give. */
const NO_REFERENCE = /^(0+|-+|nonref|na|n\/a|null|nil)$/i;

/** The reference as printed; null where there is none. */
export function readReference(cell: Cell): string | null {
  const text = unwrap(cell).replace(/\s+/g, " ");
  return text === "" || NO_REFERENCE.test(text) ? null : text.slice(0, 100);
}

/** What a reference is compared by: upper case, letters and digits, without the zeros that pad it. */
export const refKey = (reference: string): string =>
  reference
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .replace(/^0+/, "");

/** Banks cut references, so one that begins the other, of ten characters or more, is the same. */
export function isSameReference(one: string, other: string): boolean {
  const [short = "", long = ""] = [refKey(one), refKey(other)].sort((a, b) => a.length - b.length);
  return short !== "" && (short === long || (short.length >= 10 && long.startsWith(short)));
}

/** White space is where banks cut and pad: narrations are compared without any. */
export const squeeze = (text: string): string => text.replace(/\s+/g, "").toUpperCase();
