import { type SQL, sql } from "drizzle-orm";
import { addDays, today } from "../../domain/dates.ts";
import { ageOf } from "../../domain/ledger/ageing.ts";
import { type Ageing, type AgeingQuery, BUCKETS } from "../../domain/ledger/reports.ts";
import { closingOf } from "../../domain/ledger/statements.ts";
import { toRupees } from "../../domain/money.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readSum, sumOfAmounts } from "../ledger/sums.ts";
import { movedIn, openStatements } from "./opened.ts";
import { KEPT } from "./posted.ts";

/** Who owes, or is owed. */
type Party = AgeingQuery["of"];

/** What was open on a day, with its balance on that day; below 0 for a credit that is held. Paise. */
export interface OpenItem {
  id: string;
  kind: string;
  number: string;
  date: string;
  due_date: string;
  party_id: string;
  party: string;
  balance: number;
}

const PARTIES = {
  receivables: {
    families: sql.raw("('INVOICES', 'NOTES')"),
    credit: sql.raw("'CREDIT_NOTE'"),
    table: sql.raw("clients"),
    id: sql.raw("client_id"),
    /** Tax that was kept back of a bill was posted with it. */
    kept: sql.raw("0"),
    paid: sql.raw("amount_paise + tds_paise"),
  },
  payables: {
    families: sql.raw("('BILLS')"),
    credit: sql.raw("'VENDOR_CREDIT'"),
    table: sql.raw("vendors"),
    id: sql.raw("vendor_id"),
    kept: KEPT,
    paid: sql.raw("amount_paise"),
  },
};

/**
 * What was open at the end of a day, as a table with its balances. Read are documents that are open now, and
 * those that were settled after the day: nothing else can have been open on it.
 */
function openAt(agencyId: number, at: string, of: Party): SQL {
  const { families, credit, id, kept, paid } = PARTIES[of];
  return sql`(WITH candidates AS MATERIALIZED (
      SELECT id FROM documents WHERE agency_id = ${agencyId} AND family IN ${families}
        AND status IN ('SENT', 'PARTIALLY_PAID', 'CREDIT') AND date <= ${at}
        AND NOT (kind = ${credit} AND used_paise + refunded_paise = grand_total_paise)
      UNION SELECT document_id FROM settlements INDEXED BY settlements_by_date
      WHERE agency_id = ${agencyId} AND date > ${at}
      UNION SELECT source_id FROM settlements
      WHERE agency_id = ${agencyId} AND date > ${at} AND kind = 'CREDIT'),
    settled AS (SELECT d.*, d.${id} AS party_id, ${kept} + iif(kind = ${credit},
        (SELECT coalesce(sum(amount_paise), 0) FROM settlements s WHERE s.agency_id = ${agencyId}
          AND s.source_id = d.id AND s.kind = 'CREDIT' AND s.date <= ${at}), 0)
        + (SELECT coalesce(sum(${paid}), 0) FROM settlements s INDEXED BY settlements_by_document
          WHERE s.agency_id = ${agencyId} AND s.document_id = d.id AND s.date <= ${at}) AS settled
      FROM candidates CROSS JOIN documents d ON d.agency_id = ${agencyId} AND d.id = candidates.id
      WHERE d.date <= ${at} AND d.status IN ('SENT', 'PARTIALLY_PAID', 'PAID', 'CREDIT')
        AND d.family IN ${families})
    SELECT id, kind, number, date, due_date, party_id,
      iif(kind = ${credit}, -1, 1) * (grand_total_paise - settled) AS balance
    FROM settled WHERE grand_total_paise <> settled)`;
}

/** Oldest first. */
async function listOpenItems(
  { read, agencyId }: { read: Read; agencyId: number },
  at: string,
  of: Party,
): Promise<OpenItem[]> {
  const [found] = await read.all<{ rows: string }>(sql`
    SELECT json_group_array(json_object('id', o.id, 'kind', o.kind, 'number', number, 'date', date,
      'due_date', due_date, 'party_id', party_id, 'party', display_name, 'balance', balance)) AS rows
    FROM (SELECT * FROM ${openAt(agencyId, at, of)} ORDER BY date, id) o
    JOIN ${PARTIES[of].table} c ON c.agency_id = ${agencyId} AND c.id = party_id`);
  return JSON.parse(found?.rows ?? "[]");
}

/**
 * What a balance sheet says of clients and vendors: clients in credit, below 0; vendors in debit, above it;
 * and what is more than six months late. Paise.
 */
export async function readOpenItems(
  { read, agencyId }: { read: Read; agencyId: number },
  at: string,
): Promise<{ inCredit: bigint; inDebit: bigint; old: bigint }> {
  const sixMonths = addDays(at, -182);
  const isLate = sql`balance > 0 AND iif(due_date = '', date, due_date) < ${sixMonths}`;
  const sumsOf = async (of: Party) => {
    const rows = await read.all<{ held: string; late: string }>(sql`
      SELECT ${sumOfAmounts(sql`balance`)} AS held, ${sumOfAmounts(sql`balance`, isLate)} AS late
      FROM ${openAt(agencyId, at, of)} GROUP BY party_id`);
    return rows.map(({ held, late }) => ({ held: readSum(held), late: readSum(late) }));
  };
  const beyond = (all: { held: bigint }[]) =>
    all.reduce((sum, { held }) => (held < 0n ? sum + held : sum), 0n);
  const owed = await sumsOf("receivables");
  return {
    inCredit: beyond(owed),
    inDebit: -beyond(await sumsOf("payables")),
    old: owed.reduce((sum, { late }) => sum + late, 0n),
  };
}

const sumOf = (items: OpenItem[]) => items.reduce((sum, { balance }) => sum + BigInt(balance), 0n);

/** As of any day: what was paid later counts later. Clients with most first; totals are the ledger's. */
export function getAgeing(tenant: Tenant, { at = today(), by, of }: AgeingQuery): Promise<Ageing> {
  return openStatements(tenant, async (opened) => {
    const items = (await listOpenItems(opened, at, of)).map((item) => ({
      ...item,
      ...ageOf({ date: item.date, dueDate: item.due_date }, at, by),
    }));
    const names = BUCKETS[by];
    const inBuckets = (some: typeof items) =>
      names.map((name) => toRupees(sumOf(some.filter(({ bucket }) => bucket === name))));
    const sums = inBuckets(items);
    const ledger = (await movedIn(opened, { dateFrom: at, dateTo: at })).find(
      (row) => row.ledger._id === of,
    );
    const clients = [...Map.groupBy(items, ({ party_id: id }) => id)].map(([_id, own]) => ({
      ...{ _id, name: own[0]?.party ?? "", buckets: inBuckets(own), total: sumOf(own) },
    }));
    const held = ledger ? closingOf(ledger) : 0n;
    return {
      ...{ at, by, of, booksBegin: opened.booksBegin },
      rows: items.map((item) => ({
        ...{ invoice: item.number, documentId: item.id, kind: item.kind, client: item.party },
        ...{ clientId: item.party_id, date: item.date, dueDate: item.due_date },
        balance: toRupees(BigInt(item.balance)),
        ...{ daysOverdue: item.daysOverdue, ageInDays: item.ageInDays, bucket: item.bucket },
      })),
      buckets: names.map((name, n) => ({ name, amount: sums[n] ?? 0 })),
      total: toRupees(sumOf(items)),
      ledger: toRupees(of === "payables" ? -held : held),
      clients: clients
        .toSorted((a, b) => (a.total < b.total ? 1 : a.total > b.total ? -1 : 0))
        .map((client) => ({ ...client, total: toRupees(client.total) })),
    };
  });
}
