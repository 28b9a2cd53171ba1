import { and, asc, eq, gte, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import { formatDate } from "../../domain/dates.ts";
import type { Chart, Ledger } from "../../domain/ledger/chart.ts";
import {
  type Journal,
  type JournalList,
  type JournalQuery,
  NewJournal,
} from "../../domain/ledger/journals.ts";
import { OF_DOCUMENTS } from "../../domain/ledger/kinds.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import type { Read } from "../engine/books.ts";
import { isIn } from "../engine/conditions.ts";
import { newId } from "../engine/id.ts";
import { recordStore } from "../engine/records.ts";
import { isUsual, orderBy, sortSql } from "../engine/sorting.ts";
import { forAgency, nowFor, type Tenant, todayFor } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { journalLines, journals, reversals } from "../schema/ledger.ts";
import { readChart } from "./chart.ts";

/** Lists journals, by default newest first. */
export async function listJournals(tenant: Tenant, query: JournalQuery): Promise<JournalList> {
  const { q, dateFrom, dateTo, sort, page, limit } = query;
  const { read } = tenant.books;
  const { chart } = await readChart(tenant.agencyId, read);
  const where = forAgency(
    tenant,
    journals,
    dateFrom ? gte(journals.date, dateFrom) : undefined,
    dateTo ? lte(journals.date, dateTo) : undefined,
    q ? searchSql(q, chart) : undefined,
  );
  const [found] = await read.select({ total: sql<number>`count(*)` }).from(journals).where(where);
  const rows = await read
    .select()
    .from(journals)
    .where(where)
    .orderBy(orderBy(sort, sortSql(SORTED, sort), NEWEST))
    .limit(limit)
    .offset((page - 1) * limit);
  const total = found?.total ?? 0;
  const items = await withLines(read, tenant, chart, rows);
  return { items, total, page, totalPages: Math.ceil(total / limit) };
}

/** Whether the query may read every journal of the dates. A reader thread then runs it. */
export const mayTakeLong = ({ q, sort }: JournalQuery): boolean =>
  q !== undefined || !isUsual(sort);

const NEWEST = { date: sql`${journals.date}`, id: sql`${journals.id}` };
const OF_JOURNAL = sql`FROM journal_lines l
  WHERE l.agency_id = ${journals.agencyId} AND l.journal_id = ${journals.id}`;
const SORTED = {
  date: NEWEST.date,
  reason: sql`lower(${journals.reason})`,
  total: sql`(SELECT sum(max(l.paise, 0)) ${OF_JOURNAL})`,
};

/** Searches the reason and the names of its ledgers. */
function searchSql(q: string, chart: Chart): SQL {
  const wanted = q.toLowerCase();
  const ids = chart.ledgers
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .flatMap((ledger) => chart.idsOf(ledger));
  return sql`(instr(lower(${journals.reason}), ${wanted}) > 0
    OR EXISTS (SELECT 1 ${OF_JOURNAL} AND ${isIn(sql`coalesce(l.category_id, l.ledger)`, ids)}))`;
}

/** Posts a change of the books by an accountant. Its lines are replaced as a whole. */
const store = recordStore({
  entity: "Journal",
  table: journals,
  schema: NewJournal,
  async read(from, tenant, where) {
    const { chart } = await readChart(tenant.agencyId, from);
    return withLines(from, tenant, chart, await from.select().from(journals).where(where));
  },
  toColumns: ({ date, reason, basis }) => ({ date, reason, basis }),
  toNewColumns: async (_, tenant) => ({ createdBy: tenant.userId, createdAt: nowFor(tenant) }),
  toBase: ({ date, reason, basis, reversesOn, lines }) => ({
    date,
    reason,
    basis,
    reversesOn,
    lines: lines.map(({ ledger, debit, credit }) => ({ ledger: ledger._id, debit, credit })),
  }),
  async beforeWrite(tx, tenant, { before }) {
    if (!before) return;
    await assertOwnJournal(tx, tenant, before);
    assertNotReversed(before);
    await deleteLines(tx, tenant, before._id);
  },
  async afterWrite(tx, tenant, { id, input }) {
    const { chart, booksBegin } = await readChart(tenant.agencyId, tx);
    await insertLines(tx, tenant, id, assertPosts(input, chart, booksBegin));
    await setReversal(tx, tenant, id, input.reversesOn);
  },
  async beforeRemove(tx, tenant, before) {
    await assertOwnJournal(tx, tenant, before);
    if (before.reversal) assertNotReversed(before);
    await dropReversal(tx, tenant, before._id);
    await deleteLines(tx, tenant, before._id);
  },
});

/** The operations of journals. One whose day of reversal has passed is reversed at once. */
export const journalStore = {
  ...store,
  add: (tenant: Tenant, input: NewJournal): Promise<Journal> =>
    withIdempotency(tenant, async (tx) => reverseIfDue(tx, tenant, await store.add(tenant, input))),
  change: (tenant: Tenant, id: string, changes: object): Promise<Journal> =>
    writeTransaction(tenant, async (tx) =>
      reverseIfDue(tx, tenant, await store.change(tenant, id, changes)),
    ),
};

async function reverseIfDue(tx: Write, tenant: Tenant, journal: Journal): Promise<Journal> {
  const { _id, reversesOn, reversal } = journal;
  if (reversesOn === "" || reversal || reversesOn > todayFor(tenant)) return journal;
  await postReversal(tx, tenant, _id);
  return store.get(tenant, _id);
}

/** Posts the reversal of a journal within a transaction: the same lines with opposite sides. */
export async function postReversal(tx: Write, tenant: Tenant, id: string): Promise<void> {
  const journal = await store.get(tenant, id);
  const { reason, basis, reversesOn: date, lines } = journal;
  const reversalId = newId();
  const { agencyId, userId: createdBy } = tenant;
  const createdAt = nowFor(tenant);
  const row = { agencyId, id: reversalId, date, basis, createdBy, createdAt };
  await tx.insert(journals).values({ ...row, reason: `Reversal: ${reason}`.slice(0, REASON_MAX) });
  const own = await tx
    .select()
    .from(journalLines)
    .where(forAgency(tenant, journalLines, eq(journalLines.journalId, id)))
    .orderBy(asc(journalLines.line));
  const opposite = own.map((line) => ({ ...line, paise: -line.paise as Paise }));
  if (opposite.length !== lines.length) throw new Error("The journal's lines are incomplete");
  await insertLines(tx, tenant, reversalId, opposite);
  await tx
    .update(reversals)
    .set({ reversalId })
    .where(forAgency(tenant, reversals, eq(reversals.journalId, id)));
  const after = await store.get(tenant, reversalId);
  await recordChange(tx, tenant, "CREATE", "Journal", { after });
}

const REASON_MAX = 500;

/** @throws Refusal "conflict" for a reversal, or a journal that has one: the two stay opposite */
function assertNotReversed({ reversal, reverses }: Journal): void {
  if (reversal) {
    const on = formatDate(reversal.date);
    throw new Refusal("conflict", `It was reversed on ${on}; delete the reversal first`);
  }
  if (!reverses) return;
  const of = `the journal of ${formatDate(reverses.date)}`;
  throw new Refusal("conflict", `It reverses ${of}; delete it and change that one`);
}

async function setReversal(tx: Write, tenant: Tenant, journalId: string, date: string) {
  if (date === "") return dropReversal(tx, tenant, journalId);
  await tx
    .insert(reversals)
    .values({ agencyId: tenant.agencyId, journalId, date })
    .onConflictDoUpdate({ target: [reversals.agencyId, reversals.journalId], set: { date } });
}

/** Unlinks a journal from its coming reversal, or a reversal from its journal. */
async function dropReversal(tx: Write, tenant: Tenant, id: string): Promise<void> {
  const isEither = or(eq(reversals.journalId, id), eq(reversals.reversalId, id));
  await tx.delete(reversals).where(forAgency(tenant, reversals, isEither));
}

async function withLines(
  from: Read,
  tenant: Pick<Tenant, "agencyId">,
  chart: Chart,
  rows: (typeof journals.$inferSelect)[],
): Promise<Journal[]> {
  const ids = rows.map(({ id }) => id);
  const lines = await from
    .select()
    .from(journalLines)
    .where(forAgency(tenant, journalLines, inArray(journalLines.journalId, ids)))
    .orderBy(asc(journalLines.journalId), asc(journalLines.line));
  const links = await readReversals(from, tenant, ids);
  const byJournal = Map.groupBy(lines, ({ journalId }) => journalId);
  return rows.map(({ id, date, reason, basis }) => {
    const own = byJournal.get(id) ?? [];
    const total = own.reduce((sum, { paise }) => (paise > 0 ? sum + BigInt(paise) : sum), 0n);
    return {
      _id: id,
      date,
      reason,
      basis,
      ...links(id),
      total: toRupees(total),
      lines: own.map(({ categoryId, ledger, paise }) => ({
        ledger: named(chart, categoryId ?? ledger ?? ""),
        debit: toRupees(Math.max(paise, 0) as Paise),
        credit: toRupees(Math.max(-paise, 0) as Paise),
      })),
    };
  });
}

/** Returns the links of journals with their reversals. */
async function readReversals(from: Read, tenant: Pick<Tenant, "agencyId">, ids: string[]) {
  const rows = await from
    .select({ link: reversals, date: journals.date, reason: journals.reason })
    .from(reversals)
    .innerJoin(
      journals,
      and(eq(journals.agencyId, reversals.agencyId), eq(journals.id, reversals.journalId)),
    )
    .where(
      forAgency(
        tenant,
        reversals,
        or(inArray(reversals.journalId, ids), inArray(reversals.reversalId, ids)),
      ),
    );
  return (id: string): Pick<Journal, "reversal" | "reverses" | "reversesOn"> => {
    const own = rows.find(({ link }) => link.journalId === id)?.link;
    const of = rows.find(({ link }) => link.reversalId === id);
    return {
      reversesOn: own?.date ?? "",
      reversal: own?.reversalId ? { _id: own.reversalId, date: own.date } : null,
      reverses: of ? { _id: of.link.journalId, date: of.date, reason: of.reason } : null,
    };
  };
}

function named(chart: Chart, id: string): { _id: string; name: string } {
  const { _id, name } = chart.of(id) ?? { _id: id, name: id };
  return { _id, name };
}

/** @throws Refusal "conflict" for a journal created by TDS, naming the record to delete instead */
async function assertOwnJournal(
  tx: Write,
  { agencyId }: Tenant,
  { _id: id }: Journal,
): Promise<void> {
  const [of] = await tx.all<{ what: string }>(sql`
    SELECT 'a partner’s payment' AS what FROM partner_payments
      WHERE agency_id = ${agencyId} AND journal_id = ${id}
    UNION ALL SELECT 'an advance' FROM vendor_advances
      WHERE agency_id = ${agencyId} AND (journal_id = ${id} OR use_journal_id = ${id})
    UNION ALL SELECT 'a TDS deposit' FROM tds_deposits WHERE agency_id = ${agencyId} AND journal_id = ${id}`);
  if (!of) return;
  throw new Refusal("conflict", `This journal was created by ${of.what}; delete that instead`);
}

const deleteLines = (tx: Write, tenant: Tenant, id: string) =>
  tx
    .delete(journalLines)
    .where(forAgency(tenant, journalLines, and(eq(journalLines.journalId, id))));

type Line = Pick<typeof journalLines.$inferInsert, "categoryId" | "ledger" | "paise">;

const insertLines = (tx: Write, { agencyId }: Tenant, journalId: string, lines: Line[]) =>
  tx.insert(journalLines).values(lines.map((row, line) => ({ ...row, agencyId, journalId, line })));

function assertPosts({ date, lines }: NewJournal, chart: Chart, booksBegin: string): Line[] {
  if (booksBegin && date < booksBegin) {
    throw invalid("date", `The books begin on ${formatDate(booksBegin)}`);
  }
  return lines.map((line, n) => {
    const paise = (line.debit - line.credit) as Paise;
    const path = `lines.${n}.${line.categoryId === undefined ? "ledger" : "categoryId"}`;
    const ledger =
      line.categoryId === undefined ? chart.find(line.ledger ?? "") : chart.of(line.categoryId);
    if (!ledger) throw invalid(path, NOT_THERE);
    assertTakes(ledger, path);
    if (line.categoryId !== undefined) return { categoryId: line.categoryId, ledger: null, paise };
    const isSystem = ledger.kind === "system";
    return {
      categoryId: isSystem ? null : ledger._id,
      ledger: isSystem ? ledger._id : null,
      paise,
    };
  });
}

const NOT_THERE = "Choose one of your ledgers";

function assertTakes(ledger: Ledger, path: string): void {
  if (ledger.kind === "account") {
    const instead = "add a transaction or a transfer instead";
    throw invalid(path, `Journals cannot move money; ${instead}`);
  }
  if (!OF_DOCUMENTS.includes(ledger._id)) return;
  const instead =
    ledger._id === "receivables" ? "write off an invoice, or credit it" : "change the bill";
  throw invalid(path, `"${ledger.name}" is computed from documents; ${instead} instead`);
}
