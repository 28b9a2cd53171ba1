import { foldedPos } from "../gst/returns/placement.ts";
import type { Paise } from "../money.ts";
import type { Cell, TaxEntry } from "../taxbook/entries.ts";
import type { PortalCredit, PortalRow } from "./gstr2b.ts";
import { addTaxes, type Credit, HEADS, type Inward, NO_TAXES, type Taxes } from "./inward.ts";
import type { VendorKind } from "./vendors.ts";

// The inward side of GSTR-3B. As Circular 170/02/2022 wants it the whole of GSTR-2B stands in 4A, and what
// may not be kept is reversed in 4B.

/** A bill of the period, by the books. */
export interface PeriodBill extends Inward, Credit {
  vendorKind: VendorKind;
  isImport: boolean;
  /** The vendor's State, by its GSTIN; the agency's own where it has none. */
  vendorState: string;
  /** Paise of lines that carry no tax, by why. */
  untaxed: Record<"EXEMPT" | "NIL" | "NON_GST", Paise>;
}

/** A pair of the matching, and whether it counts. */
export interface Credited {
  row: (Inward & Pick<PortalRow, "available">) | undefined;
  bill: (Inward & Credit) | undefined;
  /** EXACT, accepted, or linked by hand. */
  counts: boolean;
}

export interface InwardOfPeriod {
  bills: PeriodBill[];
  /** Tax under reverse charge that falls due in the period, and its credit. */
  taxed: TaxEntry[];
  /** Undefined where no GSTR-2B is loaded: then 4A(5) is empty. */
  matches: Credited[] | undefined;
  credits: PortalCredit[];
  /** By Rule 37, in this return. */
  overdue: Taxes[];
  /** Given back in an earlier return and taken again now. */
  reclaimed: Taxes[];
}

export interface Supplies extends Taxes {
  taxable: Paise;
}

export interface InwardTables {
  "3.1d": Supplies;
  "4A1": Taxes;
  "4A2": Taxes;
  "4A3": Taxes;
  "4A4": Taxes;
  "4A5": Taxes;
  "4B1": Taxes;
  "4B2": Taxes;
  "4C": Taxes;
  "4D1": Taxes;
  "4D2": Taxes;
  "5GST": { inter: Paise; intra: Paise };
  "5NONGST": { inter: Paise; intra: Paise };
}

/**
 * The same where no GSTR-2B is there: credit as the books have it, as though every vendor had filed. It is
 * shown as provisional, and never filed.
 */
export function provisionalTables(period: InwardOfPeriod): InwardTables {
  const matches = period.bills
    .filter((bill) => bill.vendorKind === "REGULAR" && !bill.isReverseCharge && !bill.isImport)
    .filter(({ eligible, blocked }) => !isNone(addTaxes([eligible, blocked])))
    .map((bill) => ({ bill, row: { ...bill, available: "Y" as const }, counts: true }));
  return inwardTables({ ...period, matches });
}

const signOf = ({ kind }: Pick<Inward, "kind">): 1 | -1 => (kind === "C" ? -1 : 1);
const signed = <One extends Inward>(one: One) => ({ ...one, sign: signOf(one) });

/** What table 4, table 5 and 3.1(d) come to, in paise. */
export function inwardTables(period: InwardOfPeriod): InwardTables {
  const { bills, credits, reclaimed } = period;
  const matches = period.matches ?? [];
  const inCell = (cell: Cell) => period.taxed.filter((entry) => entry.cell === cell);
  const ofPortal = (table: PortalCredit["table"], isAvailable: boolean) =>
    credits.filter((credit) => credit.table === table && credit.isAvailable === isAvailable);
  const inFile = matches.filter((match) => match.row);
  const open = inFile.filter(({ row }) => !row?.isReverseCharge && row?.available === "Y");
  const rows = (pairs: Credited[]) => pairs.flatMap(({ row }) => (row ? signed(row) : []));
  const blocked = [...open.filter(({ counts }) => counts).flatMap(blockedOf), ...inCell("4B1")];
  const unmatched = open.filter(({ counts, row }) => !counts && row?.kind !== "C");
  const tables = {
    "3.1d": supplies(inCell("3.1d")),
    "4A1": addTaxes([...ofPortal("impg", true), ...ofPortal("impgsez", true)]),
    "4A2": addTaxes(inCell("4A2")),
    "4A3": addTaxes(inCell("4A3")),
    "4A4": addTaxes(ofPortal("isd", true)),
    "4A5": addTaxes([...rows(open), ...(period.matches ? reclaimed : [])]),
    "4B1": addTaxes(blocked),
    "4B2": addTaxes([...rows(unmatched), ...period.overdue]),
    "4D1": addTaxes(reclaimed),
    "4D2": addTaxes([
      ...rows(inFile.filter(({ row }) => row?.available === "N")),
      ...ofPortal("isd", false),
    ]),
  };
  const net = (head: keyof Taxes) =>
    ((["4A1", "4A2", "4A3", "4A4", "4A5"] as const).reduce((sum, t) => sum + tables[t][head], 0) -
      tables["4B1"][head] -
      tables["4B2"][head]) as Paise;
  const heads = HEADS.map((head) => [head, net(head)]);
  return {
    ...tables,
    "4C": { ...NO_TAXES, ...Object.fromEntries(heads) },
    "5GST": byState(bills, exemptOf),
    "5NONGST": byState(bills, ({ untaxed }) => untaxed.NON_GST),
  };
}

/** What a matched row brings that may not be kept: the row's where all of it is blocked, else the bill's. */
function blockedOf({ bill, row }: Credited): (Taxes & { sign: 1 | -1 })[] {
  if (!bill || !row || isNone(bill.blocked)) return [];
  return [{ ...(isNone(bill.eligible) ? row : bill.blocked), sign: signOf(row) }];
}

const isNone = (taxes: Taxes) => HEADS.every((head) => taxes[head] === 0);

function supplies(entries: TaxEntry[]): Supplies {
  const taxable = entries.reduce((sum, entry) => sum + entry.taxable, 0) as Paise;
  return { taxable, ...addTaxes(entries) };
}

/** What a composition dealer billed, and what carries no tax of GST. */
function exemptOf({ vendorKind, taxable, untaxed }: PeriodBill): Paise {
  if (vendorKind === "COMPOSITION") return (taxable - untaxed.NON_GST) as Paise;
  return (untaxed.NIL + untaxed.EXEMPT) as Paise;
}

function byState(bills: PeriodBill[], amountOf: (bill: PeriodBill) => Paise) {
  const sum = (isWithin: boolean) =>
    bills
      .filter(({ vendorState, place }) => (vendorState === foldedPos(place)) === isWithin)
      .reduce((all, bill) => all + amountOf(bill) * signOf(bill), 0) as Paise;
  return { inter: sum(false), intra: sum(true) };
}
