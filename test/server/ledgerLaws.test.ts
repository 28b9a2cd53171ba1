import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import Papa from "papaparse";
import { addDays } from "../../domain/dates.ts";
import { balancesInHledger, hledger } from "../hledger.ts";
import { createWorld, done, made, type World } from "../world.ts";
import { FROM, generateActions, type Office, openOffice, TO } from "./ledgerBooks.ts";

// Rules that hold for any books, checked on random ones entered through the API.

const SEEDS = [3, 11];
const DAYS = ["2026-06-30", "2026-09-17", "2026-12-31", TO];
const MONTHS = [
  ...["2026-04-30", "2026-05-31", "2026-06-30", "2026-07-31", "2026-08-31", "2026-09-30"],
  ...["2026-10-31", "2026-11-30", "2026-12-31", "2027-01-31", "2027-02-28", TO],
].map((dateTo) => ({ dateFrom: `${dateTo.slice(0, 8)}01`, dateTo }));
const YEAR = `dateFrom=${FROM}&dateTo=${TO}`;

let world: World;
beforeAll(async () => {
  world = await createWorld();
}, 60_000);
afterAll(() => world.end());

const report = async ({ owner }: Office, path: string) =>
  done(await owner.get(`/api/reports/${path}`));
const paise = (rupees: number) => Math.round(rupees * 100);
const addUp = (all: number[]) => all.reduce((sum, rupees) => sum + paise(rupees), 0);
type Row = { name: string; amount: number; debit: number; credit: number; opening: number };
const isRent = ({ name }: Row) => name === "Rent";
const toBalances = (rows: Row[]) =>
  Object.fromEntries(rows.map(({ name, debit, credit }) => [name, paise(debit) - paise(credit)]));

async function readAllStatements(office: Office): Promise<unknown[]> {
  const paths = [
    ...[`trial-balance?at=${TO}`, `balance-sheet?at=${TO}`, `cash-flow?${YEAR}`],
    ...[`profit-and-loss?${YEAR}&by=month`, `profit-and-loss?${YEAR}&basis=cash`],
    `gst-summary?${YEAR}`,
  ];
  const said = [];
  for (const path of paths) said.push(await report(office, path));
  return JSON.parse(JSON.stringify(said, (key, value) => (key === "_id" ? undefined : value)));
}

