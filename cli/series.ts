import type { Command } from "commander";
import { listCommands } from "./listCommands.ts";
import { add, all, DATE_EXAMPLES } from "./options.ts";

/** Recurring invoices and entries. */
export function addSeries(program: Command): void {
  const series = add(program, "series", "recurring invoices and transactions", "bahi series list");
  listCommands(series, {
    noun: "series",
    plural: "series",
    about: "list series, next date first",
    example: "--kind invoice",
    record: '"Aundh Pet Clinic"',
    verbs: {
      show: "show a series",
      delete: "delete a series that has created nothing",
    },
    load: async () => (await import("./commands/series.ts")).SERIES,
  });

  add(
    series,
    "run",
    "create due entries, as the server does every minute (exits 3 if one could not be created)",
    "bahi series run",
  ).action(async (_, command) => (await import("./commands/series.ts")).runSeries(all(command)));

  for (const [verb, about] of ACTIONS) {
    const command = add(series, verb, about, `bahi series ${verb} "Aundh Pet Clinic"`);
    command.argument("<series>", "its client or text, ignoring case, or its id");
    if (verb === "skip") command.option("--date <date>", `another of its dates, ${DATE_EXAMPLES}`);
    command.action(async (typed) =>
      (await import("./commands/series.ts")).actOnSeries(verb, typed, all(command)),
    );
  }
}

const ACTIONS = [
  ["preview", "list the next twelve dates of a series"],
  [
    "skip",
    "skip the next date of a series; a stopped series continues after the date it stopped at",
  ],
  ["pause", "pause a series; dates during the pause are skipped"],
  ["resume", "resume a series from today"],
] as const;
