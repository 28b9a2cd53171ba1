import events from "../data/tax-book/events.json";

// biome-ignore lint/suspicious/noExplicitAny: as a client reads it.
type Any = any;

export const money = (rupees: number) => rupees.toFixed(2);
export const roundToPaise = (rupees: number | string) => Math.round(Number(rupees) * 100);
const fromPaise = (paise: number) => money(paise / 100);

const toHeads = ({ igst = 0, cgst = 0, sgst = 0 }: Any) => ({
  igst: money(igst),
  cgst: money(cgst),
  sgst: money(sgst),
});
const toFigures = (all: Any) => ({ taxable: money(all.taxable), ...toHeads(all) });
const isSome = (sums: Record<string, string>) => Object.values(sums).some((sum) => sum !== "0.00");

export function gstr1Figures({ summary, hsn, documentsIssued }: Any) {
  const { "8": nil, ...tables } = summary;
  const found: Record<string, unknown> = {};
  for (const [table, { documents, ...sums }] of Object.entries<Any>(tables)) {
    if (documents === 0 && !isSome(toFigures(sums))) continue;
    found[table] = { documents, ...toFigures(sums) };
  }
  const untaxed = {
    NIL: money(nil.nil),
    EXEMPT: money(nil.exempt),
    NON_GST: money(nil.nonGst),
  };
  if (isSome(untaxed)) found["8"] = untaxed;
  const rows = (half: "b2b" | "b2c") =>
    hsn[half].map(({ code, unit: uqc, rate, qty, ...sums }: Any) => ({
      half,
      hsn: code,
      uqc,
      rate,
      qty,
      ...toFigures(sums),
    }));
  found["12"] = [...rows("b2b"), ...rows("b2c")];
  found["13"] = Object.fromEntries(
    documentsIssued.map(({ name, ranges }: Any) => [
      name,
      ranges.reduce((sum: number, { total }: Any) => sum + total, 0),
    ]),
  );
  return found;
}

export function gstr3bFigures({ tables }: Any) {
  const cells = Object.entries<Any>(tables).map(([cell, sums]) => {
    if (cell === "3.2") {
      const places = [...sums.unregistered, ...sums.composition, ...sums.uin];
      return [
        cell,
        places.map((one) => ({ ...one, taxable: money(one.taxable), igst: money(one.igst) })),
      ];
    }
    if (cell.startsWith("5")) return [cell, { inter: money(sums.inter), intra: money(sums.intra) }];
    if (cell === "3.1c" || cell === "3.1e") return [cell, { taxable: money(sums.taxable) }];
    return [cell, cell.startsWith("3") ? toFigures(sums) : toHeads(sums)];
  });
  const { "4A1": _1, "4A4": _4, ...some } = Object.fromEntries(cells);
  return some;
}

export function settledFigures(shown: Any) {
  const { brought, credit, payable, cash, toPay, interest, lateFee, due, filing } = shown;
  const ownTax = toHeads(shown.tables["3.1d"]);
  const days = interest.days;
  const money3 = Object.entries(toHeads(cash)).map(([head, sum]) => [
    head,
    fromPaise(roundToPaise(sum) - Math.round(Number(ownTax[head as "igst"])) * 100),
  ]);
  const rupees = Object.entries(ownTax).map(([head, sum]) => [
    head,
    money(Math.round(Number(sum))),
  ]);
  return {
    filed: filing.date,
    due,
    daysLate: days,
    creditBrought: toHeads(brought.credit),
    negativeBrought: toHeads(brought.negative),
    givenBackBeyondCredit: toHeads(credit.reversedBeyond),
    payable: toHeads(payable),
    creditUsed: Object.fromEntries(
      credit.setOff.map(({ from, to, amount }: Any) => [`${from}>${to}`, money(amount)]),
    ),
    cash: Object.fromEntries(money3),
    reverseChargeCash: Object.fromEntries(rupees),
    interest51: toHeads(toPay.interest),
    lateFee51: toHeads(toPay.lateFee),
    toPay: toHeads(toPay.byHead),
    negativeLeft: toHeads(shown.negativeLeft),
    creditLeft: toHeads(credit.left),
    lowestCashBalance: toHeads(days > 0 ? shown.lowestCash : {}),
    interestToNextReturn: toHeads(interest),
    lateFeeToNextReturn: toHeads(lateFee),
  };
}

const NAMED: Record<string, string> = {
  "Current account": "bank",
  Fees: "sales",
  "Opening balances": "opening",
  "Profit of earlier years": "opening",
  "Before bahi": "opening",
  "Media for clients": "Bought for clients",
};
const BY_NAME = ["gst_round_off", "gst_interest", "gst_late_fee", "gst_not_creditable"];
const isOwn = (id: string) => /_/.test(id) || ["advances", "payables", "receivables"].includes(id);

export function toBalances(rows: Any[]): Record<string, string> {
  const sums = new Map<string, number>();
  for (const { _id, name, debit, credit } of rows) {
    const id = NAMED[name] ?? (isOwn(_id) && !BY_NAME.includes(_id) ? _id : name);
    const key = id === "bought_for_clients" ? "Bought for clients" : id;
    sums.set(key, (sums.get(key) ?? 0) + roundToPaise(debit) - roundToPaise(credit));
  }
  const held = [...sums].filter(([, paise]) => paise !== 0);
  return Object.fromEntries(held.map(([name, paise]) => [name, fromPaise(paise)]));
}

export const findEvent = (id: string): Any => events.events.find((one) => one.id === id);
