import { toCurrentPos } from "../gst/returns/placement.ts";
import type { Paise } from "../money.ts";
import type { Cell } from "../taxbook/entries.ts";
import type { PortalCredit } from "./gstr2b.ts";
import { addTaxes, type Credit, type Inward, NO_TAXES, type Taxes } from "./inward.ts";
import type { VendorKind } from "./vendors.ts";

// Purchases in GSTR-3B. Circular 170/02/2022 requires the whole GSTR-2B in 4A, and reversals in 4B.

/** A bill of the period in the books. */
export interface PeriodBill extends Inward, Credit {
  vendorKind: VendorKind;
  isImport: boolean;
  /** Whether a row of GSTR-2B provides its credit. */
  isPaired: boolean;
  /** State of the vendor's GSTIN, or the agency's state if the vendor has none. */
  vendorState: string;
  /** Paise of lines without tax, by reason. */
  untaxedPaise: Record<"EXEMPT" | "NIL" | "NON_GST", Paise>;
}

/** The sum in a cell of the return. */
export interface CellSum extends Supplies {
  cell: Cell;
}

export interface InwardOfPeriod {
  /** All bills if no GSTR-2B is loaded, otherwise only those with untaxed lines. */
  bills: PeriodBill[];
  /** Totals from the tax book. */
  taxed: CellSum[];
  /** Credit in GSTR-2B without a bill: from distributors or customs. */
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
 * Returns the tables of a period without GSTR-2B. Every vendor counts as having filed, unless another
 * period's GSTR-2B already provides the credit. Screens show these tables as provisional; they are never
 * filed.
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

/** Returns table 4, table 5 and 3.1(d), in paise. */
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
    "5GST": sumByState(bills, computeExempt),
    "5NONGST": sumByState(bills, ({ untaxedPaise }) => untaxedPaise.NON_GST),
  });
}

/** Adds the net credit: 4A less 4B. */
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

/** Returns the value of a composition dealer's bill, or of lines without GST. */
function computeExempt({ vendorKind, taxable, untaxedPaise }: PeriodBill): Paise {
  if (vendorKind === "COMPOSITION") return (taxable - untaxedPaise.NON_GST) as Paise;
  return (untaxedPaise.NIL + untaxedPaise.EXEMPT) as Paise;
}

function sumByState(bills: PeriodBill[], amountOf: (bill: PeriodBill) => Paise) {
  const sum = (isWithin: boolean) =>
    bills
      .filter(({ vendorState, place }) => (vendorState === toCurrentPos(place)) === isWithin)
      .reduce((all, bill) => all + amountOf(bill) * toSign(bill), 0) as Paise;
  return { inter: sum(false), intra: sum(true) };
}
