import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { newId } from "../../db/engine/id.ts";
import { createWorld, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

describe("the database itself", () => {
  test("rejects a row that refers to another agency's books", async () => {
    const { owner, account, fees } = world.kaveri;
    const links = { accountId: account._id, categoryId: fees._id };
    const entry = { date: "2026-04-01", description: "Ours", type: "Income", amount: 1, ...links };
    const { transaction } = made(await owner.post("/api/transactions", entry));
    for (const column of ["account_id", "category_id", "created_by"]) {
      const foreign = {
        account_id: world.narmada.account._id,
        category_id: world.narmada.fees._id,
        created_by: (await world.narmada.owner.get("/api/auth/me")).body.user._id,
      }[column];
      const reach = world.books.write.run(
        sql`UPDATE transactions SET ${sql.raw(column)} = ${foreign} WHERE id = ${transaction._id}`,
      );
      await expect(findCause(reach)).resolves.toContain("FOREIGN KEY constraint failed");
    }
  });

  test("rejects a zero amount, a one-sided transfer and an edited transfer", async () => {
    const { owner, account, cash } = world.kaveri;
    const sides = { fromAccountId: account._id, toAccountId: cash._id };
    const entry = { date: "2026-04-01", description: "Move", amount: 1 };
    const { transaction } = made(
      await owner.post("/api/transactions/transfer", { ...entry, ...sides }),
    );
    const change = (set: string) =>
      findCause(
        world.books.write.run(
          sql`UPDATE transactions SET ${sql.raw(set)} WHERE id = ${transaction._id}`,
        ),
      );
    expect(await change("amount_paise = 5")).toContain("never edited");
    const insert = (columns: string, values: string) =>
      findCause(
        world.books.write.run(sql`INSERT INTO transactions (agency_id, id, date, account_id, created_by,
          description, notes, fingerprint, ${sql.raw(columns)})
          SELECT agency_id, ${newId()}, date, account_id, created_by, '', '', 0, ${sql.raw(values)}
          FROM transactions WHERE id = ${transaction._id}`),
      );
    expect(await insert("type, amount_paise", "'Transfer', 5")).toContain(
      "CHECK constraint failed",
    );
    expect(
      await insert("type, amount_paise, to_account_id", "'Transfer', 5, account_id"),
    ).toContain("CHECK");
    expect(
      await insert("type, amount_paise, to_account_id", "'Transfer', 0, to_account_id"),
    ).toContain("CHECK");
  });

  test("rejects changes to audit log entries", async () => {
    for (const change of ["UPDATE audit_log SET action = 'VIEW'", "DELETE FROM audit_log"]) {
      expect(await findCause(world.books.write.run(sql.raw(change)))).toContain(
        "cannot be changed",
      );
    }
  });
});

test("holds even if the query helper that names the agency is broken on purpose", async () => {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "leaky.ts")], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect(stderr).toBe("");
  const { sees, said, causes, strays, rows } = JSON.parse(stdout);
  // Shows that the helper is broken: a list shows another agency's account.
  expect(sees).toBe(true);
  expect(said.length).toBe(7);
  for (const [what, status] of said) expect([what, status]).toEqual([what, 500]);
  for (const cause of causes) expect(cause).toContain("FOREIGN KEY constraint failed");
  expect([strays, rows]).toEqual([[], 2]);
});

/** drizzle wraps the database's message. Its queries are thenables, hence the async function. */
async function findCause(query: PromiseLike<unknown>): Promise<string> {
  try {
    await query;
    return "it was accepted";
  } catch (error) {
    return `${error} ${(error as Error).cause}`;
  }
}
