import { describe, expect, test } from "bun:test";
import { addDays } from "../../../domain/dates.ts";
import type { Paise } from "../../../domain/money.ts";
import { type TdsRule, termsOn } from "../../../domain/tds/law.ts";
import { deductTds, type TdsEvent } from "../../../domain/tds/sums.ts";

const rupees = (amount: number) => Math.round(amount * 100) as Paise;
const event = (date: string, amount: number, more: Partial<TdsEvent> = {}): TdsEvent => {
  const id = more.id ?? `${date} ${amount}`;
  return { id, document: id, number: id, date, amountPaise: rupees(amount), ...more };
};
const PAN = "AAECC8120H";
const taxes = (rule: TdsRule, events: TdsEvent[], pan = PAN) => {
  const { paiseByEvent: byEvent } = deductTds({ rule, pan, deductsFromGoods: () => true }, events);
  return events.map(({ id }) => (byEvent.get(id) ?? 0) / 100);
};
const rows = (rule: TdsRule, events: TdsEvent[]) =>
  deductTds({ rule, pan: PAN }, events).sums.map(
    ({ dueOn, deductedOn, amountPaise, rate, taxPaise, remark }) =>
      [dueOn, deductedOn, amountPaise / 100, rate, taxPaise / 100, remark].join(" "),
  );

describe("deductTds", () => {
  test.each<[string, TdsRule, TdsEvent[], number[]]>([
    [
      "S1, S2: an editor, one sum above ₹30,000",
      "CONTRACTOR_PERSON",
      [event("2026-05-10", 29_000), event("2026-06-10", 31_000)],
      [0, 310],
    ],
    [
      "S3: a company whose fourth bill passes the year's limit",
      "CONTRACTOR",
      ["2026-04-10", "2026-05-10", "2026-06-10", "2026-07-10"].map((date) => event(date, 28_000)),
      [0, 0, 0, 2_240],
    ],
    [
      "S4, S5: an accountant, without the GST shown separately",
      "PROFESSIONAL",
      [event("2026-08-01", 40_000), event("2026-09-01", 15_000)],
      [0, 5_500],
    ],
    ["S6: the hire of a studio", "RENT_BUILDING", [event("2026-08-01", 60_000)], [6_000]],
    [
      "two rents of one month, and one of the next",
      "RENT_BUILDING",
      [event("2026-10-02", 30_000), event("2026-10-20", 30_000), event("2026-11-02", 50_000)],
      [0, 6_000, 0],
    ],
    [
      "a bill for the rent of a quarter",
      "RENT_MACHINERY",
      [event("2026-07-01", 1_20_000, { months: ["2026-07", "2026-08", "2026-09"] })],
      [0],
    ],
    [
      "two bills of one day for the rent of two months",
      "RENT_BUILDING",
      [
        event("2026-10-05", 30_000, { id: "1", months: ["2026-10"] }),
        event("2026-10-28", 30_000, { id: "2", months: ["2026-11"] }),
      ],
      [0, 0],
    ],
  ])("deducts by the limits: %s", (_, rule, events, expected) => {
    const pan = rule === "CONTRACTOR_PERSON" ? "ABCPN5511E" : PAN;
    expect(taxes(rule, events, pan)).toEqual(expected);
  });

  test("starts at zero in a new year", () => {
    const events = [event("2026-03-31", 90_000), event("2026-04-01", 40_000)];
    expect(taxes("PROFESSIONAL", events)).toEqual([9_000, 0]);
  });

  test("deducts 20 % without a PAN and 5 % on goods", () => {
    expect(taxes("PROFESSIONAL", [event("2026-04-01", 60_000)], "")).toEqual([12_000]);
    expect(taxes("GOODS", [event("2026-05-01", 60_00_000)])).toEqual([1_000]);
    expect(taxes("GOODS", [event("2026-05-01", 60_00_000)], "")).toEqual([50_000]);
  });

  test("ignores goods if last year's turnover was at most ₹10 crore", () => {
    const party = { rule: "GOODS", pan: PAN, deductsFromGoods: () => false } as const;
    expect(
      deductTds(party, [event("2026-05-01", 60_00_000, { id: "1" })]).paiseByEvent.get("1"),
    ).toBe(0 as Paise);
  });

  test("uses the limits of the day", () => {
    expect(taxes("PROFESSIONAL", [event("2025-03-31", 40_000)])).toEqual([4_000]);
    expect(taxes("PROFESSIONAL", [event("2025-04-01", 40_000)])).toEqual([0]);
    expect(taxes("COMMISSION", [event("2025-01-10", 16_000)])).toEqual([320]);
    expect(taxes("COMMISSION", [event("2025-04-10", 16_000)])).toEqual([0]);
    const rents = ["2024-10-01", "2024-11-01", "2024-12-01", "2025-01-01"];
    expect(
      taxes(
        "RENT_BUILDING",
        rents.map((date) => event(date, 80_000)),
      ),
    ).toEqual([...[0, 0, 0, 32_000]]);
    expect(termsOn("CONTRACTOR", "2026-04-01")).toMatchObject({ code: "1024" });
    expect(termsOn("CONTRACTOR", "2026-03-31")).toMatchObject({ code: "194C", section: "194C" });
  });

  test("chooses a contractor's rate by the fourth letter of the PAN", () => {
    expect(taxes("CONTRACTOR", [event("2026-05-10", 40_000)], "ABCPN5511E")).toEqual([400]);
    expect(taxes("CONTRACTOR_PERSON", [event("2026-05-10", 40_000)], "ABCFN5511E")).toEqual([800]);
  });

  test("gives each sum a row if the fourth bill bears tax for four", () => {
    const bills = ["2026-07-01", "2026-07-02", "2026-07-03", "2026-07-04"];
    expect(
      rows(
        "CONTRACTOR",
        bills.map((date) => event(date, 26_000)),
      ),
    ).toEqual(bills.map((date) => `${date} 2026-07-04 26000 2 520 `));
  });

  test("lowers the year's sum by a credit note, before and after deduction", () => {
    const note = { id: "note", original: "b2" };
    const untaxed = [
      ...["2026-05-05", "2026-05-28", "2026-06-15", "2026-06-20"].map((date, n) =>
        event(date, 26_000, { id: `b${n + 1}` }),
      ),
      event("2026-06-12", -6_000, note),
      event("2026-07-10", 20_000),
    ];
    expect(taxes("CONTRACTOR", untaxed)).toEqual([0, 0, 0, 0, 0, 2_360]);
    const taxed = [
      event("2026-05-01", 60_000, { id: "b2" }),
      event("2026-05-02", -20_000, note),
      event("2026-05-03", 1_000),
      event("2026-05-04", 15_000),
      event("2026-05-05", 10_000),
    ];
    expect(taxes("PROFESSIONAL", taxed)).toEqual([6_000, 0, 0, 0, 600]);
  });

  test("suggests whole rupees, half a rupee up, and keeps typed paise", () => {
    expect(taxes("PROFESSIONAL", [event("2026-05-01", 50_005)])).toEqual([5_001]);
    expect(taxes("PROFESSIONAL", [event("2026-05-01", 50_004.99)])).toEqual([5_000]);
    const typed = event("2026-05-01", 80_000.33, { deductedPaise: rupees(8_000.04) });
    expect(rows("PROFESSIONAL", [typed])).toEqual(["2026-05-01 2026-05-01 80000.33 10 8000.04 "]);
  });

  test("shows the rate paid if another was typed, with its certificate", () => {
    const typed = event("2026-05-01", 80_000, { deductedPaise: rupees(1_600), certificate: "X1" });
    expect(rows("PROFESSIONAL", [typed])).toEqual(["2026-05-01 2026-05-01 80000 2 1600 A"]);
    const abroad = event("2026-07-08", 80_000, { deductedPaise: rupees(8_000) });
    expect(rows("NON_RESIDENT", [abroad])).toEqual(["2026-07-08 2026-07-08 80000 10 8000 "]);
  });

  test("marks sums below the limit but not those with missed tax", () => {
    expect(rows("PROFESSIONAL", [event("2026-05-01", 40_000)])).toEqual([
      "2026-05-01  40000 10 0 Y",
    ]);
    const missed = event("2026-05-01", 60_000, { deductedPaise: 0 as Paise });
    const later = event("2026-07-01", 10_000);
    expect(deductTds({ rule: "PROFESSIONAL", pan: PAN }, [missed, later]).sums).toMatchObject([
      {
        dueOn: "2026-05-01",
        deductedOn: "2026-07-01",
        lateSince: "2026-05-01",
        taxPaise: 6_000_00,
      },
      { dueOn: "2026-07-01", deductedOn: "2026-07-01", lateSince: "", taxPaise: 1_000_00 },
    ]);
  });
});

