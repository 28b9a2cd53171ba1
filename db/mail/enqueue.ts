import { eq, sql } from "drizzle-orm";
import { today } from "../../domain/dates.ts";
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
  /** By which name people know what it is about: a document's number. */
  label: string;
  /** One address, checked. */
  to: string;
  subject: string;
  text: string;
  /** A link that is shown as a button. */
  link?: string;
  /** Whether it is the sender's own copy. */
  isCopy?: boolean;
  /** Whether the PDF of what it is about goes with it. */
  hasPaper?: boolean;
  /** What else that is drawn of: the days of a statement of account. */
  about?: Record<string, string>;
  /** The Message-ID of a mail under which it should lie. */
  inReplyTo?: string;
}

/**
 * Returns the address that an agency's mails come from.
 * @throws Refusal "conflict" that names SMTP_URL if there is no mail server; if the person may not mail yet
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
 * Returns why an agency with a mail server can send no mail now: the person has not verified the address, so
 * that nobody mails strangers in another's name, or the agency has sent as many as it may in a day in India.
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
  // A server without an account of its own cannot send that link.
  if (url && author?.isVerified === false) {
    return `Verify your email address first: open the link sent to ${author.email}`;
  }
  const [sent] = await tx.all<{ count: number }>(sql`SELECT count(*) AS count FROM (
    SELECT 1 FROM mails WHERE agency_id = ${agencyId} AND id >= ${computeFirstId(today())} LIMIT ${perDay})`);
  if ((sent?.count ?? 0) < perDay) return undefined;
  return `Your agency has sent its ${perDay.toLocaleString("en-IN")} e-mails for today. Send more tomorrow.`;
}

/** The same, or "" where there is no mail server. */
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
 * Puts mails into the outbox within the write that they tell of: neither can be without the other. The sender
 * takes them in ten seconds; until then they can be taken back. `from` is what `getMailSender` gave, whose
 * domain the Message-IDs have. Whoever has written wakes the sender then (`context.sender.wake()`).
 * @param now in milliseconds since 1970
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
      ...{ agencyId, id, link: "", isCopy: false, hasPaper: false, about: {}, inReplyTo: "" },
      ...mail,
      messageId: `<${id}.${agencyId}@${domain}>`,
      nextAt: now + SECOND_THOUGHTS_MS,
      ...{ createdBy: userId, createdAt: nowFor(tenant) },
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

/** What the database gives to a row that is new. */
const FRESH = {
  ...({ state: "queued", attempts: 0, lease: null, isOut: false, unknowns: 0 } as const),
  ...{ account: "", triedAt: null, code: null, answer: "", handedOverAt: null },
  ...{ paperName: "", paperSize: null, paperSha256: null },
};
