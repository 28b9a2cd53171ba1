import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { addDays } from "../../domain/dates.ts";
import events from "../data/year-end/events.json";
import expected from "../data/year-end/expected.json";
import { balancesInHledger, hledger, inHledger, parsePaise } from "../hledger.ts";
import { createWorld, done, type World } from "../world.ts";
import { ENTER, EVENTS, openStudio, type Studio } from "./neelkamal.ts";

// The whole year of test/data/year-end through the API: every amount of every statement, to the paisa.

let world: World;
let studio: Studio;
beforeAll(async () => {
  world = await createWorld();
  studio = await openStudio(world);
  for (const event of EVENTS) await ENTER[event.do]?.(studio, event);
}, 60_000);
afterAll(() => world.end());

const report = async (path: string) => done(await studio.owner.get(`/api/reports/${path}`));
const money = (rupees: number) => rupees.toFixed(2);
type Named = { name: string; amount: number };
const mapByName = (rows: Named[]) =>
  Object.fromEntries(rows.map((row) => [row.name, money(row.amount)]));

test.each(Object.entries(expected.trialBalance))("the trial balance of %s", async (at, wanted) => {
  const { rows, totalDebit, totalCredit } = await report(`trial-balance?at=${at}&view=raw`);
  const side = (name: "credit" | "debit") =>
    mapByName(
      rows
        .map((row: Record<"credit" | "debit", number> & { name: string }) => ({
          name: row.name,
          amount: row[name],
        }))
        .filter((row: Named) => row.amount),
    );
  expect({ debit: side("debit"), credit: side("credit"), total: money(totalDebit) }).toEqual(
    wanted,
  );
  expect(totalCredit).toBe(totalDebit);
});

const periods = Object.entries(expected.profitAndLoss).flatMap(([period, bases]) =>
  Object.entries(bases).map(([basis, wanted]) => [period, basis, wanted] as const),
);
test.each(periods)("the profit and loss of %s, %s", async (period, basis, wanted) => {
  const [dateFrom, dateTo] = period.split("..");
  const answer = await report(
    `profit-and-loss?dateFrom=${dateFrom}&dateTo=${dateTo}&basis=${basis}`,
  );
  expect({
    ledgers: mapByName(answer.ledgers),
    lines: mapByName(answer.lines),
    totalIncome: money(answer.totalIncome),
    totalExpenses: money(answer.totalExpenses),
    profit: money(answer.profit),
  }).toEqual(wanted as never);
});

test.each(Object.entries(expected.balanceSheet))("the balance sheet of %s", async (at, wanted) => {
  const answer = await report(`balance-sheet?at=${at}`);
  const { assets, liabilities, equity } = answer;
  expect({
    assets: mapByName(assets),
    liabilities: mapByName(liabilities),
    equity: mapByName(equity),
    totalAssets: money(answer.totalAssets),
    totalLiabilities: money(answer.totalLiabilities),
    totalEquity: money(answer.totalEquity),
  }).toEqual(wanted);
});

test.each(Object.entries(expected.cashFlow))("the cash flow of %s", async (period, wanted) => {
  const [dateFrom, dateTo] = period.split("..");
  const { sections, net, opening, closing } = await report(
    `cash-flow?dateFrom=${dateFrom}&dateTo=${dateTo}`,
  );
  const totals = { net: money(net), opening: money(opening), closing: money(closing) };
  expect({ sections: mapByName(sections), ...totals }).toEqual(wanted);
});

test.each(Object.entries(expected.receivablesAgeing))("the ageing of %s", async (at, wanted) => {
  const answer = await report(`ageing?at=${at}`);
  const rows = answer.rows.map(
    ({ invoice, client, balance, daysOverdue, ageInDays, bucket }: Record<string, number>) => ({
      invoice,
      client,
      balance: money(balance as number),
      daysOverdue,
      ageInDays,
      bucket,
    }),
  );
  const buckets = mapByName(answer.buckets.filter(({ amount }: Named) => amount));
  expect({ rows, buckets, total: money(answer.total) }).toEqual(wanted as never);
  expect(answer.ledger).toBe(answer.total);
});

