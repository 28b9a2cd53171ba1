import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { lastOfMonth } from "../../domain/months.ts";
import events from "../data/tax-book/events.json";
import expected from "../data/tax-book/expected.json";
import { createWorld, done, type World } from "../world.ts";
import { playHalfYear } from "./halfYear.ts";

// TDS of the tax book through the API: half a year that another program worked out to the paisa.

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await playHalfYear(world.kaveri.owner);
});
afterAll(() => world.end());

const get = async (path: string) => done(await world.kaveri.owner.get(`/api${path}`));
const money = (rupees: number) => rupees.toFixed(2);
const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** Self-invoices have numbers of bahi's. */
const OWN = new Map(
  events.events
    .filter((one) => "selfInvoice" in one)
    .map((one, n) => [
      `26-27/SI/${String(n + 1).padStart(6, "0")}`,
      (one as { number: string }).number,
    ]),
);

interface Row {
  name: string;
  debit: number;
  credit: number;
}

describe.each(Object.entries(expected.tdsRegister))("the register of %s", (quarter, wanted) => {
  test("has a row for each sum, and each row multiplies out", async () => {
    const { rows } = await get(`/reports/tds-payable?quarter=${quarter}`);
    const taxed = rows.filter(({ tax }: { tax: number }) => tax > 0);
    expect(
      // biome-ignore lint/suspicious/noExplicitAny: rows as they are answered.
      taxed
        .map((row: any) => ({
          ...{ form: row.form, code: row.code, section: row.section, vendor: row.party },
          ...{ pan: row.pan, document: OWN.get(row.number) ?? row.number },
          ...{ paidOrCredited: row.paidOn, deducted: row.deductedOn, amount: money(row.amount) },
          ...{ rate: row.rate, tds: money(row.tax) },
        }))
        .toSorted(byText),
    ).toEqual(wanted.toSorted(byText));
    for (const { amount, rate, tax } of taxed) expect((amount * rate) / 100).toBeCloseTo(tax, 2);
  });

  test("shows sums below the limit without tax", async () => {
    const { rows } = await get(`/reports/tds-payable?quarter=${quarter}`);
    const below = rows.filter(({ tax }: { tax: number }) => tax === 0);
    expect(below.length).toBeGreaterThan(0);
    for (const row of below) expect(row).toMatchObject({ remark: "Y", deductedOn: "" });
  });
});

describe.each(Object.entries(expected.months))("%s", (month, wanted) => {
  test("owes and pays TDS by code", async () => {
    const { months, deposits } = await get(`/reports/tds-payable?quarter=${month}`);
    const own = months.find((one: { month: string }) => one.month === month);
    const codes = own.codes.map(
      (code: {
        code: string;
        deposited: number;
        interest: number;
        payable: number;
        tds: number;
      }) => {
        expect([code.payable, code.interest]).toEqual([0, 0]);
        const paid = deposits.filter(
          (one: { code: string; month: string }) => one.month === month && one.code === code.code,
        );
        return {
          ...{ code: code.code, deducted: money(code.tds), due: own.due },
          deposited: money(code.deposited),
          deposits: paid.map(
            (one: {
              amount: number;
              date: string;
              interest: number;
              reference: string;
              roundOff: number;
            }) => ({
              ...{ month, code: code.code, due: own.due, date: one.date },
              ...{ amount: money(one.amount), interest: money(one.interest) },
              ...{ challan: one.reference, roundOff: money(one.roundOff) },
            }),
          ),
        };
      },
    );
    expect(codes).toEqual(wanted.tds);
  });

  test("posts TDS on the days of its deduction", async () => {
    const { rows } = await get(`/reports/trial-balance?at=${lastOfMonth(month)}`);
    const held = new Map(rows.map(({ name, debit, credit }: Row) => [name, money(debit - credit)]));
    const closing = wanted.closing as Partial<Record<string, string>>;
    const others = wanted.otherLedgers as Partial<Record<string, string>>;
    expect(held.get("TDS payable") ?? "0.00").toBe(closing.tds_payable ?? "0.00");
    for (const name of [
      ...["Fee of TDS statements", "Interest on TDS"],
      ...["Partners' current account", "Partners' remuneration"],
    ]) {
      expect([name, held.get(name) ?? "0.00"]).toEqual([name, others[name] ?? "0.00"]);
    }
  });
});

test("states Form 140 with its challans, the day of filing and the fee", async () => {
  const [statement] = expected.tdsStatements;
  const { forms } = await get("/reports/tds-statement?quarter=2026-27-Q1");
  expect(forms).toHaveLength(1);
  const [form] = forms;
  expect(form).toMatchObject({
    ...{ form: statement?.form, due: statement?.due, fee: Number(statement?.fee) },
    filed: { date: statement?.date, fee: Number(statement?.fee) },
    errors: [{ code: "NO_PAN", message: "R. Naik: PAN missing, so 20% applies" }],
  });
  expect(form.challans.every(({ isCovering }: { isCovering: boolean }) => isCovering)).toBe(true);
  const { forms: later } = await get("/reports/tds-statement?quarter=2026-27-Q2");
  expect(later.map(({ form }: { form: string }) => form)).toEqual(["140", "144"]);
});

test("the books check out", async () => {
  expect((await get("/books/check")).differences).toEqual([]);
});
