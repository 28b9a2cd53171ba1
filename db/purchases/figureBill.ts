import { computeTdsLimit, tdsTooHigh } from "../../domain/documents/payments.ts";
import { findState } from "../../domain/gst/states.ts";
import type { Hundredths } from "../../domain/hundredths.ts";
import type { Paise } from "../../domain/money.ts";
import {
  computeLineTaxes,
  defaultCredit,
  explainElsewhere,
  findWrongTax,
  mayChargeNone,
  resolveBillPlace,
  sumBill,
  totalWarning,
} from "../../domain/purchases/billFigures.ts";
import { type NewBill, wantsSelfInvoice } from "../../domain/purchases/billInput.ts";
import { toStoredKind } from "../../domain/purchases/bills.ts";
import type { Itc } from "../../domain/purchases/credit.ts";
import { invalid } from "../../domain/refusal.ts";
import type { NewItem } from "../documents/documents.ts";
import type { Issuer } from "../documents/issuer.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { assertTakesEntries } from "../ledger/transactions.ts";
import { categories } from "../schema/ledger.ts";
import { proposeTds } from "../tds/propose.ts";
import { toParty, type VendorRow } from "./billRows.ts";

export interface ToFigure {
  input: NewBill;
  vendor: VendorRow;
  issuer: Pick<Issuer, "supplier">;
  /** Id of the bill being changed. */
  own?: string;
  elsewhere?: Elsewhere;
}

/**
 * How to treat a line that claims credit of another State's CGST and SGST: refuse it, keep it because the
 * line is unchanged, or enter it as a cost because the books were imported.
 */
type Elsewhere = "refuse" | "keep" | "cost";

/** Computes a bill's rows, except its number. @throws Refusal "invalid" if a total is not allowed */
export async function computeBill(
  tx: Write,
  tenant: Tenant,
  { input, vendor, issuer, own, elsewhere }: ToFigure,
) {
  const known = await tx.select().from(categories).where(forAgency(tenant, categories));
  const { supplier } = issuer;
  const records = { vendor, supplier, categories: known, at: nowFor(tenant), elsewhere };
  const { columns, items } = assessBill(input, records);
  const { grandTotalPaise: total } = columns;
  const taxable = (columns.taxablePaise - columns.pureAgentPaise) as Paise;
  const tds = await tdsColumns(tx, tenant, {
    input,
    vendor,
    taxablePaise: taxable,
    totalPaise: total,
    own,
  });
  return { columns: { ...columns, ...tds }, items };
}

interface Known {
  vendor: VendorRow;
  supplier: Issuer["supplier"];
  categories: (typeof categories.$inferSelect)[];
  /** The time of entry. */
  at: string;
  elsewhere?: Elsewhere | undefined;
}

/** Computes a bill without the database, except its TDS. */
export function assessBill(input: NewBill, known: Known) {
  const { vendor, supplier, at } = known;
  const kind = wantsSelfInvoice(input, vendor) ? "SELF_INVOICE" : toStoredKind(input.kind);
  const isOwnTax = input.reverseCharge || input.import !== "";
  if (kind === "SELF_INVOICE" && (!isOwnTax || vendor.gstin !== "")) {
    throw invalid("kind", "A self-invoice is for a vendor without a GSTIN, under reverse charge");
  }
  if (kind !== "SELF_INVOICE" && !input.number) throw invalid("number", "Bill No. is required");
  const place = resolveBillPlace(input, vendor, supplier.gstin);
  const mayCredit = supplier.gstin !== "" && !supplier.isComposition;
  const items = toItems({ ...known, items: input.items, place, isOwnTax, mayCredit });
  const figures = sumBill(items.map(toTaxLine), input.roundOff as Paise, isOwnTax);
  const warning = totalWarning(figures.total);
  if (warning) throw invalid(figures.total < 0 ? "roundOff" : "items", warning);
  const isVendors = kind !== "SELF_INVOICE";
  const { date, receivedDate, notes, placeOfSupply, onHold: isOnHold, status } = input;
  const columns = {
    kind,
    family: "BILLS" as const,
    date,
    receivedDate,
    notes,
    placeOfSupply,
    isOnHold,
    terms: "",
    vendorId: vendor.id,
    import: input.import,
    reverseCharge: isOwnTax,
    dueDate: input.dueDate || date,
    supplyText: place.text,
    supplyCode: place.code,
    gstMode: place.mode,
    numberKey: isVendors ? toNumberKey(input.number) : "",
    vendorKey: isVendors ? keyOfVendor(vendor) : "",
    pureAgentPaise: sumPureAgent(items),
    subTotalPaise: figures.taxable,
    discountPaise: 0 as Paise,
    taxablePaise: figures.taxable,
    cgstPaise: figures.cgst,
    sgstPaise: figures.sgst,
    igstPaise: figures.igst,
    cessPaise: figures.cess,
    roundOffPaise: input.roundOff as Paise,
    grandTotalPaise: figures.total,
    sentAt: status === "OPEN" ? at : null,
    issued: status === "OPEN" ? { supplier, recipient: toParty(vendor) } : null,
  };
  return { columns, items };
}

/** Identifies the vendor of a number: by GSTIN if there is one, otherwise by name. */
const keyOfVendor = ({ gstin, nameKey }: Pick<VendorRow, "gstin" | "nameKey">): string =>
  gstin || nameKey;

