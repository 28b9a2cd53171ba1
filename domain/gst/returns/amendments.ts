import type * as v from "valibot";
import { type CalendarDate, formatDayFirst } from "../../dates.ts";
import { id, strictObject } from "../../fields.ts";
import { type Hundredths, toHundredths } from "../../hundredths.ts";
import { type Paise, toPaise } from "../../money.ts";
import {
  type FiledDocument,
  isNote,
  type PeriodBooks,
  type ReturnDocument,
  type ReturnLine,
} from "./books.ts";
import {
  type Amounts,
  isNil,
  isSomething,
  NOTHING,
  type Placed,
  place,
  plus,
  type RateGroup,
} from "./placement.ts";

// Amendments of a filed GSTR-1. Table 9A (invoices) or 9C (notes) of an open return restates the whole
// document, and the tax changes by the difference.

/** A document that a return amends, with its figures in the filed return. */
export type Amended = PeriodBooks["amended"][number];

export const NewAmendment = strictObject({ documentId: id("Choose an invoice or a note") });
export type NewAmendment = v.InferOutput<typeof NewAmendment>;

/** Sections of the portal's file that list single documents. */
const LISTS = ["b2b", "b2cl", "exp", "cdnr", "cdnur", "b2ba", "b2cla", "expa", "cdnra", "cdnura"];

type Node = Record<string, unknown>;
const toNodes = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : []);

/**
 * Finds a document in a filed return by its number. Returns undefined if it is not listed individually.
 */
export function findFiledDocument(text: string, number: string): FiledDocument | undefined {
  const file = JSON.parse(text) as Node;
  const all = LISTS.flatMap((name) => toNodes(file[name])).flatMap((one) => [
    ...("itms" in one ? [one] : []),
    ...toNodes(one.inv),
    ...toNodes(one.nt),
  ]);
  const found = all.findLast((one) => one.inum === number || one.nt_num === number);
  if (!found) return undefined;
  const date = String(found.idt ?? found.nt_dt);
  return {
    number,
    date: date.split("-").reverse().join("-"),
    groups: toNodes(found.itms).map(toRateGroup),
  };
}

function toRateGroup(item: Node): RateGroup {
  const of = (item.itm_det ?? item) as Node;
  const paise = (key: string) => toPaise(Number(of[key] ?? 0)) ?? (0 as Paise);
  return {
    rate: toHundredths(Number(of.rt)) ?? (0 as Hundredths),
    taxable: paise("txval"),
    igst: paise("iamt"),
    cgst: paise("camt"),
    sgst: paise("samt"),
  };
}

/** Returns the difference made by an amendment, as a row of table 9A or 9C. */
export function placeAmended({ document, was }: Amended, gstin: string): Placed {
  const now = place(document, gstin);
  const rates = [...new Set([...now.groups, ...was.groups].map(({ rate }) => rate))];
  const amountsAt = (groups: RateGroup[], rate: number): Amounts =>
    groups.find((group) => group.rate === rate) ?? NOTHING;
  const groups = rates
    .map((rate) => ({ ...plus({ ...NOTHING, rate }, amountsAt(now.groups, rate)) }))
    .map((group) => plus(group, amountsAt(was.groups, group.rate), -1))
    .filter(isSomething);
  const lines = groups.flatMap((group) => toLine(document, group));
  return {
    ...now,
    section: "amended",
    table: isNote(document) ? "9C" : "9A",
    groups,
    hasNil: false,
    nilPaise: { NIL: 0 as Paise, EXEMPT: 0 as Paise, NON_GST: 0 as Paise },
    document: { ...document, lines },
  };
}

/** Returns a document as the filed return has it, with its amounts by rate. */
export function toFiledDocument({ document, was }: Amended): ReturnDocument {
  const lines = [
    ...document.lines.filter((line) => isNil(document, line)),
    ...was.groups.flatMap((group) => toLine(document, group)),
  ];
  const total = (document.totalPaise + sumGross(lines) - sumGross(document.lines)) as Paise;
  return { ...document, lines, totalPaise: total };
}

const sumGross = (lines: ReturnLine[]): number =>
  lines.reduce((sum, { taxable, igst, cgst, sgst }) => sum + taxable + igst + cgst + sgst, 0);

/** Table 12 shows the difference under the code of a line with that rate, without a quantity. */
function toLine(document: ReturnDocument, { rate, ...amounts }: RateGroup): ReturnLine[] {
  const line = document.lines.find(({ taxPct }) => taxPct === rate) ?? document.lines[0];
  return line ? [{ ...line, ...amounts, taxPct: rate, qty: 0 as ReturnLine["qty"] }] : [];
}

/** Returns the original number and date of an amended document, as filed. */
export const toPortalOriginal = ({ document, was }: Amended) =>
  isNote(document)
    ? { ont_num: was.number, ont_dt: formatDayFirst(was.date, "-") }
    : { oinum: was.number, oidt: formatDayFirst(was.date, "-") };

/** How an invoice or a note appears in returns. */
export interface DocumentReturn {
  /** The filed GSTR-1 or IFF that contains it, or null. */
  filed: { period: string; date: CalendarDate } | null;
  /** Table that amends it. */
  table: "9A" | "9C";
  /** The return that amends it ("" if there is none), and whether that return is filed. */
  amendedIn: string;
  isAmendmentFiled: boolean;
  /** The first open GSTR-1 that can amend it, or "". */
  amendIn: string;
}
