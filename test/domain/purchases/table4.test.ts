import { describe, expect, test } from "bun:test";
import type { Paise } from "../../../domain/money.ts";
import { addTaxes, type Inward, NO_TAXES, type Taxes } from "../../../domain/purchases/inward.ts";
import { matchInward } from "../../../domain/purchases/matching.ts";
import { reversalOf } from "../../../domain/purchases/rule37.ts";
import { type Credited, inwardTables } from "../../../domain/purchases/table4.ts";
import { taxOfOwn } from "../../../domain/taxbook/reverseCharge.ts";
import gstr3b from "../../data/gst-returns/2026-10/gstr3b.json";
import { billsOf, creditOf, OCTOBER, paise, periodBills } from "./october.ts";

const { purchases, file, expected } = OCTOBER;
const itcOf = new Map(purchases.bills.map(({ number, itc }) => [number, itc]));
const withCredit = (bill: Inward | undefined) =>
  bill && { ...bill, ...creditOf(bill, itcOf.get(bill.number)) };

function tables(isLoaded = true) {
  const found = matchInward(
    billsOf((bill) => !bill.earlier),
    file.rows,
  );
  const matches = found.map(
    (match): Credited => ({
      ...match,
      row: file.rows.find(({ id }) => id === match.row?.id),
      bill: withCredit(match.bill),
      counts:
        match.status === "EXACT" ||
        (match.status === "SUGGESTED" && purchases.accepted.includes(match.bill?.number ?? "")),
    }),
  );
  return inwardTables({
    bills: periodBills("2026-10"),
    taxed: ownTaxOf(periodBills("2026-10")),
    matches: isLoaded ? matches : undefined,
    credits: file.credits,
    overdue: expected.overdue180.map(({ igst, cgst, sgst }) => taxes(igst, cgst, sgst)),
    reclaimed: purchases.reclaimed.map(({ igst }) => taxes(igst, "0", "0")),
  });
}

/** What falls due in October, by bills without payments of an earlier month. */
const ownTaxOf = (bills: ReturnType<typeof periodBills>) =>
  bills
    .filter(({ isReverseCharge, isImport }) => isReverseCharge || isImport)
    .flatMap((bill) => {
      const lines = (["ELIGIBLE", "BLOCKED"] as const).map((itc) => ({
        ...(itc === "ELIGIBLE" ? bill.eligible : bill.blocked),
        ...{ itc, taxable: 0 as Paise, ledger: "purchases" },
      }));
      const [first, second] = lines as [(typeof lines)[0], (typeof lines)[0]];
      const own = {
        ...{ ...bill, total: bill.taxable, isByDate: true, paid: [] },
        ...{ sign: 1 as const, lines: [{ ...first, taxable: bill.taxable }, second] },
      };
      return taxOfOwn(own, (date) => date.slice(0, 7)).entries;
    });

const taxes = (igst: string, cgst: string, sgst: string): Taxes => ({
  ...{ igst: paise(igst), cgst: paise(cgst), sgst: paise(sgst) },
  cess: 0 as Paise,
});
const cell = ({ igst, cgst, sgst, cess }: Taxes) => ({
  ...{ iamt: igst / 100, camt: cgst / 100, samt: sgst / 100, csamt: cess / 100 },
});

describe("the inward side of October", () => {
  test("is that of the return that was worked by hand", () => {
    const found = tables();
    const { itc_avl, itc_rev, itc_net, itc_inelg } = gstr3b.itc_elg;
    const of = (rows: { ty: string }[], ty: string) => {
      const { ty: _, ...amounts } = rows.find((row) => row.ty === ty) as { ty: string };
      return amounts;
    };
    expect(cell(found["4A1"])).toEqual(of(itc_avl, "IMPG") as never);
    expect(cell(found["4A2"])).toEqual(of(itc_avl, "IMPS") as never);
    expect(cell(found["4A3"])).toEqual(of(itc_avl, "ISRC") as never);
    expect(cell(found["4A5"])).toEqual(of(itc_avl, "OTH") as never);
    expect(cell(found["4B1"])).toEqual(of(itc_rev, "RUL") as never);
    expect(cell(found["4B2"])).toEqual(of(itc_rev, "OTH") as never);
    expect(cell(found["4C"])).toEqual(itc_net);
    expect(cell(found["4D1"])).toEqual(of(itc_inelg, "RUL") as never);
    expect(cell(found["4D2"])).toEqual(of(itc_inelg, "OTH") as never);
    const { taxable, ...tax } = found["3.1d"];
    expect({ txval: taxable / 100, ...cell(tax) }).toEqual(gstr3b.sup_details.isup_rev);
    const [gst, nonGst] = gstr3b.inward_sup.isup_details;
    expect({ ty: "GST", ...inRupees(found["5GST"]) }).toEqual(gst as never);
    expect({ ty: "NONGST", ...inRupees(found["5NONGST"]) }).toEqual(nonGst as never);
  });

  test("without a file of the portal has no credit of vendors, and what is our own", () => {
    const found = tables(false);
    expect(found["4A5"]).toEqual(NO_TAXES);
    expect(cell(found["4A3"]).camt).toBe(8_100);
  });

  test("Rule 37 finds the bills that are overdue", () => {
    const found = purchases.bills.flatMap((bill) => {
      const { earlier, paid = [] } = bill as {
        earlier?: boolean;
        paid?: { date: string; amount: string }[];
      };
      const one = earlier && billsOf(({ number }) => number === bill.number)[0];
      if (!one) return [];
      const total = (one.taxable + addTaxes([one]).igst + one.cgst + one.sgst) as Paise;
      const of = { ...one, total, paid: paid.map((p) => ({ ...p, amount: paise(p.amount) })) };
      const reversal = reversalOf(of);
      return reversal?.period === "2026-10" ? { bill: bill.number, ...reversal } : [];
    });
    const worked = expected.overdue180.map(({ bill, ends, cgst }) => [bill, ends, paise(cgst)]);
    expect(found.map(({ bill, ends, taxes }) => [bill, ends, taxes.cgst])).toEqual(worked as never);
  });
});

const inRupees = ({ inter, intra }: { inter: Paise; intra: Paise }) => ({
  inter: inter / 100,
  intra: intra / 100,
});
