import type { Command } from "commander";
import { HOLDERS } from "../domain/attachments/attachments.ts";
import { listCommands } from "./listCommands.ts";
import { add, all, withOutput } from "./options.ts";

const RECORDS = `${HOLDERS.slice(0, -1).join(", ")} or ${HOLDERS.at(-1)}`;

export function addAttachments(program: Command): void {
  add(
    program,
    "attach",
    "attach files to a record: PDF, JPEG, PNG, WebP or HEIC, at most 10 MB each",
    "bahi attach cab.pdf --to transaction:1m7z83st80txn",
    `A record is its type (${RECORDS}), a colon,
and its number, name or id: invoice:26-27/INV/000012, client:"Konkan Foods".`,
  )
    .argument("<file...>", "files to attach")
    .option("--to <record>", "which record, like invoice:26-27/INV/000012")
    .action(async (files, _, command) =>
      (await import("./commands/attachments.ts")).attach(files, all(command)),
    );

  const attachments = add(program, "papers", "attachments of records", "bahi papers list");

  listCommands(attachments, {
    noun: "attachment",
    about: "list attachments, newest first; filter by the date of their record",
    example: "--month 2026-10",
    record: "1m7z83st80ppr",
    verbs: { show: "show an attachment" },
    load: async () => (await import("./commands/attachments.ts")).ATTACHMENT,
  });

  withOutput(
    add(
      attachments,
      "get",
      "save attachments, each verified by its hash",
      "bahi papers get 1m7z83st80ppr --out bills/",
    ).argument("<id...>", "from bahi papers list"),
    "where to, a file or a folder (default: its own name)",
  ).action(async (ids, _, command) =>
    (await import("./commands/attachments.ts")).getAttachments(ids, all(command)),
  );

  add(
    attachments,
    "remove",
    "delete an attachment; its bytes stay for as long as books must be kept",
    "bahi papers remove 1m7z83st80ppr",
  )
    .argument("<id>", "from bahi papers list")
    .action(async (id, _, command) =>
      (await import("./commands/attachments.ts")).removeAttachment(id, all(command)),
    );
}
