import { addDays, type CalendarDate } from "../../domain/dates.ts";
import { resolveStateFields } from "../../domain/documents/clients.ts";
import { toLine } from "../../domain/documents/invoices.ts";
import { type PaymentMode, tdsAt } from "../../domain/documents/payments.ts";
import { chargeLines, type Figures, resolveGstMode } from "../../domain/gst/figures.ts";
import { findState } from "../../domain/gst/states.ts";
import { defaultSupply } from "../../domain/gst/supply.ts";
import type { Paise } from "../../domain/money.ts";
import { CLIENTS, type ClientName } from "./clients.ts";
import { toHalfClosedMonth } from "./months.ts";
import { type DemoItem, DRAFTS, OF_HALF_CLOSED, PLANS, type Plan } from "./plans.ts";
import { AGENCY, DAYS } from "./studio.ts";

// Every year has the same invoices on the same days, paid after each client's usual delay. The date decides
// what is unpaid, partly paid or overdue. Only a few are in the month being closed, and drafts on the day
// itself.

/** A payment as the bank shows it. */
export interface DemoPayment {
  date: CalendarDate;
  amount: Paise;
  tdsAmount: Paise;
  mode: PaymentMode;
  reference: string;
}

export interface DemoInvoice {
  client: ClientName;
  date: CalendarDate;
  dueDate: CalendarDate;
  items: DemoItem[];
  kind: "BILL_OF_SUPPLY" | "INVOICE";
  foreignCurrency?: string;
  exchangeRate?: number;
  notes: string;
  terms: string;
  ends: "draft" | "cancelled" | "sent";
  /** Payments received so far. */
  payments: DemoPayment[];
}

/** Returns a year's invoices up to and including this day, oldest first. */
export function invoicesUntil(on: CalendarDate): DemoInvoice[] {
  const days = Array.from({ length: DAYS }, (_, n) => addDays(on, n + 1 - DAYS));
  const half = toHalfClosedMonth(on);
  const written = days.flatMap((date) => {
    const plans = date.startsWith(half) ? [...PLANS, ...OF_HALF_CLOSED] : PLANS;
    return plans
      .filter((plan) => plan.days.some((day) => date.endsWith(day)))
      .map((plan) => write(plan, date, on));
  });
  return [...written, ...DRAFTS.map((plan) => write(plan, on, on))];
}

function write(plan: Plan, date: CalendarDate, on: CalendarDate): DemoInvoice {
  const { client, due, kind = "INVOICE", ends = "sent", notes = "", currency } = plan;
  const items = plan.items(date);
  const payments = ends === "sent" ? buildPayments(plan, date, items) : [];
  return {
    client,
    kind,
    date,
    items,
    notes,
    ends,
    ...currency,
    dueDate: addDays(date, due),
    terms: `Payment within ${due} days.`,
    payments: payments.filter((payment) => payment.date <= on),
  };
}

/** Returns an invoice's totals. */
export function computeInvoiceTotals({
  client,
  kind,
  items,
}: Pick<DemoInvoice, "client" | "items"> & { kind?: DemoInvoice["kind"] | undefined }): Figures {
  const supply = defaultSupply(CLIENTS[client].kind);
  const place = findState(resolveStateFields(CLIENTS[client]).stateCode);
  const mode = resolveGstMode(AGENCY.gstNumber, place, supply);
  const charge = { mode, supply, reverseCharge: false, isUntaxed: kind === "BILL_OF_SUPPLY" };
  return chargeLines(items.map(toLine), charge, 0 as Paise).totals;
}

function buildPayments(plan: Plan, date: CalendarDate, items: DemoItem[]) {
  const { pays, mode, tds = 0 } = plan;
  const { taxableValuePaise, grandTotalPaise } = computeInvoiceTotals({
    ...plan,
    items,
  });
  const tdsAmount = tdsAt(tds, taxableValuePaise);
  const half = Math.floor(grandTotalPaise / 2);
  return pays.map((after, n): DemoPayment => {
    const isLast = n === pays.length - 1;
    const before = n * half;
    return {
      date: addDays(date, after),
      amount: (isLast ? grandTotalPaise - before - tdsAmount : half) as Paise,
      tdsAmount: isLast ? tdsAmount : (0 as Paise),
      mode,
      reference: generateReference(mode, addDays(date, after)),
    };
  });
}

/** Generates a payment reference like a bank's, from the date. */
function generateReference(mode: PaymentMode, date: CalendarDate): string {
  const day = date.replaceAll("-", "");
  if (mode === "Cheque") return `Cheque ${day.slice(2)}`;
  return mode === "UPI" ? `UPI 4${day}117` : `HDFCN5${day}08`;
}
