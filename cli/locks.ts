import type { Command } from "commander";
import { listCommands } from "./listCommands.ts";
import { add, all, toRoles } from "./options.ts";

export function addLocks(program: Command): void {
  const locks = add(
    program,
    "locks",
    "show how far the books are closed, or close them",
    "bahi locks",
  ).action(async (_, command) => (await import("./commands/locks.ts")).showLocks(all(command)));

  add(
    locks,
    "set",
    `close the books up to a day ${toRoles("close books")}, or make them final ${toRoles("reopen books")}`,
    "bahi locks set --to 2026-09-30",
    "Final books can never be reopened; making them final needs your password.",
  )
    .option("--to <date>", "lock everything up to this day; none reopens all")
    .option("--final <date>", "permanently, like 2026-03-31")
    .option("--reason <text>", "reason; required to move a lock back")
    .option("--password-stdin", "read your password from stdin (otherwise bahi asks for it)")
    .action(async (_, command) => (await import("./commands/locks.ts")).setLocks(all(command)));

  add(
    locks,
    "except",
    "let one member change closed books for a limited time (owners)",
    'bahi locks except "Rohan Kale" --until 18:30 --reason "The bank charge of 28 Sep"',
  )
    .argument("<person>", "member: name (ignoring case), email or id")
    .option("--until <time>", "18:30, or 2026-11-24 10:30; at most 24 hours (default: in 4 hours)")
    .option("--reason <text>", "reason, shown in the log")
    .action(async (name, _, command) =>
      (await import("./commands/locks.ts")).exceptMember(name, all(command)),
    );

  add(locks, "end", "end an exception (owners)", "bahi locks end 1m7z83st80xcp")
    .argument("<id>", "from bahi locks")
    .action(async (id, _, command) =>
      (await import("./commands/locks.ts")).endException(id, all(command)),
    );

  listCommands(locks, {
    name: "changes",
    noun: "change",
    about: `list changes in closed books, newest first ${toRoles("view audit log")}`,
    load: async () => (await import("./commands/locks.ts")).LOCKED_CHANGE,
  });
}
