import { type Paise, toRupees } from "../../money.ts";
import { MONTH_NAMES } from "../../months.ts";
import type { Taxes } from "../../purchases/inward.ts";
import type { InwardTables } from "../../purchases/table4.ts";
import { type Gstr1, summarizeGstr1 } from "./gstr1.ts";
import { TABLE_3_2_TYPED, valueOn } from "./law.ts";
import { type Amounts, NOTHING, type Placed, plus, sumAmounts } from "./placement.ts";

// Outward supplies of GSTR-3B, derived from GSTR-1 of the period as on the portal. The portal fills
// table 3 itself, so ours serves as a check and to prepare the payment. Purchases (3.1d, 4 and 5) are in
// domain/purchases/table4.ts.

/** Supplies to one place in another state (table 3.2). */
export interface PlaceSum {
  pos: string;
  taxable: Paise;
  igst: Paise;
}

export interface Gstr3b {
  "3.1a": Amounts;
  "3.1b": Amounts;
  "3.1c": Amounts;
  "3.1e": Amounts;
  /** Clients without GSTIN, composition dealers, and UIN holders. */
  "3.2": { unregistered: PlaceSum[]; composition: PlaceSum[]; uin: PlaceSum[] };
  /** The part of 3.1a whose tax the client pays. */
  reverseChargePaise: Paise;
}

export function buildGstr3b(gstr1: Gstr1): Gstr3b {
  const { placed, advances } = gstr1;
  const regular = placed.filter(isRegular);
  const nil = summarizeGstr1(gstr1)["8"];
  const noTax = (taxable: number): Amounts => ({ ...NOTHING, taxable: taxable as Paise });
  const supplied = sumAmounts(regular.map(computeNet));
  const received = plus(supplied, sumAmounts(advances.received));
  return {
    "3.1a": plus(received, sumAmounts(advances.adjusted), -1),
    "3.1b": sumAmounts(placed.filter((one) => one.section && !isRegular(one)).map(computeNet)),
    "3.1c": noTax(nil.NIL + nil.EXEMPT),
    "3.1e": noTax(nil.NON_GST),
    "3.2": {
      unregistered: sumByPlace(regular.filter(({ document }) => !document.buyer.gstin)),
      composition: sumByPlace(regular.filter(isTo("COMPOSITION"))),
      uin: sumByPlace(regular.filter(isTo("UIN"))),
    },
    reverseChargePaise: sumAmounts(
      regular.filter(({ document }) => document.reverseCharge).map(computeNet),
    ).taxable,
  };
}

/** Returns the tax due, as lists of periods show it: by head in rupees (CGST Act, s. 170), at least 0. */
export function computePayable(gstr3b: Gstr3b): { igst: Paise; cgst: Paise; sgst: Paise } {
  const { igst, cgst, sgst } = plus(gstr3b["3.1a"], gstr3b["3.1b"]);
  const due = (tax: number) => (Math.max(0, Math.round(tax / 100)) * 100) as Paise;
  return { igst: due(igst), cgst: due(cgst), sgst: due(sgst) };
}

/** Whether a document is taxed in India, or corrects such a document. */
const isRegular = ({ section, document: { supply } }: Placed) =>
  section !== undefined && supply === "REGULAR";

const isTo =
  (kind: Placed["document"]["buyer"]["kind"]) =>
  ({ document: { buyer } }: Placed) =>
    buyer.gstin !== "" && buyer.kind === kind;

/** Returns the amounts of a document, negative for a credit note, without tax that the client pays. */
export function computeNet({ document, groups, sign }: Placed): Amounts {
  const { taxable, ...tax } = plus(NOTHING, sumAmounts(groups), sign);
  return document.reverseCharge ? { ...NOTHING, taxable } : { taxable, ...tax };
}

function sumByPlace(placed: Placed[]): PlaceSum[] {
  const across = placed.filter(
    ({ document }) => document.mode === "IGST" && !document.reverseCharge,
  );
  return [...Map.groupBy(across, ({ pos }) => pos)]
    .map(([pos, some]) => {
      const { taxable, igst } = sumAmounts(some.map(computeNet));
      return { pos, taxable, igst };
    })
    .filter(({ taxable, igst }) => taxable !== 0 || igst !== 0)
    .toSorted((a, b) => (a.pos < b.pos ? -1 : 1));
}

