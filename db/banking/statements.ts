import { and, asc, count, desc, eq, isNull, sql } from "drizzle-orm";
import type { Continuity } from "../../domain/banking/continuity.ts";
import type { Gap } from "../../domain/banking/statement.ts";
import type { Statement, StatementRow, StatementsQuery } from "../../domain/banking/statements.ts";
import { pluralize } from "../../domain/counts.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { users } from "../schema/agencies.ts";
import { bankLines, statementFiles, statementLines, statements } from "../schema/banking.ts";
import { assertOpen, getBankAccount } from "./atBank.ts";
import { readStatementContinuity } from "./continuity.ts";

export type StatementColumns = typeof statements.$inferSelect;

/** Lists statements, newest period first. */
export async function listStatements(tenant: Tenant, { accountId, page, limit }: StatementsQuery) {
  const mine = forAgency(
    tenant,
    statements,
    accountId ? eq(statements.accountId, accountId) : undefined,
  );
  const { read } = tenant.books;
  const [rows, counts] = await read.batch([
    selectStatements(tenant)
      .where(mine)
      .orderBy(desc(statements.periodTo), desc(statements.id))
      .limit(limit)
      .offset((page - 1) * limit),
    read.select({ count: count() }).from(statements).where(mine),
  ]);
  const total = counts[0]?.count ?? 0;
  return { items: rows.map(toListed), total, page, totalPages: Math.ceil(total / limit) };
}

/** Returns a statement, and how it follows the others. @throws Refusal "missing" */
export async function getStatement(
  tenant: Tenant,
  id: string,
): Promise<{ statement: StatementRow; continuity: Continuity | null }> {
  const [found] = await selectStatements(tenant).where(
    forAgency(tenant, statements, eq(statements.id, id)),
  );
  if (!found) throw new Refusal("missing", "Statement not found");
  const continuity = await readStatementContinuity(tenant.books.read, tenant, found.row);
  return { statement: toListed(found), continuity };
}

/** Returns the uploaded file. @throws Refusal "missing" */
export async function getStatementFile(tenant: Tenant, id: string) {
  const { file } = (await getStatement(tenant, id)).statement;
  const parts = await tenant.books.read
    .select({ bytes: statementFiles.bytes })
    .from(statementFiles)
    .where(forAgency(tenant, statementFiles, eq(statementFiles.statementId, id)))
    .orderBy(asc(statementFiles.part));
  return { file, bytes: Buffer.concat(parts.map(({ bytes }) => bytes)) };
}

/**
 * Deletes a statement with lines that no other statement has.
 * @throws Refusal "conflict" if one of them is matched, or its day is closed
 */
export function deleteStatement(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const row = await getStatementRow(tx, tenant, id);
    const own = await ownLines(tx, tenant, id);
    const matched = own.filter(({ matchId }) => matchId).length;
    if (matched > 0) {
      const lines = pluralize(matched, "of its lines is", "of its lines are");
      throw new Refusal("conflict", `${lines} matched; undo the matches first`);
    }
    assertOpen(
      await getBankAccount(tx, tenant, row.accountId),
      own.map(({ date }) => date),
    );
    const ids = sql`(SELECT value FROM json_each(${JSON.stringify(own.map((line) => line.id))}))`;
    const isIts = eq(statementLines.statementId, id);
    await tx.delete(statementLines).where(forAgency(tenant, statementLines, isIts));
    const mine = sql`agency_id = ${tenant.agencyId}`;
    await tx.run(sql`DELETE FROM declined_proposals WHERE ${mine} AND line_id IN ${ids}`);
    await tx.run(sql`DELETE FROM bank_lines WHERE ${mine} AND id IN ${ids}`);
    await tx.run(sql`DELETE FROM statement_files WHERE ${mine} AND statement_id = ${id}`);
    await tx.delete(statements).where(forAgency(tenant, statements, eq(statements.id, id)));
    const before = toStatement(row, await getUser(tx, tenant, row.createdBy));
    await recordChange(tx, tenant, "DELETE", "Statement", { before });
  });
}

/** @throws Refusal "missing" */
export async function getStatementRow(
  tx: Write,
  tenant: Tenant,
  id: string,
): Promise<StatementColumns> {
  const [row] = await tx
    .select()
    .from(statements)
    .where(forAgency(tenant, statements, eq(statements.id, id)));
  if (!row) throw new Refusal("missing", "Statement not found");
  return row;
}

/** Lines in this statement only. */
const ownLines = (tx: Write, tenant: Tenant, id: string) =>
  tx
    .select({ id: bankLines.id, date: bankLines.date, matchId: bankLines.matchId })
    .from(statementLines)
    .innerJoin(bankLines, IS_ITS_LINE)
    .where(
      forAgency(
        tenant,
        statementLines,
        eq(statementLines.statementId, id),
        sql`NOT EXISTS (SELECT 1 FROM statement_lines other WHERE other.agency_id = ${tenant.agencyId}
          AND other.line_id = ${statementLines.lineId} AND other.statement_id <> ${id})`,
      ),
    );

/** SQL: joins a statement's line with the account's line. */
export const IS_ITS_LINE = and(
  eq(bankLines.agencyId, statementLines.agencyId),
  eq(bankLines.id, statementLines.lineId),
);

export async function getUser(
  from: Pick<Write, "select">,
  tenant: Pick<Tenant, "agencyId">,
  userId: string,
) {
  const [user] = await from
    .select({ name: users.name })
    .from(users)
    .where(forAgency(tenant, users, eq(users.id, userId)));
  return { _id: userId, name: user?.name ?? "" };
}

function selectStatements(tenant: Tenant) {
  const { read } = tenant.books;
  const open = read
    .select({ count: count() })
    .from(statementLines)
    .innerJoin(bankLines, and(IS_ITS_LINE, isNull(bankLines.matchId)))
    .where(forAgency(tenant, statementLines, eq(statementLines.statementId, statements.id)));
  return read
    .select({ row: statements, name: users.name, open: sql<number>`(${open})` })
    .from(statements)
    .innerJoin(
      users,
      and(eq(users.agencyId, statements.agencyId), eq(users.id, statements.createdBy)),
    );
}

const toListed = (found: { row: StatementColumns; name: string; open: number }): StatementRow => ({
  ...toStatement(found.row, { _id: found.row.createdBy, name: found.name }),
  _id: found.row.id,
  open: found.open,
});

export const toGap = ({ afterLine, beforeLine, missing }: Gap) => ({
  afterLine,
  beforeLine,
  missing: toRupees(missing),
});

export function toStatement(row: StatementColumns, createdBy: Statement["createdBy"]): Statement {
  const { id, accountId, file, format, bank, periodFrom, periodTo, lineCount, added, proof } = row;
  const rupees = (paise: Paise | null) => (paise === null ? null : toRupees(paise));
  return {
    _id: id,
    accountId,
    file,
    format,
    bank,
    account: row.number,
    periodFrom,
    periodTo,
    opening: rupees(row.openingPaise),
    closing: rupees(row.closingPaise),
    debits: toRupees(row.debitsPaise),
    credits: toRupees(row.creditsPaise),
    lineCount,
    new: added,
    known: lineCount - added,
    proof,
    gaps: row.gaps.map(toGap),
    remarks: row.remarks,
    createdAt: row.createdAt,
    createdBy,
  };
}
