import { and, asc, eq, gte, inArray, lte, type SQL, sql } from "drizzle-orm";
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
import type { Read } from "../engine/books.ts";
import { isIn } from "../engine/conditions.ts";
import { recordStore } from "../engine/records.ts";
import { isUsual, orderBy, sortSql } from "../engine/sorting.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { journalLines, journals } from "../schema/ledger.ts";
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
export const journalStore = recordStore({
  entity: "Journal",
  table: journals,
  schema: NewJournal,
  async read(from, tenant, where) {
    const { chart } = await readChart(tenant.agencyId, from);
    return withLines(from, tenant, chart, await from.select().from(journals).where(where));
  },
  toColumns: ({ date, reason, basis }) => ({ date, reason, basis }),
  toNewColumns: async (_, tenant) => ({ createdBy: tenant.userId, createdAt: nowFor(tenant) }),
  toBase: ({ date, reason, basis, lines }) => ({
    date,
    reason,
    basis,
    lines: lines.map(({ ledger, debit, credit }) => ({ ledger: ledger._id, debit, credit })),
  }),
  async beforeWrite(tx, tenant, { before }) {
    if (!before) return;
    await assertOwnJournal(tx, tenant, before);
    await deleteLines(tx, tenant, before._id);
  },
  async afterWrite(tx, tenant, { id, input }) {
    const { chart, booksBegin } = await readChart(tenant.agencyId, tx);
    await insertLines(tx, tenant, id, assertPosts(input, chart, booksBegin));
  },
  async beforeRemove(tx, tenant, before) {
    await assertOwnJournal(tx, tenant, before);
    await deleteLines(tx, tenant, before._id);
  },
});

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
  const byJournal = Map.groupBy(lines, ({ journalId }) => journalId);
  return rows.map(({ id, date, reason, basis }) => {
    const own = byJournal.get(id) ?? [];
    const total = own.reduce((sum, { paise }) => (paise > 0 ? sum + BigInt(paise) : sum), 0n);
    return {
      _id: id,
      date,
      reason,
      basis,
      total: toRupees(total),
      lines: own.map(({ categoryId, ledger, paise }) => ({
        ledger: named(chart, categoryId ?? ledger ?? ""),
        debit: toRupees(Math.max(paise, 0) as Paise),
        credit: toRupees(Math.max(-paise, 0) as Paise),
      })),
    };
  });
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
