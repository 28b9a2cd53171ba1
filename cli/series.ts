import type { Command } from "commander";
import { listCommands } from "./listCommands.ts";
import { add, all } from "./options.ts";

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
    "preview",
    "list the next twelve dates of a series",
    'bahi series preview "Aundh Pet Clinic"',
  )
    .argument("<series>", "its client or text, ignoring case, or its id")
    .action(async (typed, _, command) =>
      (await import("./commands/series.ts")).previewSeries(typed, all(command)),
    );

  add(
    series,
    "run",
    "create due entries, as the server does every minute (exits 3 if one could not be created)",
    "bahi series run",
  ).action(async (_, command) => (await import("./commands/series.ts")).runSeries(all(command)));

  add(
    series,
    "skip",
    "skip the next date of a series; a stopped series continues after the date it stopped at",
    'bahi series skip "Aundh Pet Clinic"',
  )
    .argument("<series>", "its client or text, ignoring case, or its id")
    .option("--date <date>", "another of its dates, like 2026-10-05, 05/10/2026 or 5 Oct 2026")
    .action(async (typed, _, command) =>
      (await import("./commands/series.ts")).skipSeries(typed, all(command)),
    );

  for (const [verb, what] of ACTIONS) {
    add(series, verb, what, `bahi series ${verb} "Aundh Pet Clinic"`)
      .argument("<series>", "its client or text, ignoring case, or its id")
      .action(async (typed, _, command) =>
        (await import("./commands/series.ts")).changeSeries(typed, verb, all(command)),
      );
  }
}

const ACTIONS = [
  ["pause", "pause a series; dates during the pause are skipped"],
  ["resume", "resume a series from today"],
] as const;
