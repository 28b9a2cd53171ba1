import { eq, sql } from "drizzle-orm";
import type { CalendarDate } from "../../domain/dates.ts";
import type { Paise } from "../../domain/money.ts";
import { computePart } from "../../domain/purchases/billFigures.ts";
import { deductsFromGoods, ruleByPan, type TdsRule } from "../../domain/tds/law.ts";
import { PARTNER_PAYMENT_NAMES, type PartnerPaymentKind } from "../../domain/tds/partners.ts";
import type { PartySum } from "../../domain/tds/register.ts";
import { deductTds, type TdsEvent, type TdsParty } from "../../domain/tds/sums.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { agencies } from "../schema/agencies.ts";

// Reads payments and credits of vendors and partners for TDS.

type Who = Pick<Tenant, "agencyId">;

/** All events of a party under one rule. */
export interface PartyEvents extends TdsParty {
  partyId: string;
  name: string;
  events: TdsEvent[];
}

/** The filter: bills from a day on, of one vendor or all. */
export interface Wanted {
  from: CalendarDate;
  vendorId?: string;
  /** Whether a bill's TDS still follows its rule, whatever its amount now. */
  isMovable?: (bill: BillRow, deductedBefore: number) => boolean;
}

/** Returns the totals of vendors and partners with the TDS deducted. */
export async function readTdsSums(read: Read, who: Who, from: CalendarDate): Promise<PartySum[]> {
  const parties = await readTdsEvents(read, who, { from });
  return parties.flatMap((party) => {
    const { name, pan, events } = party;
    return deductTds(party, events).sums.map((sum) => ({ ...sum, party: name, pan }));
  });
}

export async function readTdsEvents(read: Read, who: Who, wanted: Wanted): Promise<PartyEvents[]> {
  const advances = await readAdvances(read, who, wanted);
  const bills = await readBills(read, who, wanted);
  const used = Map.groupBy(advances, ({ billId }) => billId);
  const partners = wanted.vendorId ? [] : await readPartnerPayments(read, who, wanted.from);
  const turnovers = await readTurnovers(read, who);
  const groups = new Map<string, PartyEvents>();
  const add = (of: Of, events: TdsEvent[]) => {
    const rule = of.rule && ruleByPan(of.rule, of.pan);
    const key = `${of.partyId} ${rule}`;
    const group = groups.get(key) ?? {
      partyId: of.partyId,
      name: of.name,
      pan: of.pan,
      rule,
      events: [],
      deductsFromGoods: (date: CalendarDate) => deductsFromGoods(date, turnovers),
    };
    group.events.push(...events);
    groups.set(key, group);
  };
  for (const bill of bills) {
    const isNote = bill.kind === "VENDOR_CREDIT";
    const rule = isNote ? (bill.original ? bill.originalRule : bill.vendorRule) : bill.rule;
    if (isNote && !rule) continue;
    const events = isNote
      ? [toNoteEvent(bill)]
      : toBillEvents(bill, used.get(bill.id) ?? [], wanted);
    add({ ...bill, rule: rule ?? "" }, events);
  }
  for (const advance of advances) add(advance, [toAdvanceEvent(advance)]);
  for (const payment of partners) {
    add({ ...payment, rule: "PARTNER", partyId: `partner ${payment.pan || payment.name}` }, [
      toPartnerEvent(payment),
    ]);
  }
  return [...groups.values()];
}

interface Of {
  partyId: string;
  name: string;
  pan: string;
  rule: TdsRule | "";
}

/** A payment before its bill, or of a cancelled bill. */
type EarlyRow = [id: string, date: string, amount: Paise, tds: Paise];

