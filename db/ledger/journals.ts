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
import { invalid, parse, Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import type { Read } from "../engine/books.ts";
import { isIn } from "../engine/conditions.ts";
import { assertUnchanged } from "../engine/expected.ts";
import { newId } from "../engine/id.ts";
import { isUsual, orderBy, sortSql } from "../engine/sorting.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
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

export async function getJournal(tenant: Tenant, id: string): Promise<Journal> {
  const { chart } = await readChart(tenant.agencyId, tenant.books.read);
  return readJournal(tenant.books.read, tenant, chart, id);
}

export async function readJournal(from: Read, tenant: Tenant, chart: Chart, id: string) {
  const rows = await from
    .select()
    .from(journals)
    .where(forAgency(tenant, journals, eq(journals.id, id)));
  const [journal] = await withLines(from, tenant, chart, rows);
  if (!journal) throw new Refusal("missing", "Journal not found");
  return journal;
}

async function withLines(
  from: Read,
  tenant: Tenant,
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
      ...{ _id: id, date, reason, basis, total: toRupees(total) },
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

/** @throws Refusal "invalid" if it is dated before the books, or uses a ledger that journals cannot change */
export function addJournal(tenant: Tenant, input: NewJournal): Promise<Journal> {
  return withIdempotency(tenant, async (tx) => {
    const { chart, booksBegin } = await readChart(tenant.agencyId, tx);
    const lines = assertPosts(input, chart, booksBegin);
    const { date, reason, basis } = input;
    const id = newId();
    await tx.insert(journals).values({
      ...{ id, date, reason, basis, agencyId: tenant.agencyId },
      ...{ createdBy: tenant.userId, createdAt: nowFor(tenant) },
    });
    await insertLines(tx, tenant, id, lines);
    const after = await readJournal(tx, tenant, chart, id);
    await recordChange(tx, tenant, "CREATE", "Journal", { after });
    return after;
  });
}

/** Changes the given fields. Lines are replaced as a whole. */
export function changeJournal(tenant: Tenant, id: string, changes: object): Promise<Journal> {
  return writeTransaction(tenant, async (tx) => {
    await assertOwnJournal(tx, tenant, id);
    const { chart, booksBegin } = await readChart(tenant.agencyId, tx);
    const before = await readJournal(tx, tenant, chart, id);
    await assertUnchanged(tx, tenant, "Journal", before, changes);
    const { date, reason, basis, lines } = before;
    const present = lines.map(({ ledger, debit, credit }) => ({
      ledger: ledger._id,
      debit,
      credit,
    }));
    const input = parse(NewJournal, { date, reason, basis, lines: present, ...changes });
    const posted = assertPosts(input, chart, booksBegin);
    await deleteLines(tx, tenant, id);
    await tx
      .update(journals)
      .set({ date: input.date, reason: input.reason, basis: input.basis })
      .where(forAgency(tenant, journals, eq(journals.id, id)));
    await insertLines(tx, tenant, id, posted);
    const after = await readJournal(tx, tenant, chart, id);
    await recordChange(tx, tenant, "UPDATE", "Journal", { before, after });
    return after;
  });
}

export function deleteJournal(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    await assertOwnJournal(tx, tenant, id);
    const { chart } = await readChart(tenant.agencyId, tx);
    const before = await readJournal(tx, tenant, chart, id);
    await deleteLines(tx, tenant, id);
    await tx.delete(journals).where(forAgency(tenant, journals, eq(journals.id, id)));
    await recordChange(tx, tenant, "DELETE", "Journal", { before });
  });
}

/** @throws Refusal "conflict" for a journal created by TDS, naming the record to delete instead */
async function assertOwnJournal(tx: Write, { agencyId }: Tenant, id: string): Promise<void> {
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
