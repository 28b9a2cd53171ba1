import { type SQL, sql } from "drizzle-orm";
import { addDays, today } from "../../domain/dates.ts";
import { computeAge } from "../../domain/ledger/ageing.ts";
import { type Ageing, type AgeingQuery, BUCKETS } from "../../domain/ledger/reports.ts";
import { computeClosing } from "../../domain/ledger/statements.ts";
import { toRupees } from "../../domain/money.ts";
import type { Read } from "../engine/books.ts";
import { joinConditions } from "../engine/conditions.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readSum, sumOfAmounts } from "../ledger/sums.ts";
import { openStatements, placeOpenings } from "./opened.ts";
import type { Party } from "./parties.ts";

/** An item open on a day, with its balance then; negative for an unused credit. Paise. */
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
    kept: sql.raw("tds_paise"),
    paid: sql.raw("amount_paise + tds_paise"),
  },
  payables: {
    families: sql.raw("('BILLS')"),
    credit: sql.raw("'VENDOR_CREDIT'"),
    table: sql.raw("vendors"),
    id: sql.raw("vendor_id"),
    /** TDS of a bill is posted with the bill. */
    kept: sql.raw("max(tds_due_paise, tds_paise)"),
    paid: sql.raw("amount_paise"),
  },
};

/**
 * Selects items open at the end of a day, with balances: those open now, and those settled since. No others
 * can have been open.
 * @param before only items due before this day, if given
 */
function openAt(agencyId: number, at: string, of: Party, before?: string): SQL {
  const { families, credit, id, kept, paid } = PARTIES[of];
  const found = sql`documents.id, kind, number, date, due_date, ${id} AS party_id`;
  const held = sql`${found}, grand_total_paise - ${kept} - received_paise - advances_paise - credit_paise
    - written_off_paise - used_paise - refunded_paise AS held`;
  const due = joinConditions(before && sql`due_date < ${before}`);
  const own = sql`agency_id = ${agencyId} AND family IN ${families} AND date <= ${at} AND ${due}`;
  return sql`(WITH later AS MATERIALIZED (SELECT id, sum(paise) AS paise FROM (
      SELECT document_id AS id, ${paid} AS paise FROM settlements INDEXED BY settlements_by_date
      WHERE agency_id = ${agencyId} AND date > ${at}
      UNION ALL SELECT source_id, amount_paise FROM settlements INDEXED BY settlements_by_date
      WHERE agency_id = ${agencyId} AND date > ${at} AND kind = 'CREDIT') GROUP BY id),
    held AS (SELECT ${held} FROM documents INDEXED BY documents_due
      WHERE ${own} AND status IN ('SENT', 'PARTIALLY_PAID')
      UNION ALL SELECT ${held} FROM documents INDEXED BY documents_by_status
      WHERE ${own} AND status = 'CREDIT'
      UNION ALL SELECT ${found}, 0 FROM later CROSS JOIN documents ON documents.id = later.id
      WHERE ${own} AND status = 'PAID')
    SELECT *, iif(kind = ${credit}, -1, 1)
      * (held + coalesce((SELECT paise FROM later WHERE later.id = held.id), 0)) AS balance FROM held)`;
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
    FROM (SELECT * FROM ${openAt(agencyId, at, of)} WHERE balance <> 0 ORDER BY date, id) o
    CROSS JOIN ${PARTIES[of].table} c ON c.agency_id = ${agencyId} AND c.id = party_id`);
  return JSON.parse(found?.rows ?? "[]");
}

/** Returns the part of receivables that is more than six months late, in paise. */
export async function readLate(
  { read, agencyId }: { read: Read; agencyId: number },
  at: string,
): Promise<bigint> {
  const sixMonths = addDays(at, -182);
  const [found] = await read.all<{ late: string }>(sql`SELECT ${sumOfAmounts(sql`balance`)} AS late
    FROM ${openAt(agencyId, at, "receivables", sixMonths)}
    WHERE balance > 0 AND iif(due_date = '', date, due_date) < ${sixMonths}`);
  return readSum(found?.late ?? "0 0");
}

const sumBalances = (items: OpenItem[]) =>
  items.reduce((sum, { balance }) => sum + BigInt(balance), 0n);

/**
 * Computes the ageing on any day, ignoring later payments. The largest balance is first; totals equal the
 * ledger's.
 */
export function getAgeing(tenant: Tenant, { at = today(), by, of }: AgeingQuery): Promise<Ageing> {
  return openStatements(tenant, async (opened) => {
    const items = (await listOpenItems(opened, at, of)).map((item) => ({
      ...item,
      ...computeAge({ date: item.date, dueDate: item.due_date }, at, by),
    }));
    const names = BUCKETS[by];
    const inBuckets = (some: typeof items) =>
      names.map((name) => toRupees(sumBalances(some.filter(({ bucket }) => bucket === name))));
    const sums = inBuckets(items);
    const ledger = (await placeOpenings(opened, { dateFrom: at, dateTo: at })).find(
      (row) => row.ledger._id === of,
    );
    const clients = [...Map.groupBy(items, ({ party_id: id }) => id)].map(([_id, own]) => ({
      _id,
      name: own[0]?.party ?? "",
      buckets: inBuckets(own),
      total: sumBalances(own),
    }));
    const held = ledger ? computeClosing(ledger) : 0n;
    return {
      at,
      by,
      of,
      booksBegin: opened.booksBegin,
      rows: items.map((item) => ({
        invoice: item.number,
        documentId: item.id,
        kind: item.kind,
        client: item.party,
        clientId: item.party_id,
        date: item.date,
        dueDate: item.due_date,
        balance: toRupees(BigInt(item.balance)),
        daysOverdue: item.daysOverdue,
        ageInDays: item.ageInDays,
        bucket: item.bucket,
      })),
      buckets: names.map((name, n) => ({ name, amount: sums[n] ?? 0 })),
      total: toRupees(sumBalances(items)),
      ledger: toRupees(of === "payables" ? -held : held),
      clients: clients
        .toSorted((a, b) => (a.total < b.total ? 1 : a.total > b.total ? -1 : 0))
        .map((client) => ({ ...client, total: toRupees(client.total) })),
    };
  });
}
