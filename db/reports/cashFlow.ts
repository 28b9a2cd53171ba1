import { sql } from "drizzle-orm";
import type { DateRange } from "../../domain/dates.ts";
import { scaleAmount } from "../../domain/ledger/cashBasis.ts";
import type { CashFlowReport } from "../../domain/ledger/cashFlow.ts";
import { toComparedPeriod } from "../../domain/ledger/columns.ts";
import { FROM_CLIENTS, TO_VENDORS } from "../../domain/ledger/kinds.ts";
import type { CashFlowQuery } from "../../domain/ledger/reports.ts";
import { computeClosing } from "../../domain/ledger/statements.ts";
import { toRupees } from "../../domain/money.ts";
import type { Tenant } from "../engine/tenant.ts";
import { cellsSql } from "../ledger/rollup.ts";
import { readSum, sumOfMoves } from "../ledger/sums.ts";
import { selectLedgerCells } from "./moves.ts";
import { type Opened, openStatements, placeOpenings } from "./opened.ts";

/** Paise by line, then by category or, for assets on bills, ledger. */
type Sections = Map<string, Map<string, bigint>>;

interface Flow {
  openingPaise: bigint;
  sections: Sections;
  netPaise: bigint;
}

const sumValues = (own: Map<string, bigint> | undefined): bigint =>
  [...(own?.values() ?? [])].reduce((sum, paise) => sum + paise, 0n);

/** Computes cash flows by the other side of each entry, without transfers. */
export function getCashFlow(
  tenant: Tenant,
  { dateFrom, dateTo, compare }: CashFlowQuery,
): Promise<CashFlowReport> {
  return openStatements(tenant, async (opened) => {
    const period = { dateFrom, dateTo };
    const compared = toComparedPeriod(period, compare);
    const now = await readFlow(opened, period);
    const then = compared && (await readFlow(opened, compared));
    const categories = await readNames(opened);
    const names = unionKeys(now.sections, then?.sections);
    const totals = ({ openingPaise, netPaise }: Flow) => ({
      opening: toRupees(openingPaise),
      net: toRupees(netPaise),
      closing: toRupees(openingPaise + netPaise),
    });
    return {
      dateFrom,
      dateTo,
      booksBegin: opened.booksBegin,
      ...(compared && { comparedFrom: compared.dateFrom, comparedTo: compared.dateTo }),
      sections: names
        .toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
        .map((name) => {
          const [own, before] = [now.sections.get(name), then?.sections.get(name)];
          const amounts = (amount: bigint | undefined, compared: bigint | undefined) => ({
            amount: toRupees(amount ?? 0n),
            ...(then && { compared: toRupees(compared ?? 0n) }),
          });
          const entries = unionKeys(own, before).map((key) => {
            const isOfBills = key.startsWith(ON_BILLS);
            const _id = isOfBills ? key.slice(ON_BILLS.length) : key;
            const named = categories.get(_id) ?? "";
            return {
              _id,
              name: isOfBills ? `${named}, on bills` : named,
              opens: isOfBills ? ("ledger" as const) : ("transactions" as const),
              ...amounts(own?.get(key), before?.get(key)),
            };
          });
          return {
            name,
            ...amounts(sumValues(own), sumValues(before)),
            entries: entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
          };
        }),
      ...totals(now),
      ...(then && { compared: totals(then) }),
    };
  });
}

const SECTIONS = ["operating", "investing", "financing"];
const place = (name: string) => SECTIONS.indexOf(name.split(":")[0] ?? "");
/** For money booked to a ledger without a line of its own. */
const ELSE = "operating: expenses paid";

