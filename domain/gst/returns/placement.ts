import type { Hundredths } from "../../hundredths.ts";
import type { Paise } from "../../money.ts";
import type { GstMode, Tax } from "../figures.ts";
import { FORMER_STATES, findStateByGstin } from "../states.ts";
import { isExport, isWithoutTax, type Treatment } from "../supply.ts";
import { isNote, type ReturnDocument, type ReturnLine, toSign } from "./books.ts";
import { B2C_LARGE, valueOn } from "./law.ts";

// Placement of documents in GSTR-1. Domestic lines without tax go to table 8, the rest of a document to
// a single section. Amounts are positive as on the document; `sign` is -1 for a credit note.

/** `amended` is the difference to a document in another return. */
export type Section = "amended" | "b2b" | "b2cl" | "b2cs" | "cdnr" | "cdnur" | "exp";

/** Names and order of the forms. */
export const TABLES = [
  "4A",
  "4B",
  "5",
  "6A",
  "6B",
  "7",
  "8",
  "9A",
  "9B registered",
  "9B unregistered",
  "9C",
  "11A",
  "11B",
] as const;
export type Table = (typeof TABLES)[number];

export interface Amounts extends Tax {
  taxable: Paise;
}

/** The lines of a document at one rate. */
export interface RateGroup extends Amounts {
  /** Hundredths of a percent. */
  rate: Hundredths;
}

export interface Placed {
  document: ReturnDocument;
  /** Section of the lines outside table 8; undefined if there are none. */
  section: Section | undefined;
  table: Table | undefined;
  /** `inv_typ` in b2b and cdnr, `exp_typ`, `typ` in cdnur, else "". */
  type: string;
  /** Mode under current law; `document.mode` is the one on the document. */
  mode: GstMode;
  pos: string;
  sign: 1 | -1;
  /** By rate, without groups that add up to zero. */
  groups: RateGroup[];
  /** Amounts in table 8. */
  nilPaise: Record<Treatment, Paise>;
  hasNil: boolean;
}

/** Replaces former state codes: 25 by 26, and 28 by 37. */
export const toCurrentPos = (code: string): string => FORMER_STATES[code] ?? code;

/** Whether a line goes to table 8: a domestic line without tax. */
export const isNil = (
  { supply, isUntaxed }: Pick<ReturnDocument, "isUntaxed" | "supply">,
  { taxPct }: Pick<ReturnLine, "taxPct">,
): boolean => supply === "REGULAR" && (isUntaxed || taxPct === 0);

/**
 * Returns the mode by law: IGST for exports and SEZ, else by the states of agency and place of supply.
 */
export function findLawfulMode(
  gstin: string,
  { supply, pos }: Pick<ReturnDocument, "pos" | "supply">,
): GstMode {
  if (supply !== "REGULAR") return "IGST";
  const home = findStateByGstin(gstin)?.code;
  return home && pos && toCurrentPos(pos) !== home ? "IGST" : "INTRA";
}

/**
 * Places an issued document.
 * @param gstin of the agency
 */
export function place(document: ReturnDocument, gstin: string): Placed {
  const nil: Placed["nilPaise"] = { NIL: 0 as Paise, EXEMPT: 0 as Paise, NON_GST: 0 as Paise };
  let hasNil = false;
  const groups = new Map<number, RateGroup>();
  for (const line of document.lines) {
    if (isNil(document, line)) {
      const treatment = line.treatment || "EXEMPT";
      nil[treatment] = (nil[treatment] + line.taxable) as Paise;
      hasNil = true;
      continue;
    }
    addTo(groups, line.taxPct, line);
  }
  const stated = [...groups.values()].filter(isSomething);
  // A document discounted to zero is in no table.
  const where =
    stated.length > 0 ? findSection(document) : { section: undefined, table: undefined, type: "" };
  return {
    ...where,
    document,
    nilPaise: nil,
    hasNil,
    sign: toSign(document),
    // An unknown place of supply counts as the agency's own state.
    pos: toCurrentPos(document.pos || gstin.slice(0, 2)),
    mode: findLawfulMode(gstin, document),
    groups: stated.toSorted((a, b) => a.rate - b.rate),
  };
}

export const isSomething = ({ taxable, cgst, sgst, igst }: Amounts): boolean =>
  taxable !== 0 || cgst !== 0 || sgst !== 0 || igst !== 0;

export const NOTHING: Amounts = {
  taxable: 0 as Paise,
  cgst: 0 as Paise,
  sgst: 0 as Paise,
  igst: 0 as Paise,
};

/** Adds amounts, or subtracts them with `times` -1 for a credit note. */
export const plus = <Sum extends Amounts>(sum: Sum, more: Amounts, times: 1 | -1 = 1): Sum => ({
  ...sum,
  taxable: (sum.taxable + times * more.taxable) as Paise,
  cgst: (sum.cgst + times * more.cgst) as Paise,
  sgst: (sum.sgst + times * more.sgst) as Paise,
  igst: (sum.igst + times * more.igst) as Paise,
});

export const sumAmounts = (all: Amounts[]): Amounts =>
  all.reduce<Amounts>((sum, one) => plus(sum, one), NOTHING);

function addTo(groups: Map<number, RateGroup>, rate: Hundredths, line: Amounts) {
  groups.set(rate, plus(groups.get(rate) ?? { ...NOTHING, rate }, line));
}

type Where = Pick<Placed, "section" | "table" | "type">;

function findSection(document: ReturnDocument): Where {
  const { buyer, supply, reverseCharge } = document;
  const isFree = isWithoutTax(supply);
  if (isNote(document)) return findNoteSection(document);
  if (buyer.gstin) {
    const isSez = supply.startsWith("SEZ");
    const table = isSez || isExport(supply) ? "6B" : reverseCharge ? "4B" : "4A";
    return { section: "b2b", table, type: invoiceType(document) };
  }
  if (supply !== "REGULAR") {
    return { section: "exp", table: "6A", type: isFree ? "WOPAY" : "WPAY" };
  }
  const isLarge =
    document.mode === "IGST" && document.totalPaise > valueOn(B2C_LARGE, document.date);
  return isLarge
    ? { section: "b2cl", table: "5", type: "" }
    : { section: "b2cs", table: "7", type: "" };
}

function findNoteSection(document: ReturnDocument): Where {
  const { buyer, supply, original } = document;
  if (buyer.gstin) {
    return { section: "cdnr", table: "9B registered", type: invoiceType(document) };
  }
  const unregistered = { section: "cdnur", table: "9B unregistered" } as const;
  if (supply !== "REGULAR") {
    return { ...unregistered, type: isWithoutTax(supply) ? "EXPWOP" : "EXPWP" };
  }
  // A note goes to the section of its invoice.
  const limit = valueOn(B2C_LARGE, original?.date ?? document.date);
  const isLarge =
    document.mode === "IGST" && Math.max(document.totalPaise, original?.totalPaise ?? 0) > limit;
  return isLarge ? { ...unregistered, type: "B2CL" } : { section: "b2cs", table: "7", type: "" };
}

/**
 * Returns `inv_typ`. Documents with a GSTIN that are neither regular nor for an SEZ are reported before
 * filing.
 */
function invoiceType({ supply }: ReturnDocument): string {
  if (supply === "REGULAR") return "R";
  return isWithoutTax(supply) ? "SEWOP" : "SEWP";
}
