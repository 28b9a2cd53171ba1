import { eq, sql } from "drizzle-orm";
import type { BookedBill, BookedRow, Link } from "../../domain/purchases/bookedRows.ts";
import type { Gstr2b } from "../../domain/purchases/gstr2b.ts";
import type {
  Matching,
  MatchingChange,
  MatchingCounts,
} from "../../domain/purchases/matchingInput.ts";
import type { Pair } from "../../domain/purchases/pairs.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { findCheckpoint, recordChange } from "../engine/audit.ts";
import type { Read } from "../engine/books.ts";
import { newId } from "../engine/id.ts";
import { insertRows } from "../engine/insertRows.ts";
import { withSnapshot } from "../engine/snapshot.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { gstr2bFiles, gstr2bRows } from "../schema/gstr2b.ts";
import { findFile, listRows, rowKey, toColumns } from "./gstr2b.ts";
import { readPairs } from "./inward.ts";
import { toPairView } from "./pairViews.ts";
import { findPeriod } from "./readPeriod.ts";

// GSTR-2B of a period compared with the bills, and users' decisions on its rows.

/**
 * For a database worker. Loads a GSTR-2B, replacing an earlier one of the period. Decisions on rows that are
 * also in the new file stay.
 * @throws Refusal "invalid" if the file is not for the agency and period
 */
export async function loadGstr2b(
  tenant: Tenant,
  label: string,
  file: Gstr2b,
): Promise<MatchingCounts> {
  // Matched before the write, which blocks other agencies. It is repeated in the write only if the agency has
  // written in the meantime.
  const ready = await withSnapshot(tenant.books, (read) => prepareRows(read, tenant, label, file));
  return writeTransaction(tenant, async (tx) => {
    const { seq } = await findCheckpoint(tx, tenant);
    const isOld = seq !== ready.seq;
    const { kept, pairs } = isOld ? await prepareRows(tx, tenant, label, file) : ready;
    const { agencyId } = tenant;
    await tx.delete(gstr2bRows).where(forAgency(tenant, gstr2bRows, eq(gstr2bRows.period, label)));
    await insertRows(
      tx,
      gstr2bRows,
      kept.map(({ link, isIgnored, ...row }) => ({
        agencyId,
        ...toColumns(row),
        isIgnored,
        billId: link?.bill ?? null,
        linkedAs: link?.as ?? null,
        linkedIn: link?.in ?? null,
      })),
    );
    const { credits } = file;
    const head = { credits, loadedBy: tenant.userId, loadedAt: nowFor(tenant) };
    await tx
      .insert(gstr2bFiles)
      .values({ agencyId, period: label, ...head })
      .onConflictDoUpdate({ target: [gstr2bFiles.agencyId, gstr2bFiles.period], set: head });
    await storeExactPairs(tx, tenant, label, pairs);
    const counts = countPairs(pairs, kept.length);
    const after = { period: label, ...counts };
    await recordChange(tx, tenant, "CREATE", "Gstr2b", { after });
    return counts;
  });
}

/** Returns a file's rows with earlier decisions and their pairs. @throws as `loadGstr2b` */
async function prepareRows(
  read: Read,
  tenant: Tenant,
  label: string,
  { gstin, period, rows }: Gstr2b,
): Promise<{ seq: number; kept: BookedRow[]; pairs: Pair[] }> {
  const { seq } = await findCheckpoint(read, tenant);
  const found = await findPeriod(read, tenant, label);
  if (found.period.return === "IFF") {
    throw invalid("file", "Quarterly filers match the GSTR-2B of the quarter's last month");
  }
  const ours = found.filer.gstin;
  if (gstin !== ours) {
    const message = `The file is for ${gstin}, but the agency’s GSTIN is ${ours || "not entered"}`;
    throw invalid("file", message);
  }
  if (period !== label) throw invalid("file", `The file is for ${period}, not ${label}`);
  const stored = await listRows(read, tenant, eq(gstr2bRows.period, label));
  const before = new Map(stored.map((row) => [rowKey(row), row]));
  const kept = rows.map((row): BookedRow => {
    const known = before.get(rowKey(row));
    const { id = newId(), link, isIgnored = false } = known ?? {};
    return { ...row, id, period: label, link, isIgnored };
  });
  const { pairs } = await readPairs(read, tenant, found, kept);
  return { seq, kept, pairs };
}

