import { formatDayFirst } from "../../domain/dates.ts";
import type { DemoBill } from "./bills.ts";
import { AGENCY } from "./studio.ts";
import { VENDORS } from "./vendors.ts";

// Vendors' returns for a month. In the month being closed, some differ from the books: the press formats its
// numbers differently, the accountant has filed another amount, a server is missing, and a courier has billed
// something the studio never received.

/** Builds the portal's GSTR-2B of a month, `2026-10`. */
export function buildGstr2b(month: string, bills: DemoBill[], isNew: boolean) {
  const filed = bills.filter(
    ({ date, vendor, number, state }) =>
      date.startsWith(month) &&
      VENDORS[vendor].kind === "REGULAR" &&
      !(isNew && number.startsWith("BC-C")) &&
      !state,
  );
  const reported = filed.map((bill) => ({ bill, gstin: VENDORS[bill.vendor].gstin }));
  const of = (kind: DemoBill["kind"]) =>
    [
      ...Map.groupBy(
        reported.filter(({ bill }) => bill.kind === kind),
        ({ gstin }) => gstin,
      ),
    ].map(([ctin, own]) => ({ ctin, bills: own.map(({ bill }) => bill) }));
  const [year = "", n = ""] = month.split("-");
  const b2b = of("BILL").map(({ ctin, bills }) => ({
    ctin,
    trdnm: findVendorName(ctin),
    inv: bills.map((bill) => ({ inum: filedNumber(bill, isNew), ...told2b(bill, isNew) })),
  }));
  const courier = {
    ctin: "27AAMCG2214T1Z1",
    trdnm: "Ghodbunder Couriers",
    inv: [
      {
        inum: `GC/${n}/4471`,
        dt: formatDayFirst(`${month}-24`, "-"),
        pos: "27",
        rev: "N",
        itcavl: "Y",
        txval: 1_850,
        cgst: 166.5,
        sgst: 166.5,
        igst: 0,
        cess: 0,
      },
    ],
  };
  const cdnr = of("CREDIT_NOTE").map(({ ctin, bills }) => ({
    ctin,
    trdnm: findVendorName(ctin),
    nt: bills.map((bill) => ({ ntnum: bill.number, typ: "C", ...told2b(bill, isNew) })),
  }));
  const docdata = { b2b: isNew ? [...b2b, courier] : b2b, cdnr };
  return { data: { gstin: AGENCY.gstNumber, rtnprd: `${n}${year}`, docdata } };
}

const findVendorName = (gstin: string) =>
  Object.values(VENDORS).find((vendor) => vendor.gstin === gstin)?.displayName ?? "";

const filedNumber = ({ vendor, number }: DemoBill, isNew: boolean) =>
  isNew && vendor === "press" ? number.replaceAll("/", "-") : number;

function told2b({ vendor, date, rupees, taxPct, isOwnTax }: DemoBill, isNew: boolean) {
  const txval = isNew && vendor === "accountant" ? rupees + 500 : rupees;
  const tax = (txval * taxPct) / 100;
  const isElsewhere = !VENDORS[vendor].gstin.startsWith("27");
  return {
    dt: formatDayFirst(date, "-"),
    pos: "27",
    rev: isOwnTax ? "Y" : "N",
    itcavl: "Y",
    txval,
    cess: 0,
    igst: isElsewhere ? tax : 0,
    cgst: isElsewhere ? 0 : tax / 2,
    sgst: isElsewhere ? 0 : tax / 2,
  };
}
