import { sql } from "drizzle-orm";
import { type CalendarDate, financialYearOf } from "../../domain/dates.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import type { TdsQuery } from "../../domain/purchases/billInput.ts";
import {
  depositBy,
  type Paid,
  rateOf,
  TDS_LAW,
  type TdsProposal,
  type TdsRule,
  tdsOn,
  termsOn,
} from "../../domain/purchases/tds.ts";
import type { Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { TDS, type VendorRow } from "./billRows.ts";
import { getVendor } from "./vendors.ts";

export interface ToDeduct {
  vendor: Pick<VendorRow, "id" | "pan">;
  date: CalendarDate;
  taxable: Paise;
  /** Of a bill that is changed: itself does not count as another. */
  own?: string | undefined;
}

/** What is to be kept back of a bill, by the vendor's other bills of the year under the rule. */
export async function proposeTds(
  from: Pick<Write, "all">,
  { agencyId }: Tenant,
  rule: TdsRule,
  { vendor, date, taxable, own = "" }: ToDeduct,
): Promise<{ tds: Paise; earlier: Paid[] }> {
  const year = financialYearOf(date);
  const earlier =
    await from.all<Paid>(sql`SELECT date, taxable_paise - pure_agent_paise AS taxable, ${TDS} AS tds
    FROM documents WHERE agency_id = ${agencyId} AND vendor_id = ${vendor.id} AND family = 'BILLS'
      AND date BETWEEN ${`${year}-04-01`} AND ${`${year + 1}-03-31`} AND tds_rule = ${rule}
      AND status IN ('SENT', 'PARTIALLY_PAID', 'PAID') AND id <> ${own}`);
  return { tds: tdsOn(rule, { date, taxable }, earlier, vendor.pan !== ""), earlier };
}

/** The same as a form shows it. @throws Refusal "missing" for a vendor that the agency has not */
export async function getTdsProposal(
  tenant: Tenant,
  vendorId: string,
  { rule: asked, date, taxable, billId }: TdsQuery,
): Promise<TdsProposal> {
  const { read } = tenant.books;
  const { vendor } = await getVendor(tenant, vendorId);
  const rule = asked ?? vendor.tdsRule;
  const bill = { vendor: { id: vendorId, pan: vendor.pan }, date, taxable, own: billId };
  const { tds, earlier } = rule
    ? await proposeTds(read, tenant, rule, bill)
    : { tds: 0 as Paise, earlier: [] };
  const terms = rule ? termsOn(rule, date) : undefined;
  const sum = (of: (paid: Paid) => number) =>
    toRupees(earlier.reduce((all, one) => all + of(one), 0) as Paise);
  const limit = (paise: number | undefined) =>
    paise === undefined ? null : toRupees(paise as Paise);
  return {
    ...{ rule, name: rule ? TDS_LAW[rule].name : "", source: terms?.source ?? "" },
    rate: rule ? rateOf(rule, date, vendor.pan !== "") / 100 : 0,
    ...{ ofOne: limit(terms?.ofOne), ofYear: limit(terms?.ofYear), ofMonth: limit(terms?.ofMonth) },
    ...{
      bills: earlier.length,
      yearSum: sum(({ taxable }) => taxable),
      kept: sum(({ tds }) => tds),
    },
    tds: toRupees(tds),
    depositBy: depositBy(date.slice(0, 7)),
  };
}
