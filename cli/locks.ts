import type { Command } from "commander";
import { add, all, paged, whose } from "./options.ts";

/** How far the books are closed, and for whom they are open all the same. */
export function addLocks(program: Command): void {
  const locks = add(
    program,
    "locks",
    "say how far the books are closed, or close them",
    "bahi locks",
  ).action(async (_, command) => (await import("./commands/locks.ts")).showLocks(all(command)));

  add(
    locks,
    "set",
    `close the books up to a day ${whose("close books")}, or make them final ${whose("reopen books")}`,
    "bahi locks set --to 2026-09-30",
    "What is final can never be opened again, and asks for your password.",
  )
    .option("--to <date>", "nothing of that day or before can change; none opens all of them")
    .option("--final <date>", "the same for good, like 2026-03-31")
    .option("--reason <text>", "why; needed to move a lock back")
    .option("--password-stdin", "read your password from stdin (else it is asked for)")
    .action(async (_, command) => (await import("./commands/locks.ts")).setLocks(all(command)));

  add(
    locks,
    "except",
    "let one person change closed books for a while (owners)",
    'bahi locks except "Rohan Kale" --until 18:30 --reason "The bank charge of 28 Sep"',
  )
    .argument("<person>", "of the team: by name, ignoring case, by email, or by id")
    .option("--until <time>", "18:30, or 2026-11-24 10:30; at most 24 hours (default: in 4 hours)")
    .option("--reason <text>", "why, as the log shows it")
    .action(async (name, _, command) =>
      (await import("./commands/locks.ts")).exceptMember(name, all(command)),
    );

  add(locks, "end", "end an exception (owners)", "bahi locks end 1m7z83st80xcp")
    .argument("<id>", "as bahi locks shows it")
    .action(async (id, _, command) =>
      (await import("./commands/locks.ts")).endException(id, all(command)),
    );

  paged(
    add(
      locks,
      "changes",
      `list what was changed in closed books, newest first ${whose("view audit log")}`,
      "bahi locks changes",
    ),
  ).action(async (_, command) =>
    (await import("./commands/locks.ts")).listLockedChanges(all(command)),
  );
}