/** Returns a period's pairs as JSON, because there may be thousands. @throws as `findPeriod` */
export const getMatching = (tenant: Tenant, label: string): Promise<string> =>
  withSnapshot(tenant.books, async (read) => {
    const found = await findPeriod(read, tenant, label);
    const { pairs, rows } = await readPairs(read, tenant, found);
    const file = await findFile(read, tenant, label);
    const ofFile = rows.filter(({ period }) => period === label).length;
    const matching: Matching = {
      period: label,
      loadedAt: file?.loadedAt ?? "",
      ...countPairs(pairs, ofFile),
      pairs: pairs.map(toPairView),
    };
    return JSON.stringify(matching);
  });

/**
 * Accepts suggestions, links by hand, unlinks and ignores rows, in one transaction.
 * @throws Refusal "missing" if a row does not exist, "conflict" if a pair is no longer suggested
 */
export function changeMatching(
  tenant: Tenant,
  { label, ...input }: MatchingChange & { label: string },
): Promise<MatchingCounts> {
  return writeTransaction(tenant, async (tx) => {
    const found = await findPeriod(tx, tenant, label);
    const { accept, link, unlink, ignore } = input;
    const freed = await free(
      tx,
      tenant,
      unlink.map(({ row }) => row),
    );
    const { bills, pairs } = await readPairs(tx, tenant, found);
    const byRow = new Map(pairs.flatMap((pair) => (pair.row ? [[pair.row.id, pair]] : [])));
    const accepted = accept.map((pair, n) => acceptedPair(pair, byRow, `accept.${n}`));
    const linked = link.map((pair, n) => linkedPair(pair, pairs, bills, `link.${n}`));
    for (const one of [...accepted, ...linked]) await storeLink(tx, tenant, label, one);
    const ignored = ignore.map(({ row }, n) => ignoredRow(byRow.get(row), `ignore.${n}`));
    const ids = JSON.stringify(ignored.map(({ id }) => id));
    await tx
      .update(gstr2bRows)
      .set({ isIgnored: true })
      .where(forAgency(tenant, gstr2bRows, sql`id IN (SELECT value FROM json_each(${ids}))`));
    const after = await readPairs(tx, tenant, found);
    await storeExactPairs(tx, tenant, label, after.pairs);
    await recordChange(tx, tenant, "UPDATE", "Gstr2b", {
      before: { period: label },
      after: {
        period: label,
        accepted: accepted.map(describePair),
        linked: linked.map(describePair),
        unlinked: freed.map(({ number }) => number),
        ignored: ignored.map(({ number }) => number),
      },
    });
    const ofFile = after.rows.filter(({ period }) => period === label).length;
    return countPairs(after.pairs, ofFile);
  });
}

interface Linked {
  bill: BookedBill;
  row: BookedRow;
  as: Link;
}

const describePair = ({ bill, row }: Linked) => `${bill.number} = ${row.number}`;

/** @throws Refusal "conflict" if the rules suggest no such pair */
function acceptedPair(
  ids: { bill: string; row: string },
  byRow: Map<string, Pair>,
  path: string,
): Linked {
  const pair = byRow.get(ids.row);
  const { bill, row, status } = pair ?? {};
  if (!bill || !row || bill.id !== ids.bill) {
    throw refused(path, "This bill and this row no longer match: review them again");
  }
  if (status === "IGNORED" || status?.startsWith("MISSING")) throw refused(path, "No pair");
  return { bill, row, as: status as Link };
}

