import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { hideTokens } from "../../domain/mail/links.ts";
import type { MailKind } from "../../domain/mail/mails.ts";
import { recordChange } from "../engine/audit.ts";
import { type Books, newest } from "../engine/books.ts";
import { newId } from "../engine/id.ts";
import { forAgency } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { refreshReminder } from "../reminders/latest.ts";
import { mails } from "../schema/mail.ts";
import { findCancelReason } from "./cancelReasons.ts";
import type { StoredMail } from "./rows.ts";

// What the sender asks of the outbox. Who has a mail's lease tries it; several servers of one database find
// out by an update that only one of them makes.

const MINUTE_MS = 60_000;
const LEASE_MS = 5 * MINUTE_MS;
/** After so long each, a mail that certainly did not go is tried again; then a person decides. */
const AGAIN_MS = [1, 5, 30, 2 * 60, 6 * 60, 24 * 60].map((minutes) => minutes * MINUTE_MS);
const ONCE_MORE_MS = 15 * MINUTE_MS;

/** A mail that somebody has the lease of. */
export type LeasedMail = StoredMail & { lease: string };

/** How a try ended. */
export type Outcome =
  | { state: "handed_over" | "refused"; code: number | null; answer: string }
  /** It certainly did not go; `notBefore`: nor was it tried, and it is then. */
  | { state: "queued"; code: number | null; answer: string; notBefore?: number }
  /** It may have gone. */
  | { state: "unknown"; answer: string }
  /** It need not go any more. */
  | { state: "cancelled"; answer: string };

/** Agencies by what of theirs waits longest, each with the moment for which its first mail waits. */
export function findWaiting(books: Books): Promise<{ agencyId: number; at: number }[]> {
  return newest(books).read.all<{ agencyId: number; at: number }>(sql`
    SELECT agency_id AS "agencyId", min(next_at) AS at FROM mails
    WHERE next_at IS NOT NULL GROUP BY agency_id ORDER BY at`);
}

/**
 * The lease of an agency's first mail that is due. What another one's lease ran out for is settled on the
 * way: tried now where it had not begun to speak with the mail server, else unknown.
 * @param perMinute how many may be tried a minute by one account
 * @returns undefined where none is due; a moment where the account has to wait until then
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
          ...{ attempts: mail.attempts + 1, triedAt: now, nextAt: now + LEASE_MS },
        };
        await change(tx, mail, taken);
        return { ...mail, ...taken };
      }
      const answer = "The server stopped before the mail server replied";
      await change(tx, mail, toColumns(mail, { state: "unknown", answer }, now));
    }
  });
}

/** From when an account may be tried again. */
async function freeAt(tx: Write, account: string, now: number, perMinute: number): Promise<number> {
  const [nth] = await tx.all<{ at: number }>(sql`SELECT tried_at AS at FROM mails
    WHERE account = ${account} AND tried_at > ${now - MINUTE_MS} AND tried_at IS NOT NULL
    ORDER BY tried_at DESC LIMIT 1 OFFSET ${perMinute - 1}`);
  return nth ? nth.at + MINUTE_MS : now;
}

/** Of a reminder, as it is worded at that moment. */
type Going = Pick<StoredMail, "link" | "subject" | "text" | "to">;

/**
 * Notes, before a try speaks with the mail server, that it does, and the paper it brings. A reminder is
 * worded anew in that write, for what is owed now.
 * @returns its words, links and address as they go; how it ended, where it does not; undefined without
 * the lease
 */
export function recordAttempt(
  books: Books,
  mail: LeasedMail,
  paper: { name: string; size: number; sha256: string } | undefined,
  now: number,
): Promise<Going | Outcome | undefined> {
  const columns = paper && {
    ...{ paperName: paper.name, paperSize: paper.size, paperSha256: paper.sha256 },
  };
  return writeTransaction({ books, agencyId: mail.agencyId }, async (tx) => {
    const why = await findCancelReason(tx, mail);
    if (why) return { state: "cancelled", answer: why } as const;
    const latest = await refreshReminder(tx, mail, now);
    if (latest && "notBefore" in latest) {
      const { why: answer, notBefore } = latest;
      return { state: "queued", code: null, answer, notBefore } as const;
    }
    if (latest && "why" in latest) return { state: "cancelled", answer: latest.why } as const;
    const { subject, text, to, link } = latest?.words ?? mail;
    const noted = await tx
      .update(mails)
      .set({ isOut: true, subject, text, to, link, ...columns })
      .where(and(mine(mail), eq(mails.state, "sending")))
      .returning({ id: mails.id });
    if (noted.length === 0) return undefined;
    if (latest?.words) await logWords(tx, mail, { subject, text, to }, now);
    return { subject, text, to, link };
  });
}

/** Logs the words of a reminder, which are written again when it is sent. */
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

/** Says how a try ended; one that was given up for unknown meanwhile may still say so. */
export function settleMail(
  books: Books,
  mail: LeasedMail,
  outcome: Outcome,
  now: number,
): Promise<void> {
  return writeTransaction({ books }, async (tx) => {
    await tx
      .update(mails)
      .set(toColumns(mail, outcome, now))
      .where(and(mine(mail), inArray(mails.state, ["sending", "unknown"])));
  });
}

/**
 * Of a local file, which one process has at a time: leases are of a process that has ended. They run out now,
 * and not in five minutes.
 */
export function endLeases(books: Books, now: number): Promise<void> {
  return writeTransaction({ books }, async (tx) => {
    await tx.run(sql`UPDATE mails SET next_at = ${now}
      WHERE next_at IS NOT NULL AND state = 'sending'`);
  });
}

const mine = ({ agencyId, id, lease }: LeasedMail) =>
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
    // It was leased, and not tried: others of its account go in its place.
    const { notBefore: nextAt } = outcome;
    return { state, answer, nextAt, attempts: mail.attempts - 1, triedAt: null };
  }
  if (state === "handed_over") {
    // Whoever reads the database finds no link that opens anything: what share links keep is a hash, too.
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
      ...{ state, answer, code: null, unknowns: mail.unknowns + 1 },
      nextAt: isTriedAgain ? now + ONCE_MORE_MS : null,
    };
  }
  return { ...outcome, nextAt: null };
}

/** Better twice than not at all; being asked twice for money is worse than once too few. */
const mayComeTwice = (kind: MailKind): boolean => kind !== "reminder";
