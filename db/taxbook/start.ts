import { sql } from "drizzle-orm";
import {
  addDays,
  type CalendarDate,
  formatDate,
  pickLater,
  today,
  toFinancialYear,
} from "../../domain/dates.ts";
import { toPeriodLabel } from "../../domain/gst/returns/periods.ts";
import { toRupees } from "../../domain/money.ts";
import { monthAfter, toFirstOfMonth, toLastOfMonth } from "../../domain/months.ts";
import { type ByHead, mapHeads, TAX_HEADS } from "../../domain/purchases/offset.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import {
  NOT_BEGUN,
  START_DOCUMENT,
  type TaxBookBegun,
  type TaxBookOpening,
  type TaxBookStart,
  type TaxBookState,
  toOpeningPostings,
} from "../../domain/taxbook/start.ts";
import { recordChange } from "../engine/audit.ts";
import type { Read, Write } from "../engine/books.ts";
import { dryRun } from "../engine/dryRun.ts";
import { insertRows } from "../engine/insertRows.ts";
import { readLocks } from "../engine/locks.ts";
import { withSnapshot } from "../engine/snapshot.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { listFiledPeriods, readFiler } from "../returns/readPeriod.ts";
import { taxBooks, taxPostings } from "../schema/taxBook.ts";
import { refreshTaxBook } from "./refresh.ts";
import { periodRange, readMoves } from "./startMoves.ts";
import { compareBalances, readBalances, readEarlierPayments } from "./startPreview.ts";

// Starts the tax book of an existing agency. Filed returns and locked months do not change.

type Who = Pick<Tenant, "agencyId">;

export const getTaxBook = (tenant: Tenant): Promise<TaxBookState> =>
  withSnapshot(tenant.books, (read) => readState(read, tenant));

async function readState(read: Read, who: Who): Promise<TaxBookState> {
  const [row] = await read.select().from(taxBooks).where(forAgency(who, taxBooks));
  const startsOn = row?.startsOn ?? "";
  const choice = row && (await readChoice(read, who, startsOn));
  const hasBegun = startsOn !== NOT_BEGUN;
  return { hasBegun, startsOn: hasBegun ? startsOn : "", choice: choice ?? null };
}

/** Returns the possible start days: first days of returns after all filed and locked ones. */
async function readChoice(
  read: Read,
  who: Who,
  startsOn: CalendarDate,
): Promise<TaxBookState["choice"]> {
  const { filer, filing } = await readFiler(read, who);
  if (filer.gstin === "") return null;
  const months = filing === "QUARTERLY" ? 3 : 1;
  const { lockedTo } = await readLocks(read, who);
  const [filed] = await read.all<{ period: string | null }>(sql`
    SELECT max(period) AS period FROM filings WHERE agency_id = ${who.agencyId} AND return <> 'IFF'`);
  const filedTo = filed?.period ? toLastOfMonth(filed.period) : "";
  if (startsOn !== NOT_BEGUN && (filedTo >= startsOn || lockedTo >= startsOn)) return null;
  const closedTo = pickLater(filedTo, lockedTo);
  const year = `${toFinancialYear(today())}-04-01`;
  const reason =
    closedTo === ""
      ? "the financial year begins on this day"
      : closedTo === filedTo
        ? `returns are filed up to ${formatDate(filedTo)}`
        : `the books are locked up to ${formatDate(lockedTo)}`;
  const first = (day: CalendarDate) => periodRange(day, filing).dateFrom;
  let from = closedTo === "" ? year : first(addDays(closedTo, 1));
  if (from <= closedTo) from = nextPeriod(from, months);
  const days = [from];
  while (nextPeriod(days.at(-1) as string, months) <= today()) {
    days.push(nextPeriod(days.at(-1) as string, months));
  }
  return { days, reason };
}

const nextPeriod = (day: CalendarDate, months: number) => toFirstOfMonth(monthAfter(day, months));

/**
 * Starts the tax book on a day. Later documents post their tax when it falls due, and the tax ledgers are set
 * to the portal's balances. A dry run changes nothing and returns the same.
 * @throws Refusal "conflict" if it has started and its returns are filed, or if the agency has no GSTIN,
 * "invalid" if `getTaxBook` does not offer the day
 */
export function beginTaxBook(tenant: Tenant, input: TaxBookStart): Promise<TaxBookBegun> {
  const work = (who: Tenant) => writeTransaction(who, (tx) => begin(tx, who, input));
  return input.dryRun ? dryRun(tenant, work) : work(tenant);
}

