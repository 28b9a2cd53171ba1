import { type GstMode, lineFigures } from "../gst/figures.ts";
import { ABROAD, findState, findStateByGstin, resolveState, type State } from "../gst/states.ts";
import type { Hundredths } from "../hundredths.ts";
import { formatPaise, LARGEST_AMOUNT, type Paise } from "../money.ts";
import type { NewBill, NewBillItem } from "./billInput.ts";
import type { Itc } from "./credit.ts";
import type { VendorKind } from "./vendors.ts";

// Totals of a bill. The vendor's printed taxes are used if they are within a rupee of the computed tax
// under each head.

const RUPEE = 1_00;
const ONE = 1_00 as Hundredths;
const HEADS = { cgst: "CGST", sgst: "SGST", igst: "IGST" } as const;
type Head = keyof typeof HEADS;

export interface Billed {
  kind: VendorKind;
  gstin: string;
  state: string;
  stateCode: string;
}

/**
 * Returns a bill's place of supply and tax mode, and whether its taxes belong to another state. A vendor
 * without a GSTIN is in the state on record, or else in the agency's state.
 */
export function resolveBillPlace(
  bill: Pick<NewBill, "import" | "placeOfSupply">,
  vendor: Billed,
  agencyGstin: string,
): { text: string; code: string; mode: GstMode; isElsewhere: boolean } {
  const home = findStateByGstin(agencyGstin);
  const place = findState(bill.placeOfSupply) ?? (bill.placeOfSupply ? undefined : home);
  const text = bill.placeOfSupply || (place?.name ?? "");
  const mode = resolveBillMode(bill, vendor, place, home);
  const isElsewhere = mode === "INTRA" && !!place && !!home && place.code !== home.code;
  return { text, code: place?.code ?? "", mode, isElsewhere };
}

/** Returns why another state's CGST and SGST are a cost (IGST Act, s. 12(3)). */
export const explainElsewhere = (state: string): string =>
  `CGST and SGST of ${state} give no credit`;

function resolveBillMode(
  { import: isOf }: Pick<NewBill, "import">,
  vendor: Billed,
  place: State | undefined,
  home: State | undefined,
): GstMode {
  if (isOf !== "" || vendor.kind === "OVERSEAS" || vendor.kind === "SEZ") return "IGST";
  const from =
    findStateByGstin(vendor.gstin) ?? resolveState(vendor) ?? (vendor.gstin ? undefined : home);
  return from && place && from.code !== ABROAD && from.code !== place.code ? "IGST" : "INTRA";
}

/**
 * Whether a vendor's bills can be without tax at any rate, unless the agency pays it under reverse
 * charge.
 */
export const mayChargeNone = (vendor: { kind: VendorKind }, isOwnTax: boolean): boolean =>
  !isOwnTax && (vendor.kind === "COMPOSITION" || vendor.kind === "UNREGISTERED");

export interface BillLine extends Record<Head, Paise> {
  taxable: Paise;
  cess: Paise;
}

/** Returns a line's taxes as entered, or computes them from the rate. */
export function computeLineTaxes(
  item: NewBillItem,
  mode: GstMode,
  mayChargeNone: boolean,
): BillLine {
  const { taxable, cess } = item as { taxable: Paise; cess: Paise };
  const isTyped = item.cgst !== undefined || item.sgst !== undefined || item.igst !== undefined;
  if (isTyped) {
    const { cgst = 0, sgst = 0, igst = 0 } = item;
    return { taxable, cess, cgst: cgst as Paise, sgst: sgst as Paise, igst: igst as Paise };
  }
  const rate = mayChargeNone ? (0 as Hundredths) : item.taxPct;
  const { cgst, sgst, igst } = dueOn(taxable, rate as Hundredths, mode);
  return { taxable, cess, cgst, sgst, igst };
}

const dueOn = (rate: Paise, taxPct: Hundredths, mode: GstMode) =>
  lineFigures({ qty: ONE, rate, discountPct: 0 as Hundredths, taxPct }, mode);

/** Returns the tax head whose amount does not fit the rate, with a sentence, or undefined. */
export function findWrongTax(
  item: NewBillItem,
  line: BillLine,
  mode: GstMode,
  mayChargeNone: boolean,
): { head: Head; message: string } | undefined {
  if (mayChargeNone && line.cgst + line.sgst + line.igst === 0) return undefined;
  const due = dueOn(line.taxable, item.taxPct as Hundredths, mode);
  const head = (Object.keys(HEADS) as Head[]).find(
    (head) => Math.abs(line[head] - due[head]) > RUPEE,
  );
  if (!head) return undefined;
  const sort =
    mode === "INTRA"
      ? "CGST and SGST, as vendor and place of supply are in the same state"
      : "IGST";
  const message =
    due[head] === 0
      ? `This bill is taxed by ${sort}; ${HEADS[head]} must be 0`
      : `${HEADS[head]} at this rate is ${formatPaise(due[head])}, and may differ by at most ₹1`;
  return { head, message };
}

/**
 * Adds up the lines and a round-off. Under reverse charge the tax goes to the government, not to the
 * vendor.
 */
export function sumBill(lines: BillLine[], roundOff: Paise, isOwnTax: boolean) {
  const sum = (column: keyof BillLine) =>
    lines.reduce((all, line) => all + line[column], 0) as Paise;
  const sumCharged = (column: Head | "cess") => (isOwnTax ? (0 as Paise) : sum(column));
  const taxable = sum("taxable");
  const [cgst, sgst, igst, cess] = [
    sumCharged("cgst"),
    sumCharged("sgst"),
    sumCharged("igst"),
    sumCharged("cess"),
  ];
  const total = (taxable + cgst + sgst + igst + cess + roundOff) as Paise;
  return { taxable, cgst, sgst, igst, cess, total };
}

/** Returns why a total is invalid, or undefined. */
export function totalWarning(total: number): string | undefined {
  if (total < 0) return "The total must not be negative";
  return total > LARGEST_AMOUNT ? "The total must be at most ₹99,99,99,99,999.99" : undefined;
}

/** Returns the default credit treatment of a line's tax. */
export function defaultCredit(
  line: BillLine,
  {
    vendor,
    category,
    mayCredit,
  }: { vendor: { kind: VendorKind; itc: Itc | "" }; category?: Itc; mayCredit: boolean },
): Itc {
  const hasTax = line.cgst + line.sgst + line.igst + line.cess > 0;
  if (!hasTax || !mayCredit || vendor.kind === "COMPOSITION") return "NONE";
  return vendor.itc || (category ?? "ELIGIBLE");
}

/** Returns a proportional part of a sum, rounded half up. */
export const computePart = (sum: number, part: Paise, whole: Paise): Paise =>
  (whole === 0
    ? 0
    : Number((2n * BigInt(sum) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))) as Paise;