describe("deductTds, for 300 random years", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const RULES: TdsRule[] = ["CONTRACTOR", "PROFESSIONAL", "RENT_BUILDING", "COMMISSION", "GOODS"];
  const randomYear = () =>
    Array.from({ length: 2 + random(12) }, (_, n) => {
      const date = addDays("2026-04-01", random(270));
      const isNote = n > 0 && random(5) === 0;
      const amount = isNote
        ? -random(20_000) - 1
        : random(20) === 0
          ? 60_00_000
          : random(60_000) + 1;
      return event(date, amount + random(100) / 100, {
        id: `b${n}`,
        ...(isNote && { original: `b${random(n)}` }),
      });
    });

  test("does not depend on the order of entry and adds up", () => {
    for (let round = 0; round < 300; round++) {
      const rule = RULES[random(RULES.length)] as TdsRule;
      const party = { rule, pan: PAN, deductsFromGoods: () => true };
      const events = randomYear();
      const found = deductTds(party, events);
      const shuffled = events.toSorted(() => random(3) - 1);
      expect(deductTds(party, shuffled)).toEqual(found);
      const taxed = found.sums.reduce((sum, { taxPaise }) => sum + taxPaise, 0);
      expect(taxed).toBe([...found.paiseByEvent.values()].reduce((sum, tax) => sum + tax, 0));
      for (const { amountPaise, rate, taxPaise } of found.sums.filter(
        ({ taxPaise }) => taxPaise > 0,
      )) {
        expect(Math.abs((amountPaise * rate) / 100 - taxPaise)).toBeLessThanOrEqual(100);
      }
    }
  });
});
