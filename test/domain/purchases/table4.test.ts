import { describe, expect, test } from "bun:test";
import type { Hundredths } from "../../../domain/hundredths.ts";
import type { Paise } from "../../../domain/money.ts";
import { addTaxes, type Inward, NO_TAXES, type Taxes } from "../../../domain/purchases/inward.ts";
import { matchInward } from "../../../domain/purchases/matching.ts";
import { inwardTables, provisionalTables } from "../../../domain/purchases/table4.ts";
import { type CreditBill, rule37, taxOfRow } from "../../../domain/taxbook/credit.ts";
import type { Cell, TaxEntry } from "../../../domain/taxbook/entries.ts";
import { taxOfOwn } from "../../../domain/taxbook/reverseCharge.ts";
import gstr3b from "../../data/gst-returns/2026-10/gstr3b.json";
import { listMatchableBills, OCTOBER, paise, periodBills } from "./october.ts";

const { purchases, file, expected } = OCTOBER;
const itcOf = new Map(purchases.bills.map(({ number, itc }) => [number, itc]));
const toCredit = (bill: Inward): CreditBill => ({
  id: bill.id,
  number: bill.number,
  date: bill.date,
  place: bill.place,
  sign: 1,
  isTaken: false,
  waits: true,
  paid: [],
  reversedBefore: undefined,
  supplierUnfiledOn: "",
  supplierFiledOn: "",
  totalPaise: (bill.taxable + bill.igst + bill.cgst + bill.sgst) as Paise,
  lines: (["ELIGIBLE", "BLOCKED"] as const).map((itc) => ({
    ...(itc === itcOf.get(bill.number) ? addTaxes([bill]) : NO_TAXES),
    itc,
    taxable: bill.taxable,
    ledger: "purchases",
  })),
});

const toMonth = (date: string) => date.slice(0, 7);

function tables(isLoaded = true) {
  const found = matchInward(
    listMatchableBills((bill) => !bill.earlier),
    file.rows,
  );
  const counts = ({ status, bill }: (typeof found)[number]) =>
    status === "EXACT" ||
    (status === "SUGGESTED" && purchases.accepted.includes(bill?.number ?? ""));
  const credits = file.rows.flatMap((row) => {
    const match = found.find((one) => one.row?.id === row.id && counts(one));
    const bill = match?.bill && toCredit(match.bill);
    return taxOfRow({ ...row, period: "2026-10", bill }, toMonth);
  });
  const reversed = expected.overdue180.map(({ igst, cgst, sgst }) =>
    stated("4B2", taxes(igst, cgst, sgst)),
  );
  const again = purchases.reclaimed.flatMap(({ igst }) => {
    const amounts = taxes(igst, "0", "0");
    return [stated("4A5", amounts), stated("4D1", amounts)];
  });
  const bought = isLoaded ? [...credits, ...reversed, ...again] : [];
  return inwardTables({
    bills: periodBills("2026-10"),
    taxed: [...sumOwnTax(periodBills("2026-10")), ...bought],
    credits: file.credits,
  });
}

const stated = (cell: Cell, amounts: Taxes): TaxEntry => ({
  document: "",
  number: "",
  due: "2026-10-31",
  posted: "2026-10-31",
  period: "2026-10",
  cell,
  section: "",
  pos: "",
  rate: 0 as Hundredths,
  isIntra: false,
  taxable: 0 as Paise,
  ...amounts,
  against: "",
  reason: "",
});

const sumOwnTax = (bills: ReturnType<typeof periodBills>) =>
  bills
    .filter(({ isReverseCharge, isImport }) => isReverseCharge || isImport)
    .flatMap((bill) => {
      const lines = (["ELIGIBLE", "BLOCKED"] as const).map((itc) => ({
        ...(itc === "ELIGIBLE" ? bill.eligible : bill.blocked),
        itc,
        taxable: 0 as Paise,
        ledger: "purchases",
      }));
      const [first, second] = lines as [(typeof lines)[0], (typeof lines)[0]];
      const own = {
        ...bill,
        totalPaise: bill.taxable,
        isByDate: true,
        isAssociated: false,
        paid: [],
        sign: 1 as const,
        lines: [{ ...first, taxable: bill.taxable }, second],
      };
      return taxOfOwn(own, toMonth);
    });

const taxes = (igst: string, cgst: string, sgst: string): Taxes => ({
  igst: paise(igst),
  cgst: paise(cgst),
  sgst: paise(sgst),
  cess: 0 as Paise,
});
const cell = ({ igst, cgst, sgst, cess }: Taxes) => ({
  iamt: igst / 100,
  camt: cgst / 100,
  samt: sgst / 100,
  csamt: cess / 100,
});

describe("the inward side of October", () => {
  test("matches the worked return", () => {
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
    expect({ ty: "GST", ...convertToRupees(found["5GST"]) }).toEqual(gst as never);
    expect({ ty: "NONGST", ...convertToRupees(found["5NONGST"]) }).toEqual(nonGst as never);
  });

  test("has no vendor credit without a portal file, only the agency's own", () => {
    const found = tables(false);
    expect(found["4A5"]).toEqual(NO_TAXES);
    expect(cell(found["4A3"]).camt).toBe(8_100);
  });

  test("counts a bill once in provisional tables if a row of GSTR-2B brings its credit", () => {
    const bills = periodBills("2026-10").map((bill) => ({ ...bill, isPaired: true }));
    const parts = { bills, credits: [], taxed: [] };
    expect(provisionalTables(parts)["4A5"]).toEqual(NO_TAXES);
    const unpaired = bills.map((bill) => ({ ...bill, isPaired: false }));
    expect(provisionalTables({ ...parts, bills: unpaired })["4A5"].cgst).toBeGreaterThan(0);
  });

  test("Rule 37 reverses overdue bills", () => {
    const found = purchases.bills.flatMap((bill) => {
      const { earlier, paid = [] } = bill as {
        earlier?: boolean;
        paid?: { date: string; amount: string }[];
      };
      const one = earlier && listMatchableBills(({ number }) => number === bill.number)[0];
      if (!one) return [];
      const payments = paid.map((p) => ({ date: p.date, amountPaise: paise(p.amount) }));
      const credit = { ...toCredit(one), paid: payments };
      return rule37(credit, toMonth(one.date), toMonth)
        .filter(({ cell, period }) => cell === "4B2" && period === "2026-10")
        .map((entry) => [bill.number, entry.cgst]);
    });
    const worked = expected.overdue180.map(({ bill, cgst }) => [bill, paise(cgst)]);
    expect(found).toEqual(worked);
  });
});

const convertToRupees = ({ inter, intra }: { inter: Paise; intra: Paise }) => ({
  inter: inter / 100,
  intra: intra / 100,
});
