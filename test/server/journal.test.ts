import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { hledger, inHledger } from "../hledger.ts";
import { createWorld, made, type World } from "../world.ts";
import { expected, makeAccounts, YEAR_CSV } from "../year.ts";

let world: World;
let journal: string;
beforeAll(async () => {
  world = await createWorld();
  const { owner } = world.kaveri;
  await makeAccounts(owner);
  const csv = await Bun.file(YEAR_CSV).text();
  made(await owner.upload("/api/transactions/import?createMissing=true", csv));
  journal = (await owner.get("/api/transactions/export.journal")).body;
});
afterAll(() => world.end());

describe("the journal", () => {
  test("has two postings for each transaction, which add up to zero", () => {
    const amounts = [...journal.matchAll(/ {2}INR (-?)(\d+)\.(\d\d)$/gm)].map(
      ([, sign, whole, paise]) => BigInt(`${sign}${whole}${paise}`),
    );
    const openings = expected.accounts.map(({ openingBalance }) =>
      BigInt(openingBalance.replace(".", "")),
    );
    const opened = openings.reduce((sum, amount) => sum + amount, 0n);
    expect(amounts).toHaveLength(2 * expected.rows + openings.length + 1);
    expect(amounts).toContain(-opened);
    expect(amounts.reduce((sum, amount) => sum + amount, 0n)).toBe(0n);
  });

  test("declares every account it uses, for hledger's strict check", () => {
    const declared = new Set(journal.match(/^account .*$/gm)?.map((line) => line.slice(8)));
    const posted = journal.match(/^ {4}(?! *;)\S.*?(?= {2}|$)/gm)?.map((name) => name.trim()) ?? [];
    expect(posted.length).toBeGreaterThan(1_000);
    expect(new Set(posted).difference(declared)).toEqual(new Set());
  });

  test("is one snapshot: renaming an account during the read changes nothing", async () => {
    const { owner } = world.kaveri;
    const headers = { authorization: `Bearer ${owner.token}` };
    const url = "http://localhost/api/transactions/export.journal";
    const answer = await world.app.handle(new Request(url, { headers }));
    const [account] = (await owner.get("/api/accounts")).body.accounts;
    const rename = (name: string) => owner.put(`/api/accounts/${account._id}`, { name });
    expect((await rename("Renamed meanwhile")).status).toBe(200);
    expect(await answer.text()).toBe(journal);
    expect((await rename(account.name)).status).toBe(200);
  });

  test("closes each account with bahi's balance, from its own postings", () => {
    for (const { name, type, closingBalance } of expected.accounts) {
      const account = `assets:${type.toLowerCase()}:${name}`;
      const lines = journal.split("\n").filter((line) => line.trim().startsWith(`${account}  INR`));
      const sum = lines.reduce(
        (all, line) => all + BigInt((line.split("INR ")[1] as string).replace(".", "")),
        0n,
      );
      expect([name, sum]).toEqual([name, BigInt(closingBalance.replace(".", ""))]);
    }
  });

  const inItself = async () => {
    const path = join(world.folder, "books.journal");
    await Bun.write(path, journal);
    const rows = await inHledger(path, "balance", "assets", "--flat", "-N");
    for (const { name, type, closingBalance } of expected.accounts) {
      expect(rows).toContainEqual([
        `assets:${type.toLowerCase()}:${name}`,
        `INR ${closingBalance}`,
      ]);
    }
  };
  if (hledger) test("gives the same balances in hledger", inItself);
});
