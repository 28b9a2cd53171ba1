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

// Amendments of what a filed GSTR-1 had wrong: the document is restated as a whole in table 9A (invoices) or
// 9C (notes) of an open return, and its tax counts by the difference.

/** A document that a return amends, and what the filed file had of it. */
export type Amended = PeriodBooks["amended"][number];

export const NewAmendment = strictObject({ documentId: id("Choose an invoice or a note") });
export type NewAmendment = v.InferOutput<typeof NewAmendment>;

/** Sections of the portal's file that list each document. */
const LISTS = ["b2b", "b2cl", "exp", "cdnr", "cdnur", "b2ba", "b2cla", "expa", "cdnra", "cdnura"];

type Node = Record<string, unknown>;
const toNodes = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : []);

/** Returns what a filed file has of a document, by its number; undefined if it is not listed by itself. */
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
    ...{ taxable: paise("txval"), igst: paise("iamt"), cgst: paise("camt"), sgst: paise("samt") },
  };
}

/** The difference that an amendment makes, as a row of table 9A or 9C. */
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
    ...{ section: "amended", table: isNote(document) ? "9C" : "9A", groups, hasNil: false },
    nil: { NIL: 0 as Paise, EXEMPT: 0 as Paise, NON_GST: 0 as Paise },
    document: { ...document, lines },
  };
}

/** A document as the filed file has it, by its rates. */
export function toFiledDocument({ document, was }: Amended): ReturnDocument {
  const lines = [
    ...document.lines.filter((line) => isNil(document, line)),
    ...was.groups.flatMap((group) => toLine(document, group)),
  ];
  const total = (document.total + sumGross(lines) - sumGross(document.lines)) as Paise;
  return { ...document, lines, total };
}

const sumGross = (lines: ReturnLine[]): number =>
  lines.reduce((sum, { taxable, igst, cgst, sgst }) => sum + taxable + igst + cgst + sgst, 0);

/** Table 12 has the difference at the code of a line of its rate, without a quantity. */
function toLine(document: ReturnDocument, { rate, ...amounts }: RateGroup): ReturnLine[] {
  const line = document.lines.find(({ taxPct }) => taxPct === rate) ?? document.lines[0];
  return line ? [{ ...line, ...amounts, taxPct: rate, qty: 0 as ReturnLine["qty"] }] : [];
}

/** What the portal's file says of the document before: number and date as they were filed. */
export const toPortalOriginal = ({ document, was }: Amended) =>
  isNote(document)
    ? { ont_num: was.number, ont_dt: formatDayFirst(was.date, "-") }
    : { oinum: was.number, oidt: formatDayFirst(was.date, "-") };

/** What returns have of an invoice or a note. */
export interface DocumentReturn {
  /** The GSTR-1 or IFF that was filed with it; null if none was. */
  filed: { period: string; date: CalendarDate } | null;
  /** Table that restates it. */
  table: "9A" | "9C";
  /** The return that amends it, "" for none, and whether that is filed. */
  amendedIn: string;
  isAmendmentFiled: boolean;
  /** The first open GSTR-1 that can amend it; "" if none can. */
  amendIn: string;
}
