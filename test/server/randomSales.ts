import { addDays, pickLater } from "../../domain/dates.ts";
import { END, MONTHS } from "./randomBooks.ts";
import type { Action, Making } from "./randomMaking.ts";
import type { TaxOffice } from "./taxOffice.ts";

const CLIENTS = ["near", "far", "person", "abroad"] as const;
const round = (rupees: number) => Math.round(rupees * 100) / 100;

export function toSaleActions({ chance, size, enter }: Making): void {
  const { below, isLucky, one, day, near, rupees } = chance;
  for (const [month, label] of MONTHS.entries()) {
    for (let n = 0; n < size; n++) {
      const key = `sale ${label} ${n}`;
      const date = day(label);
      const entered = month + (isLucky(15) ? 1 + below(2) : 0);
      const client = one(CLIENTS);
      const isAbroad = client === "abroad";
      const taxPct = one([18, 18, 5, 40]);
      const more = isLucky(25) ? one(["EXEMPT", "NOT_A_SUPPLY"] as const) : undefined;
      const items = [
        { description: key, hsnSac: "998361", qty: 1, rate: rupees(100, 90_000), taxPct },
        ...(more
          ? [
              {
                description: more,
                hsnSac: "999294",
                qty: 1,
                rate: rupees(10, 9_000),
                taxPct: 0,
                treatment: more,
              },
            ]
          : []),
      ];
      const [first] = items;
      const taxed = first?.rate ?? 0;
      const total = items.reduce(
        (sum, { rate, taxPct: pct }) => sum + rate * (1 + (isAbroad ? 0 : pct / 100)),
        0,
      );
      const serviceDate = isLucky(10) ? addDays(date, -31 - below(20)) : "";
      const supply = isAbroad ? "EXPORT_WITHOUT_TAX" : "REGULAR";
      const put = (what: string, later: number, run: Action["run"]) =>
        enter(entered + later, { key: `${key} ${what}`, after: [key], run });
      const enterIt = async (office: TaxOffice) => {
        await office.sell(key, {
          clientId: office.id(`client ${client}`),
          date,
          supply,
          items,
          ...(serviceDate >= "2025-12-01" && { serviceDate }),
        });
      };
      enter(entered, { key, after: [], run: enterIt });
      const parts = below(3);
      for (let part = 0; part < parts; part++) {
        const paid = {
          date: near(date, 45, 40),
          amount: round(total * (part === 0 ? 0.4 : 0.3)),
          ...(part === 0 && isLucky(30) ? { tdsAmount: round(taxed * 0.02) } : {}),
          ...(part === 1 && client === "near" && more === undefined
            ? { gstTds: { cgst: round(taxed * 0.003), sgst: round(taxed * 0.003) } }
            : {}),
        };
        put(`paid ${part}`, below(2), (office) => office.receive(key, paid));
      }
      const fate = below(4);
      const noted = near(date, 0, 30);
      if (fate === 0 && noted <= END) {
        const isFinancial = isLucky(20);
        const less = {
          ...first,
          rate: round(taxed * 0.1),
          ...(isFinancial && { taxPct: 0, treatment: "NOT_A_SUPPLY" }),
        };
        put("note", below(2), (office) =>
          office.note(`${key} note`, key, { date: noted, items: [less] }),
        );
      }
      if (fate === 1 && !isAbroad) {
        const voucher = `${key} voucher`;
        const came = near(date, 40, 0);
        const amount = round(total * 0.2);
        enter(entered, {
          key: voucher,
          after: [],
          run: (office) =>
            office.advance(voucher, {
              clientId: office.id(`client ${client}`),
              date: came,
              amount,
              taxPct,
              description: "Advance",
            }),
        });
        const used = { date: pickLater(date, came), amount: round(amount / 2) };
        enter(entered + below(2), {
          key: `${key} use`,
          after: [key, voucher],
          run: (office) => office.use(voucher, key, used),
        });
        if (isLucky(50)) {
          const back = { date: near(came, 0, 40), amount: round(amount / 4) };
          enter(entered + below(2), {
            key: `${key} refund`,
            after: [voucher],
            run: (office) => office.refund(`${key} refund`, voucher, back),
          });
        }
      }
    }
  }
}
