import type { Command } from "commander";
import { listCommands } from "./listCommands.ts";
import { add, all } from "./options.ts";

const load = () => import("./commands/approvals.ts");

export function addApprovals(program: Command): void {
  const approvals = add(program, "approvals", "payments awaiting approval", "bahi approvals list");

  listCommands(approvals, {
    noun: "payment",
    about: "list approvals, newest first",
    example: "--state refused",
    load: async () => (await load()).APPROVAL,
  });

  const decision = (name: string, about: string, example: string) =>
    add(approvals, name, about, example).argument("<id>", "from bahi approvals list");

  decision(
    "approve",
    "approve a payment; it is recorded on its own date (owners)",
    "bahi approvals approve 1m7z83st80pvy",
  ).action(async (id, _, command) => (await load()).approvePayment(id, all(command)));

  decision(
    "refuse",
    "refuse a payment; it stays in the list (owners)",
    'bahi approvals refuse 1m7z83st80pvy --reason "Paid in September"',
  )
    .option("--reason <text>", "the reason, shown to the person who requested it")
    .action(async (id, _, command) => (await load()).refusePayment(id, all(command)));

  decision("withdraw", "withdraw your own request", "bahi approvals withdraw 1m7z83st80pvy").action(
    async (id, _, command) => (await load()).withdrawPayment(id, all(command)),
  );

  add(
    approvals,
    "limit",
    "show or set the limit above which staff payments need approval",
    "bahi approvals limit --set 50000",
  )
    .option("--set <amount>", "in rupees, or none to remove the limit (owners)")
    .action(async (_, command) => (await load()).approvalLimit(all(command)));
}
