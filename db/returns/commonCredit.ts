import { sql } from "drizzle-orm";
import { toFinancialYear, yearLabel, yearRange } from "../../domain/dates.ts";
import type { Filer } from "../../domain/gst/returns/books.ts";
import type { Gstr1 } from "../../domain/gst/returns/gstr1.ts";
import { buildGstr1 } from "../../domain/gst/returns/gstr1.ts";
import { type Period, parsePeriod, toPeriodLabel } from "../../domain/gst/returns/periods.ts";
import type { Paise } from "../../domain/money.ts";
import { listMonths } from "../../domain/months.ts";
import { addTaxes, HEADS, NO_TAXES, type Taxes } from "../../domain/purchases/inward.ts";
import { rule42, rule42OfYear, type Turnover } from "../../domain/taxbook/common.ts";
import { computeTaxPart, type TaxEntry } from "../../domain/taxbook/entries.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { listFiledPeriods, readPeriod } from "./readPeriod.ts";

// Credit on purchases for both taxable and exempt supplies: Rules 42 and 43 of the CGST Rules.

type Who = Pick<Tenant, "agencyId">;
interface Found {
  filer: Filer;
  period: Period;
}

/** Returns the reversals of common credit for the period, and in September also for the previous year. */
export async function readCommon(
  read: Read,
  who: Who,
  found: Found,
  gstr1: Gstr1,
): Promise<TaxEntry[]> {
  const { label, dateTo } = found.period;
  const own = rule42(
    label,
    dateTo,
    await readCommonCredit(read, who, [label]),
    sumTurnover([gstr1]),
  );
  return label.endsWith("-09") ? [...own, ...(await readOfYear(read, who, found))] : own;
}

async function readOfYear(read: Read, who: Who, { filer, period }: Found): Promise<TaxEntry[]> {
  const year = toFinancialYear(period.dateTo) - 1;
  const months = listMonths(yearRange(year));
  const labels = [...new Set(months.map((month) => toPeriodLabel(`${month}-01`, period.filing)))];
  const common = await readCommonCredit(read, who, labels);
  if (HEADS.every((head) => common[head] === 0)) return [];
  const filed = await listFiledPeriods(read, who, "GSTR3B");
  const all: Gstr1[] = [];
  const had: Taxes[] = [await readReversed(read, who, labels)];
  for (const label of labels) {
    const one = parsePeriod(label, period.filing);
    if (!one) continue;
    const gstr1 = buildGstr1(await readPeriod(read, who, { filer, period: one }));
    all.push(gstr1);
    // Unless it is filed, the return still has to reverse it.
    const of = filed.has(label) ? NO_TAXES : await readCommonCredit(read, who, [label]);
    had.push(...rule42(label, one.dateTo, of, sumTurnover([gstr1])));
  }
  return rule42OfYear(
    { name: yearLabel(year), period: period.label, lastDay: period.dateTo },
    { common, had: addTaxes(had), turnover: sumTurnover(all) },
  );
}

/** Returns the turnover of periods, less credit notes. */
function sumTurnover(all: Gstr1[]): Turnover {
  const placed = all.flatMap((one) => one.placed);
  const sum = (of: (one: Gstr1["placed"][number]) => number) =>
    placed.reduce((sums, one) => sums + one.sign * of(one), 0) as Paise;
  const exempt = sum(({ nilPaise }) => nilPaise.NIL + nilPaise.EXEMPT + nilPaise.NON_GST);
  const taxed = sum(({ groups }) => groups.reduce((sums, { taxable }) => sums + taxable, 0));
  return { exemptPaise: exempt, totalPaise: (exempt + taxed) as Paise };
}

const taxes = (of: (head: string) => string) =>
  sql.raw(HEADS.map((head) => `coalesce(sum(${of(head)}), 0) AS ${head}`).join());

/** Reads credit of common lines by period. Capital goods are left to Rule 43. */
const readCommonCredit = (read: Read, who: Who, labels: string[]): Promise<Taxes> =>
  readCommonLines(read, who, labels, sql`coalesce(c.kind, '') <> 'asset'`);

/** Reads common credit of capital goods. Rule 43 reverses a sixtieth each month for five years. */
export const readCapitalCredit = (read: Read, who: Who, label: string): Promise<Taxes> =>
  readCommonLines(read, who, [label], sql`c.kind = 'asset'`);

/** Credit reversed by Rule 37 was already common credit in its first return. */
const PAID_AGAIN = "taken again: paid";

interface CommonRow extends Taxes {
  sign: -1 | 1;
  isOwnTax: number;
  /** Taxable value of a reverse charge bill that fell due in the periods. */
  due: number;
  taxable: number;
}

async function readCommonLines(
  read: Read,
  { agencyId }: Who,
  labels: string[],
  isOf: ReturnType<typeof sql>,
): Promise<Taxes> {
  const rows = await read.all<CommonRow>(sql`
    SELECT ${taxes((head) => `l.${head}_paise`)}, iif(d.kind = 'VENDOR_CREDIT', -1, 1) AS sign,
      d.reverse_charge AND NOT d.is_earlier AS "isOwnTax", due, d.taxable_paise AS taxable
    FROM (SELECT coalesce(k.bill_id, e.document) AS bill,
        sum(iif(e.cell = '3.1d', e.taxable_paise, 0)) AS due FROM tax_entries e
        LEFT JOIN tax_links k ON k.agency_id = e.agency_id AND k.row_id = e.document
        WHERE e.agency_id = ${agencyId} AND e.cell IN ('3.1d', '4A5')
          AND e.reason <> ${PAID_AGAIN}
          AND e.period IN (SELECT value FROM json_each(${JSON.stringify(labels)})) GROUP BY 1)
      CROSS JOIN documents d ON d.agency_id = ${agencyId} AND d.id = bill
      CROSS JOIN document_lines l ON l.agency_id = d.agency_id AND l.document_id = d.id
      LEFT JOIN categories c ON c.agency_id = l.agency_id AND c.id = l.category_id
    WHERE l.is_common AND l.itc = 'ELIGIBLE' AND d.status NOT IN ('DRAFT', 'CANCELLED') AND ${isOf}
    GROUP BY d.id`);
  if (rows.length === 0) return NO_TAXES;
  return addTaxes(
    rows.map(({ isOwnTax, due, taxable, sign, ...common }) =>
      isOwnTax
        ? { ...computeTaxPart(common, Math.abs(due), taxable), sign: due < 0 ? -1 : 1 }
        : { ...common, sign },
    ),
  );
}

/** Reads the credit that filed returns reversed under Rule 42. */
async function readReversed(read: Read, { agencyId }: Who, labels: string[]): Promise<Taxes> {
  const [sums] = await read.all<Taxes>(sql`
    SELECT ${taxes((head) => `${head}_paise`)} FROM tax_entries
    WHERE agency_id = ${agencyId} AND document GLOB 'rule 42 ????-??'
      AND period IN (SELECT value FROM json_each(${JSON.stringify(labels)}))`);
  return addTaxes([sums ?? NO_TAXES]);
}
