import type { Command } from "commander";
import { formatMoment } from "../../domain/dates.ts";
import { type Fields, findFields } from "../../domain/describeField.ts";
import { MailQuery, NewEmail } from "../../domain/mail/mailInput.ts";
import type { Mail, MailRow } from "../../domain/mail/mails.ts";
import { create } from "../create.ts";
import { addFieldOptions, type OptionWords, pickFields } from "../fieldOptions.ts";
import { type DocumentNoun, findDocument } from "../find.ts";
import type { Noun } from "../noun.ts";
import { type GlobalOptions, open } from "../open.ts";
import { all, collect } from "../options.ts";
import { oneLine } from "../output.ts";
import { readDay } from "../range.ts";

const { linkIt, expires, remind, ...fields } = findFields(NewEmail);

/** Adds the options to e-mail a document. A receipt and a voucher have no drafts and no links. */
export function addEmailOptions(command: Command, noun: DocumentNoun): void {
  const hasDrafts = noun !== "receipt" && noun !== "voucher";
  const link = hasDrafts && { linkIt, expires };
  const own = { ...fields, ...link, ...(noun === "invoice" && { remind }) } as Fields;
  addFieldOptions(command, own, WORDS, { hasDefaults: true, hasSwitches: true });
  command
    .option("--again", "send it even if the same command did so in the last 24 hours")
    .action((typed) => email(noun, own, typed, all(command)));
}

const WORDS: OptionWords = {
  help: {
    to: "recipient; repeatable (default: the client’s address)",
    subject: "the subject, instead of the standard one",
    text: "the message, instead of the standard one",
    copyToSelf: "send a copy to yourself",
    linkIt: "include a link to view it without signing in",
    expires: "last day of the link, like 2026-12-31, or never",
    remind: "remind the client while it is unpaid",
  },
  earlier: { "--copy": "copyToSelf", "--link": "linkIt" },
  read: {
    to: (_, text, before) => collect(text, before as string[]),
    expires: (flag, text) => (text === "never" ? text : readDay(flag, text)),
  },
};

/**
 * Queues a document for sending, which marks a draft as sent. An identical command sends it only once a
 * day.
 */
async function email(
  noun: DocumentNoun,
  fields: Fields,
  typed: string,
  options: GlobalOptions & { again?: boolean },
): Promise<void> {
  const { api, output } = open(options);
  const { _id, number } = await findDocument(api, noun, typed);
  const given = pickFields(fields, options);
  const { answer, isAgain } = await create<{ mail: Mail; mails: Mail[] }>(api, options, {
    command: `${noun}s email`,
    path: `/${noun}s/${_id}/email`,
    key: "mail",
    body: { ...given, ...(given.expires !== undefined && { linkIt: true }) },
  });
  const recipients = answer.mails.map((mail) => mail.to).join(", ");
  await output.result(answer, () => oneLine(`${number} to ${recipients}`));
  output.note(
    isAgain
      ? "The same command already sent it; --again sends it once more"
      : "It is sent in ten seconds; until then, bahi outbox cancel cancels it",
  );
}

const describeReply = (code: number | null, answer: string) =>
  oneLine(answer.startsWith(`${code}`) || code === null ? answer : `${code} ${answer}`);

function describeState({ state, nextAt, attempts }: MailRow): string {
  const word = state === "handed_over" ? "sent" : state;
  const isAgain = nextAt && attempts > 0;
  return isAgain ? `${word}, again ${formatMoment(nextAt).slice(-5)}` : word;
}

export const OUTBOX: Noun<MailRow> = {
  filters: findFields(MailQuery),
  columns: [
    { title: "Id", text: ({ _id }) => _id },
    { title: "To", text: ({ to }) => to, minWidth: 12 },
    { title: "About", text: ({ label }) => label, dropOrder: 2 },
    { title: "State", text: describeState },
    {
      title: "Reply",
      text: ({ code, answer }) => describeReply(code, answer),
      dropOrder: 1,
      minWidth: 10,
    },
    { title: "Created", text: ({ createdAt }) => formatMoment(createdAt), dropOrder: 3 },
  ],
  help: { q: "in address, subject and number" },
};

const DONE = { retry: "will be tried again now", cancel: "will not be sent" };

export async function changeMail(
  id: string,
  verb: keyof typeof DONE,
  options: GlobalOptions,
): Promise<void> {
  const { api, output } = open(options);
  const path = `/outbox/${encodeURIComponent(id)}/${verb}`;
  const answer = await api.json<{ mail: Mail }>(path, "mail", { method: "POST" });
  const { label, to } = answer.mail;
  await output.result(answer, () => oneLine(`${label} to ${to} ${DONE[verb]}`));
}
