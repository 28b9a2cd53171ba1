import { asc, eq, sql } from "drizzle-orm";
import { addDays } from "../../domain/dates.ts";
import {
  isOpen,
  OUT_OF_DATE_DAYS,
  REMINDER_DAYS,
  toIndiaDay,
} from "../../domain/reminders/schedule.ts";
import { type Books, newest } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { findMailFrom } from "../mail/enqueue.ts";
import { reminderSettings } from "../schema/reminders.ts";
import { type JobClock, remindClient, type Whom } from "./remind.ts";
import { readRulesInUse } from "./rules.ts";

/** So many are made before others are asked about. */
const PER_TURN = 50;

/** What is looked for: of all agencies, or of one. */
export interface Search {
  looking: JobClock;
  only?: { agencyId: number } | undefined;
}

/** What is made in one go. */
export interface Batch {
  looking: JobClock;
  clients: Whom[];
}

interface Running {
  only?: { agencyId: number } | undefined;
  /** Who looks, and who writes: else this thread. */
  find?(search: Search): Promise<Whom[]>;
  make?(batch: Batch): Promise<{ made: number }>;
  /** Asked before each turn: then the rest is left for the next look. */
  isStopping?(): boolean;
  /** Told of each turn that has made something. */
  onMade?(): void;
}

/**
 * Puts into the outbox what is to be reminded of now: of all agencies, or of one. Out of hours it does
 * nothing. How often it is called, and by how many servers at once, makes no difference.
 * @returns how many mails it has made
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
    .where(eq(reminderSettings.isOn, true))
    .orderBy(asc(reminderSettings.agencyId));

/** Clients of whom a rule may wait; a thread may look. */
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

/** Their mails; a thread may make them. */
export async function remindClients(
  { books }: { books: Books },
  { looking, clients }: Batch,
): Promise<{ made: number }> {
  let made = 0;
  for (const whom of clients) if (await remindClient(books, whom, looking)) made++;
  return { made };
}

/** Those of an agency: whom no rule can wait for is left out by the database. */
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
