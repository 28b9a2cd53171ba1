import type { Command } from "commander";
import { listCommands } from "./listCommands.ts";
import { add, all } from "./options.ts";

export function addOutbox(program: Command): void {
  const outbox = add(
    program,
    "outbox",
    "sent e-mails and your mail server's replies",
    "bahi outbox list --state refused",
  );
  listCommands(outbox, {
    noun: "e-mail",
    about: "list e-mails, newest first",
    load: async () => (await import("./commands/mail.ts")).OUTBOX,
  });
  for (const [verb, about] of VERBS) {
    const command = add(outbox, verb, about, `bahi outbox ${verb} 1m7z83st80mwe`);
    command
      .argument("<id>", "from bahi outbox list")
      .action(async (id) =>
        (await import("./commands/mail.ts")).changeMail(id, verb, all(command)),
      );
  }
}

const VERBS = [
  ["retry", "send an e-mail now"],
  ["cancel", "cancel an e-mail before it is sent"],
] as const;
