import { sql } from "drizzle-orm";
import { computeInterest, countDaysLate, dueDates } from "../../domain/gst/returns/dues.ts";
import { type Period, parsePeriod } from "../../domain/gst/returns/periods.ts";
import type { Difference } from "../../domain/ledger/booksCheck.ts";
import { type Paise, roundToPaise } from "../../domain/money.ts";
import { TAX_HEADS, type TaxHead } from "../../domain/purchases/offset.ts";
import { type TaxPosting, toTaxPostings } from "../../domain/taxbook/entries.ts";
import { type FiledSettlement, settle, toSettlementPostings } from "../../domain/taxbook/settle.ts";
import type { Read } from "../engine/books.ts";
import { forAgency } from "../engine/tenant.ts";
import { readFiler } from "../returns/readPeriod.ts";
import { taxSettlements } from "../schema/taxBook.ts";
import { readPostings } from "../taxbook/derive.ts";
import { readEntries } from "../taxbook/entries.ts";
import { readTaxRules } from "../taxbook/rules.ts";

interface Filing {
  id: string;
  file: string;
  isLoaded: number;
}

/**
 * Compares the postings of filed returns with their sums, the sums with the stored files, and interest and
 * late fees with the days late.
 */
export async function verifySettlements(read: Read, agencyId: number): Promise<Difference[]> {
  const who = { agencyId };
  const { filer, filing } = await readFiler(read, who);
  const { startsOn } = (await readTaxRules(read, who)).start;
  const settlements = await read
    .select()
    .from(taxSettlements)
    .where(forAgency(who, taxSettlements));
  const filings = await read.all<Filing>(sql`
    SELECT id, file, EXISTS (SELECT 1 FROM gstr2b_files b WHERE b.agency_id = f.agency_id
      AND b.period = f.period AND b.loaded_at <= f.created_at) AS "isLoaded"
    FROM filings f WHERE agency_id = ${agencyId} AND return = 'GSTR3B'`);
  const differences: Difference[] = [];
  for (const { filingId, period, filed } of settlements) {
    const filedReturn = filings.find(({ id }) => id === filingId);
    const compare = (figure: string, stored: unknown, derived: unknown) => {
      const [was, due] = [JSON.stringify(stored), JSON.stringify(derived)];
      if (was === due) return;
      const at = { where: `GSTR-3B for ${period}`, account: "", category: "", figure };
      differences.push({ ...at, stored: was, derived: due });
    };
    const common = await readEntries(
      read,
      who,
      sql`filing_id = ${filingId} AND document GLOB 'rule 42 *'`,
    );
    const due = [...toSettlementPostings(filed), ...toTaxPostings(common)];
    const subjects = [filed.document, ...common.map(({ document }) => document)];
    const posted = await readPostings(read, who, [...new Set(subjects)]);
    const isMoved = posted.some(({ reason }) => reason.endsWith("its month is locked"));
    const isBefore = filed.lastDay < startsOn;
    compare("settlement", sumPostings(posted, isMoved), sumPostings(isBefore ? [] : due, isMoved));
    if (filedReturn) compare("filed sums", statedSums(filed, filedReturn), fileSums(filedReturn));
    const days = countDaysLate(
      dueDates(parsePeriod(period, filing) as Period, filer.gstin).gstr3b,
      filed.filedOn,
    );
    compare("paid more than was due", listOverpaidHeads(filed, days), []);
  }
  return differences;
}

/** Sums movements by ledger and day; by ledger only if a lock moved some of them. */
function sumPostings(postings: TaxPosting[], isMoved: boolean): [string, number][] {
  const sums = new Map<string, number>();
  for (const { date, ledger, paise } of postings) {
    const key = isMoved ? ledger : `${date} ${ledger}`;
    sums.set(key, (sums.get(key) ?? 0) + paise);
  }
  return [...sums].filter(([, paise]) => paise !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** By head: tax on sales and, if the file was made with GSTR-2B, reverse charge and credit. */
type Sums = { head: TaxHead; output: number; ownTax: number; credit: number }[];

const statedSums = ({ sums }: FiledSettlement, { isLoaded }: Filing): Sums =>
  TAX_HEADS.map((head) => ({
    head,
    output: sums.output[head],
    ownTax: sums.ownTax[head],
    credit: isLoaded ? sums.credit[head] : 0,
  }));

const KEYS = { igst: "iamt", cgst: "camt", sgst: "samt" } as const;
type Row = Partial<Record<(typeof KEYS)[TaxHead], number>>;

function fileSums({ file, isLoaded }: Filing): Sums {
  const { sup_details: supplied, itc_elg: credit } = JSON.parse(file) as {
    sup_details: Record<"isup_rev" | "osup_det" | "osup_zero", Row>;
    itc_elg: { itc_net: Row };
  };
  return TAX_HEADS.map((head) => {
    const of = (row: Row | undefined) => roundToPaise(row?.[KEYS[head]] ?? 0);
    return {
      head,
      output: of(supplied.osup_det) + of(supplied.osup_zero),
      ownTax: of(supplied.isup_rev),
      credit: isLoaded ? of(credit.itc_net) : 0,
    };
  });
}

/** Lists heads that paid more than was due, in money or in interest for late filing. */
function listOverpaidHeads(
  { sums, brought, fromCash, late, filedOn }: FiledSettlement,
  days: number,
) {
  const { toPay, cash, ownTax } = settle(sums, brought);
  return TAX_HEADS.filter((head) => {
    const all = computeInterest((cash[head] + ownTax[head]) as Paise, days, filedOn);
    const most = Math.round(all / 100) * 100;
    const isLate = late.interest[head] > most || (days === 0 && late.lateFee[head] > 0);
    return fromCash[head] > toPay[head] || fromCash[head] < 0 || isLate;
  });
}
