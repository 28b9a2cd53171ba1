import { and, asc, eq, gte, lte } from "drizzle-orm";
import type { Continuity } from "../../domain/banking/continuity.ts";
import { identify } from "../../domain/banking/identity.ts";
import { type Placed, placeLines } from "../../domain/banking/placement.ts";
import { gapInWords } from "../../domain/banking/proof.ts";
import type { ReadStatement, StatementLine } from "../../domain/banking/statement.ts";
import type {
  PostedLines,
  ReadLine,
  Statement,
  StatementOptions,
} from "../../domain/banking/statements.ts";
import type { TableOptions } from "../../domain/banking/table.ts";
import { assertAllowed, Undecided } from "../../domain/refusal.ts";
import { findCheckpoint, recordChange } from "../engine/audit.ts";
import type { Read } from "../engine/books.ts";
import { newId } from "../engine/id.ts";
import { insertRows } from "../engine/insertRows.ts";
import { withSnapshot } from "../engine/snapshot.ts";
import { forAgency, nowFor, type Tenant, todayFor } from "../engine/tenant.ts";
import { type Write, withIdempotency } from "../engine/transaction.ts";
import { bankLines, statementFiles, statementLines, statements } from "../schema/banking.ts";
import { type AtBank, accountFor, assertOpen, getBankAccount, storeBankAccount } from "./atBank.ts";
import { assertContinues, type Found, findFirstDate, findLastDate } from "./conflicts.ts";
import { readContinuity, readStatementContinuity } from "./continuity.ts";
import { postAtUpload, preparePosting } from "./postAtUpload.ts";
import { toReadLine } from "./readLine.ts";
import { getUser, type StatementColumns, toGap, toStatement } from "./statements.ts";

export interface StatementInput {
  options: StatementOptions;
  bytes: Uint8Array;
  read: ReadStatement;
}

export interface ImportedStatement {
  statement: Statement;
  lines: ReadLine[];
  continuity: Continuity | null;
  posted: PostedLines | null;
}

type From = Pick<Write, "all" | "select">;

/**
 * Reads a bank's file for its account: with columns that a user chose, and card amounts as a card's.
 * @param read parses the file
 */
export async function readForAccount<Read extends Pick<ReadStatement, "account" | "bank">>(
  tenant: Tenant,
  { accountId, columns }: StatementOptions,
  read: (options: TableOptions) => Promise<Read>,
): Promise<Read> {
  const from = tenant.books.read;
  const named = accountId ? await getBankAccount(from, tenant, accountId) : undefined;
  const readAs = (account?: AtBank) =>
    read({
      columns,
      layouts: account?.layouts ?? [],
      today: todayFor(tenant),
      isCard: account?.type === "Card",
    });
  const first = await readAs(named);
  if (named) return first;
  const account = await accountFor(from, tenant, undefined, first);
  return account.type === "Card" ? readAs(account) : first;
}

/**
 * For a database worker. Stores the lines of a bank's file that are new to the account.
 * @throws Refusal "invalid" if the file is not a statement of the account, "conflict" if it contradicts
 * stored lines, Undecided if the user has to choose first
 */
export async function importStatement(
  tenant: Tenant,
  input: StatementInput,
): Promise<ImportedStatement> {
  const { options, bytes, read } = input;
  if (options.dryRun) {
    const { statement, continuity } = await prepare(tenant.books.read, tenant, input);
    const lines = read.lines.map(toReadLine);
    return { statement: { ...statement, _id: null }, lines, continuity, posted: null };
  }
  // Compared before the write, which blocks other agencies. It is repeated in the write only if the agency
  // has written in the meantime.
  const ready = await withSnapshot(tenant.books, async (from) => ({
    ...(await findCheckpoint(from, tenant)),
    prepared: await prepareWrite(from, tenant, input).catch(() => undefined),
  }));
  return withIdempotency(tenant, async (tx) => {
    const { seq } = await findCheckpoint(tx, tenant);
    const known = seq === ready.seq ? ready.prepared : undefined;
    const { account, statement, row, found, continuity, stored, posting } =
      known ?? (await prepareWrite(tx, tenant, input));
    const lines = read.lines.map(toReadLine);
    const existing = await findImported(tx, tenant, row, found);
    if (existing) return { ...existing, lines, posted: null };
    assertOpen(
      account,
      stored.fresh.map(({ date }) => date),
    );
    await tx.insert(statements).values(row);
    await storeFile(tx, tenant, row.id, bytes);
    await storeLines(tx, tenant, row, stored);
    await storeBankAccount(tx, tenant, account, read, options.columns);
    await recordChange(tx, tenant, "CREATE", "Statement", { after: statement });
    const added = stored.fresh.map(({ id }) => id);
    const posted = posting && (await postAtUpload(tx, tenant, posting, added));
    return { statement, lines, continuity, posted };
  });
}

/** Prepares a write, with the lines to store and the matches to post. */
async function prepareWrite(from: Read, tenant: Tenant, input: StatementInput) {
  const prepared = await prepare(from, tenant, input);
  const { account, found } = prepared;
  const stored = linesToStore(tenant, account._id, input.read, found);
  const posting = await preparePosting(from, tenant, account._id, {
    lines: stored.fresh.map(({ amountPaise, ref = null, ...line }) => ({
      ...line,
      amountPaise,
      ref,
    })),
    number: account.number || input.read.account || "",
  });
  return { ...prepared, stored, posting };
}

/**
 * Finds the statement with the same bytes, if all its lines still exist. A second copy proves nothing more.
 */
