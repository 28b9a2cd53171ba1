import { describe, expect, test } from "bun:test";
import type { OpenDocument } from "../../../domain/banking/candidates.ts";
import type { Field } from "../../../domain/banking/matchContext.ts";
import { propose } from "../../../domain/banking/propose.ts";
import { uniqueSet } from "../../../domain/banking/subsets.ts";
import type { Paise } from "../../../domain/money.ts";
import { measureCpu } from "../../cpu.ts";

const FIELD: Field = {
  lines: [],
  entries: [],
  invoices: [],
  bills: [],
  others: [],
  rules: [],
  declined: new Set(),
  memory: { counts: new Map(), categories: new Map() },
};
const line = (amount: number, narration: string) => ({
  id: "1",
  date: "2026-10-31",
  amountPaise: amount as Paise,
  narration,
  ref: null,
});
const document = (id: string, client: string, amount: number): OpenDocument => ({
  id,
  number: `NO/${id}`,
  client,
  clientId: client,
  date: "2026-10-01",
  dueDate: "2026-10-31",
  taxablePaise: amount as Paise,
  balancePaise: amount as Paise,
});
const bill = (id: string, client: string, amount: number, tds = 0) => ({
  ...document(id, client, amount),
  tdsPaise: tds as Paise,
});
const invoice = (id: string, client: string, amount: number) => ({
  ...document(id, client, amount),
  tdsLimitPaise: 0 as Paise,
});
const salary = (id: string, amount: number, more: object = {}) => ({
  id,
  date: "2026-10-30",
  amountPaise: -amount as Paise,
  description: `Salary ${id}`,
  notes: "",
  category: "Salaries",
  ...more,
});
const first = (field: Partial<Field>) => propose({ ...FIELD, ...field }).get("1")?.[0];
const ids = (field: Partial<Field>) => first(field)?.parts.map(({ id }) => id);

describe("a set of amounts", () => {
  const set = (amounts: number[], sum: number) => {
    const items = amounts.map((amount) => ({ amount }));
    return uniqueSet(items, ({ amount }) => amount, sum)?.map(({ amount }) => amount);
  };
  test.each([
    [[100, 250, 410], 350, [100, 250]],
    [[50, 50, 50, 30], 130, [50, 50, 30]],
    [[100, 200, 300], 300, [100, 200]],
    [[100, 250, 150, 200], 350, undefined],
    [[350, 1], 350, undefined],
    [[], 350, undefined],
  ])("finds %p for %d: %p", (amounts, sum, expected) => {
    expect(set(amounts, sum)).toEqual(expected);
  });

  test("has a limit on the search", async () => {
    const amounts = Array.from({ length: 200 }, (_, n) => 100_000 + 7 * n * n);
    const [, cpuMs] = await measureCpu(() => set(amounts, 10_000_003));
    expect(cpuMs).toBeLessThan(500);
  });
});

describe("one payment of several", () => {
  const narration = "IMPS-629700012345-PUNE PRINT HOUSE-HDFC-XXXXXXX1234-";

  test("pays the vendor's bills that add up, in full or less TDS", () => {
    const bills = [
      bill("a", "Pune Print House", 41_300_00, 3_500_00),
      bill("b", "Pune Print House", 11_800_00, 1_000_00),
      bill("c", "Pune Print House", 5_900_00),
      bill("d", "Kaveri Software", 12_345_00),
    ];
    const paid = { lines: [line(-47_200_00, narration)], bills };
    expect(first(paid)).toMatchObject({
      kind: "bill",
      likely: true,
      id: "b:a/4130000/0,c/590000/0",
    });
    const less = first({ lines: [line(-48_600_00, narration)], bills });
    expect(less?.id).toBe("b:a/3780000/350000,b/1080000/100000");
    expect(less?.why).toStartWith("₹48,600.00 is NO/a and NO/b less TDS (₹4,500.00)");
  });

  test("matches no bills if two sets add up or no party is named", () => {
    const some = [10_000_00, 20_000_00, 15_000_00, 15_000_01, 14_999_99];
    const bills = some.map((amount, n) => bill(String(n), "Pune Print House", amount));
    expect(first({ lines: [line(-30_000_00, narration)], bills })).toBeUndefined();
    const own = bills.slice(0, 2);
    expect(ids({ lines: [line(-30_000_00, narration)], bills: own })).toEqual(["0", "1"]);
    const nobody = [line(-30_000_00, "IMPS-629700012345-ACME LABS-HDFC-XXXXXXX1234-")];
    expect(first({ lines: nobody, bills: own })).toBeUndefined();
  });

  test("pays any number of a client's invoices, older ones first, unless two sets fit", () => {
    const from = "IMPS-629700012345-KONKAN FOODS-HDFC-XXXXXXX1234-";
    const of = (amounts: number[]) =>
      amounts.map((amount, n) => invoice(String(n), "Konkan Foods", amount));
    const lines = [line(83_00, from)];
    expect(ids({ lines, invoices: of([11_00, 13_00, 1000_00, 19_00, 40_00]) })).toEqual([
      ...["0", "1", "3", "4"],
    ]);
    const equal = of([59_00, 59_00, 59_00]);
    expect(ids({ lines: [line(118_00, from)], invoices: equal })).toEqual(["0", "1"]);
    const two = of([10_00, 20_00, 12_00, 18_00]);
    expect(first({ lines: [line(30_00, from)], invoices: two })).toBeUndefined();
  });
});

describe("a salary batch", () => {
  const narration = "BULK-SALARY-OCT-26";
  const batch = [salary("a", 38_000_00), salary("b", 41_500_00), salary("c", 29_000_00)];

  test("matches entries of one day and category that add up, never as certain", () => {
    const found = first({ lines: [line(-1_08_500_00, narration)], batch });
    expect(found).toMatchObject({ kind: "transaction", likely: false, id: "t:a,b,c" });
    expect(found?.why).toBe(
      "3 entries of Salaries that add up; ₹38,000.00 + ₹41,500.00 + 1 more; 1 day apart",
    );
    expect(ids({ lines: [line(-67_000_00, narration)], batch })).toEqual(["a", "c"]);
  });

  test.each([
    ["of two categories", { category: "Rent" }],
    ["of two days", { date: "2026-10-29" }],
    ["of a week before", { date: "2026-10-20" }],
  ])("is not suggested with an entry %s", (_, more) => {
    const some = [...batch.slice(0, 2), salary("c", 29_000_00, more)];
    expect(first({ lines: [line(-1_08_500_00, narration)], batch: some })).toBeUndefined();
  });
});
