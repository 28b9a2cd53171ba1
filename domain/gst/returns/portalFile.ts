import { type CalendarDate, formatDayFirst } from "../../dates.ts";
import { fromHundredths } from "../../hundredths.ts";
import { type Paise, toRupees } from "../../money.ts";
import type { GstMode } from "../figures.ts";
import type { AdvanceRow } from "./advances.ts";
import { toPortalOriginal } from "./amendments.ts";
import { filterSection, type Gstr1 } from "./gstr1.ts";
import type { HsnRow } from "./hsn.ts";
import { HSN_IN_HALVES, TOOL_VERSION, valueOn } from "./law.ts";
import type { Period } from "./periods.ts";
import { type Amounts, type Placed, place, type RateGroup } from "./placement.ts";

// The portal's JSON in the format of the Returns Offline Tool: same keys in the same order, no empty
// values, amounts as numbers. The same books always give the same bytes.

/** Builds the object to write with `JSON.stringify`. */
export function portalFile(gstr1: Gstr1): object {
  const { period, filer } = gstr1.books;
  const head = {
    gstin: filer.gstin,
    fp: period.fp,
    version: valueOn(TOOL_VERSION, period.dateTo),
    hash: "hash",
  };
  if (period.return === "IFF") return omitEmpty({ ...head, b2b: b2b(gstr1), cdnr: cdnr(gstr1) });
  return omitEmpty({
    ...head,
    b2b: b2b(gstr1),
    b2cl: b2cl(gstr1),
    b2cs: gstr1.b2cs.map(toB2cs),
    nil: omitEmpty({ inv: gstr1.nil.filter(hasNil).map(toNil) }),
    exp: exp(gstr1),
    at: advances(gstr1.advances.received),
    cdnr: cdnr(gstr1),
    cdnur: filterSection(gstr1, "cdnur")
      .toSorted(by(({ type }) => type))
      .map(toUnregisteredNote),
    ...amendments(gstr1),
    doc_issue: omitEmpty({ doc_det: gstr1.issued.map(toIssued) }),
    hsn: hsn(gstr1),
    txpd: advances(gstr1.advances.adjusted),
  });
}

/** Returns the file name in the offline tool's format, with the current day unpadded. */
export function portalFileName(gstin: string, today: CalendarDate): string {
  const [year, month, day] = today.split("-").map(Number);
  return `returns_${day}${month}${year}_R1_${gstin}_offline.json`;
}

