import { eq } from "drizzle-orm";
import {
  type Mailed,
  type MailedNoun,
  toEstimateMail,
  toInvoiceMail,
  toNoteMail,
  toReceiptMail,
  toVoucherMail,
} from "../../domain/mail/about.ts";
import {
  type Letterhead,
  plainContent,
  toAgencyLetterhead,
  toStatementContent,
} from "../../domain/mail/content.ts";
import type { NewEmail, NewMonthEmail, NewStatementEmail } from "../../domain/mail/mailInput.ts";
import { MAIL_KIND_NAMES, type Mail } from "../../domain/mail/mails.ts";
import type { MailServer } from "../../domain/mail/settings.ts";
import {
  buildMailTexts,
  type MailTexts,
  monthTexts,
  statementTexts,
} from "../../domain/mail/texts.ts";
import { monthName } from "../../domain/months.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { SHARED } from "../../domain/sharing/shareLinks.ts";
import { getMetadata } from "../agencies/agency.ts";
import { listAccountants } from "../agencies/members.ts";
import { getEstimate, sendEstimate } from "../documents/estimates.ts";
import { sendInvoice } from "../documents/invoices.ts";
import { sendNote } from "../documents/notes.ts";
import { getInvoice } from "../documents/parties.ts";
import { getNote } from "../documents/readNotes.ts";
import { findPaidOn } from "../documents/readPayments.ts";
import { getVoucher } from "../documents/readVouchers.ts";
import { getReceipt } from "../documents/receipts.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency } from "../engine/transaction.ts";
import { changeRemind } from "../reminders/switches.ts";
import { getStatementOfAccount } from "../reports/registers.ts";
import { agencies, users } from "../schema/agencies.ts";
import { clients } from "../schema/documents.ts";
import { makeShareLink } from "../sharing/shareLinks.ts";
import {
  enqueueMails,
  explainNoMail,
  findMailFrom,
  getMailSender,
  type NewMail,
} from "./enqueue.ts";

/** The mails of one action; `mail` is the one to the first address. */
export interface Sent {
  mail: Mail;
  mails: Mail[];
}

interface Mailing {
  /** Reads the record for the mail's text. */
  read(tenant: Tenant, id: string): Promise<Mailed>;
  /** Sends a draft of it; undefined for records without drafts. */
  send?(tenant: Tenant, id: string): Promise<unknown>;
}

const MAILINGS: Record<MailedNoun, Mailing> = {
  invoice: {
    read: async (...of) => toInvoiceMail(await getInvoice(...of), await findPaidOn(...of)),
    send: sendInvoice,
  },
  note: { read: async (...of) => toNoteMail(await getNote(...of)), send: sendNote },
  estimate: {
    read: async (...of) => toEstimateMail(await getEstimate(...of)),
    send: sendEstimate,
  },
  voucher: { read: async (...of) => toVoucherMail(await getVoucher(...of)) },
  receipt: { read: async (...of) => toReceiptMail(await getReceipt(...of)) },
};

/**
 * Mails a record to each address. A draft is sent in the same transaction.
 * @param linkTo returns the URL for a token
 * @throws Refusal "conflict" without a mail server, or if the record is cancelled, "invalid" without an
 * address
 */
export const emailRecord = (
  tenant: Tenant,
  noun: MailedNoun,
  id: string,
  input: NewEmail,
  server: MailServer,
  linkTo: (token: string) => string,
): Promise<Sent> =>
  withIdempotency(tenant, async (tx) => {
    const { read, send } = MAILINGS[noun];
    const { status, email } = await read(tenant, id);
    const from = await getMailSender(tx, tenant, server);
    if (status === "CANCELLED") {
      const what = MAIL_KIND_NAMES[noun].toLowerCase();
      throw new Refusal("conflict", `A cancelled ${what} cannot be sent`);
    }
    if (status === "DRAFT") await send?.(tenant, id);
    if (input.remind !== undefined) await switchReminders(tenant, noun, id, input.remind);
    const about = await read(tenant, id);
    const writer = await findWriter(tx, tenant);
    const what = {
      kind: noun,
      entity: noun,
      entityId: id,
      label: about.number,
      hasPaper: true,
      ...textsFor(input, buildMailTexts(about, writer)),
      content: about.content,
      link: input.linkIt ? linkTo(await makeLink(tx, tenant, noun, id, input)) : "",
    };
    const to = input.to ?? toDefaultAddress(email, about.name);
    return enqueue(tx, tenant, from, what, addressees(to, input.copyToSelf && writer.email));
  });

/** Returns the token of a new link. @throws Refusal "invalid" if this kind of record cannot be shared */
async function makeLink(
  tx: Write,
  tenant: Tenant,
  noun: MailedNoun,
  id: string,
  { expires }: NewEmail,
): Promise<string> {
  const entity = SHARED.find((shared) => shared === noun);
  if (!entity) throw invalid("linkIt", `You cannot share a ${noun}`);
  return (await makeShareLink(tx, tenant, { entity, id, expires })).token;
}

/** @throws Refusal "invalid" if this kind of record has no reminders */
async function switchReminders(
  tenant: Tenant,
  noun: MailedNoun,
  id: string,
  remind: boolean,
): Promise<void> {
  if (noun !== "invoice") throw invalid("remind", `You cannot send reminders for a ${noun}`);
  await changeRemind(tenant, noun, id, remind);
}

