import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { made, type World } from "../world.ts";
import { bahi, type Seat } from "./bahi.ts";
import { openOctober } from "./october.ts";

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

  test("are entered, listed, paid with TDS and exported", async () => {
    const added = await run("vendors", "add", ...PRINTER);
    expect([added.stderr, added.stdout]).toEqual(["", "Added Pune Print House, PAN AAMFP3390B\n"]);
    const entered = await run("bills", "add", ...BILL, "--date", "2026-10-20");
    expect([entered.stderr, entered.stdout]).toEqual([
      "",
      "Entered PPH/61 of Pune Print House: ₹1,29,800.00\n₹2,200.00 TDS is deducted\n" +
        "₹1,27,600.00 to pay by 20 Oct 2026\n",
    ]);
    const again = await run("bills", "add", ...BILL, "--date", "2026-10-20");
    expect(again.stdout).toStartWith("Already entered: PPH/61 of Pune Print House");
    expect((await run("vendors", "add", ...PRINTER)).stdout).toStartWith(
      "Already added: Pune Print House",
    );
    const twice = await run("bills", "add", ...BILL, "--date", "2026-10-21");
    expect(twice.stderr).toContain("PPH/61 of Pune Print House is already entered: 20 Oct 2026");
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
      "Paid ₹1,27,600.00 of PPH/61 and ₹2,200.00 TDS deducted; nothing is left to pay\n",
    ]);
    const more = await run("bills", "pay", "61", "--account", "Current");
    expect([more.exitCode, more.stderr]).toEqual([
      3,
      "bahi: PPH/61 is already paid; nothing was changed\n",
    ]);
    const paidBy = await run("bills", "add", ...BILL, "--date", "2026-10-20");
    expect(paidBy.stdout).toEndWith("\nNothing is left to pay\n");
    const due = await run("tds", "due", "--quarter", "2026-27-Q3", "--csv");
    expect(due.stdout).toContain("2026-10,1024,");
    const challan = ["--code", "1024", "--amount", "2200", "--account", "Current"];
    const dated = ["--date", "2026-11-06", "--challan", "0510308 42"];
    expect((await run("tds", "deposit", "2026-10", ...challan, ...dated)).stdout).toBe(
      "Deposited ₹2,200.00 for 1024, October 2026\n",
    );
    const [, row] = (await run("tds", "register", "--quarter", "2026-10", "--csv")).stdout.split(
      "\n",
    );
    expect(row).toBe(
      "140,2026-10-20,Pune Print House,AAMFP3390B,PPH/61,1024,393(1) Sl. 6(i).D(b),110000.00,2," +
        "2200.00,2026-10-20,,0510308 42",
    );
    const stated = await run("tds", "statement", "--quarter", "2026-27-Q3");
    expect([stated.exitCode, stated.stdout]).toEqual([0, expect.stringContaining("2027-01-31")]);
    const csv = (await run("bills", "export", "--month", "2026-10")).stdout.split("\n");
    expect(csv[1]).toStartWith(
      "PPH/61,Bill,2026-10-20,2026-10-20,Pune Print House,27AAMFP3390B1Z8",
    );
    expect((await run("vendors", "list", "--csv")).stdout).toContain("27AAMFP3390B1Z8,AAMFP3390B");
    const unknown = await run("bills", "pay", "PPH/99", "--account", "Current");
    expect(unknown.stderr).toContain("there is no bill PPH/99");
  });

  test("an invalid GSTIN is reported and sets no state", async () => {
    const odd = await run("vendors", "add", "Chai Tapri", "--gstin", "123");
    expect([odd.stdout, odd.stderr]).toEqual([
      "Added Chai Tapri\n",
      "A GSTIN has 15 characters; this has 3\n",
    ]);
    const { vendors } = await json("vendors", "list", "--search", "Chai");
    expect(vendors).toMatchObject([{ gstin: "123", state: "", stateCode: "" }]);
    const client = await world.kaveri.owner.post("/api/clients", {
      displayName: "Odd",
      gstin: "27AA",
    });
    expect(client.body.client).toMatchObject({ state: "", stateCode: "" });
  });

  test("lists bills on hold separately and does not pay them", async () => {
    const of = (number: string) => ["bills", "add", "--vendor", "chai tapri", "--number", number];
    const held = await json(...of("CT/A/9"), "--item", "Tea=100", "--tax", "0");
    await json(...of("CT/B/9"), "--item", "Tea=50", "--tax", "0");
    await world.kaveri.owner.put(`/api/bills/${held._id}`, { onHold: true });
    const list = await run("bills", "list", "--vendor", "Chai Tapri");
    expect(list.stdout).toContain("On hold");
    expect(list.stdout).toEndWith("\n2 bills, all time; ₹50.00 to pay, ₹100.00 on hold\n");
    expect((await run("bills", "pay", "CT/A/9", "--account", "Current")).stderr).toBe(
      "bahi: CT/A/9 is on hold; remove the hold on its page first\n",
    );
    expect((await run("bills", "pay", "9", "--account", "Current")).stderr).toContain(
      "several bills end in 9: CT/",
    );
  });

  test("show and change their input credit and are cancelled on a date", async () => {
    const bill = ["--vendor", "Pune Print House", "--number", "PPH/90", "--date", "2026-10-21"];
    await json("bills", "add", ...bill, "--item", "Cards=1,000");
    const list = await json("bills", "list", "--credit", "waits", "--search", "PPH/90");
    expect(list.items).toMatchObject([{ number: "PPH/90", creditState: "WAITS" }]);
    expect((await run("bills", "show", "PPH/90")).stdout).toContain(
      "Input credit: Waiting for GSTR-2B, CGST ₹90.00, SGST ₹90.00\n",
    );
    const change = ["--block", "--reason", "gifts", "--date", "2026-10-25"];
    expect((await run("bills", "credit", "PPH/90", ...change)).stdout).toBe(
      "Input credit of PPH/90 is not claimed, from 25 Oct 2026\n",
    );
    const shown = await json("bills", "show", "PPH/90");
    expect(shown).toMatchObject({ creditState: "NONE", items: [{ blockedBy: "GIFTS" }] });
    await json("bills", "credit", "PPH/90", "--claim");

    const marked = await run("gst", "supplier", "Pune Print House", "2026-10", "--not-filed");
    expect(marked.stdout).toBe("Credit of 2 bills of Pune Print House is reversed\n");
    expect((await run("gst", "suppliers", "--csv")).stdout).toContain(
      "Pune Print House,2026-10,2,",
    );
    const filed = await run("gst", "supplier", "Pune Print House", "2026-10", "--filed");
    expect(filed.stdout).toEndWith(" is reclaimed\n");

    const early = ["bills", "pay", "PPH/90", "--account", "Current", "--date", "2026-10-15"];
    const unsaid = await run(...early, "--amount", "100");
    expect([unsaid.exitCode, unsaid.stderr]).toEqual([
      3,
      expect.stringContaining("before the bill of 21 Oct 2026, so it is an advance to the vendor"),
    ]);
    expect((await run(...early, "--amount", "100", "--advance")).stdout).toStartWith(
      "Paid ₹100.00",
    );

    const cancelled = await run("bills", "cancel", "PPH/90", "--date", "2026-10-28");
    expect([cancelled.stderr, cancelled.stdout]).toEqual([
      "",
      "Cancelled PPH/90; ₹100.00 is an advance to the vendor\n",
    ]);
    expect(await json("bills", "show", "PPH/90")).toMatchObject({
      status: "CANCELLED",
      cancelledOn: "2026-10-28",
      creditState: "",
    });
  });

  test.each([
    [["bills", "credit", "1"], "add either --block or --claim"],
    [["bills", "list", "--credit", "x"], "--credit x is not known"],
    [["gst", "supplier", "x", "2026-10"], "add either --filed or --not-filed"],
    [["vendors", "add", "X", "--tds-rule", "luck"], "--tds-rule luck is not known"],
    [["vendors", "add", "X", "--kind", "odd"], "--kind odd is not known"],
    [["bills", "pay", "1", "--account", "x", "--mode", "barter"], "--mode barter is not known"],
    [["bills", "list", "--sort", "luck"], "--sort luck is not valid; use one of number, date"],
    [["reports", "profit-and-loss", "--basis", "x"], "--basis x is not valid"],
  ])("rejects %p without a request", async (words, said) => {
    const { exitCode, stderr } = await bahi({ ...seat, url: "http://127.0.0.1:1" }, words);
    expect([exitCode, stderr.includes(said)]).toEqual([2, true]);
  });
});
