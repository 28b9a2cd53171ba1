import { afterAll, beforeAll, expect, test } from "bun:test";
import { furnish } from "../furnish.ts";
import { createWorld, done, type World } from "../world.ts";
import { bahi, type Seat } from "./bahi.ts";

let world: World;
let seat: Seat;
let commands: Record<string, string[]>;
beforeAll(async () => {
  world = await createWorld();
  const { owner } = world.kaveri;
  const { office } = await furnish(owner, { mark: "A thing", n: 1 });
  const { number: bill } = done(await owner.get(`/api/bills/${office.bill}`));
  const { number: invoice } = done(await owner.get(`/api/invoices/${office.invoice}`)).invoice;
  seat = { url: world.listen(), token: owner.token as string, folder: world.folder };
  const amount = ["--amount", "500"];
  const account = ["--account", "Till"];
  const client = ["--client", "Konkan Foods"];
  commands = {
    "receipts issue": [...client, "--purpose", "Cards", ...amount, ...account],
    "vendors add": ["Sahyadri Papers"],
    "bills add": [
      "--vendor",
      "Konkan Press",
      "--number",
      "B/7",
      "--item",
      "Print=500",
      "--tax",
      "0",
    ],
    "bills pay": [bill, ...amount, ...account],
    "tds deposit": ["2026-10", "--code", "1027", ...amount, ...account],
    "journals add": [
      "--debit",
      "Paper=50",
      "--credit",
      "Deposit: A thing=50",
      "--reason",
      "Shared",
    ],
    "vouchers create": [...client, ...amount, "--description", "Deposit", ...account],
    "notes create": ["--invoice", invoice, "--line", "1=100", "--debit"],
    "estimates create": [...client, "--item", "Logo=500"],
  };
});
afterAll(() => world.end());

test("creates again after an undo, and finds it the second time", async () => {
  for (const [command, args] of Object.entries(commands)) {
    const run = () => bahi(seat, [...command.split(" "), ...args]);
    const runAgain = async () => {
      const { exitCode, stdout, stderr } = await run();
      return [command, exitCode, stderr, /Nothing to issue|[Aa]lready/.test(stdout)];
    };
    const [created, found] = [false, true].map((isFound) => [command, 0, "", isFound]);
    expect(await runAgain()).toEqual(created as never);
    expect(await runAgain()).toEqual(found as never);
    expect((await bahi(seat, ["undo"])).exitCode).toBe(0);
    expect(await runAgain()).toEqual(created as never);
    expect(await runAgain()).toEqual(found as never);
  }
});

test("receipts issue --from-csv issues only new rows, and a dry run agrees", async () => {
  const head = "Client,Amount,Purpose,Account\n";
  const row = (purpose: string) => `Longer File,5,Print ${purpose},Till\n`;
  const file = (...more: string[]) => ["receipts", "issue", "--from-csv", "-", ...more];
  const run = (csv: string, ...more: string[]) => bahi(seat, file(...more), head + csv);
  expect((await run(row("a") + row("b"))).stdout).toContain("Issued 2 receipts, ₹10.00\n");
  const longer = row("c") + row("b") + row("a");
  const tried = await run(longer, "--dry-run");
  expect(tried.stdout).toBe(
    "Would issue 1 receipt, ₹5.00; 2 rows are already receipts.\n" +
      "Nothing was issued; leave --dry-run out to issue it.\n",
  );
  const runAgain = await run(longer);
  expect(runAgain.stdout).toContain("Issued 1 receipt, ₹5.00; 2 rows are already receipts\n");
  const none = await run(longer, "--dry-run");
  expect(none.stdout).toStartWith(
    "Nothing to issue: all 3 rows are already receipts, the first is ",
  );
  const json = JSON.parse((await run(longer, "--json")).stdout);
  expect([json.receipts, json.existing.length]).toEqual([[], 3]);
  const undone = await bahi(seat, ["undo"]);
  expect(undone.exitCode).toBe(0);
  expect((await run(longer)).stdout).toContain("Issued 1 receipt, ₹5.00; 2 rows");
});