/** Mails a client's statement of account. */
export async function emailStatement(
  tenant: Tenant,
  input: NewStatementEmail,
  server: MailServer,
): Promise<Sent> {
  const { clientId, dateFrom, dateTo } = input;
  const [client] = await tenant.books.read
    .select()
    .from(clients)
    .where(forAgency(tenant, clients, eq(clients.id, clientId)));
  if (!client) throw invalid("clientId", "Choose one of your clients");
  const statement = await getStatementOfAccount(tenant, { clientId, dateFrom, dateTo });
  return withIdempotency(tenant, async (tx) => {
    const from = await getMailSender(tx, tenant, server);
    const writer = await findWriter(tx, tenant);
    const name = client.billingName || client.displayName;
    const what = {
      ...({ kind: "statement", entity: "client", entityId: clientId, hasPaper: true } as const),
      label: client.displayName,
      about: { dateFrom, dateTo },
      content: toStatementContent(await findLetterhead(tenant), statement),
      ...textsFor(input, statementTexts({ name, dateFrom, dateTo }, writer)),
    };
    const to = input.to ?? toDefaultAddress(client.email, client.displayName);
    return enqueue(tx, tenant, from, what, addressees(to, input.copyToSelf && writer.email));
  });
}

/** The data for mails about a closed month. */
export interface MonthMail {
  /** `2026-10`. */
  month: string;
  /** URL of the accountant's folder. */
  link: string;
  server: MailServer;
}

/** Mails the accountants, or the addresses in `input`, a notice that a month's documents are ready. */
export const emailMonth = (tenant: Tenant, mail: MonthMail, input: NewMonthEmail): Promise<Sent> =>
  withIdempotency(tenant, async (tx) => {
    const from = await getMailSender(tx, tenant, mail.server);
    const accountants = await listAccountants(tx, tenant);
    const to = input.to ?? accountants.map(({ email }) => email);
    if (to.length === 0) throw invalid("to", "You have no accountant yet; enter a recipient");
    return emailMonthTo(tx, tenant, from, mail, { ...input, to });
  });

/** Mails the accountants in the write that closes the month. Does nothing if mail is not set up. */
export async function emailAccountants(tx: Write, tenant: Tenant, mail: MonthMail): Promise<void> {
  const from = await findMailFrom(tx, tenant, mail.server);
  const to = (await listAccountants(tx, tenant)).map(({ email }) => email);
  if (!from || to.length === 0 || (await explainNoMail(tx, tenant, mail.server))) return;
  await emailMonthTo(tx, tenant, from, mail, { to, subject: "", text: "", copyToSelf: false });
}

async function emailMonthTo(
  tx: Write,
  tenant: Tenant,
  from: string,
  { month, link }: MonthMail,
  input: NewMonthEmail & { to: string[] },
): Promise<Sent> {
  const writer = await findWriter(tx, tenant);
  const known = (await listAccountants(tx, tenant)).filter(({ email }) => input.to.includes(email));
  const name = known.length === 1 ? (known[0]?.name ?? "") : "all";
  const what = {
    ...({
      kind: "month",
      entity: "month",
      entityId: month,
      label: monthName(month),
      link,
    } as const),
    content: plainContent(
      await findLetterhead(tenant),
      `Documents for ${monthName(month)}`,
      "Open the documents",
    ),
    ...textsFor(input, monthTexts({ name, month }, writer)),
  };
  return enqueue(tx, tenant, from, what, addressees(input.to, input.copyToSelf && writer.email));
}

const textsFor = (input: Pick<NewEmail, "subject" | "text">, texts: MailTexts): MailTexts => ({
  subject: input.subject || texts.subject,
  text: input.text || texts.text,
});

function toDefaultAddress(email: string, name: string): string[] {
  if (email) return [email];
  throw invalid("to", `${name} has no e-mail address; enter a recipient`);
}

type Addressee = Pick<NewMail, "isCopy" | "to">;

function addressees(to: string[], self: string | false): Addressee[] {
  const isCopied = self && !to.some((one) => one.toLowerCase() === self.toLowerCase());
  return [...to.map((one) => ({ to: one })), ...(isCopied ? [{ to: self, isCopy: true }] : [])];
}

async function enqueue(
  tx: Write,
  tenant: Tenant,
  from: string,
  what: Omit<NewMail, "to">,
  to: Addressee[],
): Promise<Sent> {
  const mails = await enqueueMails(
    tx,
    tenant,
    from,
    to.map((one) => ({ ...what, ...one })),
  );
  return { mail: mails[0] as Mail, mails };
}

/** Returns the letterhead of e-mails about no document. */
export const findLetterhead = async (tenant: Tenant): Promise<Letterhead> =>
  toAgencyLetterhead(await getMetadata(tenant));

/** Returns the name of the user and of the agency. */
export async function findWriter(tx: Write, tenant: Tenant) {
  const [writer] = await tx
    .select({ agencyName: agencies.name, name: users.name, email: users.email })
    .from(users)
    .innerJoin(agencies, eq(agencies.id, users.agencyId))
    .where(forAgency(tenant, users, eq(users.id, tenant.userId)));
  if (!writer) throw new Error("The tenant's member no longer exists");
  return writer;
}
