import { eq, sql } from "drizzle-orm";
import { today } from "../../domain/dates.ts";
import type { MailContent } from "../../domain/mail/content.ts";
import {
  type Mail,
  type MailHolder,
  type MailKind,
  SECOND_THOUGHTS_MS,
} from "../../domain/mail/mails.ts";
import { MAILS_PER_DAY, type MailServer } from "../../domain/mail/settings.ts";
import { Refusal } from "../../domain/refusal.ts";
import { recordChanges } from "../engine/audit.ts";
import { computeFirstId, newId } from "../engine/id.ts";
import { insertRows } from "../engine/insertRows.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { people, users } from "../schema/agencies.ts";
import { mailSettings, mails } from "../schema/mail.ts";
import { toMail } from "./rows.ts";

type From = Pick<Write, "select">;

export interface NewMail {
  kind: MailKind;
  entity: MailHolder;
  entityId: string;
  /** The name of its record, such as a document's number. */
  label: string;
  /** One validated address. */
  to: string;
  subject: string;
  text: string;
  content: MailContent;
  /** URL of the button. */
  link?: string;
  /** Whether it is the sender's own copy. */
  isCopy?: boolean;
  /** Whether the record's PDF is attached. */
  hasPaper?: boolean;
  /** Other input for the PDF: the days of a statement of account. */
  about?: Record<string, string>;
  /** Message-ID of the mail that it replies to, for threading. */
  inReplyTo?: string;
}

/**
 * Returns the address that an agency's mails come from.
 * @throws Refusal "conflict" that names SMTP_URL if there is no mail server; if the user may not send mail
 * yet
 */
export async function getMailSender(
  tx: Write,
  tenant: Tenant,
  server: MailServer,
): Promise<string> {
  const address = await findMailFrom(tx, tenant, server);
  if (!address) {
    throw new Refusal(
      "conflict",
      "E-mail is not set up: SMTP_URL and SMTP_FROM are missing in the server's settings",
    );
  }
  const why = await explainNoMail(tx, tenant, server);
  if (why) throw new Refusal("conflict", why);
  return address;
}

/**
 * Returns why an agency with a mail server cannot send now: the user's email is unverified, because no one
 * may mail strangers in another person's name, or the agency has reached its limit for a day in India.
 */
export async function explainNoMail(
  tx: Pick<Write, "all" | "select">,
  tenant: Tenant,
  { url, perDay = MAILS_PER_DAY }: MailServer,
): Promise<string | undefined> {
  const { agencyId, userId } = tenant;
  const [author] = await tx
    .select({ email: users.email, isVerified: people.isVerified })
    .from(users)
    .innerJoin(people, eq(people.email, users.email))
    .where(forAgency(tenant, users, eq(users.id, userId)));
  // Without its own mail account, a server cannot send the verification link.
  if (url && author?.isVerified === false) {
    return `Verify your email address first: open the link sent to ${author.email}`;
  }
  const [sent] = await tx.all<{ count: number }>(sql`SELECT count(*) AS count FROM (
    SELECT 1 FROM mails WHERE agency_id = ${agencyId} AND id >= ${computeFirstId(today())} LIMIT ${perDay})`);
  if ((sent?.count ?? 0) < perDay) return undefined;
  return `Your agency has sent its ${perDay.toLocaleString("en-IN")} e-mails for today. Send more tomorrow.`;
}

/** Returns the sender address, or "" if there is no mail server. */
export async function findMailFrom(
  from: From,
  tenant: Tenant,
  server: MailServer,
): Promise<string> {
  const [own] = server.isPerAgency
    ? await from.select().from(mailSettings).where(forAgency(tenant, mailSettings))
    : [];
  if (own?.host) return own.fromAddress;
  return server.url ? server.from : "";
}

/**
 * Adds mails to the outbox in the transaction of the change they report. They are sent after ten seconds,
 * until when they can be withdrawn. Call `context.sender.wake()` after the commit.
 * @param from the result of `getMailSender`, whose domain is used in Message-IDs
 * @param now milliseconds since 1970
 */
export async function enqueueMails(
  tx: Write,
  tenant: Tenant,
  from: string,
  all: NewMail[],
  now = Date.now(),
): Promise<Mail[]> {
  const { agencyId, userId } = tenant;
  const domain = from.slice(from.lastIndexOf("@") + 1);
  const rows = all.map((mail) => {
    const id = newId();
    return {
      agencyId,
      id,
      link: "",
      isCopy: false,
      hasPaper: false,
      about: {},
      inReplyTo: "",
      ...mail,
      messageId: `<${id}.${agencyId}@${domain}>`,
      nextAt: now + SECOND_THOUGHTS_MS,
      createdBy: userId,
      createdAt: nowFor(tenant),
    };
  });
  await insertRows(tx, mails, rows);
  const [author] = await tx
    .select({ name: users.name })
    .from(users)
    .where(forAgency(tenant, users, eq(users.id, userId)));
  const made = rows.map((row) =>
    toMail({ mail: { ...FRESH, ...row }, author: author?.name ?? "" }),
  );
  await recordChanges(
    tx,
    tenant,
    made.map((after) => ({ action: "CREATE", entity: "Mail", payload: { after } })),
  );
  return made;
}

/** The database's defaults for a new row. */
const FRESH = {
  ...({ state: "queued", attempts: 0, lease: null, isOut: false, unknowns: 0 } as const),
  account: "",
  triedAt: null,
  code: null,
  answer: "",
  handedOverAt: null,
  paperName: "",
  paperSize: null,
  paperSha256: null,
};
