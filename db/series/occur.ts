import { and, eq } from "drizzle-orm";
import { type CalendarDate, formatDate, pickLater } from "../../domain/dates.ts";
import { NewEmail } from "../../domain/mail/mailInput.ts";
import type { MailServer } from "../../domain/mail/settings.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import { parse, Refusal } from "../../domain/refusal.ts";
import { isPermitted, PERMISSIONS } from "../../domain/roles.ts";
import {
  documentDate,
  effectiveMode,
  FAILURES_MAX,
  invoiceOn,
  isCatchingUp,
  transactionOn,
} from "../../domain/series/occurrence.ts";
import { listDatesFrom } from "../../domain/series/schedule.ts";
import type { InvoiceTemplate, Mode, TransactionTemplate } from "../../domain/series/series.ts";
import { addInvoice, sendInvoice } from "../documents/invoices.ts";
import { AboveLimit } from "../engine/approvals.ts";
import { recordChange } from "../engine/audit.ts";
import type { Books } from "../engine/books.ts";
import { readLocks } from "../engine/locks.ts";
import { claimOnce } from "../engine/once.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { addTransaction } from "../ledger/transactions.ts";
import { explainNoMail, findMailFrom } from "../mail/enqueue.ts";
import { emailRecord } from "../mail/send.ts";
import { users } from "../schema/agencies.ts";
import { occurrences, series, seriesLook } from "../schema/series.ts";
import { findNextAfter } from "./dates.ts";
import { getSeries, type Stored, toSchedule } from "./rows.ts";

/** The current time, and the address that mails come from. */
export interface JobClock {
  today: CalendarDate;
  /** ISO time to log, if it is not now. */
  at?: string | undefined;
  mail: MailServer;
}

export interface Due {
  agencyId: number;
  id: string;
}

/** The result of processing one series. */
export type Outcome =
  | { is: "made" | "none" }
  | { is: "failed" | "stopped"; title: string; date: CalendarDate; reason: string };

/**
 * Creates the next due occurrence of a series and everything that goes with it, in one transaction.
 * Concurrent calls create one, because the date is part of a primary key. Errors that a user could fix are
 * counted; after three the series stops with the reason.
 * @throws DatabaseError, which does not count against the series
 */
export async function makeDue(books: Books, due: Due, looking: JobClock): Promise<Outcome> {
  const who = { books, agencyId: due.agencyId };
  const row = await readRow(books.read, due);
  if (!row || !isDue(row, looking.today)) return { is: "none" };
  const { tenant, refusal } = await findActor(who, row, looking);
  try {
    if (refusal) throw new Refusal("forbidden", refusal);
    const isMade = await writeTransaction(tenant, async (tx) => {
      const now = await readRow(tx, due);
      if (!now || !isDue(now, looking.today)) return false;
      return makeNext(tx, tenant, await catchUp(tx, now, looking), looking);
    });
    return { is: isMade ? "made" : "none" };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return fail(tenant, row, error.message, refusal !== undefined);
  }
}

const isDue = ({ state, nextDate }: Stored, today: CalendarDate) =>
  state === "active" && nextDate !== null && nextDate <= today;

async function readRow(from: Pick<Write, "select">, due: Due): Promise<Stored | undefined> {
  const [row] = await from
    .select()
    .from(series)
    .where(forAgency(due, series, eq(series.id, due.id)));
  return row;
}

/**
 * Returns the user who saved the series last, with their current role, or why they can no longer create
 * records.
 */
async function findActor(
  { books, agencyId }: { books: Books; agencyId: number },
  { savedBy: userId }: Stored,
  { at }: JobClock,
): Promise<{ tenant: Tenant; refusal?: string }> {
  const [user] = await books.read
    .select()
    .from(users)
    .where(forAgency({ agencyId }, users, eq(users.id, userId)));
  const tenant: Tenant = { books, agencyId, userId, role: user?.role ?? "staff", at };
  if (!user || user.removedAt) {
    const name = user?.name ?? "The member who saved it";
    return { tenant, refusal: `${name}, who saved it, is no longer in the team` };
  }
  if (isPermitted(user.role, "enter books")) return { tenant };
  return { tenant, refusal: `${user.name}, who saved it: ${PERMISSIONS["enter books"]}` };
}

/** Returns the row with the date up to which it catches up. */
async function catchUp(tx: Write, row: Stored, { today }: JobClock): Promise<Stored> {
  const next = row.nextDate as CalendarDate;
  if (row.lateTo >= next) return row;
  const from = pickLater(next, row.notBefore);
  const missed = listDatesFrom(toSchedule(row), from, MISSED_LOOKED_AT).filter(
    (day) => day <= today,
  );
  const [look] = await tx.select().from(seriesLook);
  if (!isCatchingUp(missed.length, look?.day ?? "", today)) return row;
  return { ...row, lateTo: today };
}

const MISSED_LOOKED_AT = 10;

/**
 * Creates the next occurrence within a transaction. Returns false if another server has done so.
 * @throws Refusal if it cannot be created
 */
