import { type SQL, sql } from "drizzle-orm";
import { type CalendarDate, pickLater } from "../../domain/dates.ts";
import { upiLink } from "../../domain/documents/upi.ts";
import { ABROAD } from "../../domain/gst/states.ts";
import type { Paise } from "../../domain/money.ts";
import { type Remindable, type ReminderDay, toIndiaDay } from "../../domain/reminders/schedule.ts";
import type { RemindedInvoice } from "../../domain/reminders/texts.ts";
import { OPEN } from "../documents/rows.ts";
import type { Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";

type Who = Pick<Tenant, "agencyId">;

/** A sent invoice with a balance. */
export interface OpenInvoice extends Remindable, RemindedInvoice {
  _id: string;
  /** The invoice's own switch, not its client's. */
  remind: boolean;
}

/** A client with their unpaid invoices, oldest first. */
export interface OpenClient {
  _id: string;
  name: string;
  /** Name for the salutation. */
  billingName: string;
  email: string;
  remind: boolean;
  invoices: OpenInvoice[];
}

/** Returns the invoices that reminders are on for. */
export const listReminded = ({ remind, invoices }: OpenClient): OpenInvoice[] =>
  remind ? invoices.filter((invoice) => invoice.remind) : [];

interface Row {
  id: string;
  number: string;
  dueDate: CalendarDate;
  sentAt: string;
  open: number;
  total: number;
  held: number;
  supplyCode: string;
  upi: string | null;
  accountName: string | null;
  agencyName: string | null;
  clientId: string;
  name: string;
  billingName: string;
  email: string;
  isOn: number;
  since: string;
  isClientOn: number;
  clientSince: string;
  done: string;
}

/** SQL: unused credit notes of the invoice. They and its settlements reduce the balance. */
const HELD = sql`coalesce((SELECT sum(n.grand_total_paise - n.used_paise - n.refunded_paise)
  FROM documents n INDEXED BY documents_of_original
  WHERE n.agency_id = documents.agency_id AND n.original_id = documents.id
    AND n.kind = 'CREDIT_NOTE' AND n.status NOT IN ('DRAFT', 'CANCELLED')), 0)`;

const switchSql = (entity: "client" | "invoice", id: SQL, column: "is_on" | "since", other: SQL) =>
  sql`coalesce((SELECT ${sql.raw(column)} FROM reminder_switches s
    WHERE s.agency_id = documents.agency_id AND s.entity = ${entity} AND s.entity_id = ${id}), ${other})`;

/** Reads unpaid invoices by client: of one client, or of all by due date. */
export async function readOpen(
  from: Pick<Write, "all">,
  { agencyId }: Who,
  of: { clientId: string } | { dueFrom: CalendarDate; dueTo: CalendarDate },
): Promise<OpenClient[]> {
  const where =
    "clientId" in of
      ? sql`documents.client_id = ${of.clientId} AND documents.due_date > ''`
      : sql`documents.due_date BETWEEN ${of.dueFrom} AND ${of.dueTo}`;
  const index = sql.raw("clientId" in of ? "documents_open" : "documents_due");
  const [invoice, client] = [sql`documents.id`, sql`documents.client_id`];
  const rows = await from.all<Row>(sql`
    SELECT documents.id AS id, number, due_date AS "dueDate", sent_at AS "sentAt", ${OPEN} AS open,
      grand_total_paise AS total, ${HELD} AS held, supply_code AS "supplyCode",
      issued ->> '$.supplier.bankDetails.upi' AS upi,
      issued ->> '$.supplier.bankDetails.accountName' AS "accountName",
      issued ->> '$.supplier.agencyName' AS "agencyName",
      c.id AS "clientId", c.display_name AS name, c.billing_name AS "billingName", c.email AS email,
      ${switchSql("invoice", invoice, "is_on", sql`1`)} AS "isOn",
      ${switchSql("invoice", invoice, "since", sql`''`)} AS since,
      ${switchSql("client", client, "is_on", sql`1`)} AS "isClientOn",
      ${switchSql("client", client, "since", sql`''`)} AS "clientSince",
      (SELECT json_group_array(r.days) FROM reminders r WHERE r.agency_id = documents.agency_id
        AND r.invoice_id = documents.id AND r.due_date = documents.due_date) AS done
    FROM documents INDEXED BY ${index}
    JOIN clients c ON c.agency_id = documents.agency_id AND c.id = documents.client_id
    WHERE documents.agency_id = ${agencyId} AND documents.status IN ('SENT', 'PARTIALLY_PAID')
      AND family = 'INVOICES' AND ${where}
    ORDER BY due_date, documents.id`);
  const found = new Map<string, OpenClient>();
  for (const row of rows) {
    const owed = (row.open - row.held) as Paise;
    if (owed <= 0) continue;
    const { clientId, name, billingName, email } = row;
    const one = found.get(clientId) ?? {
      _id: clientId,
      name,
      billingName: billingName || name,
      email,
      remind: row.isClientOn === 1,
      invoices: [],
    };
    found.set(clientId, one);
    one.invoices.push(toOpen(row, owed));
  }
  return [...found.values()];
}

function toOpen(row: Row, owed: Paise): OpenInvoice {
  const { id, number, dueDate, sentAt, since, clientSince } = row;
  return {
    _id: id,
    number,
    dueDate,
    owedPaise: owed,
    remind: row.isOn === 1,
    upi: buildUpiLink(row, owed),
    sentOn: toIndiaDay(Date.parse(sentAt)),
    since: pickLater(since, clientSince),
    done: JSON.parse(row.done) as ReminderDay[],
  };
}

/** Clients abroad cannot pay by UPI. */
function buildUpiLink(
  { upi, accountName, agencyName, number, total, supplyCode }: Row,
  owed: Paise,
) {
  if (!upi || supplyCode === ABROAD) return "";
  const payee = accountName || agencyName || "";
  const isPartlyPaid = owed !== total;
  return upiLink({ upi, payee, invoiceNumber: number, balancePaise: owed, isPartlyPaid }) ?? "";
}
