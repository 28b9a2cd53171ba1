import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { type ChallanPart, toChallanId } from "../../domain/banking/dues.ts";
import type { ChallanLine, GstPayment, SetOffLine } from "../../domain/closing/gstPayment.ts";
import { type Period, parsePeriod } from "../../domain/gst/returns/periods.ts";
import { toSettlementRows } from "../../domain/gst/returns/settlementRows.ts";
import { toSides } from "../../domain/ledger/postings.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { computeUnpaid, readChallan } from "../banking/dues.ts";
import type { Read } from "../engine/books.ts";
import { withSnapshot } from "../engine/snapshot.ts";
import { forAgency, type Tenant, todayFor } from "../engine/tenant.ts";
import { readChart } from "../ledger/chart.ts";
import { getGstr3b } from "../returns/periods.ts";
import { readFiler } from "../returns/readPeriod.ts";
import { bankLines, statementLines } from "../schema/banking.ts";
import { accounts } from "../schema/ledger.ts";
import { taxPostings, taxSettlements } from "../schema/taxBook.ts";
import { toDocumentKey } from "../taxbook/filings.ts";

/**
 * For a reader thread: returns how the GSTR-3B that ends with a month is settled and paid; null if none does.
 */
export async function getGstPayment(tenant: Tenant, month: string): Promise<GstPayment | null> {
  const { filer, filing } = await readFiler(tenant.books.read, tenant);
  const period = parsePeriod(month, filing);
  if (!filer.gstin || filer.isComposition || period?.return !== "GSTR1") return null;
  const shown = await getGstr3b(tenant, month);
  const rows = toSettlementRows(shown).map(({ words, heads, isSum = false }) => ({
    words,
    heads: { igst: heads.igst, cgst: heads.cgst, sgst: heads.sgst },
    isSum,
  }));
  return withSnapshot(tenant.books, async (read) => {
    const [settled] = await read
      .select()
      .from(taxSettlements)
      .where(forAgency(tenant, taxSettlements, eq(taxSettlements.period, month)));
    const day = todayFor(tenant);
    const parts = settled
      ? await computeUnpaid(read, tenant, settled.filed, day)
      : await readChallan(read, tenant, { filer, period }, day);
    const unpaid = parts.reduce((sum, { amountPaise }) => sum + amountPaise, 0) as Paise;
    return {
      rows,
      filedOn: shown.filing?.date ?? "",
      journal: settled ? await readJournal(read, tenant, settled.filingId) : [],
      toPay: shown.toPay.total,
      unpaid: toRupees(unpaid),
      challan: unpaid > 0 ? await findLine(read, tenant, { period, parts, unpaid }) : null,
    };
  });
}

async function readJournal(read: Read, tenant: Tenant, filingId: string): Promise<SetOffLine[]> {
  const { chart } = await readChart(tenant.agencyId, read);
  const postings = await read
    .select()
    .from(taxPostings)
    .where(forAgency(tenant, taxPostings, eq(taxPostings.document, toDocumentKey(filingId))))
    .orderBy(asc(taxPostings.n));
  return postings.map(({ date, reason, ledger, paise }) => ({
    date,
    reason,
    ledger: chart.of(ledger)?.name ?? ledger,
    ...toSides(paise),
  }));
}

interface Due {
  period: Period;
  parts: ChallanPart[];
  unpaid: Paise;
}

/** Finds the first open line after the period that equals what is to pay. */
async function findLine(
  read: Read,
  tenant: Tenant,
  { period, parts, unpaid }: Due,
): Promise<ChallanLine | null> {
  const { id, date, narration, amountPaise, matchId, accountId } = bankLines;
  const [line] = await read
    .select({
      _id: id,
      statementId: statementLines.statementId,
      account: accounts.name,
      date,
      narration,
    })
    .from(bankLines)
    .innerJoin(accounts, and(forAgency(tenant, accounts), eq(accounts.id, accountId)))
    .innerJoin(
      statementLines,
      and(forAgency(tenant, statementLines), eq(statementLines.lineId, id)),
    )
    .where(
      forAgency(
        tenant,
        bankLines,
        isNull(matchId),
        eq(amountPaise, sql`${-unpaid}`),
        gt(date, period.dateTo),
      ),
    )
    .orderBy(asc(date), asc(id))
    .limit(1);
  if (!line) return null;
  const proposal = toChallanId(period.label, parts);
  return { ...line, amount: toRupees(-unpaid as Paise), proposal };
}
