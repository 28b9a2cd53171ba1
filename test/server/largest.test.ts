import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import { LARGEST_AMOUNT, toDecimal, toRupees } from "../../domain/money.ts";
import { readPages } from "../pdf.ts";
import { createWorld, made, type World } from "../world.ts";

// The largest amount, more often than a JavaScript number or a database integer can add up. Responses are
// read as text, because a JavaScript number could not show whether they are right.

const AMOUNT = toRupees(LARGEST_AMOUNT);
const RECEIPTS = 1_000;
const IMPORTED = 1_000;
const YEAR = "dateFrom=2026-01-01&dateTo=2026-12-31";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { owner, account, fees, rent } = world.kaveri;
  const client = { name: "Crore & Sons", email: "", phone: "", address: "" };
  const receipt = { client, purpose: "All of it", amount: AMOUNT, mode: "UPI" };
  const payload = { ...receipt, date: "2026-04-02", accountId: account._id };
  made(await owner.post("/api/receipts/batch", { receipts: Array(RECEIPTS).fill(payload) }));
  const row = `2026-04-01,Fee,${account.name},${fees.name},Income,${toDecimal(LARGEST_AMOUNT)},\n`;
  const spent = `2026-04-01,Cost,${account.name},${rent.name},Expense,0.01,\n`;
  const csv = CSV_HEADER + row.repeat(IMPORTED) + spent;
  made(await owner.upload("/api/transactions/import", csv));
}, 60_000);
afterAll(() => world.end());

const times = (count: number) => BigInt(count) * BigInt(LARGEST_AMOUNT);
const ALL = times(RECEIPTS + IMPORTED);
const formatExpected = (paise: bigint) => toDecimal(paise);

async function readText(path: string, who = world.kaveri.owner): Promise<string> {
  const headers = { authorization: `Bearer ${who.token}` };
  const answer = await world.app.handle(new Request(`http://localhost/api${path}`, { headers }));
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}

async function assertShows(path: string, ...figures: string[]): Promise<void> {
  const text = await readText(path);
  for (const figure of figures) expect(text).toContain(figure);
}