describe.each(SEEDS)("books %#", (seed) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(world, `books-${seed}`);
    for (const act of generateActions(seed, false)) await act(office);
  }, 60_000);

  test("debits equal credits, and the balance sheet balances on any day", async () => {
    for (const at of DAYS) {
      for (const view of ["year", "raw"]) {
        const trial = await report(office, `trial-balance?at=${at}&view=${view}`);
        expect(trial.totalDebit).toBe(trial.totalCredit);
        expect(trial.rows.length).toBeGreaterThan(10);
      }
      const sheet = await report(office, `balance-sheet?at=${at}`);
      const { totalAssets, totalLiabilities, totalEquity } = sheet;
      expect(paise(totalAssets)).toBe(paise(totalLiabilities) + paise(totalEquity));
      const { profit } = await report(office, `profit-and-loss?dateFrom=${FROM}&dateTo=${at}`);
      const { rows } = await report(office, `trial-balance?at=${at}`);
      const held = rows.filter(({ section }: { section: string }) => section === "equity");
      const capital = Object.values(toBalances(held)).reduce((sum, balance) => sum - balance, 0);
      expect(paise(totalEquity)).toBe(capital + paise(profit));
    }
  });

  test.each(["accrual", "cash"])("months add up to the year, line by line, %s", async (basis) => {
    const year = await report(office, `profit-and-loss?${YEAR}&basis=${basis}&by=month`);
    const quarters = await report(office, `profit-and-loss?${YEAR}&basis=${basis}&by=quarter`);
    for (const line of [...year.ledgers, ...year.totals, ...quarters.lines]) {
      expect([line.name, addUp(line.parts)]).toEqual([line.name, paise(line.amount)]);
    }
    const halves = [];
    for (const days of ["2026-04-01&dateTo=2026-09-30", "2026-10-01&dateTo=2027-03-31"]) {
      const half = await report(office, `profit-and-loss?dateFrom=${days}&basis=${basis}`);
      halves.push(...half.ledgers);
    }
    for (const { name, amount } of year.ledgers) {
      const own = halves.filter((ledger: Row) => ledger.name === name);
      expect([name, addUp(own.map((ledger: Row) => ledger.amount))]).toEqual([name, paise(amount)]);
    }
    let profit = 0;
    for (const { dateFrom, dateTo } of MONTHS) {
      const days = `dateFrom=${dateFrom}&dateTo=${dateTo}&basis=${basis}`;
      profit += paise((await report(office, `profit-and-loss?${days}`)).profit);
    }
    expect(profit).toBe(paise(year.profit));
  });

  test("a period opens with the last closing, and cash flow is the difference", async () => {
    let closing: number | undefined;
    for (const { dateFrom, dateTo } of MONTHS) {
      const flow = await report(office, `cash-flow?dateFrom=${dateFrom}&dateTo=${dateTo}`);
      if (closing !== undefined) expect(paise(flow.opening)).toBe(closing);
      closing = paise(flow.closing);
      expect(addUp(flow.sections.map(({ amount }: Row) => amount))).toBe(paise(flow.net));
      expect(paise(flow.opening) + paise(flow.net)).toBe(closing);
    }
    const next = await report(office, "trial-balance?at=2027-04-01");
    for (const { name, section, opening } of next.rows) {
      if (["income", "expenses"].includes(section)) expect([name, opening]).toEqual([name, 0]);
    }
    const last = await report(office, `trial-balance?at=${TO}`);
    const opens = Object.fromEntries(next.rows.map((row: Row) => [row.name, paise(row.opening)]));
    for (const { name, section, debit, credit } of last.rows) {
      const isOfProfit = ["income", "expenses", "appropriations"].includes(section);
      if (!isOfProfit && !name.startsWith("Profit")) {
        expect([name, opens[name]]).toEqual([name, paise(debit) - paise(credit)]);
      }
    }
  });

  test("receivables equal ageing and client accounts, payables too, and money the panel's", async () => {
    for (const at of DAYS) {
      const { rows } = await report(office, `trial-balance?at=${at}&view=raw`);
      const balances = toBalances(rows);
      for (const by of ["due", "invoice"]) {
        const ageing = await report(office, `ageing?at=${at}&by=${by}`);
        expect(paise(ageing.total)).toBe(balances["Trade receivables"] ?? 0);
        expect(addUp(ageing.clients.map(({ total }: { total: number }) => total))).toBe(
          paise(ageing.total),
        );
      }
      const owed = await report(office, `ageing?at=${at}&of=payables`);
      expect(0 - paise(owed.total)).toBe(balances["Trade payables"] ?? 0);
      let accounts = 0;
      let inCredit = 0;
      for (const client of ["client Near", "client Far"]) {
        const of = `statement-of-account?clientId=${office.id(client)}`;
        const { closing } = await report(office, `${of}&dateFrom=${FROM}&dateTo=${at}`);
        const next = await report(office, `${of}&dateFrom=${addDays(at, 1)}&dateTo=2027-12-31`);
        expect([at, client, next.opening]).toEqual([at, client, closing]);
        accounts += paise(closing);
        inCredit += Math.min(paise(closing), 0);
      }
      expect(accounts).toBe(balances["Trade receivables"] ?? 0);
      const { liabilities } = await report(office, `balance-sheet?at=${at}`);
      const others = liabilities.flatMap(({ ledgers }: { ledgers: Row[] }) => ledgers);
      const held = others.find(({ name }: Row) => name === "Clients in credit");
      expect([at, paise(held?.amount ?? 0)]).toEqual([at, 0 - inCredit]);
    }
    const { rows } = await report(office, `trial-balance?at=${TO}&view=raw`);
    const panel = done(await office.owner.get(`/api/accounts/balances?${YEAR}`));
    for (const { accountName, closingBalance } of panel.balances) {
      expect(toBalances(rows)[accountName] ?? 0).toBe(paise(closingBalance));
    }
    const tds = await report(office, "tds?year=2026");
    expect(toBalances(rows)["TDS receivable"] ?? 0).toBe(paise(tds.total));
    const register: string = (await office.owner.get(`/api/invoices/export.csv?${YEAR}`)).body;
    const [heads = [], ...lines] = Papa.parse<string[]>(register.trim()).data;
    for (const head of ["CGST", "SGST", "IGST"]) {
      const taxes = lines
        .filter((line) => line[heads.indexOf("Status")] !== "CANCELLED")
        .map((line) => Number(line[heads.indexOf(head)]));
      const { [`Output ${head}`]: output = 0, [`${head} on advances`]: onAdvances = 0 } =
        toBalances(rows);
      expect([head, 0 - addUp(taxes)]).toEqual([head, output + onAdvances]);
    }
  });

  test("registers agree with the tax ledgers, and each party's share with the profit and loss", async () => {
    const { rows } = await report(office, `trial-balance?at=${TO}&view=raw`);
    const sales = await report(office, `sales-register?${YEAR}`);
    for (const head of ["CGST", "SGST", "IGST"]) {
      const { [`Output ${head}`]: output = 0, [`${head} on advances`]: onAdvances = 0 } =
        toBalances(rows);
      const taxes = sales.rows.map((row: Record<string, number>) => row[head.toLowerCase()] ?? 0);
      expect([head, 0 - addUp(taxes)]).toEqual([head, output + onAdvances]);
      expect(paise(sales.total[head.toLowerCase()])).toBe(addUp(taxes));
    }
    for (const { dateFrom, dateTo } of MONTHS) {
      const period = `dateFrom=${dateFrom}&dateTo=${dateTo}`;
      const profit = await report(office, `profit-and-loss?${period}`);
      const income = await report(office, `income-by-client?${period}`);
      const expenses = await report(office, `expenses-by-vendor?${period}`);
      for (const [side, due] of [
        [income, profit.totalIncome],
        [expenses, profit.totalExpenses],
      ]) {
        const shares = [...side.rows, ...side.others].map(({ amount }: Row) => amount);
        expect([dateFrom, addUp(shares)]).toEqual([dateFrom, paise(due)]);
        expect([side.total, side.profitAndLoss]).toEqual([due, due]);
      }
    }
  });

  test("the day book has every posting of the year, page by page", async () => {
    const held = new Map<string, number>();
    for (let after = "", pages = 1; ; pages += 1) {
      const { rows, next } = await report(office, `day-book?${YEAR}&after=${after}`);
      for (const { lines } of rows) {
        const sums = lines.map(({ debit, credit }: Row) => paise(debit) - paise(credit));
        expect(sums.reduce((sum: number, one: number) => sum + one, 0)).toBe(0);
        for (const [at, { ledger }] of lines.entries()) {
          held.set(ledger, (held.get(ledger) ?? 0) + sums[at]);
        }
      }
      if (!next) break;
      expect([next > after, pages < 100]).toEqual([true, true]);
      after = next;
    }
    const { rows } = await report(office, `trial-balance?at=${TO}&view=raw`);
    for (const { name, turnoverDebit, turnoverCredit } of rows) {
      expect([name, held.get(name) ?? 0]).toEqual([
        name,
        paise(turnoverDebit) - paise(turnoverCredit),
      ]);
    }
  });

  test("each ledger ends with its balance, entry by entry, in the hledger journal too", async () => {
    const { rows } = await report(office, `trial-balance?at=${TO}&view=raw`);
    for (const row of rows) {
      const ledger = await report(office, `ledger?ledger=${row._id}&${YEAR}`);
      const balance = paise(row.debit) - paise(row.credit);
      expect([row.name, paise(ledger.closing)]).toEqual([row.name, balance]);
      const entries = ledger.rows.reduce(
        (sum: number, { debit, credit }: Row) => sum + paise(debit) - paise(credit),
        paise(ledger.opening),
      );
      expect([row.name, entries]).toEqual([row.name, balance]);
    }
    // Tax that never appears in GSTR-2B becomes cost after the year.
    const later = await report(office, "trial-balance?at=2099-12-31&view=raw");
    const journal: string = (await office.owner.get("/api/transactions/export.journal")).body;
    const sums: Record<string, number> = {};
    for (const [, path = "", amount] of journal.matchAll(/^ {4}(\S.*?) {2}INR (\S+)$/gm)) {
      const name = path.split(":").at(-1) as string;
      sums[name] = (sums[name] ?? 0) + paise(Number(amount));
    }
    const held = Object.entries(sums).filter(([, sum]) => sum !== 0);
    expect(Object.fromEntries(held)).toEqual(toBalances(later.rows));
    if (!hledger) return;
    const path = join(world.folder, `${seed}.journal`);
    await Bun.write(path, journal);
    for (const at of DAYS) {
      const then = (await report(office, `trial-balance?at=${at}&view=raw`)).rows;
      expect(await balancesInHledger(path, addDays(at, 1))).toEqual(toBalances(then));
    }
  });

  test("the order of entry does not matter, and bahi's own check agrees", async () => {
    const other = await openOffice(world, `other-${seed}`);
    for (const act of generateActions(seed, false).toReversed()) await act(other);
    expect(await readAllStatements(other)).toEqual(await readAllStatements(office));
    for (const { owner } of [office, other]) {
      expect(done(await owner.get("/api/books/check")).differences).toEqual([]);
    }
  });

  test("a draft, a cancellation and deletions leave no trace", async () => {
    const before = await readAllStatements(office);
    const { owner } = office;
    const items = [{ description: "Design", qty: 1, rate: 77_000, taxPct: 18 }];
    const bill = { date: "2026-08-08", clientId: office.id("client Far"), items };
    made(await owner.post("/api/invoices", bill));
    const { _id } = made(await owner.post("/api/invoices", bill));
    done(await owner.post(`/api/invoices/${_id}/send`, {}));
    const money = { date: "2026-08-09", amount: 5, mode: "UPI", accountId: office.id("Bank") };
    const { payment } = made(await owner.post(`/api/invoices/${_id}/payments`, money));
    expect(await readAllStatements(office)).not.toEqual(before);
    done(await owner.delete(`/api/payments/${payment._id}`));
    done(await owner.post(`/api/invoices/${_id}/cancel`, {}));
    expect(await readAllStatements(office)).toEqual(before);
  });

  test("a record deleted and entered again counts once", async () => {
    const { owner } = office;
    const of = { accountId: office.id("Bank"), categoryId: office.id("Rent") };
    const rent = { date: "2026-08-03", description: "Rent", type: "Expense", amount: 4_321, ...of };
    const { transaction } = made(await owner.post("/api/transactions", rent));
    const once = await readAllStatements(office);
    done(await owner.delete(`/api/transactions/${transaction._id}`));
    expect(await readAllStatements(office)).not.toEqual(once);
    made(await owner.post("/api/transactions", rent));
    expect(await readAllStatements(office)).toEqual(once);
  });

  test("another date moves an entry between months and changes nothing else", async () => {
    const { owner } = office;
    const of = { accountId: office.id("Bank"), categoryId: office.id("Rent") };
    const rent = { date: "2026-05-03", description: "Rent", type: "Expense", amount: 77.01, ...of };
    const { transaction } = made(await owner.post("/api/transactions", rent));
    const path = `profit-and-loss?${YEAR}&by=month`;
    const [before] = (await report(office, path)).ledgers.filter(isRent);
    const moved = { ...rent, date: "2026-07-31" };
    done(await owner.put(`/api/transactions/${transaction._id}`, moved));
    const [after] = (await report(office, path)).ledgers.filter(isRent);
    const parts = before.parts.map(paise);
    parts[1] -= 7_701;
    parts[3] += 7_701;
    expect([after.amount, after.parts.map(paise)]).toEqual([before.amount, parts]);
  });

  test("a transfer is in no cash flow", async () => {
    const flow = await report(office, `cash-flow?${YEAR}`);
    const way = { fromAccountId: office.id("Bank"), toAccountId: office.id("Till") };
    const cash = { date: "2026-08-03", description: "Cash", amount: 250, ...way };
    made(await office.owner.post("/api/transactions/transfer", cash));
    expect(await report(office, `cash-flow?${YEAR}`)).toEqual(flow);
  });

  test.each(["ledger_days", "ledger_months", "party_months"])(
    "bahi's own check finds a wrong sum of %s",
    async (table) => {
      const { write } = world.books;
      const own = `agency_id = (SELECT id FROM agencies WHERE slug = 'books-${seed}')`;
      await write.run(`UPDATE ${table} SET debit_paise = debit_paise + 1 WHERE ${own}`);
      const found = done(await office.owner.get("/api/books/check")).differences;
      await write.run(`UPDATE ${table} SET debit_paise = debit_paise - 1 WHERE ${own}`);
      const figures = found.map(({ figure }: { figure: string }) => figure);
      expect(figures).toContain("debit_paise");
      expect(figures.every((one: string) => ["debit_paise", "proof"].includes(one))).toBe(true);
      expect(done(await office.owner.get("/api/books/check")).differences).toEqual([]);
    },
  );
});

test("once all is settled, both bases have the same profit, except one-basis journals", async () => {
  const office = await openOffice(world, "settled");
  for (const act of generateActions(5, true)) await act(office);
  const accrual = await report(office, `profit-and-loss?dateFrom=${FROM}&dateTo=2027-12-31`);
  const cash = await report(
    office,
    `profit-and-loss?dateFrom=${FROM}&dateTo=2027-12-31&basis=cash`,
  );
  expect(accrual.profit).not.toBe(0);
  expect(accrual.lines.length).toBeGreaterThan(4);
  expect(cash.profit).toBe(accrual.profit);

  const lines = [
    { categoryId: office.id("Rent"), debit: 500 },
    { categoryId: office.id("Audit"), credit: 500 },
  ];
  const journal = { date: TO, reason: "Not billed yet", basis: "accrual", lines };
  made(await office.owner.post("/api/journals", journal));
  const days = `dateFrom=${FROM}&dateTo=2027-12-31`;
  const later = await report(office, `profit-and-loss?${days}`);
  expect(paise(later.profit)).toBe(paise(cash.profit) - 50_000);
  expect((await report(office, `profit-and-loss?${days}&basis=cash`)).profit).toBe(cash.profit);
}, 60_000);
