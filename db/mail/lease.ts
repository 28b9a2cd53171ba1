import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { hideTokens } from "../../domain/mail/links.ts";
import { type MailKind, toHolderPage } from "../../domain/mail/mails.ts";
import { isOpenAgency } from "../agencies/closedAgencies.ts";
import { recordChange } from "../engine/audit.ts";
import { type Books, newest } from "../engine/books.ts";
import { newId } from "../engine/id.ts";
import { forAgency } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { notify } from "../notifications/notify.ts";
import { refreshReminder } from "../reminders/latest.ts";
import { mails } from "../schema/mail.ts";
import { findCancelReason } from "./cancelReasons.ts";
import type { StoredMail } from "./rows.ts";

// The sender's queries on the outbox. A mail is sent by the holder of its lease. Servers that share a
// database get it with an update that only one of them can make.

const MINUTE_MS = 60_000;
const LEASE_MS = 5 * MINUTE_MS;
/** Delays before a mail that was certainly not sent is retried. After the last, a user decides. */
const AGAIN_MS = [1, 5, 30, 2 * 60, 6 * 60, 24 * 60].map((minutes) => minutes * MINUTE_MS);
const ONCE_MORE_MS = 15 * MINUTE_MS;

/** A mail with the lease for sending it. */
export type LeasedMail = StoredMail & { lease: string };

/** The result of an attempt. */
export type Outcome =
  | { state: "handed_over" | "refused"; code: number | null; answer: string }
  /** Certainly not sent. With `notBefore` it was not even tried, and will be then. */
  | { state: "queued"; code: number | null; answer: string; notBefore?: number }
  /** May have been sent. */
  | { state: "unknown"; answer: string }
  /** No longer needed. */
  | { state: "cancelled"; answer: string };

/** Returns open agencies by their longest-waiting mail, with the time it waits for. */
export function findWaiting(books: Books): Promise<{ agencyId: number; at: number }[]> {
  return newest(books).read.all<{ agencyId: number; at: number }>(sql`
    SELECT agency_id AS "agencyId", min(next_at) AS at FROM mails
    WHERE next_at IS NOT NULL AND ${isOpenAgency(sql`agency_id`)} GROUP BY agency_id ORDER BY at`);
}

/**
 * Leases an agency's next due mail. Mails with an expired lease are handled first: retried if the mail server
 * was not contacted, otherwise marked unknown.
 * @param perMinute maximum attempts per minute for an account
 * @returns undefined if none is due; a time if the account has to wait
 */
export function leaseMail(
  books: Books,
  agencyId: number,
  account: string,
  { now, perMinute }: { now: number; perMinute: number },
): Promise<LeasedMail | number | undefined> {
  return writeTransaction({ books }, async (tx) => {
    for (;;) {
      const [mail] = await tx
        .select()
        .from(mails)
        .where(forAgency({ agencyId }, mails, lte(mails.nextAt, now)))
        .orderBy(asc(mails.nextAt), asc(mails.id))
        .limit(1);
      if (!mail) return undefined;
      if (mail.state !== "sending" || !mail.isOut) {
        const free = await freeAt(tx, account, now, perMinute);
        if (free > now) return free;
        const lease = newId();
        const taken = {
          ...({ state: "sending", lease, isOut: false, account } as const),
          attempts: mail.attempts + 1,
          triedAt: now,
          nextAt: now + LEASE_MS,
        };
        await change(tx, mail, taken);
        return { ...mail, ...taken };
      }
      const answer = "The server stopped before the mail server replied";
      await change(tx, mail, toColumns(mail, { state: "unknown", answer }, now));
    }
  });
}

/** Returns when an account may send again. */
async function freeAt(tx: Write, account: string, now: number, perMinute: number): Promise<number> {
  const [nth] = await tx.all<{ at: number }>(sql`SELECT tried_at AS at FROM mails
    WHERE account = ${account} AND tried_at > ${now - MINUTE_MS} AND tried_at IS NOT NULL
    ORDER BY tried_at DESC LIMIT 1 OFFSET ${perMinute - 1}`);
  return nth ? nth.at + MINUTE_MS : now;
}

/** The current text of a reminder. */
type Going = Pick<StoredMail, "content" | "link" | "subject" | "text" | "to">;

/**
 * Records that an attempt is about to contact the mail server, with the PDF it sends. A reminder's text is
 * rewritten for the current balance.
 * @returns the final text, links and address; the outcome if it is not sent; undefined without the lease
 */
