import type { Command } from "commander";
import { add, all } from "./options.ts";

export function addOverview(program: Command): void {
  add(
    program,
    "overview",
    "all your agencies: month, open items, next due date and person responsible",
    "bahi overview",
  ).action(async (_, command) =>
    (await import("./commands/overview.ts")).showOverview(all(command)),
  );
}