export async function makeNext(
  tx: Write,
  tenant: Tenant,
  row: Stored,
  looking: JobClock,
): Promise<boolean> {
  const date = row.nextDate as CalendarDate;
  const { id: seriesId, title } = row;
  const key = { agencyId: tenant.agencyId, seriesId, date };
  const blank = { state: "made" as const, madeId: "", note: "", at: nowFor(tenant) };
  if (!(await claimOnce(tx, occurrences, { ...key, ...blank }))) return false;
  const { lockedTo } = await readLocks(tx, tenant);
  const written = documentDate(date, looking.today, lockedTo);
  const mode = effectiveMode(row.mode, date <= row.lateTo);
  const work = { tx, tenant, row, mode, looking, of: { _id: seriesId, title, date } };
  const occasion = { date, written, unit: row.unit };
  const { amountPaise, ...done } =
    row.kind === "invoice"
      ? await makeInvoice(work, invoiceOn(row.template as InvoiceTemplate, occasion))
      : await makeTransaction(work, transactionOn(row.template as TransactionTemplate, occasion));
  await tx
    .update(occurrences)
    .set(done)
    .where(
      forAgency(
        tenant,
        occurrences,
        and(eq(occurrences.seriesId, seriesId), eq(occurrences.date, date)),
      ),
    );
  await moveOn(tx, tenant, row, { amountPaise, reason: done.note });
  return true;
}

/** Advances a series after an occurrence. It ends if no date is left. */
async function moveOn(
  tx: Write,
  tenant: Tenant,
  row: Stored,
  made: Pick<Stored, "amountPaise" | "reason">,
): Promise<void> {
  const nextDate = await findNextAfter(tx, tenant, row, row.nextDate as CalendarDate);
  const hasEnded = nextDate === null && row.state === "active";
  const state = hasEnded ? "ended" : row.state;
  const before = hasEnded ? await getSeries(tenant, row.id) : undefined;
  await tx
    .update(series)
    .set({ ...made, nextDate, state, made: row.made + 1, failures: 0, lateTo: row.lateTo })
    .where(forAgency(tenant, series, eq(series.id, row.id)));
  if (!before) return;
  const after = await getSeries(tenant, row.id);
  const of = { _id: row.id, title: row.title, date: row.nextDate };
  await recordChange(tx, tenant, "UPDATE", "Series", { before, after, series: of });
}

interface Work {
  tx: Write;
  tenant: Tenant;
  row: Stored;
  mode: Mode;
  looking: JobClock;
  of: { _id: string; title: string; date: CalendarDate };
}

type Done = Pick<typeof occurrences.$inferSelect, "madeId" | "note" | "state"> &
  Pick<Stored, "amountPaise">;

async function makeInvoice(
  { tx, tenant, mode, looking, of }: Work,
  input: ReturnType<typeof invoiceOn>,
): Promise<Done> {
  const { _id: madeId, grandTotal, clientId } = await addInvoice(tenant, input, of);
  const done = { state: "made" as const, madeId, amountPaise: toPaise(grandTotal) as Paise };
  if (mode === "issue") await sendInvoice(tenant, madeId);
  if (mode !== "issue_and_send") return { ...done, note: "" };
  const from = await findMailFrom(tx, tenant, looking.mail);
  if (!clientId.email) return { ...done, note: NO_ADDRESS };
  if (!from) return { ...done, note: NO_SERVER };
  const why = await explainNoMail(tx, tenant, looking.mail);
  if (why) return { ...done, note: `Saved as a draft. ${why}` };
  const { origin = "" } = looking.mail;
  const email = { ...USUAL, linkIt: origin !== "" };
  const linkTo = (token: string) => `${origin}/s/${token}`;
  await emailRecord(tenant, "invoice", madeId, email, looking.mail, linkTo);
  return { ...done, note: "" };
}

/** To the client, with the default text, and with a link if the server's address is known. */
const USUAL = parse(NewEmail, {});

const NO_ADDRESS = "Saved as a draft: the client has no e-mail address";
const NO_SERVER = "Saved as a draft: e-mail is not set up";

async function makeTransaction(
  { tenant, mode, of }: Work,
  input: ReturnType<typeof transactionOn>,
): Promise<Done> {
  const { amount: amountPaise } = input;
  if (mode === "draft") return { state: "waiting", madeId: "", note: "", amountPaise };
  try {
    const { _id: madeId } = await addTransaction(tenant, input, of);
    return { state: "made", madeId, note: "", amountPaise };
  } catch (error) {
    // Thrown before anything is written: the amount is above the limit of the series' user.
    if (!(error instanceof AboveLimit)) throw error;
    return { state: "waiting", madeId: "", note: ABOVE_LIMIT, amountPaise };
  }
}

const ABOVE_LIMIT =
  "It needs an owner's approval: it is above the limit of the member who saved the series";

/** Counts a failure of the next date. `isFinal` means that retrying will not help. */
function fail(
  tenant: Tenant,
  { id, nextDate }: Stored,
  message: string,
  isFinal: boolean,
): Promise<Outcome> {
  return writeTransaction(tenant, async (tx) => {
    const now = await readRow(tx, { agencyId: tenant.agencyId, id });
    if (now?.state !== "active" || now.nextDate !== nextDate) return { is: "none" } as const;
    const date = nextDate as CalendarDate;
    const failures = now.failures + 1;
    const isStopped = isFinal || failures >= FAILURES_MAX;
    const reason = `${formatDate(date)} could not be created: ${message}`;
    const before = isStopped ? await getSeries(tenant, id) : undefined;
    const stop = { state: "paused", pausedAt: nowFor(tenant), pausedBy: tenant.userId } as const;
    await tx
      .update(series)
      .set({ failures, reason, ...(isStopped && stop) })
      .where(forAgency(tenant, series, eq(series.id, id)));
    if (before) {
      const after = await getSeries(tenant, id);
      await recordChange(tx, tenant, "UPDATE", "Series", { before, after });
    }
    return { is: isStopped ? "stopped" : "failed", title: now.title, date, reason } as const;
  });
}