export function recordAttempt(
  books: Books,
  mail: LeasedMail,
  pdf: { name: string; size: number; sha256: string } | undefined,
  now: number,
): Promise<Going | Outcome | undefined> {
  const columns = pdf && {
    paperName: pdf.name,
    paperSize: pdf.size,
    paperSha256: pdf.sha256,
  };
  return writeTransaction({ books, agencyId: mail.agencyId }, async (tx) => {
    const why = await findCancelReason(tx, mail);
    if (why) return { state: "cancelled", answer: why } as const;
    const latest = await refreshReminder(tx, books, mail, now);
    if (latest && "notBefore" in latest) {
      const { why: answer, notBefore } = latest;
      return { state: "queued", code: null, answer, notBefore } as const;
    }
    if (latest && "why" in latest) return { state: "cancelled", answer: latest.why } as const;
    const { subject, text, to, link, content } = latest?.words ?? mail;
    const noted = await tx
      .update(mails)
      .set({ isOut: true, subject, text, to, link, content, ...columns })
      .where(and(isOwnLease(mail), eq(mails.state, "sending")))
      .returning({ id: mails.id });
    if (noted.length === 0) return undefined;
    if (latest?.words) await logWords(tx, mail, { subject, text, to }, now);
    return { subject, text, to, link, content };
  });
}

/** Logs a reminder's text, which is rewritten when it is sent. */
async function logWords(
  tx: Write,
  { agencyId, id, createdBy, subject, text, to }: LeasedMail,
  words: Pick<StoredMail, "subject" | "text" | "to">,
  now: number,
): Promise<void> {
  if (words.subject === subject && words.text === text && words.to === to) return;
  const at = new Date(now).toISOString();
  const who = { agencyId, userId: createdBy, role: "bahi", at } as const;
  const before = { _id: id, subject, text, to };
  await recordChange(tx, who, "UPDATE", "Mail", { before, after: { ...before, ...words } });
}

/** Records the result of an attempt, even if it was marked unknown in the meantime. */
export function settleMail(
  books: Books,
  mail: LeasedMail,
  outcome: Outcome,
  now: number,
): Promise<void> {
  const columns = toColumns(mail, outcome, now);
  return writeTransaction({ books }, async (tx) => {
    const changed = await tx
      .update(mails)
      .set(columns)
      .where(and(isOwnLease(mail), inArray(mails.state, ["sending", "unknown"])))
      .returning({ id: mails.id });
    if (columns.state !== "refused" || changed.length === 0) return;
    const { agencyId, id: aboutId, to: name, label } = mail;
    const tenant = { agencyId, at: new Date(now).toISOString() };
    const link = toHolderPage(mail.entity, mail.entityId);
    // A member's own notifications are no one else's business.
    const toUser = mail.kind === "notifications" ? mail.createdBy : null;
    await notify(tx, tenant, { kind: "mail_failed", name, label, link, aboutId, toUser });
  });
}

/**
 * Ends all leases. On a local file they belong to a process that has ended, so this saves the wait of five
 * minutes.
 */
export function endLeases(books: Books, now: number): Promise<void> {
  return writeTransaction({ books }, async (tx) => {
    await tx.run(sql`UPDATE mails SET next_at = ${now}
      WHERE next_at IS NOT NULL AND state = 'sending'`);
  });
}

const isOwnLease = ({ agencyId, id, lease }: LeasedMail) =>
  forAgency({ agencyId }, mails, eq(mails.id, id), eq(mails.lease, lease));

async function change(
  tx: Write,
  { agencyId, id }: StoredMail,
  columns: Partial<StoredMail>,
): Promise<void> {
  await tx
    .update(mails)
    .set(columns)
    .where(forAgency({ agencyId }, mails, eq(mails.id, id)));
}

function toColumns(mail: StoredMail, outcome: Outcome, now: number): Partial<StoredMail> {
  const { state, answer } = outcome;
  if (state === "queued" && outcome.notBefore !== undefined) {
    // Leased but not tried: other mails of the account go first.
    const { notBefore: nextAt } = outcome;
    return { state, answer, nextAt, attempts: mail.attempts - 1, triedAt: null };
  }
  if (state === "handed_over") {
    // Removes working links from the stored text, as share links are only stored as hashes.
    const link = hideTokens(mail.link);
    return { ...outcome, link, nextAt: null, handedOverAt: new Date(now).toISOString() };
  }
  if (state === "queued") {
    const wait = AGAIN_MS[mail.attempts - 1];
    if (wait) return { ...outcome, nextAt: now + wait };
    const given = `Stopped after ${mail.attempts} tries. ${answer}`;
    return { ...outcome, state: "refused", answer: given, nextAt: null };
  }
  if (state === "unknown") {
    const isTriedAgain = mail.unknowns === 0 && mayComeTwice(mail.kind);
    return {
      state,
      answer,
      code: null,
      unknowns: mail.unknowns + 1,
      nextAt: isTriedAgain ? now + ONCE_MORE_MS : null,
    };
  }
  return { ...outcome, nextAt: null };
}

/** A mail sent twice is better than none, except a reminder to pay. */
const mayComeTwice = (kind: MailKind): boolean => kind !== "reminder";
