import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { BATCH_DAYS } from "../../domain/banking/batches.ts";
import type { OpenBill } from "../../domain/banking/bills.ts";
import type { OpenEntry, OpenInvoice, OpenLine } from "../../domain/banking/candidates.ts";
import { ENTRY_DAYS_BY_REFERENCE } from "../../domain/banking/entries.ts";
import type { Field } from "../../domain/banking/matchContext.ts";
import { type Memory, memoryKey } from "../../domain/banking/memory.ts";
import type { Rule } from "../../domain/banking/rules.ts";
import type { OwnAccount } from "../../domain/banking/transfers.ts";
import { addDays } from "../../domain/dates.ts";
import { computeTdsLimit, type Deductible, taxableLeft } from "../../domain/documents/payments.ts";
import { explainControl } from "../../domain/ledger/usualKinds.ts";
import { OPEN } from "../documents/rows.ts";
import { INCOME_TDS } from "../documents/tdsLimit.ts";
import type { Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import {
  bankAccounts,
  bankLines,
  bankMemory,
  bankRules,
  declinedProposals,
} from "../schema/banking.ts";
import { accounts, categories } from "../schema/ledger.ts";
import { readDues } from "./dues.ts";

// Everything that an account's open lines are compared with, read at once. For a reader thread.

type PlacedLine = OpenLine & { place: number };

/** Lines of a file before they are stored, and its account number. */
export interface NewLines {
  lines: PlacedLine[];
  number: string;
}

export async function readMatchContext(
  read: Read,
  tenant: Tenant,
  accountId: string,
  fresh: NewLines = { lines: [], number: "" },
): Promise<Field> {
  const stored = await openLines(read, tenant, accountId);
  const lines = fresh.lines.length > 0 ? [...stored, ...fresh.lines].sort(byPlace) : stored;
  const [entries, invoices, bills, dues, others, rules, memory, declined, known] =
    await Promise.all([
      openEntries(read, tenant, accountId, lines),
      lines.some(({ amountPaise }) => amountPaise > 0) ? openInvoices(read, tenant, lines) : [],
      lines.some(({ amountPaise }) => amountPaise < 0) ? openBills(read, tenant, lines) : [],
      readDues(read, tenant, lines),
      otherAccounts(read, tenant, accountId, lines),
      readRules(read, tenant),
      readMemory(read, tenant),
      readDeclined(read, tenant),
      readNames(read, tenant, accountId),
    ]);
  const batch = await batchEntries(read, tenant, accountId, lines, entries);
  if (fresh.number) known.own.number = fresh.number;
  const documents = { invoices, bills, ...dues };
  return { lines, entries, batch, ...documents, others, rules, memory, declined, ...known };
}

const byPlace = (one: PlacedLine, other: PlacedLine) =>
  one.date === other.date
    ? one.place - other.place || (one.id < other.id ? -1 : 1)
    : one.date < other.date
      ? -1
      : 1;

async function openLines(read: Read, tenant: Tenant, accountId: string): Promise<PlacedLine[]> {
  const { id, date, place, amountPaise, narration, ref } = bankLines;
  return read
    .select({ id, date, place, amountPaise, narration, ref })
    .from(bankLines)
    .where(
      forAgency(tenant, bankLines, eq(bankLines.accountId, accountId), isNull(bankLines.matchId)),
    )
    .orderBy(asc(date), asc(place), asc(id));
}

/** Reads known names, the agency's own name, and the account number. */
async function readNames(
  read: Read,
  { agencyId }: Tenant,
  accountId: string,
): Promise<Required<Pick<Field, "names" | "own">>> {
  const [parties, [own]] = await Promise.all([
    read.all<{ name: string }>(sql`SELECT display_name AS name FROM clients
      WHERE agency_id = ${agencyId} UNION SELECT display_name FROM vendors WHERE agency_id = ${agencyId}`),
    read.all<{
      name: string;
      number: string | null;
    }>(sql`SELECT coalesce(nullif(legal_name, ''), name) AS name,
      (SELECT number FROM bank_accounts WHERE agency_id = ${agencyId} AND account_id = ${accountId}) AS number
      FROM agencies WHERE id = ${agencyId}`),
  ]);
  const names = parties.map(({ name }) => name);
  return { names, own: { name: own?.name ?? "", number: own?.number ?? "" } };
}

const findSpan = (lines: OpenLine[]) => ({
  first: lines[0]?.date ?? "9999-12-31",
  last: lines.at(-1)?.date ?? "0000-01-01",
});

/** Reads entries with a line's amount, which only the index of days finds. */
async function openEntries(
  read: Read,
  { agencyId }: Tenant,
  accountId: string,
  lines: OpenLine[],
): Promise<OpenEntry[]> {
  if (lines.length === 0) return [];
  const { first, last } = findSpan(lines);
  const amounts = JSON.stringify([...new Set(lines.map(({ amountPaise }) => amountPaise))]);
  const signed = sql`iif(type = 'Income' OR to_account_id = ${accountId}, amount_paise, -amount_paise)`;
  // Uses the index by name, then reads only the rows it leaves.
  const [found] = await read.all<{ rows: string }>(sql`
    WITH wanted AS MATERIALIZED (SELECT value AS amount FROM json_each(${amounts})),
    alike AS MATERIALIZED (SELECT entry, ${signed} AS amount
      FROM transactions INDEXED BY transactions_by_date
      WHERE agency_id = ${agencyId}
        AND date BETWEEN ${addDays(first, -ENTRY_DAYS_BY_REFERENCE)}
          AND ${addDays(last, ENTRY_DAYS_BY_REFERENCE)}
        AND (account_id = ${accountId} OR to_account_id = ${accountId}) AND ${signed} IN wanted),
    found AS MATERIALIZED (SELECT json_object('id', t.id, 'date', t.date, 'amountPaise', alike.amount,
        'description', t.description, 'notes', t.notes, 'category', c.name,
        'otherId', iif(t.account_id = ${accountId}, t.to_account_id, t.account_id)) AS entry
      FROM alike CROSS JOIN transactions t ON t.entry = alike.entry
        LEFT JOIN categories c ON c.agency_id = ${agencyId} AND c.id = t.category_id
      WHERE NOT EXISTS (SELECT 1 FROM match_entries m WHERE m.agency_id = ${agencyId}
        AND m.transaction_id = t.id AND m.account_id = ${accountId})
      ORDER BY t.entry)
    SELECT json_group_array(json(entry)) AS rows FROM found`);
  return JSON.parse(found?.rows ?? "[]");
}

const BATCH_LINES = 500;
const BATCH_ENTRIES = 5_000;

/** Reads unmatched entries with a category near lines whose amount no entry has. */
async function batchEntries(
  read: Read,
  { agencyId }: Tenant,
  accountId: string,
  lines: OpenLine[],
  entries: OpenEntry[],
): Promise<OpenEntry[]> {
  const amounts = new Set(entries.map(({ amountPaise }) => amountPaise));
  const lonely = lines.filter(({ amountPaise }) => !amounts.has(amountPaise)).slice(-BATCH_LINES);
  const days = new Set<string>();
  for (const { date } of lonely) {
    for (let off = -BATCH_DAYS; off <= BATCH_DAYS; off++) days.add(addDays(date, off));
  }
  if (days.size === 0) return [];
  const largest = Math.max(...lonely.map(({ amountPaise }) => Math.abs(amountPaise)));
  return read.all<OpenEntry>(sql`
    SELECT t.id, t.date, iif(t.type = 'Income', amount_paise, -amount_paise) AS "amountPaise",
      description, notes, c.name AS category
    FROM json_each(${JSON.stringify([...days])}) day CROSS JOIN transactions t
      JOIN categories c ON c.agency_id = ${agencyId} AND c.id = t.category_id
    WHERE t.agency_id = ${agencyId} AND t.date = day.value AND t.account_id = ${accountId}
      AND amount_paise < ${largest} AND NOT EXISTS (SELECT 1 FROM match_entries m
        WHERE m.agency_id = ${agencyId} AND m.transaction_id = t.id AND m.account_id = ${accountId})
    ORDER BY t.date, t.entry LIMIT ${BATCH_ENTRIES}`);
}

async function openInvoices(
  read: Read,
  { agencyId }: Tenant,
  lines: OpenLine[],
): Promise<OpenInvoice[]> {
  const rows = await read.all<OpenInvoice & Deductible>(sql`
    SELECT d.id, number, client_id AS clientId,
      coalesce(issued ->> '$.recipient.name', display_name) AS client, date, due_date AS dueDate,
      taxable_paise AS "taxablePaise", credit_paise AS "creditedPaise", ${INCOME_TDS} AS "deductedPaise",
      grand_total_paise AS "totalPaise", ${OPEN} AS "balancePaise"
    FROM documents d JOIN clients c ON c.agency_id = d.agency_id AND c.id = client_id
    WHERE d.agency_id = ${agencyId} AND family = 'INVOICES' AND status IN ('SENT', 'PARTIALLY_PAID')
      AND date <= ${findSpan(lines).last} ORDER BY date, d.id`);
  return rows.map(({ creditedPaise, totalPaise, deductedPaise, ...row }) => ({
    ...row,
    taxablePaise: taxableLeft(row.taxablePaise, creditedPaise, totalPaise),
    tdsLimitPaise: computeTdsLimit({ ...row, creditedPaise, totalPaise, deductedPaise }),
  }));
}

async function openBills(read: Read, { agencyId }: Tenant, lines: OpenLine[]): Promise<OpenBill[]> {
  return read.all<OpenBill>(sql`SELECT d.id, number, vendor_id AS clientId,
      coalesce(issued ->> '$.recipient.name', display_name) AS client, date, due_date AS dueDate,
      taxable_paise AS "taxablePaise", ${OPEN} AS "balancePaise",
      max(tds_due_paise - tds_paise, 0) AS "tdsPaise"
    FROM documents d JOIN vendors v ON v.agency_id = d.agency_id AND v.id = vendor_id
    WHERE d.agency_id = ${agencyId} AND family = 'BILLS' AND status IN ('SENT', 'PARTIALLY_PAID')
      AND date <= ${findSpan(lines).last} ORDER BY date, d.id`);
}

async function otherAccounts(
  read: Read,
  tenant: Tenant,
  accountId: string,
  lines: OpenLine[],
): Promise<OwnAccount[]> {
  const known = await read
    .select({ id: accounts.id, name: accounts.name, number: bankAccounts.number })
    .from(accounts)
    .leftJoin(
      bankAccounts,
      and(eq(bankAccounts.agencyId, accounts.agencyId), eq(bankAccounts.accountId, accounts.id)),
    )
    .where(forAgency(tenant, accounts, ne(accounts.id, accountId), eq(accounts.isActive, true)));
  const { first, last } = findSpan(lines);
  const open = await read
    .select()
    .from(bankLines)
    .where(
      forAgency(
        tenant,
        bankLines,
        ne(bankLines.accountId, accountId),
        isNull(bankLines.matchId),
        sql`date BETWEEN ${addDays(first, -5)} AND ${addDays(last, 5)}`,
      ),
    );
  const wanted = new Set(lines.map(({ amountPaise }) => -amountPaise));
  const byAccount = Map.groupBy(
    open.filter(({ amountPaise }) => wanted.has(amountPaise)),
    (line) => line.accountId,
  );
  const all = known.map(async ({ id, name, number }): Promise<OwnAccount> => {
    const theirs = (byAccount.get(id) ?? []).toSorted((a, b) =>
      a.date < b.date ? -1 : Number(a.date > b.date),
    );
    const entries = await openEntries(read, tenant, id, theirs);
    return { id, name, number: number ?? "", lines: theirs, entries };
  });
  return Promise.all(all);
}

/** Reads active rules in order, with active targets. Control categories are not suggested. */
async function readRules(read: Read, tenant: Tenant): Promise<Rule[]> {
  const [rows, known, others] = await Promise.all([
    read
      .select()
      .from(bankRules)
      .where(forAgency(tenant, bankRules, eq(bankRules.isActive, true)))
      .orderBy(asc(bankRules.place), asc(bankRules.id)),
    read
      .select()
      .from(categories)
      .where(forAgency(tenant, categories, eq(categories.isActive, true))),
    read
      .select()
      .from(accounts)
      .where(forAgency(tenant, accounts, eq(accounts.isActive, true))),
  ]);
  const targets = new Map<string, Rule["target"]>([
    ...known
      .filter((category) => explainControl(category) === undefined)
      .map(({ id, name, type }) => [id, { id, name, type }] as const),
    ...others.map(({ id, name }) => [id, { id, name, type: "Transfer" }] as const),
  ]);
  return rows.flatMap(({ id, name, test, effect }) => {
    const target = targets.get(effect.categoryId ?? effect.transferTo ?? "");
    return target ? [{ id, name, test, effect, target }] : [];
  });
}

async function readMemory(read: Read, tenant: Tenant): Promise<Memory> {
  const rows = await read
    .select({
      counted: bankMemory,
      name: categories.name,
      type: categories.type,
      kind: categories.kind,
    })
    .from(bankMemory)
    .innerJoin(
      categories,
      and(eq(categories.agencyId, bankMemory.agencyId), eq(categories.id, bankMemory.categoryId)),
    )
    .where(forAgency(tenant, bankMemory, eq(categories.isActive, true)));
  const memory: Memory = { counts: new Map(), categories: new Map() };
  for (const { counted, name, type, kind } of rows) {
    if (explainControl({ name, kind })) continue;
    const key = memoryKey(counted.direction, counted.token);
    const counts = memory.counts.get(key) ?? new Map<string, number>();
    memory.counts.set(key, counts.set(counted.categoryId, counted.count));
    memory.categories.set(counted.categoryId, { name, type });
  }
  return memory;
}

async function readDeclined(read: Read, tenant: Tenant): Promise<Set<string>> {
  const rows = await read
    .select()
    .from(declinedProposals)
    .where(forAgency(tenant, declinedProposals));
  return new Set(rows.map(({ lineId, proposal }) => `${lineId} ${proposal}`));
}
