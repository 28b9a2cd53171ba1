import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { addDays } from "../../domain/dates.ts";
import { toLastOfMonth } from "../../domain/months.ts";
import { CREDIT_STATES } from "../../domain/purchases/creditStates.ts";
import expected from "../data/tax-book/expected.json";
import { balancesInHledger, balancesInJournal, hledger, inHledger } from "../hledger.ts";
import { forgetOutside } from "../journal.ts";
import { createWorld, done, type World } from "../world.ts";
import { playHalfYear } from "./halfYear.ts";
import {
  findEvent,
  gstr1Figures,
  gstr3bFigures,
  money,
  roundToPaise,
  settledFigures,
  toBalances,
} from "./halfYearFigures.ts";

import { playTwice } from "./playTaxBook.ts";

// The tax book through the API: half a year of one agency that another program computed to the paisa.

let world: World;
let ids: Map<string, string>;
beforeAll(async () => {
  world = await createWorld();
  ids = await playHalfYear(world.kaveri.owner);
});
afterAll(() => world.end());

const get = async (path: string) => done(await world.kaveri.owner.get(`/api${path}`));
const MONTHS = Object.entries(expected.months);

// biome-ignore lint/suspicious/noExplicitAny: as a client reads it.
type Any = any;

/** An amendment made in July is posted on the invoice's day in June; the data has it in July. */
const AMENDED: Partial<Record<string, number>> = { "2026-06": 450, "2026-07": -450 };
const AMENDED_EARLY = {
  output_cgst: -450_00,
  output_sgst: -450_00,
  sales: -5_000_00,
  receivables: 5_900_00,
};

function lessEarly(balances: Record<string, string>, month: string): Record<string, string> {
  const early = month === "2026-06" ? AMENDED_EARLY : {};
  const found = { ...balances };
  for (const [ledger, paise] of Object.entries<number>(early)) {
    const sum = roundToPaise(found[ledger] ?? 0) - paise;
    if (sum === 0) delete found[ledger];
    else found[ledger] = money(sum / 100);
  }
  return found;
}

interface Row {
  name: string;
  debit: number;
  credit: number;
}

describe.each(MONTHS)("%s", (month, wanted) => {
  test("has each document and advance in its table of GSTR-1, by HSN and by number", async () => {
    const { preflight: _, ...period } = await get(`/gst/${month}`);
    expect(gstr1Figures(period)).toEqual(wanted.gstr1);
  });

  test("has each cell of GSTR-3B, saved as filed", async () => {
    expect(gstr3bFigures(await get(`/gst/${month}/gstr3b`))).toEqual(wanted.gstr3b);
  });

  test("is settled with what the previous return left", async () => {
    const shown = await get(`/gst/${month}/gstr3b`);
    expect(settledFigures(shown)).toEqual(wanted.settled as Any);
    const { igst, cgst, sgst } = shown.credit.reclaimable;
    const reclaim = expected.reclaimStatement[month as keyof typeof expected.reclaimStatement];
    expect({ igst: money(igst), cgst: money(cgst), sgst: money(sgst) }).toEqual(reclaim);
  });

  test("agrees with the ledgers and names each difference", async () => {
    const { agrees, lines } = await get(`/gst/${month}/proof`);
    expect([lines.filter((line: Any) => line.unexplained !== 0), agrees]).toEqual([[], true]);
    for (const { ledger, moved, inReturn } of wanted.tieOut) {
      const [kind, head] = ledger.split("_");
      const name = { output: "Output tax", rcm: "Reverse charge payable", input: "Input tax" }[
        kind as "input" | "output" | "rcm"
      ];
      const line = lines.find((one: Any) => one.name.startsWith(name) && one.head === head);
      const figures = [money(line?.ledgers ?? 0), money(line?.returns ?? 0)];
      const isSold = kind === "output" && head !== "igst";
      const onItsDay = money(Number(moved) + (isSold ? (AMENDED[month] ?? 0) : 0));
      expect([ledger, ...figures]).toEqual([ledger, onItsDay, inReturn]);
    }
  });

  test("ends with every balance of the trial balance", async () => {
    const { rows } = await get(`/reports/trial-balance?at=${toLastOfMonth(month)}`);
    const balances = { ...wanted.closing, ...wanted.otherLedgers } as Any;
    expect(lessEarly(toBalances(rows), month)).toEqual(balances);
  });
});