/** Removes empty objects and arrays. */
function omitEmpty(fields: Record<string, unknown>): Record<string, unknown> {
  const isEmpty = (value: unknown) =>
    typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

const rupees = (amount: number) => toRupees(amount as Paise);

const toTaxFields = (mode: GstMode, { igst, cgst, sgst }: Amounts) =>
  mode === "IGST" ? { iamt: rupees(igst) } : { camt: rupees(cgst), samt: rupees(sgst) };

function toItem(mode: GstMode) {
  return (group: RateGroup) => ({ num: group.rate + 1, itm_det: detail(mode, group) });
}

const detail = (mode: GstMode, group: RateGroup) => ({
  txval: rupees(group.taxable),
  rt: fromHundredths(group.rate),
  ...toTaxFields(mode, group),
  csamt: 0,
});

const toPortalItems = ({ document, groups }: Placed) => groups.map(toItem(document.mode));

function b2b(gstr1: Pick<Gstr1, "placed">) {
  return groupByKey(filterSection(gstr1, "b2b"), ({ document }) => document.buyer.gstin).map(
    ([ctin, some]) => ({
      ctin,
      inv: some.map((placed) => ({
        ...invoiceHead(placed),
        pos: placed.pos,
        rchrg: placed.document.reverseCharge ? "Y" : "N",
        inv_typ: placed.type,
        itms: toPortalItems(placed),
      })),
    }),
  );
}

const invoiceHead = ({ document: { number, date, totalPaise } }: Placed) => ({
  inum: number,
  idt: formatDayFirst(date, "-"),
  val: rupees(totalPaise),
});

function b2cl(gstr1: Pick<Gstr1, "placed">) {
  return groupByKey(filterSection(gstr1, "b2cl"), ({ pos }) => pos).map(([pos, some]) => ({
    pos,
    inv: some.map((placed) => ({ ...invoiceHead(placed), itms: toPortalItems(placed) })),
  }));
}

function toB2cs(row: Gstr1["b2cs"][number]) {
  return {
    sply_ty: row.isIntra ? "INTRA" : "INTER",
    rt: fromHundredths(row.rate),
    typ: "OE",
    pos: row.pos,
    txval: rupees(row.taxable),
    ...toTaxFields(row.isIntra ? "INTRA" : "IGST", row),
    csamt: 0,
  };
}

const hasNil = ({ NIL, EXEMPT, NON_GST }: Gstr1["nil"][number]) =>
  NIL !== 0 || EXEMPT !== 0 || NON_GST !== 0;

const toNil = (row: Gstr1["nil"][number]) => ({
  sply_ty: `${row.isIntra ? "INTRA" : "INTR"}${row.isRegistered ? "B2B" : "B2C"}`,
  expt_amt: rupees(row.EXEMPT),
  nil_amt: rupees(row.NIL),
  ngsup_amt: rupees(row.NON_GST),
});

function exp(gstr1: Pick<Gstr1, "placed">) {
  const some = filterSection(gstr1, "exp");
  return ["WPAY", "WOPAY"]
    .map((type) => ({
      exp_typ: type,
      inv: some
        .filter((placed) => placed.type === type)
        .map((placed) => ({
          ...invoiceHead(placed),
          itms: placed.groups.map((group) => detail("IGST", group)),
        })),
    }))
    .filter(({ inv }) => inv.length > 0);
}

function advances(rows: AdvanceRow[]) {
  return groupByKey(rows, ({ pos, isIntra }) => `${pos} ${isIntra}`).map(([, some]) => ({
    pos: some[0]?.pos,
    sply_ty: some[0]?.isIntra ? "INTRA" : "INTER",
    itms: some.map((row) => ({
      rt: fromHundredths(row.rate),
      ad_amt: rupees(row.taxable),
      ...toTaxFields(row.isIntra ? "INTRA" : "IGST", row),
      csamt: 0,
    })),
  }));
}

const noteHead = ({ document: { number, date, kind, totalPaise } }: Placed) => ({
  nt_num: number,
  nt_dt: formatDayFirst(date, "-"),
  ntty: kind === "CREDIT_NOTE" ? "C" : "D",
  val: rupees(totalPaise),
});

function cdnr(gstr1: Pick<Gstr1, "placed">) {
  return groupByKey(filterSection(gstr1, "cdnr"), ({ document }) => document.buyer.gstin).map(
    ([ctin, some]) => ({
      ctin,
      nt: some.map((placed) => ({
        ...noteHead(placed),
        pos: placed.pos,
        rchrg: placed.document.reverseCharge ? "Y" : "N",
        inv_typ: placed.type,
        itms: toPortalItems(placed),
      })),
    }),
  );
}

const toUnregisteredNote = (placed: Placed) => ({
  ...noteHead(placed),
  typ: placed.type,
  ...(placed.type === "B2CL" && { pos: placed.pos }),
  itms: toPortalItems(placed),
});

/** Builds the amendment sections: like the regular sections, plus the number and date as filed. */
function amendments({ books }: Gstr1): Record<string, unknown> {
  const { amended, filer } = books;
  const before = new Map(amended.map((one) => [one.document.number, toPortalOriginal(one)]));
  const placed = amended.map(({ document }) => place(document, filer.gstin));
  const own = { placed };
  const named = <One extends { inum?: string; nt_num?: string }>(one: One) => ({
    ...before.get(one.inum ?? one.nt_num ?? ""),
    ...one,
  });
  return {
    b2ba: b2b(own).map(({ ctin, inv }) => ({ ctin, inv: inv.map(named) })),
    b2cla: b2cl(own).map(({ pos, inv }) => ({ pos, inv: inv.map(named) })),
    expa: exp(own).map(({ exp_typ, inv }) => ({ exp_typ, inv: inv.map(named) })),
    cdnra: cdnr(own).map(({ ctin, nt }) => ({ ctin, nt: nt.map(named) })),
    cdnura: filterSection(own, "cdnur").map(toUnregisteredNote).map(named),
  };
}

const toIssued = ({ number, name, ranges }: Gstr1["issued"][number]) => ({
  doc_num: number,
  doc_typ: name,
  docs: ranges.map(({ from, to, total, cancelled }, index) => ({
    num: index + 1,
    from,
    to,
    totnum: total,
    cancel: cancelled,
    net_issue: total - cancelled,
  })),
});

function hsn({ books: { period }, hsn: { b2b, b2c } }: Gstr1) {
  return areHalves(period)
    ? omitEmpty({ hsn_b2b: b2b.map(toHsn), hsn_b2c: b2c.map(toHsn) })
    : omitEmpty({ data: [...b2b, ...b2c].map(toHsn) });
}

const areHalves = ({ dateTo }: Period) => valueOn(HSN_IN_HALVES, dateTo);

const toHsn = (row: HsnRow, index: number) => ({
  num: index + 1,
  hsn_sc: row.code,
  desc: row.description,
  uqc: row.unit,
  qty: fromHundredths(row.qty),
  rt: fromHundredths(row.rate),
  txval: rupees(row.taxable),
  iamt: rupees(row.igst),
  samt: rupees(row.sgst),
  camt: rupees(row.cgst),
  csamt: 0,
});

/** Groups by key, sorted by key and stable within a group. */
function groupByKey<One>(all: One[], keyOf: (one: One) => string): [string, One[]][] {
  return [...Map.groupBy(all, keyOf)].toSorted(by(([key]) => key));
}

const by =
  <One>(keyOf: (one: One) => string) =>
  (a: One, b: One): number => {
    const [first, second] = [keyOf(a), keyOf(b)];
    return first === second ? 0 : first < second ? -1 : 1;
  };
