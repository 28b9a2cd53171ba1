import { and, asc, eq, sql } from "drizzle-orm";
import { addDays } from "../../domain/dates.ts";
import {
  isOpen,
  OUT_OF_DATE_DAYS,
  REMINDER_DAYS,
  toIndiaDay,
} from "../../domain/reminders/schedule.ts";
import { isOpenAgency } from "../agencies/closedAgencies.ts";
import { type Books, newest } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { findMailFrom } from "../mail/enqueue.ts";
import { reminderSettings } from "../schema/reminders.ts";
import { type JobClock, remindClient, type Whom } from "./remind.ts";
import { readRulesInUse } from "./rules.ts";

/** Mails created before yielding. */
const PER_TURN = 50;

/** A search for due reminders, in all agencies or one. */
export interface Search {
  looking: JobClock;
  only?: { agencyId: number } | undefined;
}

/** A batch of mails to create. */
export interface Batch {
  looking: JobClock;
  clients: Whom[];
}

interface Running {
  only?: { agencyId: number } | undefined;
  /** Optional implementations in other threads; by default this thread does both. */
  find?(search: Search): Promise<Whom[]>;
  make?(batch: Batch): Promise<{ made: number }>;
  /** Called before each batch. If true, the rest is left for the next run. */
  isStopping?(): boolean;
  /** Called after each batch that created mails. */
  onMade?(): void;
}

/**
 * Adds due reminders to the outbox, for all agencies or one. Does nothing out of hours. It can be called any
 * number of times, and by several servers at once.
 * @returns the number of mails created
 */
export async function runReminders(
  books: Books,
  looking: JobClock,
  { only, isStopping, onMade, ...running }: Running = {},
): Promise<{ made: number }> {
  const find = running.find ?? ((search: Search) => findReminded({ books }, search));
  const make = running.make ?? ((batch: Batch) => remindClients({ books }, batch));
  let all = 0;
  if (!isOpen(looking.now) || !(await isAnyOn(books))) return { made: all };
  const clients = await find({ looking, only });
  for (let at = 0; at < clients.length && !isStopping?.(); at += PER_TURN) {
    const { made } = await make({ looking, clients: clients.slice(at, at + PER_TURN) });
    all += made;
    if (made > 0) onMade?.();
  }
  return { made: all };
}

const isAnyOn = async (books: Books): Promise<boolean> =>
  (await findAgencies(books).limit(1)).length > 0;

const findAgencies = (books: Books) =>
  newest(books)
    .read.select({ agencyId: reminderSettings.agencyId })
    .from(reminderSettings)
    .where(and(eq(reminderSettings.isOn, true), isOpenAgency(sql`${reminderSettings.agencyId}`)))
    .orderBy(asc(reminderSettings.agencyId));

/** Finds clients who may have a due reminder. Can run in another thread. */
export async function findReminded(
  { books }: { books: Books },
  { looking, only }: Search,
): Promise<Whom[]> {
  const clients: Whom[] = [];
  for (const who of only ? [only] : await findAgencies(books)) {
    clients.push(...(await findClients(books, who, looking)));
  }
  return clients;
}

/** Creates the clients' mails. Can run in another thread. */
export async function remindClients(
  { books }: { books: Books },
  { looking, clients }: Batch,
): Promise<{ made: number }> {
  let made = 0;
  for (const whom of clients) if (await remindClient(books, whom, looking)) made++;
  return { made };
}

/** Finds an agency's clients. The database excludes those no rule can apply to. */
async function findClients(
  books: Books,
  { agencyId }: { agencyId: number },
  { now, mail }: JobClock,
): Promise<Whom[]> {
  const { read } = newest(books);
  const used = await readRulesInUse(read, { agencyId });
  if (!used || !(await findMailFrom(read, { agencyId } as Tenant, mail))) return [];
  const day = toIndiaDay(now);
  const rules = JSON.stringify(used.rules.map(({ days, since }) => [days, since]));
  const [first, last] = [Math.min(...REMINDER_DAYS), Math.max(...REMINDER_DAYS)];
  const rows = await read.all<{ id: string }>(sql`
    SELECT DISTINCT d.client_id AS id FROM documents d INDEXED BY documents_due
    JOIN clients c ON c.agency_id = d.agency_id AND c.id = d.client_id AND c.email <> ''
    JOIN json_each(${rules}) r
    WHERE d.agency_id = ${agencyId} AND d.family = 'INVOICES'
      AND d.status IN ('SENT', 'PARTIALLY_PAID')
      AND d.due_date BETWEEN ${addDays(day, -last - OUT_OF_DATE_DAYS)} AND ${addDays(day, -first)}
      AND date(d.due_date, (r.value ->> 0) || ' days')
        BETWEEN max(r.value ->> 1, ${addDays(day, -OUT_OF_DATE_DAYS)}) AND ${day}
      AND NOT EXISTS (SELECT 1 FROM reminders m WHERE m.agency_id = d.agency_id
        AND m.invoice_id = d.id AND m.due_date = d.due_date AND m.days >= (r.value ->> 0))
      AND NOT EXISTS (SELECT 1 FROM reminder_switches s WHERE s.agency_id = d.agency_id
        AND s.is_on = 0 AND ((s.entity = 'invoice' AND s.entity_id = d.id)
          OR (s.entity = 'client' AND s.entity_id = d.client_id)))
      AND NOT EXISTS (SELECT 1 FROM reminder_days t WHERE t.agency_id = d.agency_id
        AND t.client_id = d.client_id AND t.day = ${day})`);
  return rows.map(({ id: clientId }) => ({ agencyId, clientId }));
}
