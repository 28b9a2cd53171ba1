import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { toLastOfMonth } from "../../domain/months.ts";
import events from "../data/tax-book/events.json";
import expected from "../data/tax-book/expected.json";
import { type Caller, createWorld, done, made, type World } from "../world.ts";
import { playHalfYear } from "./halfYear.ts";

// TDS of the tax book through the API: half a year that another program computed to the paisa.

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await playHalfYear(world.kaveri.owner);
});
afterAll(() => world.end());

const get = async (path: string) => done(await world.kaveri.owner.get(`/api${path}`));
const money = (rupees: number) => rupees.toFixed(2);
const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

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
      taxed
        // biome-ignore lint/suspicious/noExplicitAny: read without types, like a client.
        .map((row: any) => ({
          form: row.form,
          code: row.code,
          section: row.section,
          vendor: row.party,
          pan: row.pan,
          document: OWN.get(row.number) ?? row.number,
          paidOrCredited: row.paidOn,
          deducted: row.deductedOn,
          amount: money(row.amount),
          rate: row.rate,
          tds: money(row.tax),
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
          code: code.code,
          deducted: money(code.tds),
          due: own.due,
          deposited: money(code.deposited),
          deposits: paid.map(
            (one: {
              amount: number;
              date: string;
              interest: number;
              reference: string;
              roundOff: number;
            }) => ({
              month,
              code: code.code,
              due: own.due,
              date: one.date,
              amount: money(one.amount),
              interest: money(one.interest),
              challan: one.reference,
              roundOff: money(one.roundOff),
            }),
          ),
        };
      },
    );
    expect(codes).toEqual(wanted.tds);
  });

  test("posts TDS on the days of its deduction", async () => {
    const { rows } = await get(`/reports/trial-balance?at=${toLastOfMonth(month)}`);
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

test("fills Form 140 with its challans, filing date and fee", async () => {
  const [statement] = expected.tdsStatements;
  const { forms } = await get("/reports/tds-statement?quarter=2026-27-Q1");
  expect(forms).toHaveLength(1);
  const [form] = forms;
  expect(form).toMatchObject({
    form: statement?.form,
    due: statement?.due,
    fee: Number(statement?.fee),
    filed: { date: statement?.date, fee: Number(statement?.fee) },
    errors: [{ code: "NO_PAN", message: "R. Naik: PAN missing, so 20% applies" }],
  });
  expect(form.challans.every(({ isCovering }: { isCovering: boolean }) => isCovering)).toBe(true);
  const { forms: later } = await get("/reports/tds-statement?quarter=2026-27-Q2");
  expect(later.map(({ form }: { form: string }) => form)).toEqual(["140", "144"]);
});

test("the check of the books finds nothing", async () => {
  expect((await get("/books/check")).differences).toEqual([]);
});

describe("another agency", () => {
  const owner = (): Caller => world.narmada.owner;
  const ask = async (path: string) => done(await owner().get(`/api${path}`));
  const post = async (path: string, body: object) => made(await owner().post(`/api${path}`, body));
  const newVendor = async (tdsRule: string, pan = "AAVFB3329Q") =>
    (await post("/vendors", { displayName: `${tdsRule} ${crypto.randomUUID()}`, tdsRule, pan }))
      .vendor._id as string;
  const newBill = (vendorId: string, date: string, taxable: number, more: object = {}) =>
    post("/bills", {
      vendorId,
      number: `${date} ${taxable}`,
      date,
      items: [{ description: "Work", taxable, taxPct: 0 }],
      ...more,
    });
  const newBank = async () =>
    (await post("/accounts", { name: crypto.randomUUID() })).account._id as string;
  const listRows = async (quarter: string, pan: string) =>
    (await ask(`/reports/tds-payable?quarter=${quarter}`)).rows.filter(
      (row: { pan: string }) => row.pan === pan,
    );

  test("deducts the same in any order of entry of bills and notes", async () => {
    const dates = "2026-05-05 2026-05-28 2026-06-12 2026-06-15 2026-06-20 2026-07-10".split(" ");
    const amounts = [26_000, 26_000, -6_000, 26_000, 26_000, 20_000];
    for (const order of [
      [5, 4, 3, 2, 1, 0],
      [3, 5, 0, 2, 4, 1],
    ]) {
      const vendorId = await newVendor("CONTRACTOR");
      for (const n of order) {
        const [date = "", amount = 0] = [dates[n], amounts[n]];
        const kind = amount < 0 ? "CREDIT_NOTE" : "BILL";
        await newBill(vendorId, date, Math.abs(amount), { kind });
      }
      const { items } = await ask(`/bills?vendorId=${vendorId}&sort=date&limit=20`);
      const bills = items.filter(({ kind }: { kind: string }) => kind === "BILL");
      expect(bills.map(({ tds }: { tds: number }) => tds)).toEqual([0, 0, 0, 0, 2_360]);
    }
  });

  test("deducts from a part paid before its bill, and the rest with the bill", async () => {
    const pan = "AAVFB3330Q";
    const vendorId = await newVendor("PROFESSIONAL", pan);
    const { _id, toPay } = await newBill(vendorId, "2026-11-05", 1_00_000);
    expect(toPay).toBe(90_000);
    const payment = { date: "2026-10-25", amount: 54_000, mode: "UPI", accountId: await newBank() };
    const { payment: paid, bill } = await post(`/bills/${_id}/payments`, payment);
    expect([paid.tdsAmount, bill.toPay, bill.tds]).toEqual([6_000, 36_000, 10_000]);
    const rows = await listRows("2026-27-Q3", pan);
    expect(rows).toMatchObject([
      { paidOn: "2026-10-25", deductedOn: "2026-10-25", amount: 60_000, tax: 6_000 },
      { paidOn: "2026-11-05", deductedOn: "2026-11-05", amount: 40_000, tax: 4_000 },
    ]);
    const { rows: october } = await ask("/reports/trial-balance?at=2026-10-31");
    const held = october.find(({ name }: Row) => name === "TDS payable");
    expect(held.credit - held.debit).toBe(2_360 * 2 + 6_000);
    done(await owner().delete(`/api/payments/${paid._id}`));
    expect(await listRows("2026-27-Q3", pan)).toMatchObject([
      { deductedOn: "2026-11-05", tax: 10_000 },
    ]);
  });

  test("posts less than a rupee of a deposit to Round off until it is deleted", async () => {
    const vendorId = await newVendor("RENT_BUILDING", "AAVFB3331Q");
    await newBill(vendorId, "2026-02-03", 72_345.7, { tdsAmount: 7_234.57 });
    const deposit = { month: "2026-02", code: "194-I(b)", date: "2026-03-06", amount: 7_235 };
    const { deposit: paid } = await post("/tds-deposits", {
      ...deposit,
      accountId: await newBank(),
      interest: 12,
    });
    expect(paid).toMatchObject({ roundOff: -0.43, interest: 12 });
    const code = async () => (await ask("/reports/tds-payable?quarter=2026-02")).months[1].codes[0];
    expect(await code()).toMatchObject({ code: "194-I(b)", payable: 0, roundOff: -0.43 });
    const balances = async () => {
      const { rows } = await ask("/reports/trial-balance?at=2026-03-31");
      const held = new Map(
        rows.map(({ name, debit, credit }: Row) => [name, money(debit - credit)]),
      );
      return ["TDS payable", "Round off", "Interest on TDS"].map(
        (name) => held.get(name) ?? "0.00",
      );
    };
    expect(await balances()).toEqual(["0.00", "0.43", "12.00"]);
    done(await owner().delete(`/api/tds-deposits/${paid._id}`));
    expect(await balances()).toEqual(["-7234.57", "0.00", "0.00"]);
  });

  test("deducts from an advance on its day, and from the bill that uses it for the rest", async () => {
    const pan = "AAVFB3332Q";
    const vendorId = await newVendor("PROFESSIONAL", pan);
    const accountId = await newBank();
    const given = { vendorId, date: "2026-08-10", amount: 54_000, accountId, reference: "ADV/9" };
    const { advance } = await post("/vendor-advances", given);
    expect(advance).toMatchObject({ tdsAmount: 6_000, billId: "" });
    const { _id: billId } = await newBill(vendorId, "2026-09-02", 1_00_000);
    const free = await owner().delete(`/api/transactions/${advance.transactionId}`);
    expect(free.body.message).toContain("delete that advance instead");
    await post(`/vendor-advances/${advance._id}/use`, { billId });
    const bill = await ask(`/bills/${billId}`);
    expect([bill.tds, bill.toPay, bill.tdsKept]).toEqual([10_000, 36_000, 6_000]);
    const expected = [
      { number: "ADV/9", deductedOn: "2026-08-10", amount: 60_000, tax: 6_000 },
      { deductedOn: "2026-09-02", amount: 40_000, tax: 4_000 },
    ];
    expect(await listRows("2026-27-Q2", pan)).toMatchObject(expected);
    const { rows } = await ask("/reports/trial-balance?at=2026-09-30");
    expect(rows.find(({ name }: Row) => name === "Advances to vendors")).toBeUndefined();
    expect((await ask("/books/check")).differences).toEqual([]);
    done(await owner().delete(`/api/payments/${bill.payments[0]._id}`));
    done(await owner().delete(`/api/vendor-advances/${advance._id}`));
    expect(await listRows("2026-27-Q2", pan)).toMatchObject([{ amount: 1_00_000, tax: 10_000 }]);
  });

  test("suggests TDS on goods only above last year's turnover of ₹10 crore", async () => {
    const vendorId = await newVendor("GOODS");
    const query = `/vendors/${vendorId}/tds?date=2026-08-01&taxable=6000000`;
    expect((await ask(query)).tds).toBe(0);
    done(await owner().put("/api/metadata", { aato: { "2025-26": 2_00_00_000 } }));
    expect((await ask(query)).tds).toBe(0);
    done(await owner().put("/api/metadata", { aato: { "2025-26": 10_00_00_001 } }));
    expect(await ask(query)).toMatchObject({ tds: 1_000, code: "1031" });
  });

  test("taxes a month's rent by the months of its bill", async () => {
    const vendorId = await newVendor("RENT_BUILDING", "AAVFB3334Q");
    const query = `/vendors/${vendorId}/tds?date=2026-07-01&taxable=120000`;
    expect((await ask(query)).tds).toBe(12_000);
    expect((await ask(`${query}&months=2026-07,2026-08,2026-09`)).tds).toBe(0);
    const months = { rentMonths: ["2026-07", "2026-08", "2026-09"] };
    expect((await newBill(vendorId, "2026-07-01", 1_20_000, months)).tds).toBe(0);
    expect((await newBill(vendorId, "2026-09-30", 20_000)).tds).toBe(6_000);
  });

  test("refuses to change a journal created by TDS", async () => {
    const pay = { date: "2026-05-31", partner: "Asha", pan: "ABCPN5511E", kind: "SALARY" };
    const { payment } = await post("/partner-payments", { ...pay, amount: 30_000 });
    expect(payment.tdsAmount).toBe(3_000);
    const { status, body } = await owner().delete(`/api/journals/${payment.journalId}`);
    expect([status, body.message]).toEqual([
      409,
      "This journal was created by a partner’s payment; delete that instead",
    ]);
  });

  test("passes the check of the books", async () => {
    expect((await ask("/books/check")).differences).toEqual([]);
  });

  test("keeps TDS paid on a cancelled bill in register and ledger", async () => {
    const pan = "AAVFB3339Q";
    const vendorId = await newVendor("PROFESSIONAL", pan);
    const owed = async () => {
      const { rows } = await ask("/reports/trial-balance?at=2026-08-31");
      return rows.find(({ name }: Row) => name === "TDS payable").credit;
    };
    const before = await owed();
    const { _id } = await newBill(vendorId, "2026-08-03", 1_00_000);
    const payment = { date: "2026-08-20", amount: 45_000, mode: "UPI", accountId: await newBank() };
    await post(`/bills/${_id}/payments`, { ...payment, tdsAmount: 5_000 });
    done(await owner().post(`/api/bills/${_id}/cancel`, {}));
    expect((await owed()) - before).toBe(5_000);
    expect(await listRows("2026-27-Q2", pan)).toMatchObject([
      { paidOn: "2026-08-20", deductedOn: "2026-08-20", amount: 50_000, tax: 5_000 },
    ]);
  });
});
