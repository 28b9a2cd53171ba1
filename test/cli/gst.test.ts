import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expected } from "../returnsBooks.ts";
import { moveOctoberIn } from "../server/octoberIn.ts";
import { createWorld, made, type World } from "../world.ts";
import { bahi, type Seat } from "./bahi.ts";
import { lines } from "./october.ts";

let world: World;
let seat: Seat;
beforeAll(async () => {
  world = await createWorld();
  await moveOctoberIn(world, "kaveri", false);
  const token = world.kaveri.owner.token as string;
  seat = { url: world.listen(), token, folder: world.folder };
});
afterAll(() => world.end());

const gst = (...words: string[]) => bahi(seat, ["gst", ...words]);
const read = (name: string) => readFileSync(join(world.folder, name), "utf8");

describe("bahi gst", () => {
  test("lists the periods with their due dates", async () => {
    const { stdout, exitCode } = await gst("list");
    expect(exitCode).toBe(0);
    expect(lines(stdout)).toContain(
      "2026-10 | GSTR-1 | open | 2026-11-11 | 43 | 4 | 36 | ₹2,31,817.00",
    );
  });

  test("check prints errors first and exits 3 if there are any", async () => {
    const { stdout, stderr, exitCode } = await gst("check", "2026-10");
    expect(exitCode).toBe(3);
    expect(stderr).toBe("bahi: October 2026 has 4 errors; fix them before you file\n");
    const [, first] = lines(stdout);
    expect(first).toBe(
      "ERROR | CLIENT_GSTIN_INVALID | Konkan Travels | GSTIN 27AAGFK6155N1ZA: the last character of " +
        "this GSTIN should be T; check the number.",
    );
    expect(lines(stdout).at(-1)).toBe("October 2026: 4 errors, 36 warnings");
    const clean = await gst("check", "2026-12");
    expect([clean.exitCode, clean.stderr]).toEqual([0, ""]);
  });

  test("records a challan and accepted GST-TDS and prints the cash ledger", async () => {
    const { account } = made(await world.kaveri.owner.post("/api/accounts", { name: "Challans" }));
    const paid = ["--amount", "3,240", "--date", "2026-05-20", "--cin", "SBIN26"];
    const challan = await gst("challan", "--head", "igst", ...paid, "--account", account.name);
    expect([challan.stderr, challan.stdout]).toEqual(["", "Recorded challan, IGST ₹3,240.00\n"]);
    const accepted = ["--head", "cgst", "--amount", "30", "--date", "2026-05-21", "--gst-tds"];
    expect((await gst("challan", ...accepted)).exitCode).toBe(0);
    const { stdout } = await gst("cash-ledger", "--at", "2026-05-31");
    expect(lines(stdout).at(-1)).toBe("IGST ₹3,240.00, CGST ₹30.00, SGST ₹0.00, cess ₹0.00");
    expect((await gst("challan", "--head", "igst", ...paid)).exitCode).toBe(2);
  });

  test("saves the portal's file under its name, the sheets and GSTR-3B", async () => {
    const { stderr, exitCode } = await gst("gstr1", "2026-10");
    expect(exitCode).toBe(0);
    const [, name = ""] =
      /^Saved (returns_\d+_R1_27AAKFK4711R1ZR_offline\.json)/.exec(stderr) ?? [];
    expect(JSON.parse(read(name)).b2b).toEqual((await expected("gstr1.json")).b2b);
    await gst("gstr1", "2026-10", "--sheets", "--out", "october.zip");
    expect(read("october.zip").slice(0, 2)).toBe("PK");
    await gst("gstr3b", "2026-10", "--out", "3b.pdf");
    expect(read("3b.pdf").slice(0, 5)).toBe("%PDF-");
    const shown = await gst("gstr3b", "2026-10");
    expect(lines(shown.stdout)).toContain(
      "3.1(a) Taxable | ₹13,50,210.37 | ₹1,13,403.28 | ₹45,707.34 | ₹45,707.34",
    );
  });

  test("exports e-invoices and imports the portal's response", async () => {
    const out = await gst("einvoices", "2026-10", "--out", "inv01.json");
    expect(JSON.parse(read("inv01.json"))).toHaveLength(27);
    expect(out.stderr).toContain(
      "Left out: 26-27/INV/000227: Line 1 needs an HSN or SAC of 6 digits",
    );
    const answer = await expected("irp-response.json");
    writeFileSync(join(world.folder, "answer.json"), JSON.stringify(answer));
    const taken = await gst("einvoices", "2026-10", "--answer", "answer.json");
    expect([taken.stdout, taken.exitCode]).toEqual(["3 documents are registered\n", 0]);
    const [, second] = answer;
    const csv = `Sl No,Ack No,Ack Date,IRN,Status\n1,${second.AckNo},${second.AckDt},${second.Irn},ACT\n`;
    writeFileSync(join(world.folder, "answer.csv"), csv);
    const byCsv = await gst("einvoices", "2026-10", "--answer", "answer.csv");
    expect(byCsv.stdout).toBe("1 document is registered\n");
    writeFileSync(join(world.folder, "half.json"), JSON.stringify(answer).slice(0, 500));
    const half = await gst("einvoices", "2026-10", "--answer", "half.json");
    expect([half.exitCode, half.stderr]).toEqual([
      2,
      "bahi: half.json is neither JSON nor CSV with an IRN; name the portal's response\n",
    ]);
    const wrong = await gst("einvoices", "2026-10", "--answer", "inv01.json");
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      3,
      "bahi: This is the JSON sent to the portal, not its response; correct it and run it again\n",
    ]);
  });

  test("marks a month as filed and reopens it", async () => {
    const words = ["filed", "2026-10", "--arn", "AA271026001234Z", "--date", "10 Nov 2026"];
    const { stdout } = await gst(...words);
    expect(stdout).toBe("GSTR-1 for 2026-10 is marked as filed on 10 Nov 2026\n");
    const again = await gst("filed", "2026-10", "--arn", "AA271026001234Y");
    expect([again.exitCode, again.stderr]).toEqual([
      3,
      "bahi: GSTR-1 for October 2026 is already filed: ARN AA271026001234Z, 10 Nov 2026; undo the filing " +
        "with --undo first\n",
    ]);
    const undone = await gst("filed", "2026-10", "--undo");
    expect(undone.stdout).toBe("GSTR-1 for 2026-10 reopened\n");
    expect((await gst(...words)).exitCode).toBe(0);
    const { periods } = JSON.parse((await gst("list", "--json")).stdout);
    const isOctober = ({ period }: { period: string }) => period === "2026-10";
    expect(periods.find(isOctober).status).toBe("filed");
    const early = await gst("filed", "2026-12", "--arn", "AA271026001234Y");
    expect([early.exitCode, early.stderr.includes("--undo")]).toEqual([3, false]);
    await gst("filed", "2026-10", "--undo");
  });

  test.each([
    [["check", "October"], "bahi: October is not a month; write it like 2026-10\n"],
    [["filed", "2026-10"], "bahi: --arn is missing; add the ARN from the portal\n"],
    [
      ["filed", "2026-10", "--return", "9"],
      "bahi: --return 9 is not known; write gstr1, gstr3b or iff\n",
    ],
  ])("rejects %p without a request", async (words, said) => {
    const { stderr, exitCode } = await bahi({ ...seat, url: "http://127.0.0.1:1" }, [
      "gst",
      ...words,
    ]);
    expect([exitCode, stderr]).toEqual([2, said]);
  });

  test("the month's folder has the returns", async () => {
    const words = ["reports", "month", "--month", "2026-10", "--out", "papers"];
    const { stderr, exitCode } = await bahi(seat, words);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining("the GST returns")]);
    for (const file of ["GSTR1-2026-10.json", "GSTR1-2026-10.zip", "GSTR3B-2026-10.pdf"]) {
      expect(existsSync(join(world.folder, "papers/gst", file))).toBe(true);
    }
  }, 60_000);
});
