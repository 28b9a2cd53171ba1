import type { Command } from "commander";
import { add, all, paged } from "./options.ts";

const load = () => import("./commands/approvals.ts");

/** What staff would pay above the agency's limit, which waits for an owner. */
export function addApprovals(program: Command): void {
  const approvals = add(
    program,
    "approvals",
    "payments that wait for an owner's approval",
    "bahi approvals list",
  );

  paged(
    add(
      approvals,
      "list",
      "list what waits, or has waited, newest first",
      "bahi approvals list --state refused",
    ),
  )
    .option("--state <state>", "waiting, approved, refused, withdrawn or all (default: waiting)")
    .action(async (_, command) => (await load()).listApprovals(all(command)));

  const decision = (name: string, about: string, example: string) =>
    add(approvals, name, about, example).argument("<id>", "as bahi approvals list shows it");

  decision(
    "approve",
    "book what waits, on its own day (owners)",
    "bahi approvals approve 1m7z83st80pvy",
  ).action(async (id, _, command) => (await load()).approvePayment(id, all(command)));

  decision(
    "refuse",
    "refuse what waits; it stays in the list (owners)",
    'bahi approvals refuse 1m7z83st80pvy --reason "Paid in September"',
  )
    .option("--reason <text>", "why, for whoever asked for it")
    .action(async (id, _, command) => (await load()).refusePayment(id, all(command)));

  decision(
    "withdraw",
    "take back what you have asked for",
    "bahi approvals withdraw 1m7z83st80pvy",
  ).action(async (id, _, command) => (await load()).withdrawPayment(id, all(command)));

  add(
    approvals,
    "limit",
    "say or set the amount above which payments by staff wait",
    "bahi approvals limit --set 50000",
  )
    .option("--set <amount>", "in rupees, none to take it away (owners)")
    .action(async (_, command) => (await load()).approvalLimit(all(command)));
}
