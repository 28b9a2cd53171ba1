import { sql } from "drizzle-orm";
import { toNumberKeys } from "../../domain/purchases/billNumbers.ts";
import type { BookedRow } from "../../domain/purchases/bookedRows.ts";
import { findMatchStatus } from "../../domain/purchases/matching.ts";
import type { Read, Write } from "../engine/books.ts";
import { insertRows } from "../engine/insertRows.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { listRows } from "../returns/gstr2b.ts";
import { taxLinks } from "../schema/taxBook.ts";
import { readTaxBills, type TaxBill } from "./bills.ts";

// The GSTR-2B row that gives a bill its credit: the one a user linked, or one that agrees exactly.

type Who = Pick<Tenant, "agencyId">;

/** Rows and bills that must be derived together. */
export interface TaxPairs {
  bills: TaxBill[];
  rows: BookedRow[];
  /** The bill of a counting pair, by row id. */
  billOf: Map<string, TaxBill>;
  /** The bill that the row gave credit to before. It may be cancelled now. */
  billBefore: Map<string, TaxBill>;
}

const among = (ids: string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Returns the rows and bills with these ids, and those they are, or were, paired with. */
export async function readTaxPairs(read: Read, who: Who, ids: string[]): Promise<TaxPairs> {
  const requested = await readTaxBills(read, who, ids);
  const gstins = requested.filter(canBeExact).map(({ gstin }) => gstin);
  const found = await listRows(read, who, sql`id IN (${rowsNear(who, ids, gstins)})`);
  const links = await readLinks(read, who, [...ids, ...found.map(({ id }) => id)]);
  const wanted = new Set(ids);
  const others = [
    ...links.map(({ bill }) => bill),
    ...found.flatMap(({ link }) => link?.bill ?? []),
  ].filter((id) => !wanted.has(id));
  const bills = [...requested, ...(await readTaxBills(read, who, others))];
  const billOf = pairExact(found, bills, links);
  const byId = new Map(bills.map((bill) => [bill.id, bill]));
  const linksOf = Map.groupBy(links, ({ row }) => row);
  const wasAsked = new Set(links.filter(({ bill }) => wanted.has(bill)).map(({ row }) => row));
  const rows = found.filter(
    ({ id, link }) =>
      [id, link?.bill, billOf.get(id)?.id].some((one) => one && wanted.has(one)) ||
      wasAsked.has(id),
  );
  const touched = new Set([...ids, ...rows.flatMap((row) => rowsBills(row, billOf, linksOf))]);
  return {
    bills: bills.filter(({ id }) => touched.has(id)),
    rows,
    billOf: new Map(rows.flatMap(({ id }) => pairIn(billOf, id))),
    billBefore: new Map(
      rows.flatMap((row) => {
        const [before = ""] = rowsBills(row, new Map(), linksOf);
        const bill = byId.get(before);
        return bill ? [[row.id, bill]] : [];
      }),
    ),
  };
}

const pairIn = (billOf: Map<string, TaxBill>, row: string): [string, TaxBill][] => {
  const bill = billOf.get(row);
  return bill ? [[row, bill]] : [];
};

/** Bills that a row gives, or gave, credit to. */
const rowsBills = (
  { id, link }: BookedRow,
  billOf: Map<string, TaxBill>,
  linksOf: Map<string, Link[]>,
): string[] => [
  ...(link ? [link.bill] : []),
  ...pairIn(billOf, id).map(([, bill]) => bill.id),
  ...(linksOf.get(id) ?? []).map(({ bill }) => bill),
];

interface Link {
  row: string;
  bill: string;
}

const readLinks = (read: Read, { agencyId }: Who, ids: string[]) =>
  read.all<Link>(sql`
    SELECT row_id AS row, bill_id AS bill FROM tax_links
      WHERE agency_id = ${agencyId} AND row_id IN ${among(ids)}
    UNION SELECT row_id, bill_id FROM tax_links WHERE agency_id = ${agencyId} AND bill_id IN ${among(ids)}`);

/** Selects the given rows, the rows of the given bills, and open rows of suppliers. */
function rowsNear({ agencyId }: Who, ids: string[], gstins: string[]) {
  const rows = sql`SELECT id FROM gstr2b_rows WHERE agency_id = ${agencyId}`;
  return sql`${rows} AND id IN ${among(ids)} UNION ${rows} AND bill_id IN ${among(ids)}
    UNION SELECT row_id FROM tax_links WHERE agency_id = ${agencyId} AND bill_id IN ${among(ids)}
    UNION ${rows} AND gstin IN ${among(gstins)} AND bill_id IS NULL`;
}

/** Entered bills of registered vendors, except those dealt with before the books. */
const canBeExact = ({ isLive, isEarlier, isImport, vendorKind }: TaxBill): boolean =>
  isLive && !isEarlier && !isImport && vendorKind === "REGULAR";

/**
 * Pairs rows and bills: users' links first, then earlier exact pairs that still agree, then new exact pairs.
 */
function pairExact(rows: BookedRow[], bills: TaxBill[], links: Link[]): Map<string, TaxBill> {
  const byId = new Map(bills.map((bill) => [bill.id, bill]));
  const billOf = new Map<string, TaxBill>();
  const taken = new Set<string>();
  const pair = (row: BookedRow, bill: TaxBill | undefined, isSure = false) => {
    if (!bill?.isLive || billOf.has(row.id) || taken.has(bill.id)) return;
    if (!isSure && (!canBeExact(bill) || findMatchStatus(bill, row) !== "EXACT")) return;
    billOf.set(row.id, bill);
    taken.add(bill.id);
  };
  const byRow = new Map(rows.map((row) => [row.id, row]));
  for (const row of rows) pair(row, byId.get(row.link?.bill ?? ""), row.link?.as !== "EXACT");
  for (const link of links) {
    const row = byRow.get(link.row);
    if (row && !row.isIgnored) pair(row, byId.get(link.bill));
  }
  const open = Map.groupBy(rows.filter((row) => !row.isIgnored).toSorted(byDate), toPairKey);
  for (const bill of bills.toSorted(byDate)) {
    for (const row of open.get(toPairKey(bill)) ?? []) pair(row, bill);
  }
  return billOf;
}

const toPairKey = ({ gstin, number }: { gstin: string; number: string }) =>
  `${gstin} ${toNumberKeys(number).written}`;

const byDate = (a: { date: string; number: string }, b: { date: string; number: string }) =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : a.number < b.number ? -1 : 1;

/**
 * Stores the pairs, so that a change of one side updates the other. A cancelled bill stays with its row: the
 * row's credit is reversed on the cancellation day.
 */
export async function storeTaxLinks(
  tx: Write,
  who: Who,
  subjects: string[],
  { billOf, billBefore }: TaxPairs,
): Promise<void> {
  const isTheirs = sql`(row_id IN ${among(subjects)} OR bill_id IN ${among(subjects)})`;
  await tx.delete(taxLinks).where(forAgency(who, taxLinks, isTheirs));
  const { agencyId } = who;
  const gone = [...billBefore].filter(([row, bill]) => !bill.isLive && !billOf.has(row));
  const links = [...billOf, ...gone].map(([rowId, { id: billId }]) => ({
    agencyId,
    rowId,
    billId,
  }));
  await insertRows(tx, taxLinks, links);
}
