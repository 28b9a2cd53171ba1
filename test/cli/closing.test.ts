import { afterAll, beforeAll, expect, test } from "bun:test";
import { startBilling } from "../server/billing.ts";
import { fileAll } from "../server/closing.ts";
import { done, type World } from "../world.ts";
import { bahi, type Seat } from "./bahi.ts";
import { openOctober } from "./october.ts";

let world: World;
let seat: Seat;
beforeAll(async () => {
  ({ world, seat } = await openOctober());
});
afterAll(() => world.end());

test("prints a month's checklist, exits 3 while an item is open, and closes the month", async () => {
  const { owner } = world.kaveri;
  const { add, act } = await startBilling(world);
  const draft = await add({ date: "2020-07-02", dueDate: "2020-07-02" });
  const open = await bahi(seat, ["close", "2020-07"]);
  expect(open.exitCode).toBe(3);
  expect(open.stdout).toMatch(
    /○ +Invoices sent +Invoices sent +1 +0 invoices sent\. .*is still a draft/,
  );
  expect(open.stderr).toStartWith(
    "bahi: July 2020 is not closed; 2 tasks left today, then file GSTR-1",
  );
  const refused = await bahi(seat, ["close", "2020-07", "--finish", "--json"]);
  expect(refused.exitCode).toBe(3);
  expect(JSON.parse(refused.stdout).errors[0].path).toBe("drafts");

  done(await act(draft._id, "send"));
  await fileAll(owner, "2020-07");
  const closed = await bahi(seat, ["close", "2020-07", "--finish"]);
  expect([closed.exitCode, closed.stdout.match(/✓/g)?.length]).toEqual([0, 12]);
  expect(closed.stderr).toMatch(/^July 2020 is closed: Owner of kaveri, .* log entry \d+/);
  expect(closed.stdout).toMatch(/○ +Shared with the accountant/);
  expect((await bahi(seat, ["close", "2020-07", "--json"])).exitCode).toBe(0);
  const shared = await bahi(seat, ["close", "2020-07", "--shared"]);
  expect([shared.exitCode, shared.stdout.match(/✓/g)?.length]).toEqual([0, 13]);
  expect(shared.stderr).toMatch(/documents, marked as shared \d+ \w+, log entry/);
  expect((await bahi(seat, ["close", "july"])).exitCode).toBe(2);
});

test("lists today's tasks, also as JSON", async () => {
  const { add, act } = await startBilling(world);
  const late = await add({ date: "2026-01-02", dueDate: "2026-01-03" });
  done(await act(late._id, "send"));
  const { stdout, exitCode } = await bahi(seat, ["tasks"]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^To do .*\n.*invoices? (is|are) overdue .* \/invoices\?status=OVERDUE/);
  const { tasks } = JSON.parse((await bahi(seat, ["tasks", "--json"])).stdout);
  expect(tasks[0].key).toBe("invoices");
});
