import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createWorld, done, type World } from "../world.ts";
import { bahi, type Seat } from "./bahi.ts";

let world: World;
let seat: Seat;
beforeAll(async () => {
  world = await createWorld();
  const { owner } = world.kaveri;
  done(await owner.put("/api/metadata", { gstNumber: "27AAKFK4711R1ZR" }));
  seat = { url: world.listen(), token: owner.token as string, folder: world.folder };
  const october = join(import.meta.dir, "../data/gst-returns/2026-10/books.json");
  await Bun.write(join(world.folder, "october.json"), Bun.file(october));
});
afterAll(() => world.end());

const write = (name: string, lines: string[]) =>
  Bun.write(join(world.folder, name), `${lines.join("\n")}\n`);
const invoices = async () => (await world.kaveri.owner.get("/api/invoices")).body.total;

describe("bahi import-books", () => {
  test("tries a file out, imports it and undoes the import", async () => {
    const tried = await bahi(seat, ["import-books", "october.json", "--dry-run"]);
    expect(tried.stdout.split("\n")).toEqual([
      "Would add 17 clients, 46 documents, 9 vouchers (₹4,84,200.00 in, ₹17,700.00 out), " +
        "20 Sep – 31 Oct 2026.",
      "Would create 1 account (Before bahi) and 2 categories " +
        "(Advances from clients, Refunds to clients).",
      "The file has only the numbers of 26-27/SI/000004, 26-27/PV/000006: these count as used.",
      "Nothing was changed; leave --dry-run out to import them.",
      "",
    ]);
    expect([tried.exitCode, await invoices()]).toEqual([0, 0]);

    const moved = await bahi(seat, ["import-books", "october.json"]);
    expect(moved.stdout).toStartWith("Added 17 clients, 46 documents, 9 vouchers (");
    const id = /undo (\S+)/.exec(moved.stdout)?.[1] as string;
    expect((await bahi(seat, ["import-books", "october.json"])).stdout).toStartWith(
      "Nothing to add: 72 things, all of them already in the books.",
    );
    expect((await bahi(seat, ["imports", "undo", id])).stdout).toBe(
      "Undid october.json: 17 clients, 46 documents, 9 vouchers\n",
    );
    expect(await invoices()).toBe(0);
  });

  const HEADER =
    "Invoice No,Date,Party Name,Item Name,Quantity,UnitPrice,Tax Percent,Total Amount,Sold By";

  test("prints how it maps the columns of a CSV", async () => {
    await write("sales.csv", [HEADER, "12,05/09/2025,Meera Joshi,Logo,1,1000,18,1180,Asha"]);
    const { stdout, stderr, exitCode } = await bahi(seat, ["import-books", "sales.csv"]);
    expect(stderr.split("\n")).toEqual([
      "sales.csv: 1 row of invoices",
      "  Invoice No    → Invoice number  12",
      "  Date          → Invoice date    05/09/2025",
      "  Party Name    → Client          Meera Joshi",
      "  Item Name     → Item            Logo",
      "  Quantity      → Quantity        1",
      "  UnitPrice     → Rate            1000",
      "  Tax Percent   → GST rate        18",
      "  Total Amount  → Total           1180",
      "  Left out: Sold By",
      "",
    ]);
    expect(stdout).toStartWith("Added 1 client, 1 document (₹0.00 in, ₹0.00 out), 5 Sep 2025.\n");
    expect(exitCode).toBe(0);
  });

  test("prints errors with their place in the file and takes a column mapping", async () => {
    const row = "13,06/09/2025,Meera Joshi,Logo,1,1000,18,1183,5";
    await write("wrong.csv", [HEADER.replace("UnitPrice", "Worth"), row]);
    const before = await invoices();
    const refused = await bahi(seat, ["import-books", "wrong.csv", "--take", "Worth=rate"]);
    expect(refused.stderr).toEndWith(
      "bahi: wrong.csv was not imported: 1 error in the file; correct it and run it again\n" +
        "  wrong.csv, line 2  Its lines total ₹1,180.00, but its total is ₹1,183.00\n",
    );
    expect(refused.exitCode).toBe(3);
    expect(await invoices()).toBe(before);
    const take = ["--take", "Worth=Rate", "--take", "Total Amount="];
    expect((await bahi(seat, ["import-books", "wrong.csv", ...take])).exitCode).toBe(0);
    expect(await invoices()).toBe(before + 1);
  });

  test.each([
    [["--take", "Worth=price"], "--take Worth=price does not name a field"],
    [["--take", "Nothing=rate"], "--take Nothing=rate: no file has a column Nothing"],
    [["october.json"], "a JSON file contains a full set of books"],
    [["none.csv"], "none.csv cannot be read: there is no such file"],
  ])("rejects %j before anything is sent", async (more, message) => {
    await write("a.csv", [HEADER, "14,05/09/2025,Meera Joshi,Logo,1,1000,18,1180,Asha"]);
    const { stderr, exitCode } = await bahi(seat, ["import-books", "a.csv", ...more]);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  test("is for owners only", async () => {
    const token = world.kaveri.staff.token as string;
    const { stderr, exitCode } = await bahi({ ...seat, token }, ["import-books", "october.json"]);
    expect(stderr).toStartWith("bahi: Only agency owners can import books");
    expect(exitCode).toBe(4);
  });
});
