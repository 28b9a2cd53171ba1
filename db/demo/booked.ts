import type { CalendarDate } from "../../domain/dates.ts";
import { roundToPaise } from "../../domain/money.ts";
import { advanceRowsUntil } from "./advances.ts";
import { invoicesUntil } from "./billing.ts";
import { billsUntil, depositsUntil } from "./bills.ts";
import { CLIENTS } from "./clients.ts";
import { receiptsUntil } from "./counter.ts";
import { createExpense, createIncome, type DemoRow } from "./rows.ts";
import { PLACES } from "./studio.ts";
import { VENDORS } from "./vendors.ts";

const { BANK } = PLACES;

/** Rows that documents book automatically, so no one enters them. */
export const bookedUntil = (on: CalendarDate): DemoRow[] => [
  ...paymentsUntil(on),
  ...takingsUntil(on),
  ...advanceRowsUntil(on).map((row) => ({ ...row, isBooked: true as const })),
  ...purchasesUntil(on),
];

/** Returns clients' payments of invoices. */
function paymentsUntil(on: CalendarDate): DemoRow[] {
  return invoicesUntil(on).flatMap(({ client, payments }) =>
    payments.map(({ date, amount, reference }): DemoRow => {
      const what = `Payment of an invoice: ${CLIENTS[client].displayName}`;
      const row = createIncome(date, what, BANK, "Invoice Payments", amount, reference);
      return { ...row, isBooked: true };
    }),
  );
}

/** Returns payments at the counter. */
function takingsUntil(on: CalendarDate): DemoRow[] {
  return receiptsUntil(on).map(({ date, client, account, purpose, amount }) => {
    const paise = roundToPaise(amount);
    const row = createIncome(date, `Receipt: ${client.name}`, account, "Receipts", paise, purpose);
    return { ...row, isBooked: true };
  });
}

/** Returns payments to vendors, and TDS deposits. */
function purchasesUntil(on: CalendarDate): DemoRow[] {
  const rows = [
    ...billsUntil(on).flatMap(({ vendor, category, payments }) =>
      payments.map(({ date, amountPaise, reference }) => {
        const what = `Payment of a bill: ${VENDORS[vendor].displayName}`;
        return createExpense(date, what, BANK, category, amountPaise, reference);
      }),
    ),
    ...depositsUntil(on).map(({ date, what, amount }) =>
      createExpense(date, what, BANK, "TDS Paid", amount),
    ),
  ];
  return rows.map((row) => ({ ...row, isBooked: true }));
}
