import type { Command } from "commander";
import { add, all } from "./options.ts";

/** The tasks before a month's books are locked. */
export function addClosing(program: Command): void {
  add(
    program,
    "close",
    "show what is left to do before a month can be closed (exits 3 if anything is)",
    "bahi close 2026-10",
    `You tick off only your own items: every other line is done when the books show it.
Once all else is done, --finish locks the books and prepares the month's documents.
They are shared once they were e-mailed, an accountant has downloaded them
(bahi reports month), or you mark them with --shared. A later change in the
month asks to share them again.`,
  )
    .argument("[month]", "like 2026-10 (default: last month)")
    .option("--finish", "lock the month (owners, and accountants they allow)")
    .option("--shared", "mark the documents of a closed month as shared")
    .action(async (month, _, command) =>
      (await import("./commands/closing.ts")).closeMonth(month, all(command)),
    );
  add(
    program,
    "tasks",
    "list today's tasks: overdue, to review, to close",
    "bahi tasks",
    `The tasks on the dashboard: overdue invoices and bills, bills due
this week, bank lines to review, GSTR-1 issues to fix, and last month
until it is closed.`,
  ).action(async (_, command) => (await import("./commands/closing.ts")).listTasks(all(command)));
}
