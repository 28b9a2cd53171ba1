import type { Command } from "commander";
import { listCommands } from "./listCommands.ts";
import { add, all } from "./options.ts";

const load = () => import("./commands/reminders.ts");

export function addReminders(program: Command): void {
  const reminders = add(
    program,
    "reminders",
    "e-mail reminders to clients",
    "bahi reminders preview",
  );

  listCommands(reminders, {
    noun: "reminder",
    about: "list sent reminders, newest first",
    example: "--invoice 26-27/INV/000012",
    load: async () => (await load()).REMINDER,
  });

  add(
    reminders,
    "preview",
    "show upcoming reminders, assuming nothing is paid first",
    "bahi reminders preview --days 30",
  )
    .option("--days <count>", "how many days, 1 to 60 (default: 14)")
    .action(async (_, command) => (await load()).previewReminders(all(command)));

  add(
    reminders,
    "rules",
    "show or change the reminder rules, or switch reminders on or off (owners)",
    "bahi reminders rules --switch on",
  )
    .option("--switch <state>", "on or off")
    .option("--rule <pair>", "DAYS=on or DAYS=off, of -3, 0, 7, 15 and 30: 30=on")
    .action(async (_, command) => (await load()).reminderRules(all(command)));

  add(
    reminders,
    "run",
    "create the reminders due now, as the server does every minute (owners)",
    "bahi reminders run",
  ).action(async (_, command) => (await load()).runReminders(all(command)));

  for (const [name, about, remind] of [
    ["skip", "exclude an invoice from reminders", false],
    ["resume", "include an invoice in reminders again", true],
  ] as const) {
    add(reminders, name, about, `bahi reminders ${name} 26-27/INV/000012`)
      .argument("<number>", "an invoice number, the end of one, or an id")
      .action(async (typed, _, command) =>
        (await load()).changeRemind(typed, remind, all(command)),
      );
  }
}