async function findImported(
  tx: Write,
  tenant: Tenant,
  { accountId, digest }: StatementColumns,
  { same }: Found,
): Promise<Pick<ImportedStatement, "continuity" | "statement"> | undefined> {
  if (!same.every(Boolean)) return undefined;
  const isIt = and(eq(statements.accountId, accountId), eq(statements.digest, digest));
  const [row] = await tx
    .select()
    .from(statements)
    .where(forAgency(tenant, statements, isIt))
    .limit(1);
  if (!row) return undefined;
  const statement = toStatement({ ...row, added: 0 }, await getUser(tx, tenant, row.createdBy));
  return { statement, continuity: await readStatementContinuity(tx, tenant, row) };
}

/** Checks everything before the write. */
async function prepare(from: From, tenant: Tenant, { options, bytes, read }: StatementInput) {
  const account = await accountFor(from, tenant, options.accountId, read);
  assertAddsUp(read, options.acceptGaps);
  if (read.gaps.length > 0) assertAllowed(tenant, "accept gaps");
  const stored = await storedLines(from, tenant, account._id, read.lines);
  const found = { stored, same: identify(stored, read.lines) };
  await assertContinues(from, tenant, account, read, found);
  const row: StatementColumns = {
    agencyId: tenant.agencyId,
    id: newId(),
    accountId: account._id,
    file: options.file,
    digest: new Bun.CryptoHasher("sha256").update(bytes).digest("base64url"),
    format: read.format,
    bank: read.bank,
    number: read.account,
    periodFrom: read.periodFrom,
    periodTo: read.periodTo,
    proof: read.proof,
    openingPaise: read.openingPaise,
    closingPaise: pickVerifiedClosing(read),
    debitsPaise: read.debitsPaise,
    creditsPaise: read.creditsPaise,
    lineCount: read.lines.length,
    added: found.same.filter((known) => !known).length,
    gaps: read.gaps,
    remarks: read.remarks,
    createdBy: tenant.userId,
    createdAt: nowFor(tenant),
  };
  const statement = toStatement(row, await getUser(from, tenant, tenant.userId));
  const continuity = await readContinuity(from, tenant, {
    accountId: account._id,
    openingPaise: read.openingPaise,
    statementId: "",
    firstDate: findFirstDate(read.lines),
    lines: new Set(found.same.flatMap((known) => known?.id ?? [])),
  });
  return { account, row, statement, found, continuity };
}

/** A closing computed from the opening and the lines verifies nothing, so it is dropped. */
const pickVerifiedClosing = ({ proof, openingSource, closingPaise }: ReadStatement) =>
  proof === "closing-only" && openingSource === "stated" ? null : closingPaise;

/** @throws Undecided that names the lines around each gap */
function assertAddsUp({ gaps, lines, remarks }: ReadStatement, isAccepted: boolean): void {
  const [first] = gaps;
  if (!first || isAccepted) return;
  const sentences = gaps.map((gap) => gapInWords(gap, lines));
  const message = `${sentences[0]}. Nothing was changed`;
  throw new Undecided("gaps", message, { gaps: gaps.map(toGap), sentences, remarks });
}

async function storedLines(
  from: From,
  tenant: Tenant,
  accountId: string,
  lines: StatementLine[],
): Promise<Placed[]> {
  const { date, place, id } = bankLines;
  const isOfIt = eq(bankLines.accountId, accountId);
  const rows = await from
    .select()
    .from(bankLines)
    .where(
      forAgency(
        tenant,
        bankLines,
        isOfIt,
        gte(date, findFirstDate(lines)),
        lte(date, findLastDate(lines)),
      ),
    )
    .orderBy(asc(date), asc(place), asc(id));
  return rows.map(({ amountPaise, balancePaise, ...row }) => ({
    ...row,
    amountPaise,
    balancePaise,
  }));
}

const PART_BYTES = 1 << 20;

async function storeFile(
  tx: Write,
  { agencyId }: Tenant,
  statementId: string,
  file: Uint8Array,
): Promise<void> {
  for (let part = 0; part * PART_BYTES < file.length; part++) {
    const bytes = Buffer.from(file.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
    await tx.insert(statementFiles).values({ agencyId, statementId, part, bytes });
  }
}

interface LinesToStore {
  /** Ids of the file's lines. */
  ids: string[];
  fresh: (typeof bankLines.$inferInsert)[];
}

function linesToStore(
  { agencyId }: Tenant,
  accountId: string,
  { lines }: ReadStatement,
  { stored, same }: Found,
): LinesToStore {
  const placed = placeLines(stored, lines, same);
  const ids: string[] = [];
  const fresh: LinesToStore["fresh"] = [];
  for (const [n, line] of lines.entries()) {
    const id = same[n]?.id ?? newId();
    ids.push(id);
    const at = placed[n];
    if (!at) continue;
    const { amountPaise, balancePaise: _, ...rest } = line;
    const { place, balancePaise } = at;
    fresh.push({ ...rest, agencyId, id, accountId, place, amountPaise, balancePaise });
  }
  return { ids, fresh };
}

/** Stores new lines, and all lines of the statement. */
async function storeLines(
  tx: Write,
  { agencyId }: Tenant,
  { id: statementId }: StatementColumns,
  { ids, fresh }: LinesToStore,
): Promise<void> {
  await insertRows(tx, bankLines, fresh);
  const held = ids.map((lineId, n) => ({ agencyId, statementId, line: n + 1, lineId }));
  await insertRows(tx, statementLines, held);
}
