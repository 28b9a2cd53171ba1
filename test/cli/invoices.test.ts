import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { World } from "../world.ts";
import { bahi, type Seat } from "./bahi.ts";
import { filesBelow, lines, OCTOBER, openBilledOctober } from "./october.ts";

let world: World;
let seat: Seat;
beforeAll(async () => {
  ({ world, seat } = await openBilledOctober());
});
afterAll(() => world.end());

const path = (name: string) => join(world.folder, name);

describe("bahi invoices list", () => {
  test("prints invoiced, received and due amounts", async () => {
    const { stdout, exitCode } = await bahi(seat, ["invoices", "list", ...OCTOBER]);
    expect(exitCode).toBe(0);
    expect(lines(stdout)).toEqual([
      "Number | Date | Client | Status | Due | Total | Balance",
      "26-27/INV/000002 | 2026-10-06 | बेला | Draft | ₹1,180.00 | ₹1,180.00",
      "26-27/INV/000001 | 2026-10-05 | Asha & Sons | Partially paid, overdue | 2026-10-20 " +
        "| ₹1,180.00 | ₹580.00",
      "2 invoices, 1 Oct – 31 Oct 2026: 1 draft, ₹1,180.00 billed, ₹500.00 received, " +
        "₹100.00 TDS, ₹580.00 due",
    ]);
  });

  test("lists all dates without a period and filters by status and text", async () => {
    const list = async (...words: string[]) =>
      JSON.parse((await bahi(seat, ["invoices", "list", ...words, "--json"])).stdout);
    expect(await list()).toMatchObject({ total: 3 });
    expect(await list("--status", "partially paid")).toMatchObject({ total: 1 });
    expect(await list("--status", "overdue")).toMatchObject({ total: 1 });
    expect(await list("--search", "ASHA", "--from", "2026-09-01", "--to", "2026-09-30")).toEqual(
      expect.objectContaining({ total: 1 }),
    );
    const paged = await bahi(seat, ["invoices", "list", "--limit", "2"]);
    expect(paged.stdout).toContain("3 invoices, all time");
    expect(paged.stdout).toContain("Page 1 of 2");
    expect(await bahi(seat, ["invoices", "list", "--status", "open"])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--status open is not known"),
    });
  });

  test("--csv writes a register with the legal columns, --all every page", async () => {
    const { stdout, stderr } = await bahi(seat, ["invoices", "list", "--all", "--csv"]);
    const rows = stdout.trimEnd().split("\n");
    expect(stderr).toBe("");
    expect(rows[0]).toStartWith("Number,Date,Client,GSTIN,Place of supply,");
    expect(rows.slice(1).map((row) => row.split(",")[0])).toEqual([
      "26-27/INV/000002",
      "26-27/INV/000001",
      "26-27/INV/000003",
    ]);
    expect(rows[1]).toContain(",1000.00,90.00,90.00,0.00,0.00,1180.00,");
  });
});

describe("bahi invoices pdf", () => {
  test("saves several into a folder, by the ends of their numbers", async () => {
    mkdirSync(path("bills"));
    const words = ["invoices", "pdf", "1", "INV/000002", "--out", "bills"];
    expect(await bahi(seat, words)).toMatchObject({ stdout: "", exitCode: 0 });
    expect(filesBelow(path("bills"))).toEqual([
      "Invoice-26-27-INV-000001.pdf",
      "Invoice-26-27-INV-000002.pdf",
    ]);
    expect(await bahi(seat, ["invoices", "pdf", "1", "2", "--out", "file.pdf"])).toMatchObject({
      stderr: "bahi: --out file.pdf is not a folder; name a folder, or one invoice\n",
      exitCode: 2,
    });
  });

  test("saves each by number or id, under the browser's name", async () => {
    const { items } = (await world.kaveri.owner.get("/api/invoices?limit=1")).body;
    const words = ["invoices", "pdf", "26-27/inv/000001", items[0]._id, "--json"];
    const { stdout, exitCode } = await bahi(seat, words);
    const files = ["Invoice-26-27-INV-000001.pdf", "Invoice-26-27-INV-000002.pdf"];
    expect([JSON.parse(stdout), exitCode]).toEqual([{ files }, 0]);
    for (const file of files) expect(readFileSync(path(file), "latin1")).toStartWith("%PDF-");
    expect(await bahi(seat, words)).toMatchObject({ exitCode: 2 });
    expect(await bahi(seat, ["invoices", "pdf", "26-27/INV/000099"])).toMatchObject({
      exitCode: 5,
      stderr: "bahi: there is no invoice 26-27/INV/000099; see bahi invoices list\n",
    });
  });
});
