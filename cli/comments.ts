import type { Command } from "commander";
import { add, all } from "./options.ts";

export function addComments(program: Command): void {
  const comments = add(
    program,
    "comments",
    "comments of the team on records",
    "bahi comments list invoice:26-27/INV/000012",
    `A record is its type, a colon, and its number, name or id:
invoice:26-27/INV/000012, client:"Konkan Foods", line:1m7z83st80nne.`,
  );

  add(
    comments,
    "list",
    "list the comments of a record, oldest first",
    "bahi comments list invoice:26-27/INV/000012",
  )
    .argument("<record>", "which record, like invoice:26-27/INV/000012")
    .action(async (record, _, command) =>
      (await import("./commands/comments.ts")).listComments(record, all(command)),
    );

  add(
    comments,
    "add",
    "comment on a record; @ and a name, or @owners, notifies",
    'bahi comments add invoice:26-27/INV/000012 "Which PO number? @Asha"',
  )
    .argument("<record>", "which record, like invoice:26-27/INV/000012")
    .argument("<text>", "the comment")
    .option("--ask", "ask the owners; it stays open until it is answered")
    .action(async (record, text, _, command) =>
      (await import("./commands/comments.ts")).addComment(record, text, all(command)),
    );

  add(comments, "remove", "delete a comment of your own", "bahi comments remove 1m7z83st80cmt")
    .argument("<id>", "from bahi comments list")
    .action(async (id, _, command) =>
      (await import("./commands/comments.ts")).removeComment(id, all(command)),
    );
}
