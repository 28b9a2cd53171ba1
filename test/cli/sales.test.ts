import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { made, type World } from "../world.ts";
import { bahi, type Seat } from "./bahi.ts";
import { lines, openOctober } from "./october.ts";

let world: World;
let seat: Seat;
let invoice: { _id: string; number: string };
beforeAll(async () => {
  ({ world, seat } = await openOctober());
  const { owner } = world.kaveri;
  await owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
  const client = { displayName: "Konkan Foods", state: "Maharashtra" };
  const { _id: clientId } = made(await owner.post("/api/clients", client)).client;
  const items = [
    { description: "Logo", qty: 2, rate: 1000, taxPct: 18 },
    { description: "Film", qty: 1, rate: 5000, taxPct: 18 },
  ];
  invoice = made(await owner.post("/api/invoices", { clientId, date: "2026-10-05", items }));
  await owner.post(`/api/invoices/${invoice._id}/send`, {});
});
afterAll(() => world.end());

const run = (...words: string[]) => bahi(seat, words);
const json = async (...words: string[]) => JSON.parse((await run(...words, "--json")).stdout);
const DAY = ["--date", "2026-10-20"];

describe("bahi notes", () => {
  test("create credits part of a line once and sends it", async () => {
    const words = [
      "notes",
      "create",
      "--invoice",
      "1",
      "--line",
      "2=1,000",
      "--reason",
      "discount",
    ];
    const first = await run(...words, ...DAY, "--send");
    expect(first.stderr).toBe("");
    expect(first.stdout).toMatch(/^Sent credit note 26-27\/CN\/\d{6}: ₹1,180.00\n$/);
    expect((await run(...words, ...DAY, "--send")).stdout).toStartWith("Already created:");
    const { items } = await json("notes", "list", "--kind", "credit");
    expect(items).toMatchObject([{ status: "SENT", grandTotal: 1_180, applied: 1_180 }]);
    const whole = await json(
      "notes",
      "create",
      "--invoice",
      invoice.number,
      "--whole",
      "--debit",
      ...DAY,
    );
    expect(whole).toMatchObject({ kind: "DEBIT_NOTE", status: "DRAFT", grandTotal: 8_260 });
    const of = ["notes", "create", "--invoice", "1", "--line", "1=1", "--debit"];
    const odd = await run(...of, "--date", "2026-10-01");
    expect(odd.stdout).toStartWith("Created a draft of debit note ");
    expect(odd.stderr).toStartWith("The note is dated before 26-27/INV/000001");
  });

  test("list is a table and counts what it left out", async () => {
    const { stdout } = await run("notes", "list", "--kind", "credit", "--search", "konkan");
    const [head, row, foot] = lines(stdout);
    expect(head).toBe("Number | Date | Client | Kind | Against | Status | Total | Held");
    expect(row).toContain("| 2026-10-20 | Konkan Foods | Credit note | 26-27/INV/000001 | Sent |");
    expect(foot).toBe("1 note, all time");
  });

  test.each([
    [["notes", "create", "--whole"], 2, "--invoice is missing"],
    [["notes", "create", "--invoice", "1"], 2, "add --line N=AMOUNT, or --whole"],
    [["notes", "create", "--invoice", "1", "--line", "x"], 2, "--line x is not understood"],
    [["notes", "create", "--invoice", "1", "--line", "9=5"], 2, "--line 9 does not exist"],
    [["notes", "create", "--invoice", "77", "--whole"], 5, "there is no invoice 77"],
    [["notes", "list", "--kind", "green"], 2, "--kind green is not known"],
    [["estimates", "create", "--item", "A=1"], 2, "--client is missing"],
    [["estimates", "create", "--client", "konkan foods", "--item", "=1"], 2, "is not understood"],
    [["estimates", "create", "--client", "Konkn Foods", "--item", "A=1"], 5, "did you mean"],
    [["invoices", "share", "1", "--expires", "soon"], 2, "--expires soon"],
    [["outbox", "list", "--state", "lost"], 2, "--state lost is not known"],
    [["outbox", "retry", "nothing"], 5, "Mail not found"],
    [["invoices", "email", "1", "--to", "someone"], 3, "someone is not a complete address"],
    [["estimates", "share", "77"], 5, "there is no estimate 77"],
    [["vouchers", "create", "--client", "x"], 2, "--amount is missing"],
  ])("%p ends with %p", async (words, exitCode, said) => {
    const answer = await run(...words);
    expect(answer).toMatchObject({ exitCode, stdout: "" });
    expect(answer.stderr).toContain(said);
  });
});

