import { formatMoment } from "../../domain/dates.ts";
import type { MailedNoun } from "../../domain/mail/about.ts";
import { MAIL_STATES, type Mail, type MailList, type MailRow } from "../../domain/mail/mails.ts";
import { parseChoice } from "../choice.ts";
import { create } from "../create.ts";
import { fetchPages, formatPage, type PagedOptions, printList } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, oneLine } from "../output.ts";
import { ESTIMATES, findDocument, INVOICES, NOTES, RECEIPTS, VOUCHERS } from "../pdfs.ts";
import { readDay } from "../range.ts";
import type { Column } from "../table.ts";

const MAILED_KINDS = {
  invoice: INVOICES,
  note: NOTES,
  estimate: ESTIMATES,
  receipt: RECEIPTS,
  voucher: VOUCHERS,
};

export interface EmailOptions extends GlobalOptions {
  to?: string[];
  subject?: string;
  text?: string;
  copy?: boolean;
  link?: boolean;
  /** The last day of the link, or `never`. */
  expires?: string;
  /** Whether the client gets reminders. If left out, the setting stays. */
  remind?: boolean;
  again?: boolean;
}

/**
 * Queues a document for sending, which marks a draft as sent. An identical command sends it only once a
 * day.
 */
export async function email(noun: MailedNoun, typed: string, options: EmailOptions): Promise<void> {
  const { to, subject, text, copy, link, expires: until, remind } = options;
  const expires = until && until !== "never" ? readDay("--expires", until) : until;
  const { api, output } = open(options);
  const { _id, number } = await findDocument(api, MAILED_KINDS[noun], typed);
  const body = {
    ...(to && { to }),
    ...(subject !== undefined && { subject }),
    ...(text !== undefined && { text }),
    ...(copy && { copyToSelf: true }),
    ...((link || expires) && { linkIt: true }),
    ...(expires && { expires }),
    ...(remind !== undefined && { remind }),
  };
  const { answer, isAgain } = await create<{ mail: Mail; mails: Mail[] }>(api, options, {
    command: `${noun}s email`,
    path: `/${noun}s/${_id}/email`,
    key: "mail",
    body,
  });
  const all = answer.mails.map((mail) => mail.to).join(", ");
  await output.result(answer, () => oneLine(`${number} to ${all}`));
  output.note(
    isAgain
      ? "The same command already sent it; --again sends it once more"
      : "It is sent in ten seconds; until then, bahi outbox cancel cancels it",
  );
}

const COLUMNS: Column<MailRow>[] = [
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
];

const describeReply = (code: number | null, answer: string) =>
  oneLine(answer.startsWith(`${code}`) || code === null ? answer : `${code} ${answer}`);

function describeState({ state, nextAt, attempts }: MailRow): string {
  const word = state === "handed_over" ? "sent" : state;
  const isAgain = nextAt && attempts > 0;
  return isAgain ? `${word}, again ${formatMoment(nextAt).slice(-5)}` : word;
}

export interface ListOptions extends PagedOptions {
  state?: string;
  search?: string;
}

export async function listOutbox(options: ListOptions): Promise<void> {
  const { state: typed, search: q } = options;
  const state = parseChoice("--state", typed, MAIL_STATES);
  const { api } = open(options);
  const answer = await fetchPages<MailList>(api, "/outbox", options, { state, q });
  const footer = () =>
    [count(answer.total, "e-mail"), formatPage(answer)].filter(Boolean).join(", ");
  await printList(answer, answer.items, COLUMNS, options, footer);
}

export const retryMail = (id: string, options: GlobalOptions): Promise<void> =>
  change(id, "retry", "will be tried again now", options);

export const cancelMail = (id: string, options: GlobalOptions): Promise<void> =>
  change(id, "cancel", "will not be sent", options);

async function change(
  id: string,
  verb: string,
  done: string,
  options: GlobalOptions,
): Promise<void> {
  const { api, output } = open(options);
  const path = `/outbox/${encodeURIComponent(id)}/${verb}`;
  const answer = await api.json<{ mail: Mail }>(path, "mail", { method: "POST" });
  const { label, to } = answer.mail;
  await output.result(answer, () => oneLine(`${label} to ${to} ${done}`));
}