async function readFlow(opened: Opened, period: DateRange): Promise<Flow> {
  const { read, agencyId, chart } = opened;
  const sections: Sections = new Map();
  const add = (name: string, key: string, paise: bigint) => {
    const own = sections.get(name) ?? new Map<string, bigint>();
    own.set(key, (own.get(key) ?? 0n) + paise);
    sections.set(name, own);
  };
  const findFlow = (id: string) => chart.of(id)?.flow ?? ELSE;
  const booked = await read.all<{ id: string; sum: string }>(sql`
    SELECT category_id AS id, ${sumOfMoves(["income"], ["expense"])} AS sum
    FROM ${cellsSql(agencyId, period)} WHERE category_id <> '' GROUP BY category_id`);
  for (const { id, sum } of booked) add(findFlow(id), id, readSum(sum));
  // Money of settlements counts as clients' or vendors', whatever its category.
  const settled = await read.all<{ id: string; origin: string; sum: string }>(sql`
    SELECT ledger AS id, origin, ${sumOfMoves(["debit"], ["credit"])} AS sum
    FROM ${selectLedgerCells(agencyId, period)} WHERE origin IN ('M', 'V') GROUP BY ledger, origin`);
  for (const { id, origin, sum } of settled) {
    add(findFlow(id), id, -readSum(sum));
    add(origin === "M" ? FROM_CLIENTS : TO_VENDORS, id, readSum(sum));
  }
  for (const { id, paise } of await readInvested(opened, period)) {
    // The payment of a bill with several categories is booked to none of them.
    const key = sections.get(TO_VENDORS)?.has(id) ? id : ON_BILLS + id;
    add(findFlow(id), key, -paise);
    add(TO_VENDORS, key, paise);
  }
  for (const [name, own] of sections) {
    for (const [key, paise] of own) if (paise === 0n) own.delete(key);
    if (sumValues(own) === 0n) sections.delete(name);
  }
  const moved = (await placeOpenings(opened, period)).filter(
    ({ ledger }) => ledger.kind === "account",
  );
  const opening = moved.reduce((sum, row) => sum + row.openingPaise, 0n);
  const closing = moved.reduce((sum, row) => sum + computeClosing(row), 0n);
  return { openingPaise: opening, sections, netPaise: closing - opening };
}

const ON_BILLS = "bills ";

const unionKeys = (one?: ReadonlyMap<string, unknown>, other?: ReadonlyMap<string, unknown>) => [
  ...new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])]),
];

/** Returns category names by id. */
async function readNames({ read, agencyId }: Opened): Promise<Map<string, string>> {
  const rows = await read.all<{ id: string; name: string }>(
    sql`SELECT id, name FROM categories WHERE agency_id = ${agencyId}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Reads payments for assets: the share of each payment that asset lines have in their bill. */
async function readInvested({ read, agencyId, chart }: Opened, { dateFrom, dateTo }: DateRange) {
  const assets = chart.ledgers
    .filter(({ flow }) => flow?.startsWith("investing"))
    .flatMap((ledger) => chart.idsOf(ledger));
  if (assets.length === 0) return [];
  const rows = await read.all<{ id: string; paid: string; own: string; whole: string }>(sql`
    SELECT l.category_id AS id, CAST(iif(s.kind = 'REFUND', -1, 1) * s.amount_paise AS TEXT) AS paid,
      CAST(sum(l.taxable_paise + l.cgst_paise + l.sgst_paise + l.igst_paise + l.cess_paise) AS TEXT) AS own,
      (SELECT CAST(sum(taxable_paise + cgst_paise + sgst_paise + igst_paise + cess_paise) AS TEXT)
        FROM document_lines a WHERE a.agency_id = s.agency_id AND a.document_id = s.document_id) AS whole
    FROM settlements s CROSS JOIN documents d ON d.agency_id = s.agency_id AND d.id = s.document_id
      AND d.vendor_id IS NOT NULL
    CROSS JOIN document_lines l ON l.agency_id = s.agency_id AND l.document_id = s.document_id
      AND l.category_id IN (SELECT value FROM json_each(${JSON.stringify(assets)}))
    WHERE s.agency_id = ${agencyId} AND s.date BETWEEN ${dateFrom} AND ${dateTo}
      AND s.kind IN ('PAYMENT', 'REFUND') AND s.amount_paise <> 0
    GROUP BY s.id, l.category_id`);
  return rows.map(({ id, paid, own, whole }) => ({
    id,
    paise: scaleAmount(BigInt(own), BigInt(paid), BigInt(whole)),
  }));
}