/** File name in the offline utility's format. */
export function gstr3bFileName({ period, filer }: Gstr1["books"]): string {
  const month = Number(period.label.slice(5));
  const year = Number(period.label.slice(0, 4)) - (month < 4 ? 1 : 0);
  return `${MONTH_NAMES[month - 1]}_${year}-GSTR3B${filer.gstin}-Details.json`;
}

/** Builds the offline utility's file, which contains every key, even for zeros. */
export function gstr3bFile(gstr1: Gstr1, inward: InwardTables): object {
  const { period, filer } = gstr1.books;
  const tables = buildGstr3b(gstr1);
  const none = { iamt: 0, camt: 0, samt: 0, csamt: 0 };
  const types = (all: Record<string, Taxes>) =>
    Object.entries(all).map(([ty, taxes]) => ({ ty, ...heads(taxes) }));
  const isTyped = valueOn(TABLE_3_2_TYPED, period.dateTo);
  const { unregistered, composition, uin } = tables["3.2"];
  return {
    gstin: filer.gstin,
    ret_period: period.fp,
    sup_details: {
      osup_det: row(tables["3.1a"]),
      osup_zero: row(tables["3.1b"]),
      osup_nil_exmp: row(tables["3.1c"]),
      isup_rev: { txval: toRupees(inward["3.1d"].taxable), ...heads(inward["3.1d"]) },
      osup_nongst: row(tables["3.1e"]),
    },
    eco_dtls: { eco_sup: row(NOTHING), eco_reg_sup: { txval: 0 } },
    itc_elg: {
      itc_avl: types({
        IMPG: inward["4A1"],
        IMPS: inward["4A2"],
        ISRC: inward["4A3"],
        ISD: inward["4A4"],
        OTH: inward["4A5"],
      }),
      itc_rev: types({ RUL: inward["4B1"], OTH: inward["4B2"] }),
      itc_net: heads(inward["4C"]),
      itc_inelg: types({ RUL: inward["4D1"], OTH: inward["4D2"] }),
    },
    inward_sup: {
      isup_details: [
        { ty: "GST", ...toStateRupees(inward["5GST"]) },
        { ty: "NONGST", ...toStateRupees(inward["5NONGST"]) },
      ],
    },
    intr_ltfee: { intr_details: none, ltfee_details: {} },
    ...(isTyped && {
      inter_sup: {
        unreg_details: unregistered.map(placeRow),
        comp_details: composition.map(placeRow),
        uin_details: uin.map(placeRow),
      },
    }),
  };
}

const row = ({ taxable, igst, cgst, sgst }: Amounts) => ({
  txval: toRupees(taxable),
  iamt: toRupees(igst),
  camt: toRupees(cgst),
  samt: toRupees(sgst),
  csamt: 0,
});

const heads = ({ igst, cgst, sgst, cess }: Taxes) => ({
  iamt: toRupees(igst),
  camt: toRupees(cgst),
  samt: toRupees(sgst),
  csamt: toRupees(cess),
});

const toStateRupees = ({ inter, intra }: { inter: Paise; intra: Paise }) => ({
  inter: toRupees(inter),
  intra: toRupees(intra),
});

/** Returns a row of table 3.2 in the utility's format. */
export const placeRow = ({ pos, taxable, igst }: PlaceSum) => ({
  pos,
  txval: toRupees(taxable),
  iamt: toRupees(igst),
});

/**
 * Whether no tax is payable, so that the late fee of a nil return applies (Notification 76/2018-CT, as
 * amended).
 */
export const isNilReturn = (
  payable: { igst: Paise; cgst: Paise; sgst: Paise },
  inward: InwardTables,
): boolean => {
  const own = inward["3.1d"];
  return [payable, own].every(({ igst, cgst, sgst }) => igst === 0 && cgst === 0 && sgst === 0);
};
