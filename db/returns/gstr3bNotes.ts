import { sql } from "drizzle-orm";
import type { CalendarDate } from "../../domain/dates.ts";
import { type CreditBalance, computeUsedInterest } from "../../domain/gst/returns/dues.ts";
import { formatPaise, type Paise } from "../../domain/money.ts";
import { HEADS } from "../../domain/purchases/inward.ts";
import { TAX_HEADS } from "../../domain/purchases/offset.ts";
import { CHANGED } from "../../domain/taxbook/carry.ts";
import { settle } from "../../domain/taxbook/settle.ts";
import type { Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { taxSettlements } from "../schema/taxBook.ts";
import { readCapitalCredit } from "./commonCredit.ts";

// Notes on a GSTR-3B: amounts that an accountant adds by hand, because bahi does not compute them.

type Who = Pick<Tenant, "agencyId">;

/** @param filedOn the day of filing */
export async function readNotes(
  read: Read,
  who: Who,
  label: string,
  filedOn: CalendarDate,
): Promise<string[]> {
  const capital = await readCapitalCredit(read, who, label);
  const credit = HEADS.reduce((sum, head) => sum + capital[head], 0) as Paise;
  const interest = await readInterestOnReversed(read, who, label, filedOn);
  return [
    ...(credit > 0
      ? [
          `${formatPaise(credit)} of this credit is for capital goods that also serve exempt supplies. ` +
            "Reverse the exempt part of a sixtieth of it each month for five years (Rule 43).",
        ]
      : []),
    ...(interest > 0
      ? [
          `Reversed credit was already used: add about ${formatPaise(interest)} of interest to table 5.1 ` +
            "(s. 50(3), Rule 88B(3)).",
        ]
      : []),
  ];
}

/** Computes interest on credit that is reversed after an earlier return claimed it, rounded to the rupee. */
async function readInterestOnReversed(
  read: Read,
  who: Who,
  label: string,
  filedOn: CalendarDate,
): Promise<Paise> {
  const { agencyId } = who;
  const reversed = await read.all<{ paise: Paise; taken: string }>(sql`
    SELECT e.igst_paise + e.cgst_paise + e.sgst_paise AS paise, min(t.period) AS taken
    FROM tax_entries e
      LEFT JOIN tax_links k ON k.agency_id = e.agency_id AND k.bill_id = e.document
      JOIN tax_entries t ON t.agency_id = e.agency_id AND t.document IN (e.document, k.row_id)
        AND t.cell IN ('4A2', '4A3', '4A5') AND t.filing_id IS NOT NULL AND t.period < e.period
    WHERE e.agency_id = ${agencyId} AND e.period = ${label} AND e.cell IN ('4B1', '4B2')
      AND (e.reason = ${CHANGED} OR e.reason GLOB 'Rule 37*')
    GROUP BY e.document, e.period, e.n HAVING paise > 0`);
  if (reversed.length === 0) return 0 as Paise;
  const settled = await read
    .select()
    .from(taxSettlements)
    .where(forAgency(who, taxSettlements, sql`${taxSettlements.period} < ${label}`))
    .orderBy(taxSettlements.period);
  const balances = settled.map(({ period, filed }): CreditBalance & { period: string } => {
    const { creditLeft } = settle(filed.sums, filed.brought);
    const balance = TAX_HEADS.reduce((sum, head) => sum + creditLeft[head], 0) as Paise;
    return { period, from: filed.filedOn, balancePaise: balance };
  });
  const interest = reversed.reduce((sum, { paise, taken }) => {
    const since = balances.filter(({ period }) => period >= taken);
    return sum + computeUsedInterest(paise, since, filedOn);
  }, 0);
  return (Math.round(interest / 100) * 100) as Paise;
}
