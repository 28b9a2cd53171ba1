import { toCurrentPos } from "../gst/returns/placement.ts";
import type { Paise } from "../money.ts";
import type { Cell } from "../taxbook/entries.ts";
import type { PortalCredit } from "./gstr2b.ts";
import { addTaxes, type Credit, type Inward, NO_TAXES, type Taxes } from "./inward.ts";
import type { VendorKind } from "./vendors.ts";

// The inward side of GSTR-3B. As Circular 170/02/2022 wants it the whole of GSTR-2B stands in 4A, and what
// may not be kept is reversed in 4B.

/** A bill of the period, by the books. */
export interface PeriodBill extends Inward, Credit {
  vendorKind: VendorKind;
  isImport: boolean;
  /** A row of GSTR-2B gives it its credit. */
  isPaired: boolean;
  /** The vendor's State, by its GSTIN; the agency's own where it has none. */
  vendorState: string;
  /** Paise of lines that carry no tax, by why. */
  untaxed: Record<"EXEMPT" | "NIL" | "NON_GST", Paise>;
}

/** What a return has in a cell. */
export interface CellSum extends Supplies {
  cell: Cell;
}

export interface InwardOfPeriod {
  /** All bills if no GSTR-2B is loaded; otherwise those with lines that carry no tax. */
  bills: PeriodBill[];
  /** Sums of the tax book. */
  taxed: CellSum[];
  /** What GSTR-2B lists and no bill is of: of distributors, of the customs. */
  credits: PortalCredit[];
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
 * Returns the tables of a period without GSTR-2B. Bills count as though every vendor had filed, unless a row
 * of another period's GSTR-2B already brings their credit. Screens show the tables as provisional; they are
 * never filed.
 */
export function provisionalTables(period: InwardOfPeriod): InwardTables {
  const bills = period.bills.filter(
    (bill) =>
      bill.vendorKind === "REGULAR" && !bill.isReverseCharge && !bill.isImport && !bill.isPaired,
  );
  const [eligible, blocked] = (["eligible", "blocked"] as const).map((part) =>
    addTaxes(bills.map((bill) => ({ ...bill[part], sign: toSign(bill) }))),
  ) as [Taxes, Taxes];
  const tables = inwardTables(period);
  return withNet({
    ...tables,
    "4A5": addTaxes([tables["4A5"], eligible, blocked]),
    "4B1": addTaxes([tables["4B1"], blocked]),
  });
}

const toSign = ({ kind }: Pick<Inward, "kind">): 1 | -1 => (kind === "C" ? -1 : 1);

/** What table 4, table 5 and 3.1(d) come to, in paise. */
export function inwardTables({ bills, credits, taxed }: InwardOfPeriod): InwardTables {
  const inCell = (cell: Cell) => addTaxes(taxed.filter((entry) => entry.cell === cell));
  const ofPortal = (table: PortalCredit["table"], isAvailable: boolean) =>
    credits.filter((credit) => credit.table === table && credit.isAvailable === isAvailable);
  return withNet({
    "3.1d": supplies(taxed.filter(({ cell }) => cell === "3.1d")),
    "4A1": addTaxes([...ofPortal("impg", true), ...ofPortal("impgsez", true)]),
    "4A2": inCell("4A2"),
    "4A3": inCell("4A3"),
    "4A4": addTaxes(ofPortal("isd", true)),
    "4A5": inCell("4A5"),
    "4B1": inCell("4B1"),
    "4B2": inCell("4B2"),
    "4C": NO_TAXES,
    "4D1": inCell("4D1"),
    "4D2": addTaxes([inCell("4D2"), ...ofPortal("isd", false)]),
    "5GST": byState(bills, computeExempt),
    "5NONGST": byState(bills, ({ untaxed }) => untaxed.NON_GST),
  });
}

/** With what is left of credit: 4A less 4B. */
function withNet(tables: InwardTables): InwardTables {
  const available = (["4A1", "4A2", "4A3", "4A4", "4A5"] as const).map((cell) => tables[cell]);
  const reversed = (["4B1", "4B2"] as const).map((cell) => ({
    ...tables[cell],
    sign: -1 as const,
  }));
  return { ...tables, "4C": addTaxes([...available, ...reversed]) };
}

function supplies(entries: CellSum[]): Supplies {
  const taxable = entries.reduce((sum, entry) => sum + entry.taxable, 0) as Paise;
  return { taxable, ...addTaxes(entries) };
}

/** What a composition dealer billed, and what carries no tax of GST. */
function computeExempt({ vendorKind, taxable, untaxed }: PeriodBill): Paise {
  if (vendorKind === "COMPOSITION") return (taxable - untaxed.NON_GST) as Paise;
  return (untaxed.NIL + untaxed.EXEMPT) as Paise;
}

function byState(bills: PeriodBill[], amountOf: (bill: PeriodBill) => Paise) {
  const sum = (isWithin: boolean) =>
    bills
      .filter(({ vendorState, place }) => (vendorState === toCurrentPos(place)) === isWithin)
      .reduce((all, bill) => all + amountOf(bill) * toSign(bill), 0) as Paise;
  return { inter: sum(false), intra: sum(true) };
}