/** Normalizes a vendor's number for comparison. */
export const toNumberKey = (number: string): string => number.toLowerCase();

/** Lines bought for clients have no credit and no TDS. */
const sumPureAgent = (items: NewItem[]): Paise =>
  items.reduce((sum, item) => sum + (item.pureAgent ? item.taxablePaise : 0), 0) as Paise;

const toTaxLine = (item: NewItem) => ({
  taxable: item.taxablePaise,
  cgst: item.cgstPaise,
  sgst: item.sgstPaise,
  igst: item.igstPaise,
  cess: item.cessPaise as Paise,
});

interface Entered extends Pick<NewBill, "items">, Known {
  place: ReturnType<typeof resolveBillPlace>;
  isOwnTax: boolean;
  mayCredit: boolean;
}

function toItems(entered: Entered): NewItem[] {
  const { place, vendor, isOwnTax } = entered;
  const { mode } = place;
  const { elsewhere = "refuse" } = entered;
  const isElsewhere = place.isElsewhere && elsewhere !== "keep";
  // Without a GSTIN the vendor cannot issue a tax invoice (CGST Act, s. 16(2)(a)).
  const hasGstin = vendor.kind === "REGULAR" || vendor.kind === "SEZ";
  const mayCredit = entered.mayCredit && (isOwnTax || hasGstin);
  const byId = new Map(entered.categories.map((category) => [category.id, category]));
  return entered.items.map((item, n) => {
    const category = item.categoryId ? byId.get(item.categoryId) : undefined;
    if (item.categoryId && category?.type !== "Expense") {
      throw invalid(`items.${n}.categoryId`, "Choose one of your expense categories");
    }
    if (category) assertTakesEntries(category, `items.${n}.categoryId`);
    const isFree = mayChargeNone(vendor, isOwnTax);
    const line = computeLineTaxes(item, mode, isFree);
    const wrong = findWrongTax(item, line, mode, isFree);
    if (wrong) throw invalid(`items.${n}.${wrong.head}`, wrong.message);
    if (
      isElsewhere &&
      elsewhere === "refuse" &&
      item.itc === "ELIGIBLE" &&
      line.cgst + line.sgst > 0
    ) {
      throw invalid(`items.${n}.itc`, explainElsewhere(findState(place.code)?.name ?? place.text));
    }
    const pureAgent = category?.kind === "bought_for_clients";
    const may = mayCredit && !isElsewhere && !pureAgent;
    const usual = defaultCredit(line, { vendor, category: category?.itc, mayCredit: may });
    const itc: Itc = usual === "NONE" ? "NONE" : (item.itc ?? usual);
    const { description, hsnSac, taxPct, treatment } = item;
    return {
      description,
      hsnSac,
      treatment,
      unit: "",
      taxPct: taxPct as Hundredths,
      itc,
      qty: 1_00 as Hundredths,
      discountPct: 0 as Hundredths,
      ratePaise: line.taxable,
      taxablePaise: line.taxable,
      cgstPaise: line.cgst,
      sgstPaise: line.sgst,
      igstPaise: line.igst,
      cessPaise: line.cess,
      categoryId: category?.id ?? null,
      pureAgent,
      isCommon: itc === "ELIGIBLE" && item.use === "COMMON",
      blockedBy: itc === "BLOCKED" ? item.blockedBy || category?.blockedBy || "" : "",
    };
  });
}

interface Deducted {
  input: NewBill;
  vendor: VendorRow;
  taxablePaise: Paise;
  totalPaise: Paise;
  own: string | undefined;
}

/**
 * Returns the TDS of a bill: the typed amount, otherwise what the rule requires. A typed amount can be at
 * most 20% of the taxable value, or, if that is more, what the rule requires to make up for earlier bills.
 */
async function tdsColumns(
  tx: Write,
  tenant: Tenant,
  { input, vendor, taxablePaise, totalPaise, own }: Deducted,
) {
  const rule = input.tdsRule ?? vendor.tdsRule;
  if (input.kind === "CREDIT_NOTE") {
    return { tdsRule: "" as const, tdsDuePaise: 0 as Paise, isTdsByRule: false };
  }
  const typed = input.tdsAmount as Paise | undefined;
  if (typed !== undefined && typed > totalPaise)
    throw invalid("tdsAmount", "TDS must not be more than the total");
  const { date, rentMonths, tdsCertificate } = input;
  const bill = { vendor, date, taxablePaise, own, months: rentMonths };
  const byRule = rule ? (await proposeTds(tx, tenant, rule, bill)).tdsPaise : (0 as Paise);
  const none = 0 as Paise;
  const limit = computeTdsLimit({
    taxablePaise,
    totalPaise,
    creditedPaise: none,
    deductedPaise: none,
  });
  if (typed !== undefined && typed > Math.max(limit, byRule)) {
    throw invalid("tdsAmount", tdsTooHigh(Math.max(limit, byRule) as Paise));
  }
  const due = typed ?? byRule;
  return {
    tdsRule: rule,
    tdsDuePaise: Math.min(due, totalPaise) as Paise,
    tdsCertificate,
    rentMonths,
    isTdsByRule: rule !== "" && typed === undefined,
  };
}
