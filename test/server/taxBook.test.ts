import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { lastOfMonth } from "../../domain/months.ts";
import expected from "../data/tax-book/expected.json";
import { createWorld, done, type World } from "../world.ts";
import { playHalfYear } from "./halfYear.ts";

// The tax book through the API: half a year of one agency that another program worked out to the paisa.

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await playHalfYear(world.kaveri.owner);
});
afterAll(() => world.end());

const get = async (path: string) => done(await world.kaveri.owner.get(`/api${path}`));
const money = (rupees: number) => rupees.toFixed(2);
const MONTHS = Object.entries(expected.months);

// biome-ignore lint/suspicious/noExplicitAny: as a client reads it.
type Any = any;

/** What is amended in July is posted on the invoice's own day in June, where the data has it in July. */
const AMENDED: Partial<Record<string, number>> = { "2026-06": 450, "2026-07": -450 };

interface Row {
  name: string;
  debit: number;
  credit: number;
}
type Heads = Record<"cgst" | "igst" | "sgst" | "taxable", string>;
const NONE: Heads = { taxable: "0.00", igst: "0.00", cgst: "0.00", sgst: "0.00" };
const shown = ({ taxable, igst, cgst, sgst }: Record<string, number>) => ({
  taxable: money(taxable ?? 0),
  ...{ igst: money(igst ?? 0), cgst: money(cgst ?? 0), sgst: money(sgst ?? 0) },
});

describe.each(MONTHS)("%s", (month, wanted) => {
  const tables = wanted.gstr1 as unknown as Partial<Record<string, Heads>>;

  test("reports advances, and takes them off with their invoices", async () => {
    const { summary } = await get(`/gst/${month}`);
    const of = (table: string) => {
      const { documents: _, ...heads } = { documents: 0, ...NONE, ...tables[table] };
      return heads;
    };
    expect({ "11A": shown(summary["11A"]), "11B": shown(summary["11B"]) }).toEqual({
      "11A": of("11A"),
      "11B": of("11B"),
    });
  });

  test("puts each document in its table", async () => {
    const { summary } = await get(`/gst/${month}`);
    for (const table of ["4A", "5", "6A", "6B", "7", "9B registered"]) {
      const { documents, ...sums } = summary[table];
      const { documents: count, ...heads } = { documents: 0, ...NONE, ...tables[table] };
      expect([table, documents, shown(sums)]).toEqual([table, count, heads]);
    }
    const { nil, exempt, nonGst } = summary["8"];
    const none = { NIL: "0.00", EXEMPT: "0.00", NON_GST: "0.00" };
    expect({ NIL: money(nil), EXEMPT: money(exempt), NON_GST: money(nonGst) }).toEqual({
      ...none,
      ...(tables["8"] as object | undefined),
    });
  });

  test("owes tax under reverse charge when it falls due", async () => {
    const { tables } = await get(`/gst/${month}/gstr3b`);
    const { "3.1d": due, "4A2": imports, "4A3": own } = wanted.gstr3b;
    expect({
      due: shown(tables["3.1d"]),
      ...{ imports: shown(tables["4A2"]), own: shown(tables["4A3"]) },
    }).toEqual({
      due,
      ...{ imports: { taxable: "0.00", ...imports }, own: { taxable: "0.00", ...own } },
    });
  });

  test("takes credit by GSTR-2B, and reverses it", async () => {
    const { tables } = await get(`/gst/${month}/gstr3b`);
    for (const cell of ["4A5", "4B1", "4B2", "4C", "4D1", "4D2"] as const) {
      const { taxable: _, ...heads } = shown(tables[cell]);
      expect([cell, heads]).toEqual([cell, wanted.gstr3b[cell]]);
    }
  });

  test("is settled with what the return before left", async () => {
    const { brought, credit, payable, cash, negativeLeft, toPay, interest, lateFee } = await get(
      `/gst/${month}/gstr3b`,
    );
    const { settled } = wanted;
    const heads = (all: Record<string, number>) => {
      const { taxable: _, ...rest } = shown(all);
      return rest;
    };
    const sum = (...all: Record<string, string>[]) =>
      heads(
        Object.fromEntries(
          ["igst", "cgst", "sgst"].map((head) => [
            head,
            all.reduce((paise, one) => paise + Math.round(Number(one[head]) * 100), 0) / 100,
          ]),
        ),
      );
    expect({
      ...{ creditBrought: heads(brought.credit), negativeBrought: heads(brought.negative) },
      ...{ givenBackBeyondCredit: heads(credit.reversedBeyond), payable: heads(payable) },
      ...{ cash: heads(cash), negativeLeft: heads(negativeLeft), creditLeft: heads(credit.left) },
      ...{ interest51: heads(toPay.interest), lateFee51: heads(toPay.lateFee) },
      ...{ toPay: heads(toPay.byHead), interestToNextReturn: heads(interest) },
      lateFeeToNextReturn: heads({ igst: 0, ...lateFee }),
    }).toEqual({
      ...{ creditBrought: settled.creditBrought, negativeBrought: settled.negativeBrought },
      ...{ givenBackBeyondCredit: settled.givenBackBeyondCredit, payable: settled.payable },
      cash: sum(settled.cash, settled.reverseChargeCash),
      ...{ negativeLeft: settled.negativeLeft, creditLeft: settled.creditLeft },
      ...{ interest51: settled.interest51, lateFee51: settled.lateFee51, toPay: settled.toPay },
      interestToNextReturn: settled.interestToNextReturn,
      lateFeeToNextReturn: settled.lateFeeToNextReturn,
    });
  });

  test("agrees with the ledgers, and names each difference", async () => {
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

  test("posts it in the ledgers on the same days", async () => {
    const closing = wanted.closing as Partial<Record<string, string>>;
    const { rows } = await get(`/reports/trial-balance?at=${lastOfMonth(month)}`);
    const held = new Map(rows.map(({ name, debit, credit }: Row) => [name, money(debit - credit)]));
    for (const head of ["igst", "cgst", "sgst"]) {
      const name = head.toUpperCase();
      const onAdvances = held.get(`${name} on advances`) ?? "0.00";
      expect([head, onAdvances]).toEqual([head, closing[`gst_on_advances_${head}`] ?? "0.00"]);
      const ledger = encodeURIComponent(`Reverse charge payable ${name}`);
      const range = `dateFrom=${month}-01&dateTo=${lastOfMonth(month)}`;
      const { rows: moves } = await get(`/reports/ledger?ledger=${ledger}&${range}`);
      const moved = moves
        .filter(({ source }: Any) => source.type !== "Filing")
        .reduce((sum: number, row: Row) => sum + row.credit - row.debit, 0);
      const tie = wanted.tieOut.find((one) => one.ledger === `rcm_${head}`);
      expect([head, money(moved)]).toEqual([head, tie?.moved ?? "0.00"]);
      const waits = held.get(`Input ${name} not yet in GSTR-2B`) ?? "0.00";
      expect([head, waits]).toEqual([head, closing[`input_wait_${head}`] ?? "0.00"]);
      const reversed = held.get(`Input ${name} reversed`) ?? "0.00";
      expect([head, reversed]).toEqual([head, closing[`input_reversed_${head}`] ?? "0.00"]);
    }
  });
});

test("each tax ledger has every entry that its balance is made of", async () => {
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

test("the books check out", async () => {
  expect((await get("/books/check")).differences).toEqual([]);
});
