import type { Command } from "commander";
import { add, all, withCsv } from "./options.ts";

export function addUndo(program: Command): void {
  const commands = () => import("./commands/undo.ts");
  add(
    program,
    "undo",
    "undo your last action from the past 24 hours, or the given operation",
    "bahi undo",
    "All or nothing: if another user has changed it since, bahi says who and when.",
  )
    .argument("[operation]", "from bahi history (default: your last action)")
    .option("--since <record>", "also undo later changes to a record, like transaction:ID")
    .action(async (operation, _, command) => (await commands()).undo(operation, all(command)));

  add(program, "redo", "redo your last undo", "bahi redo").action(async (_, command) =>
    (await commands()).redo(all(command)),
  );

  withCsv(
    add(
      program,
      "history",
      "list your actions of the last 24 hours, or the changes to a record",
      "bahi history invoice 1m7z83st80nvc",
    ),
  )
    .argument("[entity]", "transaction, invoice, client …")
    .argument("[id]", "the record's")
    .action(async (entity, id, _, command) =>
      (await commands()).showHistory(entity, id, all(command)),
    );

  const trash = add(program, "trash", "list and restore deleted records", "bahi trash list");
  withCsv(add(trash, "list", "list deleted records, newest first", "bahi trash list"))
    .option("--search <text>", "in the name")
    .option("--kind <entity>", "type: transaction, invoice, client …")
    .action(async (_, command) => (await commands()).listTrash(all(command)));
  add(trash, "restore", "restore a deleted record", "bahi trash restore 1m7z83st80dtd")
    .argument("<id>", "from bahi trash list")
    .action(async (id, _, command) => (await commands()).restore(id, all(command)));
}
