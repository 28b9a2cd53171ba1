import type { Command } from "commander";
import { add, all, listing } from "./options.ts";

export function addUndo(program: Command): void {
  const commands = () => import("./commands/undo.ts");
  add(
    program,
    "undo",
    "undo your last action from the past 24 hours, or the given operation",
    "bahi undo",
    "All or nothing: if another user has changed it since, it says who and when.",
  )
    .argument("[operation]", "from bahi history (default: your last action)")
    .option("--since <record>", "transaction:ID …: and what was done to it after that")
    .action(async (operation, _, command) => (await commands()).undo(operation, all(command)));

  add(program, "redo", "redo your last undo", "bahi redo").action(async (_, command) =>
    (await commands()).redo(all(command)),
  );

  listing(
    add(
      program,
      "history",
      "list what you did in the last 24 hours, or what was done to a record",
      "bahi history invoice 1m7z83st80nvc",
    ),
  )
    .argument("[entity]", "transaction, invoice, client …")
    .argument("[id]", "the record's")
    .action(async (entity, id, _, command) =>
      (await commands()).showHistory(entity, id, all(command)),
    );

  const trash = add(program, "trash", "list and restore what was deleted", "bahi trash list");
  listing(add(trash, "list", "list what was deleted, newest first", "bahi trash list"))
    .option("--search <text>", "in the name")
    .option("--kind <entity>", "what it was: transaction, invoice, client …")
    .action(async (_, command) => (await commands()).listTrash(all(command)));
  add(trash, "restore", "bring back something deleted", "bahi trash restore 1m7z83st80dtd")
    .argument("<id>", "from bahi trash list")
    .action(async (id, _, command) => (await commands()).restore(id, all(command)));
}