test("hledger computes every tax ledger from the journal, as bahi and as the data", async () => {
  const journal: string = (await world.kaveri.owner.get("/api/transactions/export.journal")).body;
  const path = join(world.folder, "half-year.journal");
  await Bun.write(path, journal);
  if (hledger) await inHledger(path, "check");
  for (const [month, wanted] of MONTHS) {
    const next = addDays(toLastOfMonth(month), 1);
    const { rows } = await get(`/reports/trial-balance?at=${toLastOfMonth(month)}&view=raw`);
    const ours = Object.fromEntries(
      rows.map(({ name, debit, credit }: Row) => [
        name,
        roundToPaise(debit) - roundToPaise(credit),
      ]),
    );
    const summed = balancesInJournal(journal, next);
    expect([month, summed]).toEqual([month, ours]);
    if (hledger) expect([month, await balancesInHledger(path, next)]).toEqual([month, summed]);
    const named = rows.map(({ _id, name }: Any) => ({
      _id,
      name,
      debit: (summed[name] ?? 0) / 100,
      credit: 0,
    }));
    const found = lessEarly(toBalances(named), month);
    const taxes = Object.entries(found).filter(([ledger]) => /_[ics]gst$|^tds_/.test(ledger));
    expect([month, Object.fromEntries(taxes)]).toEqual([month, wanted.closing]);
  }
});

test("refuses to cancel a document of a filed GSTR-1", async () => {
  for (const { event, document } of expected.refused) {
    expect(findEvent(event).document).toBe(document);
    const answer = await world.kaveri.owner.post(`/api/invoices/${ids.get(document)}/cancel`, {});
    expect([answer.status, answer.body.code]).toEqual([409, "filed_return"]);
  }
});

test("lists what small enterprises are owed", async () => {
  const { rows } = await get("/reports/small-enterprises?at=2026-09-30");
  const found = rows.map((row: Any) => ({
    bill: row.number,
    vendor: row.vendor.displayName,
    payBy: row.payBy,
    unpaidAtEnd: money(row.unpaid),
  }));
  expect(found).toEqual(expected.smallEnterprises.filter((one) => one.unpaidAtEnd !== "0.00"));
});

test("each tax ledger has every entry of its balance", async () => {
  const { rows } = await get("/reports/trial-balance?at=2026-10-31&view=raw");
  const taxes = rows.filter(({ name }: Row) => /GST|Input|Output|Reverse charge/.test(name));
  expect(taxes.length).toBeGreaterThan(5);
  for (const { _id, name, debit, credit } of taxes) {
    const range = "dateFrom=2025-04-01&dateTo=2026-10-31";
    const ledger = await get(`/reports/ledger?ledger=${_id}&${range}`);
    const sum = ledger.rows.reduce(
      (paise: number, row: Row) => paise + Math.round((row.debit - row.credit) * 100),
      Math.round(ledger.opening * 100),
    );
    expect([name, sum / 100]).toEqual([name, debit - credit]);
  }
});

test("the check of the books finds nothing", async () => {
  expect((await get("/books/check")).differences).toEqual([]);
});

test("the check recomputes what a filing posts, and TDS by its rule", async () => {
  const { write } = world.books;
  const own = "agency_id = (SELECT id FROM agencies WHERE slug = 'kaveri')";
  const figures = async () => (await get("/books/check")).differences.map((one: Any) => one.figure);
  const add = (paise: number) =>
    write.run(`UPDATE tax_settlements SET filed = json_set(filed, '$.sums.output.igst',
      (filed ->> '$.sums.output.igst') + ${paise}) WHERE ${own} AND period = '2026-06'`);
  await add(100);
  expect(await figures()).toEqual(expect.arrayContaining(["settlement", "filed sums"]));
  await add(-100);
  const due = (paise: number) =>
    write.run(`UPDATE documents SET tds_due_paise = tds_due_paise + ${paise}
      WHERE ${own} AND number = 'BS/5'`);
  await due(500);
  expect(await figures()).toContain("by rule");
  await due(-500);
  await forgetOutside(world.books);
  expect(await figures()).toEqual([]);
});

