import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { createWorld, done, made, type World } from "../world.ts";
import { linesOf, sendStatement } from "./banking.ts";

// Lines that look like an entry, an invoice or a transfer of the books, and are another party's.

const fileOf = (name: string) =>
  readFileSync(new URL(`../data/bank-files/18-matching-${name}`, import.meta.url));
const books = JSON.parse(fileOf("books.json").toString());

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await createWorld();
  const { owner } = world.kaveri;
  const post = async (path: string, body: object) => made(await owner.post(`/api${path}`, body));
  for (const { name, opening } of books.accounts) {
    ids[name] = (await post("/accounts", { name, openingBalance: opening })).account._id;
  }
  for (const { client, date, due, taxable, taxPct } of books.invoices) {
    const clientId = (await post("/clients", { displayName: client })).client._id;
    const items = [{ description: "Design", qty: 1, rate: taxable, taxPct }];
    const { _id } = await post("/invoices", { clientId, date, dueDate: due, items });
    done(await owner.post(`/api/invoices/${_id}/send`, {}));
    ids[client] = _id;
  }
  const { category } = await post("/categories", { name: "Costs", type: "Expense" });
  for (const { account, date, description, expense } of books.entries) {
    const common = { date, description, amount: expense, categoryId: category._id };
    const entry = { type: "Expense", accountId: ids[account], ...common };
    ids[description] = (await post("/transactions", entry)).transaction._id;
  }
  for (const [name, file] of [
    ["HDFC Current", "hdfc.csv"],
    ["ICICI Current", "icici.csv"],
  ] as const) {
    made(await sendStatement(owner, `accountId=${ids[name]}`, fileOf(file)));
  }
});
afterAll(() => world.end());

// biome-ignore lint/suspicious/noExplicitAny: as the API has it.
type Line = any;

const sureOf = (lines: Line[]) =>
  lines
    .filter(({ proposals: [first] }) => first?.likely)
    .map(({ date, amount, proposals: [first] }) => [date.slice(8), amount, first.parts[0]._id]);

describe("proposals of lookalike lines", () => {
  test("are sure only with evidence of the party", async () => {
    const { owner } = world.kaveri;
    const hdfc = await linesOf(owner, ids["HDFC Current"] as string);
    const icici = await linesOf(owner, ids["ICICI Current"] as string);
    const on = (day: string) => hdfc.find(({ date }: Line) => date === `2026-10-${day}`);
    expect(sureOf(hdfc)).toEqual([
      ["20", -55_000, ids["Rent October, Landlord Deshmukh"]],
      ["23", -12_000, on("24")._id],
      ["24", 12_000, on("23")._id],
    ]);
    expect(sureOf(icici)).toEqual([["09", 118_000, ids["Konkan Foods Pvt Ltd"]]]);
  });

  test("show a test payment of ₹1 as a part, last", async () => {
    const hdfc = await linesOf(world.kaveri.owner, ids["HDFC Current"] as string);
    const { proposals } = hdfc.find(({ amount }: Line) => amount === 1);
    expect(proposals).toMatchObject([{ likely: false, parts: [{ amount: 1 }] }]);
    expect(proposals[0].why).toContain("₹1.00 of the ₹1,18,000.00");
  });
});
