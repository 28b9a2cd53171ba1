import type { Command } from "commander";
import { add, all } from "./options.ts";

/** What a month takes before its books are locked. */
export function addClosing(program: Command): void {
  add(
    program,
    "close",
    "say what is left of a month before it is closed; exit 3 while something is",
    "bahi close 2026-10",
    `Nothing is ticked by hand: each line is done when the books say so. With
--finish the books are locked and the month's papers handed over, once all else
is done: accountants get an e-mail, and bahi reports month fetches them.`,
  )
    .argument("[month]", "like 2026-10 (default: last month)")
    .option("--finish", "lock the month and hand its papers over (owners)")
    .action(async (month, _, command) =>
      (await import("./commands/closing.ts")).closeMonth(month, all(command)),
    );
  add(
    program,
    "tasks",
    "list what waits today: overdue, to review, to close",
    "bahi tasks",
    `What the dashboard begins with: invoices and bills that are overdue, bills of
this week, lines of banks to review, what to fix before GSTR-1, and last month
while it is not closed.`,
  ).action(async (_, command) => (await import("./commands/closing.ts")).listTasks(all(command)));
}
