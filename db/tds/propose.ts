import { type CalendarDate, toFinancialYear, yearRange } from "../../domain/dates.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import type { TdsQuery } from "../../domain/purchases/billInput.ts";
import { depositBy } from "../../domain/tds/deposits.ts";
import {
  deductsFromGoods,
  findTdsCode,
  findTdsRate,
  formatSource,
  ruleByPan,
  TDS_LAW,
  type TdsRule,
  termsOn,
} from "../../domain/tds/law.ts";
import type { TdsProposal } from "../../domain/tds/proposal.ts";
import { deductTds, type TdsEvent } from "../../domain/tds/sums.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import type { VendorRow } from "../purchases/billRows.ts";
import { getVendor } from "../purchases/vendors.ts";
import { readTdsEvents, readTurnovers } from "./events.ts";

/** A payment or credit being entered. */
export interface ToDeduct {
  vendor: Pick<VendorRow, "id" | "pan">;
  date: CalendarDate;
  /** Without GST. */
  taxablePaise: Paise;
  /** Months of rent. */
  months?: string[] | undefined;
  /** Id of the bill or payment, if it already exists. */
  own?: string | undefined;
}

/** Returns the TDS that a rule requires, given the vendor's other sums of the year. */
export async function proposeTds(
  read: Read,
  tenant: Tenant,
  requestedRule: TdsRule,
  { vendor, date, taxablePaise, months = [], own = "" }: ToDeduct,
): Promise<{ tdsPaise: Paise; earlier: TdsEvent[] }> {
  const rule = ruleByPan(requestedRule, vendor.pan);
  const year = yearRange(toFinancialYear(date));
  const wanted = { from: year.dateFrom, vendorId: vendor.id };
  const parties = await readTdsEvents(read, tenant, wanted);
  const party = parties.find((one) => one.rule === rule);
  const events = (party?.events ?? []).filter(({ id, document }) => own !== id && own !== document);
  const earlier = events.filter((event) => event.date <= year.dateTo);
  const event = { id: "", document: "", number: LAST, date, amountPaise: taxablePaise, months };
  const turnovers = party ? undefined : await readTurnovers(read, tenant);
  const goods = (on: CalendarDate) => deductsFromGoods(on, turnovers ?? {});
  const of = { rule, pan: vendor.pan, deductsFromGoods: party?.deductsFromGoods ?? goods };
  const { paiseByEvent: byEvent } = deductTds(of, [...earlier, event]);
  return { tdsPaise: byEvent.get("") ?? (0 as Paise), earlier };
}

/** Sorts a proposal after the day's entries. */
const LAST = "\uffff";

interface OnMoney {
  vendor: Pick<VendorRow, "id" | "pan">;
  date: CalendarDate;
  /** Money paid to the vendor. */
  amountPaise: Paise;
  /** Returns the value without GST of money plus TDS. */
  toTaxable: (money: Paise) => Paise;
  /** Months of rent. */
  months?: string[];
}

/** Returns the TDS of a payment. The TDS is part of the taxed sum. */
export async function proposeOnMoney(
  read: Read,
  tenant: Tenant,
  rule: TdsRule,
  { vendor, date, amountPaise, toTaxable, months }: OnMoney,
): Promise<Paise> {
  let tds = 0 as Paise;
  for (let n = 0; n < 12; n++) {
    const taxable = toTaxable((amountPaise + tds) as Paise);
    const next = (
      await proposeTds(read, tenant, rule, { vendor, date, taxablePaise: taxable, months })
    ).tdsPaise;
    if (next === tds) return tds;
    tds = next;
  }
  return tds;
}

/** Returns the TDS proposed in a form. @throws Refusal "missing" if the vendor does not exist */
export async function getTdsProposal(
  tenant: Tenant,
  vendorId: string,
  { rule: requestedRule, date, taxable, billId, months }: TdsQuery,
): Promise<TdsProposal> {
  const { read } = tenant.books;
  const { vendor } = await getVendor(tenant, vendorId);
  const chosen = requestedRule ?? vendor.tdsRule;
  const rule = chosen && ruleByPan(chosen, vendor.pan);
  const bill = {
    vendor: { id: vendorId, pan: vendor.pan },
    date,
    taxablePaise: taxable,
    months,
    own: billId,
  };
  const { tdsPaise, earlier } = rule
    ? await proposeTds(read, tenant, rule, bill)
    : { tdsPaise: 0 as Paise, earlier: [] };
  const terms = rule ? termsOn(rule, date) : undefined;
  const sum = (of: (event: TdsEvent) => number) =>
    toRupees(earlier.reduce((all, one) => all + of(one), 0) as Paise);
  const limit = (paise: number | undefined) =>
    paise === undefined ? null : toRupees(paise as Paise);
  return {
    rule,
    name: rule ? TDS_LAW[rule].name : "",
    code: findTdsCode(rule, date),
    source: terms ? formatSource(terms) : "",
    rate: rule ? findTdsRate(rule, date, vendor.pan !== "") / 100 : 0,
    ofOne: limit(terms?.ofOne),
    ofYear: limit(terms?.ofYear),
    ofMonth: limit(terms?.ofMonth),
    bills: earlier.filter(({ amountPaise }) => amountPaise >= 0).length,
    yearSum: sum(({ amountPaise }) => amountPaise),
    kept: sum(({ deductedPaise = 0 }) => deductedPaise),
    tds: toRupees(tdsPaise),
    depositBy: depositBy(date.slice(0, 7)),
  };
}
