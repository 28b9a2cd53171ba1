import { afterAll, beforeAll, expect, test } from "bun:test";
import { ENTER, EVENTS, openStudio } from "../server/neelkamal.ts";
import { createWorld, type World } from "../world.ts";
import { bahi, type Seat } from "./bahi.ts";

let world: World;
let seat: Seat;
beforeAll(async () => {
  world = await createWorld();
  const studio = await openStudio(world);
  for (const event of EVENTS) await ENTER[event.do]?.(studio, event);
  seat = { url: world.listen(), token: studio.owner.token as string, folder: world.folder };
}, 60_000);
afterAll(() => world.end());

const YEAR = ["--from", "2026-04-01", "--to", "2027-03-31"];
const AT = ["--at", "2027-03-31"];
const reports: [words: string[], lines: RegExp[]][] = [
  [["trial-balance", ...AT, "--raw"], [/^Total +₹8,36,750.50 +₹8,36,750.50$/m]],
  [
    ["profit-and-loss", ...YEAR],
    [/^Profit +₹1,19,199.50$/m, /Direct costs +₹60,000.00/],
  ],
  [
    ["profit-and-loss", ...YEAR, "--basis", "cash"],
    [/^Profit +₹98,013.03$/m, /cash basis$/m],
  ],
  [
    ["balance-sheet", ...AT],
    [/^Assets +₹5,44,099.50$/m, /Clients|Trade receivables +₹89,899.95/],
  ],
  [
    ["ledger", "trade receivables", ...YEAR],
    [/^Opening balance +₹47,200.00$/m, /₹89,899.95$/m],
  ],
  [
    ["cash-flow", ...YEAR],
    [/^operating: GST paid +-₹39,240.00$/m, /^Closing +₹3,44,899.50$/m],
  ],
  [
    ["ageing", ...AT],
    [/^Mandovi Resorts .* 90\+ +320 +₹24,999.95$/m, /^Total +₹89,899.95$/m],
  ],
  [
    ["tds", "--year", "2026-27"],
    [/^Mandovi Resorts .* Q4 .*₹12,500.05/m, /^Total +₹23,500.05$/m],
  ],
  [
    ["statement-of-account", "Kaveri Textiles", ...YEAR],
    [/^Advance set against 26-27\/INV\/000003 +2026-08-25 +₹59,000.00 +₹29,500.00$/m],
  ],
  [
    ["gst-summary", ...YEAR],
    [/^2026-04 .*₹22,500.09/m, /^Total .*₹39,240.00$/m],
  ],
];

test.each(reports)("bahi reports %j", async (words, lines) => {
  const { stdout, stderr, exitCode } = await bahi(seat, ["reports", ...words]);
  expect([stderr, exitCode]).toEqual(["", 0]);
  for (const line of lines) expect(stdout).toMatch(line);
  const csv = await bahi(seat, ["reports", ...words, "--csv"]);
  expect(csv.stdout.split("\n").length).toBeGreaterThan(3);
  const json = await bahi(seat, ["reports", ...words, "--json"]);
  expect(JSON.parse(json.stdout)).toHaveProperty("booksBegin", "2026-02-01");
});

test("explains what does not exist", async () => {
  const ledger = await bahi(seat, ["reports", "ledger", "Gold", ...YEAR]);
  expect([ledger.exitCode, ledger.stderr]).toEqual([
    5,
    'bahi: no ledger is named "Gold"; see bahi ledgers\n',
  ]);
  const sides = ["--debit", "Rent=5", "--credit", "Computrs=5"];
  const journal = await bahi(seat, ["journals", "add", "--reason", "Wear", ...sides]);
  expect([journal.exitCode, journal.stderr]).toEqual([
    5,
    'bahi: no ledger is named "Computrs"; did you mean "Computers"?\n',
  ]);
  const client = await bahi(seat, ["reports", "statement-of-account", "Mandovi", ...YEAR]);
  expect(client.stderr).toContain('did you mean "Mandovi Resorts"?');
});

test("bahi ledgers lists balances, and bahi journals add keeps them balanced", async () => {
  const ledgers = await bahi(seat, ["ledgers"]);
  expect(ledgers.stdout).toMatch(
    /^Computers +Fixed asset +Property, plant and equipment +₹90,000.00/m,
  );
  const words = ["journals", "add", "--date", "2027-03-31", "--reason", "Rent paid ahead"];
  const uneven = await bahi(seat, [...words, "--debit", "Rent=5", "--credit", "Software=4"]);
  expect(uneven.stderr).toContain("Debits are ₹5.00 and credits ₹4.00; they must be equal");
  const even = [...words, "--debit", "Rent=5", "--credit", "Software=5", "--accrual"];
  expect((await bahi(seat, even)).stdout).toBe("Journal of 31 Mar 2027 added: Rent paid ahead\n");
  expect((await bahi(seat, even)).stdout).toContain("was already added");
  const listed = await bahi(seat, ["journals", "list"]);
  expect(listed.stdout).toMatch(/^2027-03-31 +Rent paid ahead +Rent +Software +accrual +₹5.00/m);
});

test("sets the legal form, which names the owners' funds", async () => {
  const set = await bahi(seat, ["agency", "--constitution", "llp"]);
  expect(set.stdout).toMatch(/, LLP/);
  const sheet = await bahi(seat, ["reports", "balance-sheet", ...AT]);
  expect(sheet.stdout).toMatch(/^Partners’ funds +₹4,15,699.50$/m);
  const wrong = await bahi(seat, ["agency", "--constitution", "trust"]);
  expect([wrong.exitCode, (await bahi(seat, ["agency"])).stdout]).toEqual([2, set.stdout]);
});

test("prints six weeks with what is expected and due", async () => {
  const { stdout, stderr, exitCode } = await bahi(seat, ["reports", "forecast"]);
  expect([stderr, exitCode]).toEqual(["", 0]);
  for (const line of [/^Week +Date +Entry +Expected +Due +Balance$/m, /^Cash and bank now/m]) {
    expect(stdout).toMatch(line);
  }
  const { weeks } = JSON.parse((await bahi(seat, ["reports", "forecast", "--json"])).stdout);
  expect(weeks).toHaveLength(6);
});
