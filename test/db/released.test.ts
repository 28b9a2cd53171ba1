import { expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import journal from "../../db/migrations/meta/_journal.json";
import { newFolder, startServer } from "../process.ts";
import { type Figures, OWNER, readFigures } from "../released/figures.ts";

// A file of each earlier schema, with what its own version said of it: docs/reliability.md tells how they
// are made.

const RELEASED = join(import.meta.dir, "../released");
const NAMES = readdirSync(RELEASED)
  .filter((name) => name.endsWith(".db.gz"))
  .map((name) => name.replace(".db.gz", ""));
/** Written together with the one after them: no version ended there. */
const NO_VERSION = ["0000_books", "0005_invoices", "0008_figures_at_any_size"];

const tags = journal.entries.map(({ tag }) => tag);

test("every schema before the present one is kept as a file", () => {
  const earlier = tags.slice(0, -1).filter((tag) => !NO_VERSION.includes(tag));
  expect(earlier.filter((tag) => !NAMES.includes(tag))).toEqual([]);
});

test.each(NAMES)(
  "a file of %s is today's, says the same, and is kept as it was",
  async (name) => {
    const town = newFolder();
    const path = join(town.folder, "books.db");
    writeFileSync(path, Bun.gunzipSync(readFileSync(join(RELEASED, `${name}.db.gz`))));
    const server = await startServer(town.folder);
    const login = await fetch(`${server.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(OWNER),
    });
    const { token } = await login.json();
    const said: Figures = JSON.parse(readFileSync(join(RELEASED, `${name}.json`), "utf8"));
    expect(await readFigures(server.url, token)).toMatchObject({ ...said });
    const headers = { authorization: `Bearer ${token}` };
    const check = await fetch(`${server.url}/api/books/check`, { headers });
    expect(await check.json()).toMatchObject({ ok: true, differences: [] });
    server.child.kill("SIGTERM");
    expect(await server.child.exited).toBe(0);

    const copies = readdirSync(town.folder).filter((file) =>
      file.startsWith("books.db.before-schema-"),
    );
    expect(copies).toHaveLength(name === tags.at(-1) ? 0 : 1);
    expect(await migrationsOf(path)).toBe(tags.length);
    for (const copy of copies) {
      expect(await migrationsOf(join(town.folder, copy))).toBe(tags.indexOf(name) + 1);
    }
    town.remove();
  },
  60_000,
);

async function migrationsOf(path: string): Promise<number> {
  const file = createClient({ url: `file:${path}` });
  const { rows } = await file.execute("SELECT count(*) AS count FROM __drizzle_migrations");
  file.close();
  return Number(rows[0]?.count);
}