/** A bill or a note as it counts for TDS. */
export interface BillRow extends Of {
  id: string;
  kind: string;
  status: string;
  number: string;
  date: CalendarDate;
  vendorRule: TdsRule | "";
  originalRule: TdsRule | "" | null;
  original: string | null;
  taxablePaise: Paise;
  totalPaise: Paise;
  /** Total TDS deducted. It includes that of payments and of early payments. */
  tdsPaise: Paise;
  settledTdsPaise: Paise;
  earlyTdsPaise: Paise;
  /** Settled by other means than TDS. */
  settledPaise: Paise;
  isByRule: number;
  certificate: string;
  months: string;
  early: string;
}

/** SQL: TDS of a bill; once the bill is paid, the amount deducted. */
const KEPT = sql`iif(d.status = 'PAID', d.tds_paise, max(d.tds_paise, d.tds_due_paise))`;

/** Reads bills and notes that count for TDS. */
async function readBills(
  read: Read,
  { agencyId }: Who,
  { from, vendorId }: Wanted,
): Promise<BillRow[]> {
  const ofVendor = vendorId ? sql`AND d.vendor_id = ${vendorId}` : sql``;
  return read.all<BillRow>(sql`
    SELECT d.id, d.kind, d.status, d.number, d.date, d.vendor_id AS "partyId", v.pan, d.tds_rule AS rule,
      coalesce(d.issued ->> '$.recipient.name', v.display_name) AS name, v.tds_rule AS "vendorRule",
      d.original_id AS original, o.tds_rule AS "originalRule",
      d.taxable_paise - d.pure_agent_paise AS "taxablePaise", d.grand_total_paise AS "totalPaise",
      ${KEPT} AS "tdsPaise",
      d.tds_paise AS "settledTdsPaise", d.tds_early_paise AS "earlyTdsPaise",
      d.received_paise + d.advances_paise + d.credit_paise + d.written_off_paise AS "settledPaise",
      d.is_tds_by_rule AS "isByRule", d.tds_certificate AS certificate, d.rent_months AS months,
      (SELECT json_group_array(json_array(s.id, s.date, s.amount_paise, s.tds_paise))
        FROM settlements s WHERE s.agency_id = d.agency_id AND s.document_id = d.id AND s.kind = 'PAYMENT'
          AND (s.is_tds_early OR (s.date < d.date AND s.tds_paise = 0) OR (d.status = 'CANCELLED'
            AND NOT EXISTS (SELECT 1 FROM vendor_advances a
              WHERE a.agency_id = s.agency_id AND a.transaction_id = s.transaction_id)))) AS early
    FROM documents d JOIN vendors v ON v.agency_id = d.agency_id AND v.id = d.vendor_id
    LEFT JOIN documents o ON o.agency_id = d.agency_id AND o.id = d.original_id
    WHERE d.agency_id = ${agencyId} AND d.family = 'BILLS' AND d.date >= ${from} ${ofVendor}
      AND (d.status IN ('SENT', 'PARTIALLY_PAID', 'PAID', 'CREDIT')
        OR (d.status = 'CANCELLED' AND d.tds_paise > 0))
      AND (d.tds_rule <> '' OR ${KEPT} > 0 OR d.kind = 'VENDOR_CREDIT')`);
}

const toNoteEvent = ({ id, number, date, taxablePaise, original }: BillRow): TdsEvent => ({
  id,
  document: id,
  number,
  date,
  original: original ?? "",
  amountPaise: -taxablePaise as Paise,
});

