import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signIn } from "../../db/agencies/users.ts";
import { importStatement, readForAccount } from "../../db/banking/importStatement.ts";
import { writeDemo } from "../../db/demo/demo.ts";
import { PLACES } from "../../db/demo/studio.ts";
import { listAccounts } from "../../db/ledger/accounts.ts";
import { openBooks } from "../../db/open/open.ts";
import { readStatement } from "../../domain/banking/read.ts";
import { ON, openDemoBooks } from "../demoBooks.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bahi-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function booksOn(on: string) {
  if (on === ON) return openDemoBooks(folder);
  const books = await openBooks({ url: `file:${join(folder, "other.db")}` });
  return { books, written: await writeDemo(books, on) };
}

test.each([ON, "2026-11-01"])(
  "on %s the demo writes statements in three formats that continue its books",
  async (on) => {
    const { books, written } = await booksOn(on);
    const { session, user } = await signIn(books, written, { address: "here" }, "");
    const owner = { books, ...session, role: user.role };
    const accounts = await listAccounts(owner);
    const taken: string[] = [];
    for (const { name, content } of written.statements) {
      const held = { HDFC: PLACES.BANK, ICICI: PLACES.RESERVE, Paytm: PLACES.WALLET };
      const place = held[name.split("_")[0] as keyof typeof held];
      const accountId = accounts.find((account) => account.name === place)?._id;
      const asked = place === PLACES.WALLET ? { accountId } : {};
      const options = { ...asked, file: name, dryRun: false, acceptGaps: false } as never;
      const bytes = new TextEncoder().encode(content);
      const read = await readForAccount(owner, options, (how) => readStatement(bytes, how));
      const { statement } = await importStatement(owner, { options, bytes, read });
      taken.push(`${name.split("_")[0]} ${name.split(".")[1]} ${statement.proof}`);
      expect(statement.accountId).toBe(accountId as string);
      expect(statement.lineCount).toBeGreaterThan(0);
    }
    expect(taken).toEqual(["HDFC mt940 totals", "ICICI ofx closing-only", "Paytm csv proved"]);
    books.close();
  },
);