test("bahi estimates creates one, lists it and saves its PDF", async () => {
  const of = ["--client", "konkan foods", "--item", "Website=85,000", "--item", "Photo=12x250"];
  const create = (...more: string[]) =>
    run("estimates", "create", ...of, "--tax", "18", ...DAY, ...more);
  expect((await create()).stdout).toStartWith("Created a draft of estimate 26-27/EST/");
  expect((await create("--send")).stdout).toMatch(
    /^Sent estimate 26-27\/EST\/\d{6}: ₹1,03,840.00\n$/,
  );
  expect((await create("--send")).stdout).toStartWith("Already created: estimate");
  const { items } = await json("estimates", "list", "--status", "sent");
  expect(items).toMatchObject([{ grandTotal: 103_840, billed: 0 }]);
  const draft = await json("estimates", "create", ...of, "--tax", "5", ...DAY);
  const unsent = await run("estimates", "share", draft.number);
  expect([unsent.exitCode, unsent.stderr]).toEqual([
    3,
    `bahi: ${draft.number} is a draft; send it first\n`,
  ]);
  const link = await run("estimates", "share", items[0].number, "--expires", "never");
  expect(link.stdout).toMatch(/^http:\/\/\S+\/s\/[\w-]{22}\n$/);
  expect(link.stderr).toContain("never expires");
  expect((await fetch(link.stdout.trim())).status).toBe(200);
  const to = ["--to", "a@konkan.example", "--to", "b@konkan.example"];
  const mailed = await run("estimates", "email", items[0].number, ...to, "--link");
  expect(mailed.stdout).toBe(`${items[0].number} to a@konkan.example, b@konkan.example\n`);
  expect(mailed.stderr).toContain("It is sent in ten seconds");
  const again = await run("estimates", "email", items[0].number, ...to, "--link");
  expect(again.stderr).toContain("The same command already sent it");
  const queued = (await json("outbox", "list", "--state", "queued")).items;
  expect(queued).toHaveLength(2);
  const back = await run("outbox", "cancel", queued[0]._id);
  expect(back.stdout).toBe(`${items[0].number} to ${queued[0].to} will not be sent\n`);
  const [head, row] = lines((await run("outbox", "list")).stdout);
  expect(head).toBe("Id | To | About | State | Reply | Created");
  expect(row).toContain("| cancelled | Cancelled |");
  const ended = await run("estimates", "share", items[0].number, "--end");
  expect(ended.stdout).toBe(`Ended 2 links to ${items[0].number}\n`);
  expect((await fetch(link.stdout.trim())).status).toBe(410);
  const out = join(world.folder, "estimate.pdf");
  expect((await run("estimates", "pdf", items[0].number, "--out", out)).exitCode).toBe(0);
  expect(readFileSync(out).subarray(0, 5).toString()).toBe("%PDF-");
});

test("bahi vouchers records an advance, lists it and saves its PDF", async () => {
  const of = ["--client", "Konkan Foods", "--amount", "59000", "--account", "kaveri bank"];
  const words = ["vouchers", "create", ...of, "--description", "A film", "--mode", "upi", ...DAY];
  const { stdout } = await run(...words);
  expect(stdout).toMatch(/^Recorded 26-27\/RV\/\d{6}: ₹59,000.00 from Konkan Foods\n$/);
  expect((await run(...words)).stdout).toStartWith("Already ");
  const { items } = await json("vouchers", "list");
  expect(items).toMatchObject([{ amount: 59_000, held: 59_000, kind: "RECEIPT_VOUCHER" }]);
  const few = ["--client", "Konkan Foods", "--amount", "9800", "--account", "kaveri bank", ...DAY];
  const more = ["--description", "Prints", "--gst-tds", "160"];
  const deducted = await json("vouchers", "create", ...few, ...more);
  expect(deducted).toMatchObject({ amount: 9_960, tdsAmount: 0, gstTds: { cgst: 80, sgst: 80 } });
  const out = join(world.folder, "voucher.pdf");
  expect((await run("vouchers", "pdf", "1", "--out", out)).exitCode).toBe(0);
});

test("bahi reports month includes notes and vouchers and names drafts", async () => {
  const out = join(world.folder, "october");
  const { stderr, exitCode } = await run("reports", "month", "--month", "2026-10", "--out", out);
  expect(exitCode).toBe(0);
  const papers = (folder: string) => readdirSync(join(out, folder));
  expect(papers("notes")).toEqual([expect.stringMatching(/^Credit-Note-26-27-CN-\d{6}\.pdf$/)]);
  expect(papers("vouchers")).toEqual(
    [1, 2].map((number) => `Receipt-Voucher-26-27-RV-00000${number}.pdf`),
  );
  expect(stderr).toContain("26-27/DN/000001");
});

test("bahi invoices duplicates one and exports a row for each code and rate", async () => {
  const { stdout } = await run("invoices", "duplicate", invoice.number);
  expect(stdout).toMatch(
    /^Created a draft like 26-27\/INV\/000001, 26-27\/INV\/\d{6}: ₹8,260.00\n$/,
  );
  const csv = (await run("invoices", "export", "--month", "2026-10")).stdout.trimEnd().split("\n");
  expect(csv[0]).toStartWith("Number,Document,Date,");
  expect(csv.filter((row) => row.includes("CN/"))).toHaveLength(1);
});