async function begin(tx: Write, tenant: Tenant, input: TaxBookStart): Promise<TaxBookBegun> {
  const { agencyId } = tenant;
  const { startsOn } = input;
  const state = await readState(tx, tenant);
  assertOffered(state, startsOn);
  const ledgersBefore = await readBalances(tx, tenant);
  await tx
    .delete(taxPostings)
    .where(forAgency(tenant, taxPostings, sql`document = ${START_DOCUMENT}`));
  const { waiting, assumedClaimed } = await readEarlierCredit(tx, tenant, startsOn);
  const unmoved = { output: NO_HEADS, input: NO_HEADS, cash_ledger: NO_HEADS };
  const { credit, negative, cash, takesEarlier } = input;
  const opening = {
    credit,
    negative,
    cash,
    moved: unmoved,
    waiting,
    takesEarlier,
    begunAt: nowFor(tenant),
  };
  await setStart(tx, tenant, startsOn, opening);
  await markAll(tx, tenant);
  await refreshTaxBook(tx, tenant);
  const moved = await readMoves(tx, tenant, startsOn, opening);
  await setStart(tx, tenant, startsOn, { ...opening, moved });
  const postings = toOpeningPostings(startsOn, { ...opening, moved });
  await insertRows(
    tx,
    taxPostings,
    postings.map((one, n) => ({ agencyId, n, party: null, ...one })),
  );
  await recordChange(tx, tenant, "UPDATE", "TaxBook", {
    before: { startsOn: state.startsOn },
    after: { startsOn, ...convertToRupees({ credit, negative, cash }), takesEarlier },
  });
  return {
    startsOn,
    isDryRun: input.dryRun,
    ledgers: compareBalances(ledgersBefore, await readBalances(tx, tenant)),
    earlierPayments: await readEarlierPayments(tx, tenant, startsOn),
    assumedClaimed,
  };
}

function assertOffered({ hasBegun, startsOn, choice }: TaxBookState, day: CalendarDate): void {
  if (!hasBegun && !choice) {
    throw new Refusal("conflict", "Enter your GSTIN in Settings before you begin the tax book");
  }
  if (!choice) {
    const since = startsOn ? ` on ${formatDate(startsOn)}` : "";
    throw new Refusal("conflict", `The tax book has begun${since}; this can no longer be changed`);
  }
  if (choice.days.includes(day)) return;
  const [first = ""] = choice.days;
  throw invalid(
    "startsOn",
    `The tax book begins with a return, on ${formatDate(first)} at the earliest: ${choice.reason}`,
  );
}

const NO_HEADS: ByHead = mapHeads(() => 0);

const convertToRupees = (all: Record<string, ByHead>) =>
  Object.fromEntries(
    Object.entries(all).map(([name, heads]) => [
      name,
      Object.fromEntries(TAX_HEADS.map((head) => [head, toRupees(heads[head])])),
    ]),
  );

async function setStart(
  tx: Write,
  who: Who,
  startsOn: CalendarDate,
  opening: TaxBookOpening,
): Promise<void> {
  await tx.update(taxBooks).set({ startsOn, opening }).where(forAgency(who, taxBooks));
}

/** Marks every document and GSTR-2B row that has tax entries. */
const markAll = (tx: Write, { agencyId }: Who) =>
  tx.run(sql`INSERT OR IGNORE INTO tax_due
    SELECT agency_id, id FROM documents d WHERE agency_id = ${agencyId} AND (
      kind = 'RECEIPT_VOUCHER' OR (family = 'BILLS' AND sent_at IS NOT NULL)
      OR EXISTS (SELECT 1 FROM settlements s WHERE s.agency_id = d.agency_id AND s.document_id = d.id
        AND s.date < d.date))
    UNION ALL SELECT agency_id, id FROM gstr2b_rows WHERE agency_id = ${agencyId}`);

/** Bills dated before the first day, by whether a return claimed their credit. */
interface EarlierCredit {
  /** No return has claimed it: GSTR-2B lists the bill in a later month, or not yet. */
  waiting: string[];
  /** Periods whose bills count as claimed, although neither the return nor its GSTR-2B is loaded. */
  assumedClaimed: string[];
}

/** Without a GSTR-2B for the month, a return is assumed to have claimed its bills. */
async function readEarlierCredit(
  read: Read,
  who: Who,
  startsOn: CalendarDate,
): Promise<EarlierCredit> {
  const { agencyId } = who;
  const { filing } = await readFiler(read, who);
  const rows = await read.all<{ id: string; date: string; had: number; row: string | null }>(sql`
    SELECT d.id, d.date, EXISTS (SELECT 1 FROM filed_documents f JOIN filings g
        ON g.agency_id = f.agency_id AND g.id = f.filing_id AND g.return = 'GSTR3B'
        WHERE f.agency_id = d.agency_id AND f.document_id = d.id) AS had,
      (SELECT r.period FROM tax_links k JOIN gstr2b_rows r ON r.agency_id = k.agency_id AND r.id = k.row_id
        WHERE k.agency_id = d.agency_id AND k.bill_id = d.id) AS "row"
    FROM documents d WHERE d.agency_id = ${agencyId} AND d.family = 'BILLS' AND d.date < ${startsOn}
      AND NOT d.is_earlier AND NOT d.reverse_charge AND d.status NOT IN ('DRAFT', 'CANCELLED')
    ORDER BY d.id`);
  const files = await read.all<{ period: string }>(sql`
    SELECT period FROM gstr2b_files WHERE agency_id = ${agencyId}`);
  const loaded = new Set(files.map(({ period }) => period));
  const filed = await listFiledPeriods(read, who, "GSTR3B");
  const first = toPeriodLabel(startsOn, filing);
  const bills = rows.map((bill) => ({ ...bill, period: toPeriodLabel(bill.date, filing) }));
  const isWaiting = ({ period, had, row }: (typeof bills)[number]) =>
    row === null ? loaded.has(period) || (filed.has(period) && !had) : row >= first;
  const unknown = bills.filter(
    ({ period, row }) => row === null && !loaded.has(period) && !filed.has(period),
  );
  return {
    waiting: bills.filter(isWaiting).map(({ id }) => id),
    assumedClaimed: [...new Set(unknown.map(({ period }) => period))].sort(),
  };
}
