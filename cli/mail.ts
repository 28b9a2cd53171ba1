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
  add(outbox, "retry", "send an e-mail now", "bahi outbox retry 1m7z83st80mwe")
    .argument("<id>", "from bahi outbox list")
    .action(async (id, _, command) =>
      (await import("./commands/mail.ts")).retryMail(id, all(command)),
    );
  add(outbox, "cancel", "cancel an e-mail before it is sent", "bahi outbox cancel 1m7z83st80mwe")
    .argument("<id>", "from bahi outbox list")
    .action(async (id, _, command) =>
      (await import("./commands/mail.ts")).cancelMail(id, all(command)),
    );
}
