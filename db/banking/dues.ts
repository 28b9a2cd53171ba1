import { sql } from "drizzle-orm";
import type { OpenLine } from "../../domain/banking/candidates.ts";
import {
  type ChallanPart,
  type GstDue,
  type HeldNote,
  isGstPayment,
} from "../../domain/banking/dues.ts";
import type { Field } from "../../domain/banking/matchContext.ts";
import { addDays } from "../../domain/dates.ts";
import type { Filer } from "../../domain/gst/returns/books.ts";
import {
  type Period,
  parsePeriod,
  periodName,
  toPeriodLabel,
} from "../../domain/gst/returns/periods.ts";
import type { Paise } from "../../domain/money.ts";
import { TAX_HEADS } from "../../domain/purchases/offset.ts";
import { settle } from "../../domain/taxbook/settle.ts";
import { isHeld } from "../documents/settlements.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { readCashBalances, readLedgerBalances } from "../returns/cashLedger.ts";
import { readGstr3b } from "../returns/gstr3b.ts";
import { readFiler } from "../returns/readPeriod.ts";
import type { taxSettlements } from "../schema/taxBook.ts";

// Money due other than for bills.

type Who = Pick<Tenant, "agencyId">;
type Filed = typeof taxSettlements.$inferSelect.filed;

/** Returns possible payments for outgoing lines: credit notes, GST of returns, and bank charges. */
export async function readDues(
  read: Read,
  tenant: Tenant,
  lines: OpenLine[],
): Promise<Pick<Field, "charges" | "dues" | "notes">> {
  const out = lines.filter(({ amountPaise }) => amountPaise < 0);
  if (out.length === 0) return {};
  return {
    notes: await readHeldNotes(read, tenant, out.at(-1)?.date ?? ""),
    dues: await readGstDues(read, tenant, out),
    charges: await readCharges(read, tenant),
  };
}

async function readCharges(read: Read, { agencyId }: Tenant): Promise<Field["charges"]> {
  const [category] = await read.all<{
    id: string;
    name: string;
  }>(sql`SELECT id, name FROM categories
    WHERE agency_id = ${agencyId} AND type = 'Expense' AND is_active
      AND name_key IN ('bank charges', 'bank charge') ORDER BY id LIMIT 1`);
  return category;
}

/** Returns credit notes with a balance up to a day. */
const readHeldNotes = (read: Read, { agencyId }: Tenant, last: string): Promise<HeldNote[]> =>
  read.all<HeldNote>(sql`SELECT d.id, number, client_id AS clientId,
      coalesce(issued ->> '$.recipient.name', display_name) AS client, date, date AS dueDate,
      taxable_paise AS "taxablePaise", grand_total_paise - used_paise - refunded_paise AS "balancePaise"
    FROM (SELECT * FROM documents WHERE agency_id = ${agencyId} AND family = 'NOTES'
        AND kind = 'CREDIT_NOTE' AND ${isHeld()} AND date <= ${last}) d
      JOIN clients c ON c.agency_id = d.agency_id AND c.id = client_id ORDER BY date, d.id`);

/** Maximum number of returns read, latest first. Each is read in full. */
const PERIODS_MAX = 4;
const PERIODS_BEFORE = 2;

/** Returns the GST due by the returns before the lines that pay GST. */
async function readGstDues(read: Read, tenant: Tenant, lines: OpenLine[]): Promise<GstDue[]> {
  const paying = lines.filter(isGstPayment);
  if (paying.length === 0) return [];
  const { filer, filing } = await readFiler(read, tenant);
  if (!filer.gstin || filer.isComposition) return [];
  const days = new Map<string, { period: Period; day: string }>();
  for (const { date } of paying) {
    let before = date;
    for (let n = 0; n <= PERIODS_BEFORE; n++) {
      const period = parsePeriod(toPeriodLabel(before, filing), filing) as Period;
      if (n > 0) days.set(period.label, { period, day: date });
      before = addDays(period.dateFrom, -1);
    }
  }
  const latest = [...days.values()].sort((a, b) => (a.period.label < b.period.label ? 1 : -1));
  const dues: GstDue[] = [];
  for (const { period, day } of latest.slice(0, PERIODS_MAX)) {
    const { label, dateTo } = period;
    const about = { period: label, name: periodName(period), lastDay: dateTo };
    const [settled] = await read.all<{ filed: string }>(sql`SELECT filed FROM tax_settlements
      WHERE agency_id = ${tenant.agencyId} AND period = ${label}`);
    const challan = settled
      ? await computeUnpaid(read, tenant, JSON.parse(settled.filed), day)
      : await readChallan(read, tenant, { filer, period }, day);
    if (challan.length > 0) dues.push({ ...about, challan });
  }
  return dues;
}

/** Reads the tax of an unfiled return payable in cash, less the cash ledger's balance. */
export async function readChallan(
  read: Read,
  tenant: Who,
  found: { filer: Filer; period: Period },
  day: string,
): Promise<ChallanPart[]> {
  const books = await readGstr3b(read, tenant, found, day);
  const { cash, ownTax, interest, lateFee } = settle(books.sums, books.brought);
  const held = await readCashBalances(read, tenant, day);
  return TAX_HEADS.flatMap((head) =>
    [
      { head, kind: "tax" as const, amountPaise: cash[head] + ownTax[head] - Number(held[head]) },
      { head, kind: "interest" as const, amountPaise: interest[head] as number },
      { head, kind: "fee" as const, amountPaise: lateFee[head] as number },
    ]
      .filter(({ amountPaise }) => amountPaise > 0)
      .map((part) => ({ ...part, amountPaise: part.amountPaise as Paise })),
  );
}

/** Computes the tax of a filed return that the cash ledger lacked, up to the GST payable left. */
export async function computeUnpaid(
  read: Read,
  tenant: Who,
  { sums, brought, fromCash, filedOn }: Filed,
  day: string,
): Promise<ChallanPart[]> {
  const { toPay } = settle(sums, brought);
  const owed = await readLedgerBalances(read, tenant, day < filedOn ? filedOn : day);
  return TAX_HEADS.flatMap((head) => {
    const left = -Number(owed(`gst_payable_${head}`));
    const amountPaise = Math.min(toPay[head] - fromCash[head], left) as Paise;
    return amountPaise > 0 ? [{ head, kind: "filed" as const, amountPaise }] : [];
  });
}
