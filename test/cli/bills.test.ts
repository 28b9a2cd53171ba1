import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { made, type World } from "../world.ts";
import { bahi, type Seat } from "./bahi.ts";
import { openOctober } from "./october.ts";

// Bills and vendors from the terminal.

let world: World;
let seat: Seat;
beforeAll(async () => {
  ({ world, seat } = await openOctober());
  const { owner } = world.kaveri;
  await owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
  made(await owner.post("/api/accounts", { name: "Current" }));
});
afterAll(() => world.end());

const run = (...words: string[]) => bahi(seat, words);
const json = async (...words: string[]) => JSON.parse((await run(...words, "--json")).stdout);

describe("bahi bills", () => {
  const PRINTER = ["Pune Print House", "--gstin", "27AAMFP3390B1Z8", "--tds-rule", "contractor"];
  const BILL = [
    "--vendor",
    "pune print house",
    "--number",
    "PPH/61",
    "--item",
    "Brochures=1,10,000",
  ];

  test("are entered, listed, paid with their TDS, and exported", async () => {
    const added = await run("vendors", "add", ...PRINTER);
    expect([added.stderr, added.stdout]).toEqual(["", "Added Pune Print House, PAN AAMFP3390B\n"]);
    const entered = await run("bills", "add", ...BILL, "--date", "2026-10-20");
    expect([entered.stderr, entered.stdout]).toEqual([
      "",
      "Entered PPH/61 of Pune Print House: ₹1,29,800.00\n₹2,200.00 TDS is kept back\n" +
        "₹1,27,600.00 to pay by 2026-10-20\n",
    ]);
    // Of the same words nothing new; the same number again is refused by name.
    expect((await run("bills", "add", ...BILL, "--date", "2026-10-20")).exitCode).toBe(0);
    const twice = await run("bills", "add", ...BILL, "--date", "2026-10-21");
    expect(twice.stderr).toContain("PPH/61 of Pune Print House is entered already: 20 Oct 2026");
    const { items } = await json(
      "bills",
      "list",
      "--status",
      "unpaid",
      "--vendor",
      "Pune Print House",
    );
    expect(items).toMatchObject([{ number: "PPH/61", toPay: 127_600 }]);
    const paid = await run("bills", "pay", "61", "--account", "Current", "--date", "2026-10-28");
    expect([paid.stderr, paid.stdout]).toEqual([
      "",
      "Paid ₹1,27,600.00 of PPH/61 and ₹2,200.00 TDS kept back; nothing is left to pay\n",
    ]);
    const csv = (await run("bills", "export", "--month", "2026-10")).stdout.split("\n");
    expect(csv[1]).toStartWith(
      "PPH/61,Bill,2026-10-20,2026-10-20,Pune Print House,27AAMFP3390B1Z8",
    );
    expect((await run("vendors", "list", "--csv")).stdout).toContain("27AAMFP3390B1Z8,AAMFP3390B");
    const unknown = await run("bills", "pay", "PPH/99", "--account", "Current");
    expect(unknown.stderr).toContain("no bill is called PPH/99");
  });
});