/** Links by hand: same kind, and neither side in another accepted pair. */
function linkedPair(
  ids: { bill: string; row: string },
  pairs: Pair[],
  bills: BookedBill[],
  path: string,
): Linked {
  const row = pairs.find((pair) => pair.row?.id === ids.row)?.row;
  const own = pairs.find((pair) => pair.bill?.id === ids.bill);
  if (!row) throw new Refusal("missing", "The row is not in this period’s matching");
  if (!own?.bill) {
    const isThere = bills.some(({ id }) => id === ids.bill);
    const why = isThere
      ? "GSTR-2B has no bills without tax from a registered vendor"
      : "The bill is not in this period’s matching";
    throw refused(path, why);
  }
  const taken = pairs.find(
    ({ counts, bill, row }) => counts && (bill?.id === ids.bill) !== (row?.id === ids.row),
  );
  if (taken) {
    const what = taken.bill?.id === ids.bill ? "The bill" : "The row";
    throw refused(
      path,
      `${what} is already linked: ${taken.bill?.number} with ${taken.row?.number}`,
    );
  }
  if (own.bill.kind !== row.kind) {
    throw refused(path, "Link a credit note with a credit note, and a bill with a bill");
  }
  return { bill: own.bill, row, as: "MANUAL" };
}

function ignoredRow(pair: Pair | undefined, path: string): BookedRow {
  if (!pair?.row) throw new Refusal("missing", "The row is not in this period’s matching");
  if (pair.counts) throw refused(path, "The row is linked to a bill: unlink it first");
  return pair.row;
}

const refused = (path: string, message: string) =>
  new Refusal("conflict", message, [{ path, message }]);

/** Unlinks rows and clears their ignored flag. @throws Refusal "missing" */
async function free(tx: Write, tenant: Tenant, ids: string[]): Promise<BookedRow[]> {
  if (ids.length === 0) return [];
  const isOne = sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const rows = await listRows(tx, tenant, isOne);
  if (rows.length < new Set(ids).size) throw new Refusal("missing", "Row not found");
  const exact = rows.find(({ link }) => link?.as === "EXACT");
  if (exact) {
    const why = "matches its bill exactly; if you unlink it, bahi matches it again";
    throw new Refusal("conflict", `${exact.number} ${why}`);
  }
  await tx
    .update(gstr2bRows)
    .set({ billId: null, linkedAs: null, linkedIn: null, isIgnored: false })
    .where(forAgency(tenant, gstr2bRows, isOne));
  return rows;
}

async function storeLink(tx: Write, tenant: Tenant, label: string, { bill, row, as }: Linked) {
  await tx
    .update(gstr2bRows)
    .set({ billId: bill.id, linkedAs: as, linkedIn: label, isIgnored: false })
    .where(forAgency(tenant, gstr2bRows, eq(gstr2bRows.id, row.id)));
}

/** Stores exact pairs, so that these bills are not linked with later rows. */
async function storeExactPairs(
  tx: Write,
  tenant: Tenant,
  label: string,
  pairs: Pair[],
): Promise<void> {
  const links = pairs.flatMap(({ bill, row, status }) =>
    bill && row && status === "EXACT" && row.link?.bill !== bill.id ? [[row.id, bill.id]] : [],
  );
  // A row that is no longer exact still holds its bill.
  const gone = pairs.flatMap(({ row, bill }) =>
    row?.link?.as === "EXACT" && row.link.bill !== bill?.id ? row.id : [],
  );
  const set = (text: string) => sql`(SELECT value FROM json_each(${text}))`;
  await tx
    .update(gstr2bRows)
    .set({ billId: null, linkedAs: null, linkedIn: null })
    .where(forAgency(tenant, gstr2bRows, sql`id IN ${set(JSON.stringify(gone))}`));
  // Materialized, or SQLite would scan the list for each row of the agency.
  await tx.run(sql`WITH pair AS MATERIALIZED
      (SELECT value ->> 0 AS row, value ->> 1 AS bill FROM json_each(${JSON.stringify(links)}))
    UPDATE gstr2b_rows SET bill_id = pair.bill, linked_as = 'EXACT', linked_in = ${label}
    FROM pair WHERE agency_id = ${tenant.agencyId} AND id = pair.row`);
}

function countPairs(pairs: Pair[], rows: number): MatchingCounts {
  const count = (isOne: (pair: Pair) => boolean) => pairs.filter(isOne).length;
  return {
    rows,
    matched: count(({ counts }) => counts),
    suggested: count(({ counts, status }) => !counts && status === "SUGGESTED"),
    mismatch: count(
      ({ counts, status }) => !counts && (status === "MISMATCH" || status === "RESIDUAL"),
    ),
    missing: count(({ status }) => status.startsWith("MISSING")),
  };
}
