import { desc, eq, sql } from "drizzle-orm";
import { hideTokens, readLinks } from "../../domain/mail/links.ts";
import type { MailQuery } from "../../domain/mail/mailInput.ts";
import type { Mail, MailDetail, MailList } from "../../domain/mail/mails.ts";
import { Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { users } from "../schema/agencies.ts";
import { mails } from "../schema/mail.ts";
import { type StoredMail, toMail, toMailRow } from "./rows.ts";

type From = Pick<Write, "select">;

/** Lists mails, newest first. */
export async function listMails(tenant: Tenant, query: MailQuery): Promise<MailList> {
  const { q, state, entity, id, page, limit } = query;
  const { read } = tenant.books;
  const where = forAgency(
    tenant,
    mails,
    state && eq(mails.state, state),
    entity && eq(mails.entity, entity),
    id ? eq(mails.entityId, id) : undefined,
    q
      ? sql`instr(lower(${mails.to} || char(10) || ${mails.subject} || char(10) || ${mails.label}),
          ${q.toLowerCase()}) > 0`
      : undefined,
  );
  const [found] = await read.select({ total: sql<number>`count(*)` }).from(mails).where(where);
  const rows = await withAuthors(read)
    .where(where)
    .orderBy(desc(mails.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const total = found?.total ?? 0;
  return { items: rows.map(toMailRow), total, page, totalPages: Math.ceil(total / limit) };
}

/** Whether the query may read every mail. A reader thread then runs it. */
export const mayTakeLong = ({ q }: MailQuery): boolean => q !== undefined;

/** Returns a mail and what it shows besides its text. @throws Refusal "missing" */
export async function getMail(tenant: Tenant, id: string): Promise<MailDetail> {
  const found = await find(tenant.books.read, tenant, id);
  return {
    mail: toMail(found),
    content: found.mail.content,
    links: readLinks(hideTokens(found.mail.link)),
  };
}

/** Returns a stored mail. @throws Refusal "missing" */
export async function getStoredMail(tenant: Tenant, id: string): Promise<StoredMail> {
  return (await find(tenant.books.read, tenant, id)).mail;
}

/**
 * Withdraws a queued mail, or dismisses a failed one.
 * @throws Refusal "conflict" if it was sent, or is being sent
 */
export const cancelMail = (tenant: Tenant, id: string): Promise<Mail> =>
  change(tenant, id, ({ state, attempts }) => {
    if (state === "handed_over")
      throw new Refusal("conflict", "The mail server has already accepted it");
    if (state === "sending") throw new Refusal("conflict", "It is being sent now");
    if (state === "cancelled") throw new Refusal("conflict", "It is already cancelled");
    const answer = state === "queued" && attempts === 0 ? "Cancelled" : "Not sent";
    return { state: "cancelled", nextAt: null, answer };
  });

/**
 * Retries a queued, failed, withdrawn or unknown mail now, with the same Message-ID.
 * @throws Refusal "conflict" if it was sent, or is being sent
 */
export const retryMail = (tenant: Tenant, id: string): Promise<Mail> =>
  change(tenant, id, ({ state }) => {
    if (state === "handed_over")
      throw new Refusal("conflict", "The mail server has already accepted it");
    if (state === "sending") throw new Refusal("conflict", "It is being sent now");
    return { state: "queued", nextAt: Date.now(), attempts: 0, unknowns: 0 };
  });

function change(
  tenant: Tenant,
  id: string,
  columnsOf: (before: StoredMail) => Partial<StoredMail>,
): Promise<Mail> {
  return writeTransaction(tenant, async (tx) => {
    const before = await find(tx, tenant, id);
    const columns = columnsOf(before.mail);
    await tx
      .update(mails)
      .set(columns)
      .where(forAgency(tenant, mails, eq(mails.id, id)));
    const after = toMail({ ...before, mail: { ...before.mail, ...columns } });
    await recordChange(tx, tenant, "UPDATE", "Mail", { before: toMail(before), after });
    return after;
  });
}

async function find(from: From, tenant: Tenant, id: string) {
  const [found] = await withAuthors(from).where(forAgency(tenant, mails, eq(mails.id, id)));
  if (!found) throw new Refusal("missing", "Mail not found");
  return found;
}

const withAuthors = (from: From) =>
  from
    .select({ mail: mails, author: users.name })
    .from(mails)
    .innerJoin(
      users,
      sql`${users.agencyId} = ${mails.agencyId} AND ${users.id} = ${mails.createdBy}`,
    );
