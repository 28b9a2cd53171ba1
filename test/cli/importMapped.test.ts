import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { done, made } from "../world.ts";
import { bahi } from "./bahi.ts";
import { type Importing, openImporting, timeless } from "./importing.ts";

let { world, seatOf } = {} as Importing;
beforeAll(async () => {
  ({ world, seatOf } = await openImporting());
  made(await world.kaveri.owner.post("/api/categories", { name: "Travel", type: "Expense" }));
});
afterAll(() => world.end());

const CASH_BOOK = `Petty cash book,,,,,
Txn Date,Narration,Head,Debit,Credit,Balance
,Opening balance,,,,1000.00
01-04-2026,Cab to Hinjewadi,Conveyance,460.00,,540.00
03-04-2026,Fee of Meera,Fees,,15000,"15,540.00"
,Total,,460,15000,
`;

const write = (name: string, text: string) => Bun.write(join(world.folder, name), text);

async function run(...args: string[]) {
  const { stdout, stderr, exitCode } = await bahi(seatOf("kaveri"), ["import", ...args]);
  return { stdout, stderr: timeless(stderr), exitCode };
}

describe("bahi import of a file with other columns", () => {
  test("maps it by its headings, and says what is missing", async () => {
    await write("cash.csv", CASH_BOOK);
    expect(await run("cash.csv")).toEqual({
      stdout: "",
      stderr: `cash.csv: 4 rows
  Txn Date   → date         01-04-2026
  Narration  → description  Opening balance
  Head       → category     Conveyance
  Debit      → out          460.00
  Credit     → in           15000
  Balance    → balance      1000.00
bahi: cash.csv was not imported: choose the account of this file; add --account NAME
`,
      exitCode: 3,
    });
  });

  test("imports it into one account, with categories by your names", async () => {
    await write("cash.csv", CASH_BOOK);
    const { stdout, stderr, exitCode } = await run(
      ...["cash.csv", "--account", "kaveri cash", "--category", "Conveyance=Travel"],
    );
    expect(stderr).toContain("2 rows of totals and balances left out");
    expect([stdout.split("\n")[0], exitCode]).toEqual([
      "Added 2 transactions (₹15,000.00 in, ₹460.00 out, 0 transfers), 1 Apr – 3 Apr 2026.",
      0,
    ]);
    const { items } = done(await world.kaveri.owner.get("/api/transactions?q=Hinjewadi"));
    expect(items).toMatchObject([{ categoryId: { name: "Travel" }, type: "Expense", amount: 460 }]);
  });

  test("uses the mapping that the agency has saved", async () => {
    await write("cards.csv", "when,what,how much\n01/04/2026,Toll,-5\n02/04/2026,Fee,7\n");
    made(
      await world.kaveri.owner.post("/api/import-mappings", {
        name: "Cards",
        headings: ["when", "what", "how much"],
        mapping: {
          columns: { date: "when", description: "what", amount: "how much" },
          account: "kaveri bank",
          categoryIn: "Fees",
          categoryOut: "Travel",
        },
      }),
    );
    expect((await run("cards.csv", "--dry-run")).stdout).toStartWith("Would add 2 transactions");
  });

  test.each([
    [
      ["--take", "how much=price"],
      /--take how much=price does not name a field; write COLUMN=FIELD/,
    ],
    [["--take", "price=amount"], /the file has no column price; write one of when, what, how much/],
    [["--category", "Toll"], /--category Toll does not name two categories; write FILE'S=YOURS/],
  ])("rejects %j", async (options, message) => {
    await write("other.csv", "when,what,how much\n01/04/2026,Toll,-5\n");
    const { stderr, exitCode } = await run("other.csv", ...options);
    expect(stderr).toMatch(message);
    expect(exitCode).toBe(2);
  });

  test("reads an option for each column, and the month first", async () => {
    await write("us.csv", "tag,fahrt,kosten\n04/03/2026,Bus,5\n");
    const options = ["--take", "tag=date", "--take", "fahrt=description", "--take", "kosten=out"];
    const { stdout } = await run(
      ...["us.csv", ...options, "--date-order", "month", "--account", "kaveri cash"],
      ...["--category-out", "Travel", "--dry-run"],
    );
    expect(stdout).toContain("(₹0.00 in, ₹5.00 out, 0 transfers), 3 Apr 2026.");
  });

  test("lists wrong rows by their row in the file, and leaves them out with --skip-bad", async () => {
    await write(
      "bad.csv",
      `Date,Details,Head,Debit,Credit
31-06-2026,Courier,Travel,380,
01-07-2026,Given to Rohan,Fees,100,
02-07-2026,Ferry,Travel,60,
`,
    );
    const options = ["bad.csv", "--account", "kaveri cash"];
    const refused = await run(...options);
    expect(
      refused.stderr,
    ).toEndWith(`bahi: bad.csv was not imported: 1 of 3 rows is wrong; correct it and run it \
again, or add --skip-bad
  row 2  Date  "31-06-2026" does not exist; the month is shorter
`);
    expect(refused.exitCode).toBe(3);
    const { stdout, stderr } = await run(...options, "--skip-bad");
    expect(stderr).toContain('Row 2 left out: "31-06-2026" does not exist; the month is shorter');
    expect(stderr).toMatch(/Row 3 left out: .*Fees/);
    expect(stdout).toStartWith("Added 1 transaction (₹0.00 in, ₹60.00 out");
  });

  test("reads a workbook, and names the command for a bank statement in another format", async () => {
    const folder = join(import.meta.dir, "../data/statements");
    for (const name of ["idfc-first.xlsx", "hdfc-swift.mt940"]) {
      cpSync(join(folder, name), join(world.folder, name));
    }
    const workbook = await run("idfc-first.xlsx", "--account", "kaveri bank");
    expect(workbook.stderr).toMatch(/→ date /);
    const { stderr, exitCode } = await run("hdfc-swift.mt940");
    expect(stderr).toBe(
      "bahi: hdfc-swift.mt940 was not imported: it is a bank statement; " +
        "import it with bahi statements import\n",
    );
    expect(exitCode).toBe(3);
  });
});