/** Returns the parts of a bill paid before its date, then the rest; for a cancelled bill, the payments. */
function toBillEvents(bill: BillRow, used: AdvanceRow[], { isMovable }: Wanted): TdsEvent[] {
  const { id: document, number, date, certificate } = bill;
  const given: string[] = JSON.parse(bill.months);
  // By default, rent is for the month of its bill, whenever it is paid.
  const months = given.length > 0 ? given : [date.slice(0, 7)];
  const early = (JSON.parse(bill.early) as EarlyRow[]).toSorted(([a, on], [b, other]) =>
    `${on} ${a}` < `${other} ${b}` ? -1 : 1,
  );
  const advanced = used.reduce((sum, { amountPaise, tdsPaise }) => sum + amountPaise + tdsPaise, 0);
  const base = Math.max(0, bill.taxablePaise - advanced);
  const whole = Math.max(1, bill.totalPaise - advanced) as Paise;
  const common = { document, number, months, certificate };
  let paid = 0;
  let counted = 0;
  const first = early.map(([id, on, amount, tds]): TdsEvent => {
    paid += amount + tds;
    const upTo = computePart(base, Math.min(paid, whole) as Paise, whole);
    const part = (upTo - counted) as Paise;
    counted = upTo;
    return { ...common, id, date: on, amountPaise: part, deductedPaise: tds };
  });
  if (bill.status === "CANCELLED") return first;
  const rest = { ...common, id: document, date, amountPaise: (base - counted) as Paise };
  const before = bill.earlyTdsPaise + used.reduce((sum, { tdsPaise }) => sum + tdsPaise, 0);
  const deducted = Math.max(0, bill.tdsPaise - before) as Paise;
  if (!isMovable?.(bill, before)) return [...first, { ...rest, deductedPaise: deducted }];
  const least = Math.max(0, bill.settledTdsPaise - before) as Paise;
  const most = Math.max(least, bill.totalPaise - bill.settledPaise - before) as Paise;
  return [...first, { ...rest, leastPaise: least, mostPaise: most }];
}

export interface AdvanceRow extends Of {
  id: string;
  date: CalendarDate;
  amountPaise: Paise;
  tdsPaise: Paise;
  reference: string;
  /** The bill settled with the advance. */
  billId: string | null;
}

const readAdvances = (read: Read, { agencyId }: Who, { vendorId }: Wanted): Promise<AdvanceRow[]> =>
  read.all<AdvanceRow>(sql`
    SELECT a.id, a.date, a.amount_paise AS "amountPaise", a.tds_paise AS "tdsPaise", a.tds_rule AS rule,
      a.reference,
      a.bill_id AS "billId", a.vendor_id AS "partyId", v.pan, v.display_name AS name
    FROM vendor_advances a JOIN vendors v ON v.agency_id = a.agency_id AND v.id = a.vendor_id
    WHERE a.agency_id = ${agencyId} ${vendorId ? sql`AND a.vendor_id = ${vendorId}` : sql``}`);

const toAdvanceEvent = ({ id, date, amountPaise, tdsPaise, reference }: AdvanceRow): TdsEvent => ({
  id,
  document: id,
  number: reference || "Advance",
  date,
  amountPaise: (amountPaise + tdsPaise) as Paise,
  deductedPaise: tdsPaise,
});

interface PartnerRow {
  id: string;
  date: CalendarDate;
  name: string;
  pan: string;
  kind: PartnerPaymentKind;
  amountPaise: Paise;
  tdsPaise: Paise;
}

const readPartnerPayments = (read: Read, { agencyId }: Who, from: CalendarDate) =>
  read.all<PartnerRow>(sql`
    SELECT id, date, partner AS name, pan, kind, amount_paise AS "amountPaise", tds_paise AS "tdsPaise"
    FROM partner_payments WHERE agency_id = ${agencyId} AND date >= ${from}`);

const toPartnerEvent = ({ id, date, kind, amountPaise, tdsPaise }: PartnerRow): TdsEvent => ({
  id,
  document: id,
  number: `${PARTNER_PAYMENT_NAMES[kind]} ${date.slice(0, 7)}`,
  date,
  amountPaise,
  deductedPaise: tdsPaise,
});

/** Reads the agency's turnover by financial year, in rupees. */
export async function readTurnovers(
  read: Read,
  { agencyId }: Who,
): Promise<Record<string, number>> {
  const columns = { aato: agencies.aato };
  const [row] = await read.select(columns).from(agencies).where(eq(agencies.id, agencyId));
  return row?.aato ?? {};
}