describe("sums beyond exact numbers", () => {
  test("are exact in lists, searches and filters", async () => {
    const net = `"income":${formatExpected(ALL)},"expense":0.01,"balance":${formatExpected(ALL - 1n)}`;
    for (const filter of ["", "&limit=1&page=500", `&accountId=${world.kaveri.account._id}`]) {
      await assertShows(`/transactions?${YEAR}${filter}`, net);
    }
    const fees = `"income":${formatExpected(times(IMPORTED))}`;
    for (const filter of [`categoryId=${world.kaveri.fees._id}`, "q=Fee", "q=fe&type=Income"]) {
      await assertShows(`/transactions?${filter}`, fees);
    }
    await assertShows("/transactions?minAmount=1", `"income":${formatExpected(ALL)}`);
    const receipts = `"amountSum":${formatExpected(times(RECEIPTS))}`;
    for (const filter of ["", "?mode=UPI", "?q=crore", "?min=5"]) {
      await assertShows(`/receipts${filter}`, receipts);
    }
  });

  test("are exact in balances, before and in the period, and on the dashboard", async () => {
    await assertShows(`/accounts/balances?${YEAR}`, `"closingBalance":${formatExpected(ALL - 1n)}`);
    const later = "dateFrom=2026-04-02&dateTo=2026-04-02";
    const opened = `"openingBalance":${formatExpected(times(IMPORTED) - 1n)}`;
    await assertShows(
      `/accounts/balances?${later}`,
      opened,
      `"closingBalance":${formatExpected(ALL - 1n)}`,
    );
    await assertShows(
      `/dashboard?${YEAR}`,
      `"totals":{"income":${formatExpected(ALL)},"expense":0.01,"balance":${formatExpected(ALL - 1n)}}`,
      `"categoryName":"Fees","type":"Income","total":${formatExpected(times(IMPORTED))}`,
      `"date":"2026-04-01","income":${formatExpected(ALL)}`,
    );
    await assertShows(
      "/dashboard?dateFrom=2026-04-01&dateTo=2026-04-02",
      `"date":"2026-04-02","income":${formatExpected(times(RECEIPTS))}`,
    );
  });

  test("are exact for imports, tried and done, and in their log", async () => {
    const totals = `"totals":{"income":${formatExpected(times(IMPORTED))},"expense":0.01,"transfers":0}`;
    await assertShows("/imports", totals);
    await assertShows("/audit?entity=Import", totals);
    const { owner, account, fees } = world.kaveri;
    const row = `2026-05-01,Try,${account.name},${fees.name},Income,${toDecimal(LARGEST_AMOUNT)},\n`;
    const answer = await world.app.handle(
      new Request("http://localhost/api/transactions/import?dryRun=true", {
        method: "POST",
        headers: { authorization: `Bearer ${owner.token}`, "content-type": "text/csv" },
        body: CSV_HEADER + row.repeat(IMPORTED),
      }),
    );
    expect(await answer.text()).toContain(`"income":${formatExpected(times(IMPORTED))}`);
  });

  test("are exact for an import of many months that each add nearly a thousand crores", async () => {
    const { owner, account, fees } = world.kaveri;
    const rows = Array.from({ length: 30 }, (_, n) => {
      const month = `20${40 + Math.floor(n / 12)}-${String(1 + (n % 12)).padStart(2, "0")}`;
      return `${month}-01,Month,${account.name},${fees.name},Income,${toDecimal(LARGEST_AMOUNT)},\n`;
    });
    const answer = await owner.upload("/api/transactions/import", CSV_HEADER + rows.join(""));
    const { _id } = made(answer).import;
    const [kept] = await world.books.read.all<{ paise: number }>(
      `SELECT income_paise AS paise FROM imports WHERE id = '${_id}'`,
    );
    expect(kept?.paise).toBeLessThan(1e12);
    await assertShows("/imports", `"income":${toRupees(times(30))}`);
    expect((await owner.delete(`/api/imports/${_id}`)).status).toBe(200);
  });

  test("are exact for invoices and client balances", async () => {
    const { owner } = world.kaveri;
    const { client } = made(await owner.post("/api/clients", { displayName: "Crores" }));
    const item = { description: "All", qty: 1, rate: AMOUNT, taxPct: 0 };
    const invoice = {
      clientId: client._id,
      date: "2026-04-03",
      dueDate: "2026-04-04",
      items: [item],
    };
    const { _id } = made(await owner.post("/api/invoices", invoice));
    expect((await owner.post(`/api/invoices/${_id}/send`, {})).status).toBe(200);
    const change = (count: number) =>
      sqlOnBooks(
        `INSERT INTO document_counts VALUES (1, 'INVOICES', '2026-04-03', 'SENT', ${count},
          ${LARGEST_AMOUNT}, 0, 0, ${LARGEST_AMOUNT})`,
        `INSERT INTO client_bills VALUES (1, '${client._id}', 'INVOICE', 'SENT', ${count},
          ${LARGEST_AMOUNT}, ${LARGEST_AMOUNT})`,
      );
    await change(1_000);
    const due = formatExpected(times(1_001));
    await assertShows("/invoices", `"grandTotal":${due}`, `"balanceDue":${due}`);
    await assertShows("/clients", `"balance":${due}`);
    await assertShows(`/clients/${client._id}`, `"billed":${due}`);
    const wrong = (await owner.get("/api/books/check")).body.differences;
    expect(wrong).toContainEqual({
      where: "client Crores",
      account: "",
      category: "",
      figure: "billed_paise",
      stored: String(times(1_001)),
      derived: LARGEST_AMOUNT,
    });
    await change(-1_000);
  });

  test("are exact in PDFs", async () => {
    for (const report of ["dashboard", "transactions"]) {
      const headers = { authorization: `Bearer ${world.kaveri.owner.token}` };
      const url = `http://localhost/api/reports/${report}.pdf?dateFrom=2026-04-01&dateTo=2026-04-02`;
      const answer = await world.app.handle(new Request(url, { headers }));
      expect((await readPages(await answer.bytes())).join("\n")).toContain(
        "₹19,99,99,99,99,99,980.00",
      );
    }
  });

  test("are checked with the books, which reports a wrong one", async () => {
    const { owner } = world.kaveri;
    expect((await owner.get("/api/books/check")).body).toMatchObject({ ok: true, differences: [] });
    const change = (by: string) =>
      sqlOnBooks(`UPDATE daily SET income_paise = income_paise ${by} WHERE date = '2026-04-02'`);
    await change("+ 1");
    const { ok, differences } = (await owner.get("/api/books/check")).body;
    await change("- 1");
    expect(ok).toBe(false);
    expect(differences).toEqual([
      {
        where: "day 2026-04-02",
        account: world.kaveri.account.name,
        category: "Receipts",
        figure: "income_paise",
        stored: String(times(RECEIPTS) + 1n),
        derived: String(times(RECEIPTS)),
      },
    ]);
  });
});

test("adds up a million of them on one day in one account and category", async () => {
  const { account, fees, owner } = world.kaveri;
  // Adds to a day and a month like the triggers and an import, but a thousand rows at a time.
  const add = (sign: 1 | -1) => {
    const figures = `${sign} * 1000 * ${LARGEST_AMOUNT}, 0, 0, 0, ${sign} * 1000, 0, 1`;
    return sqlOnBooks(`INSERT INTO postings
      WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT 1000)
      SELECT 1, '2026-07-01', '${account._id}', '${fees._id}', ${figures} FROM n`);
  };
  await add(1);
  const million = formatExpected(times(1_000_000));
  await assertShows(
    `/accounts/balances?${YEAR}`,
    `"periodIncome":${formatExpected(times(1_000_000) + ALL)}`,
  );
  await assertShows("/dashboard?dateFrom=2026-07-01&dateTo=2026-07-01", `"income":${million}`);
  await assertShows("/transactions?dateFrom=2026-07-01", `"total":1000000`, `"income":${million}`);
  const { differences } = (await owner.get("/api/books/check")).body;
  expect(differences).toContainEqual({
    where: "month 2026-07",
    account: account.name,
    category: fees.name,
    figure: "income_paise",
    stored: String(times(1_000_000)),
    derived: 0,
  });
  await add(-1);
  await sqlOnBooks("DELETE FROM daily WHERE entries = 0", "DELETE FROM monthly WHERE entries = 0");
  expect((await owner.get("/api/books/check")).body.differences).toEqual([]);
});

async function sqlOnBooks(...statements: string[]): Promise<void> {
  for (const statement of statements) await world.books.write.run(statement);
}
