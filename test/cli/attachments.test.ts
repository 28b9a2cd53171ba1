import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getAttachmentStore } from "../../db/attachments/store.ts";
import { png } from "../pictures.ts";
import { addEntry, buildPdf, sha256, toBytes } from "../server/attaching.ts";
import { createWorld, made, type World } from "../world.ts";
import { bahi, type Seat } from "./bahi.ts";

let world: World;
let seat: Seat;
let entry: string;
beforeAll(async () => {
  world = await createWorld();
  const url = world.listen();
  seat = { url, token: world.kaveri.owner.token as string, folder: world.folder };
  entry = await addEntry(world.kaveri);
  writeFileSync(join(world.folder, "cab.pdf"), buildPdf("cab"));
  writeFileSync(join(world.folder, "board.png"), png(40, 30));
  writeFileSync(join(world.folder, "page.html"), toBytes("<html>"));
});
afterAll(() => world.end());

const inFolder = (...names: string[]) => join(world.folder, ...names);

describe("bahi attach", () => {
  test("attaches files to a record, then lists and downloads them unchanged", async () => {
    const words = ["attach", "cab.pdf", "board.png", "--to", `transaction:${entry}`];
    const attached = await bahi(seat, words);
    expect(attached).toMatchObject({ exitCode: 0 });
    expect(attached.stderr).toBe(
      `Attached cab.pdf (${buildPdf("cab").length} bytes)\n` +
        `Attached board.png (${png(40, 30).length} bytes)\n`,
    );
    const [pdf = "", picture = ""] = attached.stdout.trim().split("\n");
    const list = await bahi(seat, ["papers", "list", "--of", `transaction:${entry}`]);
    expect(list.stdout).toMatch(/2026-10-14 +transaction +Cab to Baner +cab\.pdf +PDF +\d+ bytes/);
    expect(list.stdout).toEndWith("2 attachments, all time\n");
    const month = await bahi(seat, ["papers", "list", "--month", "2026-10", "--json"]);
    expect(JSON.parse(month.stdout).total).toBe(2);

    mkdirSync(inFolder("got"));
    const got = await bahi(seat, ["papers", "get", pdf, picture, "--out", "got"]);
    expect(got).toMatchObject({ exitCode: 0 });
    expect(readFileSync(inFolder("got", "board.png"))).toEqual(Buffer.from(png(40, 30)));
    expect(readFileSync(inFolder("got", "cab.pdf"))).toEqual(Buffer.from(buildPdf("cab")));
    const again = await bahi(seat, ["papers", "get", pdf, "--out", "got"]);
    expect(again).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("already exists") });
    const removed = await bahi(seat, ["papers", "remove", picture]);
    expect(removed.stdout).toBe("Deleted board.png from transaction Cab to Baner\n");
    expect((await bahi(seat, ["papers", "get", picture])).exitCode).toBe(5);
  });

  test("finds an invoice by number and a client by name", async () => {
    const { client } = made(
      await world.kaveri.owner.post("/api/clients", { displayName: "Konkan Foods" }),
    );
    const items = [{ description: "A film", qty: 1, rate: 900 }];
    const bill = { clientId: client._id, date: "2026-10-05", items };
    const { invoiceNumber } = made(await world.kaveri.owner.post("/api/invoices", bill));
    for (const record of [`invoice:${invoiceNumber}`, "client:konkan foods"]) {
      expect(await bahi(seat, ["attach", "cab.pdf", "--to", record])).toMatchObject({
        exitCode: 0,
      });
    }
    const of = ["papers", "list", "--of", `invoice:${invoiceNumber}`];
    expect((await bahi(seat, of)).stdout).toContain(invoiceNumber);
  });

  test("reports errors before uploading, or in the server's words", async () => {
    const nobody = { url: "http://127.0.0.1:1", token: "any", folder: world.folder };
    const wrong: [string[], string][] = [
      [["none.pdf", "--to", "client:x"], "none.pdf cannot be read: there is no such file"],
      [["cab.pdf"], "--to is missing"],
      [["cab.pdf", "--to", "account:1"], "--to account:1 is not understood"],
      [["cab.pdf", "--to", "invoice"], "--to invoice is not understood"],
    ];
    for (const [words, what] of wrong) {
      const { exitCode, stderr } = await bahi(nobody, ["attach", ...words]);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(what)]);
    }
    const html = await bahi(seat, ["attach", "page.html", "--to", `transaction:${entry}`]);
    expect([html.exitCode, html.stderr]).toEqual([
      3,
      expect.stringContaining("Web pages and SVG pictures are not supported"),
    ]);
    const none = await bahi(seat, ["attach", "cab.pdf", "--to", "transaction:nobody"]);
    expect([none.exitCode, none.stderr]).toEqual([
      5,
      expect.stringContaining("Transaction not found"),
    ]);
  });
});

test("bahi reports month downloads attachments, named for filing, with an index", async () => {
  const { exitCode, stderr } = await bahi(seat, [
    ...["reports", "month", "--month", "2026-10", "--out", "october"],
  ]);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining("2 attachments")]);
  const name = "2026-10-14 kaveri bank 340.00 Cab to Baner.pdf";
  const papers = readdirSync(inFolder("october", "papers")).sort();
  expect(papers).toEqual([
    expect.stringMatching(/^2026-10-05 900\.00 .*\.pdf$/),
    name,
    "index.csv",
  ]);
  expect(sha256(readFileSync(inFolder("october", "papers", name)))).toBe(sha256(buildPdf("cab")));
  const index = readFileSync(inFolder("october", "papers", "index.csv"), "utf8").split("\n");
  expect(index[0]).toBe("File,Date,Account,Amount,Of,Record,Record id,Name,Bytes,SHA-256");
  const bytes = buildPdf("cab").length;
  expect(index).toContain(
    `${name},2026-10-14,kaveri bank,340.00,transaction,Cab to Baner,${entry},cab.pdf,${bytes},` +
      sha256(buildPdf("cab")),
  );
});

test("bahi check --attachments verifies every hash and names a changed attachment", async () => {
  const checked = await bahi(seat, ["check", "--attachments"]);
  expect([checked.exitCode, checked.stdout]).toEqual([
    0,
    expect.stringMatching(
      /^Checked 2 different files with \d+ bytes by their hashes: every one is unchanged\.\n$/,
    ),
  ]);
  const hash = sha256(buildPdf("cab"));
  await getAttachmentStore(
    world.books,
  ).write.run(`UPDATE paper_chunks SET bytes = zeroblob(length(bytes))
    WHERE copy = (SELECT copy FROM paper_bytes WHERE sha256 = '${hash}')`);
  const wrong = await bahi(seat, ["check", "--attachments"]);
  expect([wrong.exitCode, wrong.stderr]).toEqual([
    3,
    expect.stringMatching(
      /3 attachments are missing or changed(.|\n)*cab\.pdf, of a transaction: changed/,
    ),
  ]);
  const { items } = JSON.parse((await bahi(seat, ["papers", "list", "--json"])).stdout);
  const got = await bahi(seat, ["papers", "get", items[0]._id, "--out", "spoilt.pdf"]);
  expect([got.exitCode, got.stderr]).toEqual([
    1,
    expect.stringContaining("cab.pdf does not match the attached file"),
  ]);
  expect(existsSync(inFolder("spoilt.pdf"))).toBe(false);
});
