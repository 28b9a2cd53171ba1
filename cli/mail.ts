import type { Command } from "commander";
import type { MailedNoun } from "../domain/mail/about.ts";
import { add, all, collect, withPages } from "./options.ts";

export function addOutbox(program: Command): void {
  const outbox = add(
    program,
    "outbox",
    "sent e-mails and your mail server's replies",
    "bahi outbox list --state refused",
  );
  withPages(add(outbox, "list", "list e-mails, newest first", "bahi outbox list"))
    .option("--state <state>", "queued, sending, handed_over, refused, unknown or cancelled")
    .option("--search <text>", "in address, subject and number")
    .action(async (_, command) => (await import("./commands/mail.ts")).listOutbox(all(command)));
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

export function addEmail(group: Command, noun: MailedNoun, number: string): void {
  const hasDrafts = noun !== "receipt" && noun !== "voucher";
  const article = noun === "invoice" || noun === "estimate" ? "an" : "a";
  const what = `send ${article} ${noun} by e-mail with its PDF`;
  const command = add(
    group,
    "email",
    hasDrafts ? `${what}; a draft is then marked as sent` : what,
    `bahi ${noun}s email ${number} --to finance@meridian.example`,
  )
    .argument("<number>", `${article} ${noun} number, the end of one, or an id`)
    .option("--to <address>", "recipient; repeatable (default: the client’s address)", collect)
    .option("--subject <text>", "the subject, instead of the standard one")
    .option("--text <text>", "the message, instead of the standard one")
    .option("--copy", "send a copy to yourself")
    .option("--again", "send it even if the same command did so in the last 24 hours");
  if (hasDrafts) {
    command
      .option("--link", "include a link to view it without signing in")
      .option("--expires <date>", "last day of the link, or never");
  }
  if (noun === "invoice") {
    command
      .option("--remind", "remind the client while it is unpaid")
      .option("--no-remind", "exclude it from reminders");
  }
  command.action(async (typed, _, command) =>
    (await import("./commands/mail.ts")).email(noun, typed, all(command)),
  );
}