describe("a bill's credit", () => {
  const list = async (query: string): Promise<Any[]> =>
    (await get(`/bills?limit=100&${query}`)).items;
  const numbers = (bills: Any[]) => bills.map(({ number }) => number).toSorted();

  const WANTED = {
    "AS/07": "CLAIMED",
    "26-27/SI/000001": "CLAIMED",
    "BS/CN/1": "CLAIMED",
    "CPH/26-27/041": "REVERSED",
    "SKY/2401": "REVERSED",
    "SKY/2290": "NOT_FILED",
    "CPH/25-26/880": "RECLAIMED",
    "PBH/310": "NONE",
    "UC/12": "NONE",
    "SKY/2477": "",
  };

  test("has the state that the returns gave it", async () => {
    const states = Object.fromEntries(
      (await list("")).map(({ number, creditState }) => [number, creditState]),
    );
    expect(states).toMatchObject(WANTED);
  });

  test("waits, is ready, differs or is too late, by GSTR-2B", async () => {
    const { owner } = world.kaveri;
    const { vendors } = await get("/vendors");
    const sky = vendors.find(({ gstin }: Any) => gstin.startsWith("27AAICS9034F"));
    const enter = async (number: string, date: string) => {
      const items = [{ description: "Hosting", taxable: 1_000, taxPct: 18 }];
      const bill = { vendorId: sky._id, number, date, items, placeOfSupply: "29" };
      return done(await owner.post("/api/bills", bill));
    };
    await enter("SKY/OLD", "2025-03-10");
    await enter("SKY/W", "2026-10-05");
    await enter("SKY/R", "2026-10-06");
    const differing = await enter("SKY/D", "2026-10-07");
    const row = (inum: string, dt: string, igst: number) => ({
      ctin: sky.gstin,
      inv: [{ inum, dt, pos: "29", rev: "N", itcavl: "Y", txval: 1_000, igst }],
    });
    const docdata = { b2b: [row("SKY/R", "06-10-2026", 180), row("SKY/D", "07-10-2026", 160)] };
    const gstin = (await get("/metadata")).metadata.gstNumber;
    const file = { data: { gstin, rtnprd: "102026", docdata } };
    done(await owner.post("/api/gst/2026-10/2b", file));
    const { pairs } = await get("/gst/2026-10/matching");
    const pair = pairs.find(({ bill }: Any) => bill?.number === "SKY/D");
    const link = [{ bill: differing._id, row: pair.row._id }];
    done(await owner.post("/api/gst/2026-10/matching", { link }));

    const states = Object.fromEntries(
      (await list("q=SKY/")).map(({ number, creditState }) => [number, creditState]),
    );
    expect(states).toMatchObject({
      "SKY/OLD": "TOO_LATE",
      "SKY/W": "WAITS",
      "SKY/R": "READY",
      "SKY/D": "DIFFERS",
    });
    const { inputTax } = await get(`/bills/${differing._id}`);
    expect(inputTax).toMatchObject({
      state: "DIFFERS",
      claimedIn: "2026-10",
      claimedOn: "",
      lastReturn: "2027-10",
      toClaim: { igst: 180 },
      twoB: { period: "2026-10", igst: 160 },
      payBy: "2027-04-05",
    });
  });

  test("filters the list by state", async () => {
    const all = await list("");
    for (const state of CREDIT_STATES) {
      const wanted = all.filter(({ creditState }) => creditState === state);
      expect([state, wanted.length > 0]).toEqual([state, true]);
      const narrowed = await get(`/bills?limit=100&creditState=${state}`);
      expect(numbers(narrowed.items)).toEqual(numbers(wanted));
      expect(narrowed.total).toBe(wanted.length);
    }
  });

  test("is reversed for a supplier's missing month and reclaimed", async () => {
    const { owner } = world.kaveri;
    const { suppliers } = await get("/gst/suppliers");
    expect(suppliers).toMatchObject([
      { period: "2026-02", bills: 1, credit: 3_600, unfiledOn: "2026-09-30", filedOn: "" },
    ]);
    const [{ vendorId }] = suppliers;
    const filed = { period: "2026-02", date: "2026-11-02" };
    expect(done(await owner.post(`/api/gst/suppliers/${vendorId._id}/filed`, filed)).bills).toBe(1);
    const again = await get(`/gst/suppliers?vendorId=${vendorId._id}`);
    expect(again.suppliers).toMatchObject([{ period: "2026-02", filedOn: "2026-11-02" }]);
    const [bill] = await list("q=SKY/2290");
    expect(bill.creditState).toBe("RECLAIMED");
  });

  test("shows the returns that reversed and reclaimed it", async () => {
    const [paid] = await list("q=CPH/25-26/880");
    const { creditState, inputTax } = await get(`/bills/${paid._id}`);
    expect(creditState).toBe("RECLAIMED");
    expect(inputTax).toMatchObject({ reversedIn: "2026-07", reclaimedIn: "2026-08", payBy: "" });
  });
});

test("random half years verify themselves and do not depend on the order of entry", async () => {
  const { offices, faults } = await playTwice(world, 8, 5);
  expect(faults).toEqual([]);
  const [one, other] = offices;
  expect(await other.says()).toEqual(await one.says());
}, 60_000);