test("the TDS register of the year", async () => {
  const { rows } = await report("tds?year=2026-27");
  expect(
    rows.map(({ date, client, invoice, tds, gross, quarter }: Record<string, number>) => ({
      date,
      client,
      invoice,
      tds: money(tds as number),
      gross: money(gross as number),
      quarter,
    })),
  ).toEqual(expected.tdsRegister as never);
});

describe("the ledger of", () => {
  test.each(Object.entries(expected.generalLedger))("%s, line by line", async (name, wanted) => {
    const ledger = `ledger=${encodeURIComponent(name)}&dateFrom=2026-02-01&dateTo=2027-03-31`;
    const answer = await report(`ledger?${ledger}`);
    const lines = wanted.filter(([, id]) => id !== "e00");
    const shown = answer.rows.map(
      ({ date, particulars, debit, credit, balance }: Record<string, number>) => [
        ...[date, particulars],
        ...[debit ? money(debit) : "", credit ? money(credit) : "", money(balance as number)],
      ],
    );
    expect(shown).toEqual(lines.map(([date, , ...rest]) => [date, ...rest]));
    expect(answer.entries).toBeGreaterThanOrEqual(lines.length);
    expect(money(answer.closing)).toBe(lines.at(-1)?.at(-1) as string);
  });
});

test("an income ledger opens each financial year at zero", async () => {
  const of = async (dateFrom: string, dateTo: string) => {
    const { opening, closing } = await report(
      `ledger?ledger=Professional%20fees&dateFrom=${dateFrom}&dateTo=${dateTo}`,
    );
    return [opening, closing];
  };
  expect(await of("2026-02-01", "2026-03-31")).toEqual([0, -40_000]);
  expect(await of("2026-04-01", "2027-03-31")).toEqual([0, -300_000.5]);
  expect(await of("2026-07-01", "2026-09-30")).toEqual([-205_000.5, -270_000.5]);
  expect(await of("2027-04-01", "2027-04-30")).toEqual([0, 0]);
});

function toBalances(journal: string): Map<string, bigint> {
  const balances = new Map<string, bigint>();
  for (const [, path = "", amount = ""] of journal.matchAll(/^ {4}(\S.*?) {2}INR (\S+)$/gm)) {
    const name = (path.split(":").at(-1) as string).replace("꞉", ":");
    balances.set(name, (balances.get(name) ?? 0n) + BigInt(amount.replace(".", "")));
  }
  return new Map([...balances].filter(([, paise]) => paise !== 0n));
}

test("the hledger journal has every balance of the trial balance", async () => {
  const journal = (await studio.owner.get("/api/transactions/export.journal")).body;
  const wanted = expected.trialBalance["2027-03-31"];
  const paise = (text: string) => BigInt(text.replace(".", ""));
  const debits = Object.entries(wanted.debit).map(([name, text]) => [name, paise(text)]);
  const credits = Object.entries(wanted.credit).map(([name, text]) => [name, -paise(text)]);
  expect(Object.fromEntries(toBalances(journal))).toEqual(
    Object.fromEntries([...debits, ...credits]),
  );
});

const inItself = async () => {
  const journal = (await studio.owner.get("/api/transactions/export.journal")).body;
  const path = join(world.folder, "neelkamal.journal");
  await Bun.write(path, journal);
  await inHledger(path, "check", "--strict");
  const paise = (text: string) => Number(text.replace(".", ""));
  for (const [at, { debit, credit }] of Object.entries(expected.trialBalance)) {
    const debits = Object.entries(debit).map(([name, text]) => [name, paise(text)]);
    const credits = Object.entries(credit).map(([name, text]) => [name, -paise(text)]);
    expect(await balancesInHledger(path, addDays(at, 1))).toEqual(
      Object.fromEntries([...debits, ...credits]),
    );
  }
  for (const [period, { accrual }] of Object.entries(expected.profitAndLoss)) {
    const [from = "", to = ""] = period.split("..");
    const statement = await inHledger(path, "incomestatement", "-b", from, "-e", addDays(to, 1));
    expect([period, parsePaise(statement.at(-1)?.[1])]).toEqual([period, paise(accrual.profit)]);
  }
};
if (hledger) test("hledger itself comes to every balance and every profit", inItself);

test("bahi's own check agrees", async () => {
  const check = done(await studio.owner.get("/api/books/check"));
  expect(check.differences).toEqual([]);
  expect(events.entity).toBe("proprietorship");
});
