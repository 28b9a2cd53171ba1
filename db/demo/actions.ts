import { CSV_COLUMNS } from "../../domain/csv/transactions.ts";
import { addDays, type CalendarDate, type DateRange, monthRange } from "../../domain/dates.ts";
import { NewInvoice } from "../../domain/documents/invoiceInput.ts";
import { NewReceipt } from "../../domain/documents/receipts.ts";
import { NewJournal } from "../../domain/ledger/journals.ts";
import { toDecimal } from "../../domain/money.ts";
import { parse } from "../../domain/refusal.ts";
import { addInvoice, cancelInvoice, sendInvoice } from "../documents/invoices.ts";
import { addPayment } from "../documents/payments.ts";
import { addReceipt } from "../documents/receipts.ts";
import type { Tenant } from "../engine/tenant.ts";
import { recordView } from "../engine/views.ts";
import { importTransactions } from "../imports/import.ts";
import { journalStore } from "../ledger/journals.ts";
import { changeEntry, deleteEntry } from "../ledger/splits.ts";
import { addTransaction, addTransfer } from "../ledger/transactions.ts";
import type { DemoAction, Person } from "./addActions.ts";
import { listAdvanceActions } from "./advances.ts";
import { type DemoInvoice, invoicesUntil } from "./billing.ts";
import { getClientId } from "./clients.ts";
import { closingsUntil, undertakingsUntil } from "./closings.ts";
import { type DemoReceipt, receiptsUntil } from "./counter.ts";
import { listCreditsUntil, offersUntil } from "./offers.ts";
import { purchasesUntil } from "./purchases.ts";
import { retainersUntil } from "./retainers.ts";
import type { DemoRow } from "./rows.ts";
import { statementsUntil } from "./statements.ts";
import { DAYS, DEPRECIATION, PLACES } from "./studio.ts";
import { yearUntil } from "./year.ts";

// The people and their schedule: the owner imports bank statements monthly, books clients' payments, and
// closes the month after the accountant has filed its returns. The staff write invoices and receipts, and
// type in the last days' entries. The accountant reads.

/** Typed one by one, so that the newest entries look like a normal week. */
const DAYS_TYPED = 7;

/** Lists actions up to and including this day, in order. */
export function demoActionsUntil(on: CalendarDate): DemoAction[] {
  const typedFrom = addDays(on, 1 - DAYS_TYPED);
  const rows = yearUntil(on).filter(({ isBooked }) => !isBooked);
  const actions = [
    ...buildImports(
      rows.filter(({ date }) => date < typedFrom),
      typedFrom,
    ),
    ...receiptsUntil(on).map(toReceiptAction),
    ...invoicesUntil(on).flatMap(toInvoiceActions),
    ...listAdvanceActions(on),
    ...offersUntil(on),
    ...listCreditsUntil(on),
    ...purchasesUntil(on),
    ...yearEndsUntil(on),
    ...retainersUntil(on),
    ...statementsUntil(on),
    ...closingsUntil(on),
    ...undertakingsUntil(on),
    ...buildEntries(rows.filter(({ date }) => date >= typedFrom)),
  ];
  return actions
    .filter(({ date }) => date <= on)
    .toSorted((a, b) => (toSortKey(a) < toSortKey(b) ? -1 : Number(toSortKey(a) > toSortKey(b))));
}

const toSortKey = ({ date, time }: DemoAction) => `${date} ${time}`;

/**
 * Builds monthly imports on the first of the next month. Three days later the accountant downloads the
 * documents.
 */
function buildImports(rows: DemoRow[], typedFrom: CalendarDate): DemoAction[] {
  const months = Map.groupBy(rows, ({ date }) => date.slice(0, 7));
  return [...months].flatMap(([month, rows]) => {
    const range = monthRange(month);
    const next = addDays(range.dateTo, 1);
    const isOver = next <= typedFrom;
    const does = (who: Tenant) => importRows(who, `statement-${month}.csv`, rows);
    const taken: DemoAction = { date: isOver ? next : typedFrom, time: "11:20", by: "asha", does };
    return isOver ? [taken, ...buildDownloads(range, addDays(next, 3))] : [taken];
  });
}

function buildDownloads(range: DateRange, date: CalendarDate): DemoAction[] {
  const fetched = (time: string, payload: Record<string, unknown>): DemoAction => ({
    date,
    time,
    by: "vinod",
    does: (who) => recordView(who, "Transaction", { ...payload, filter: range }),
  });
  return [
    fetched("15:04", { report: "dashboard.pdf" }),
    fetched("15:05", { report: "transactions.pdf" }),
    fetched("15:06", { export: "csv" }),
  ];
}

async function importRows(who: Tenant, file: string, rows: DemoRow[]): Promise<void> {
  const csv = [CSV_COLUMNS.join(","), ...rows.map(toCsvLine)].join("\n");
  const options = { file, dryRun: false, createMissing: false, keepDuplicates: true };
  async function* body() {
    yield new TextEncoder().encode(csv);
  }
  await importTransactions(who, options, body());
}

function toCsvLine({
  date,
  description,
  account,
  toAccount,
  category,
  type,
  amountPaise,
  notes,
}: DemoRow) {
  const place = toAccount ? `${account} → ${toAccount}` : account;
  const cells = [date, description, place, category, type, toDecimal(amountPaise), notes];
  return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
}

/** The accountant closes the year with the depreciation of the equipment. */
function yearEndsUntil(on: CalendarDate): DemoAction[] {
  const days = Array.from({ length: DAYS }, (_, n) => addDays(on, n + 1 - DAYS));
  const ends = days.filter((date) => date.endsWith("-03-31"));
  return ends.map((date) => ({
    date,
    time: "18:30",
    by: "vinod",
    does: (who, { ids }) => {
      const lines = [
        { categoryId: ids.get("Depreciation"), debit: DEPRECIATION },
        { categoryId: ids.get("Studio Equipment"), credit: DEPRECIATION },
      ];
      return journalStore.add(
        who,
        parse(NewJournal, { date, reason: "Depreciation for the year", lines }),
      );
    },
  }));
}

const toReceiptAction = ({ account, ...receipt }: DemoReceipt): DemoAction => ({
  date: receipt.date,
  time: "17:30",
  by: "rohan",
  does: (who, { ids }) =>
    addReceipt(who, parse(NewReceipt, { ...receipt, accountId: findId(account, ids) })),
});

/** Invoices are written and sent in the morning, and paid when the bank shows it. */
function toInvoiceActions({ client, ends, payments, ...invoice }: DemoInvoice): DemoAction[] {
  const { date } = invoice;
  let invoiceId = "";
  const createAction = (
    date: CalendarDate,
    time: string,
    by: Person,
    does: DemoAction["does"],
  ): DemoAction => ({
    date,
    time,
    by,
    does,
  });
  const actions = [
    createAction(date, "10:30", "rohan", async (who, { ids }) => {
      const input = { ...invoice, clientId: await getClientId(who, ids, client) };
      invoiceId = (await addInvoice(who, parse(NewInvoice, input)))._id;
      ids.set(`invoice ${client} ${date}`, invoiceId);
    }),
  ];
  if (ends === "draft") return actions;
  actions.push(createAction(date, "10:50", "asha", (who) => sendInvoice(who, invoiceId)));
  if (ends === "cancelled") {
    actions.push(createAction(date, "17:10", "asha", (who) => cancelInvoice(who, invoiceId)));
  }
  for (const payment of payments) {
    actions.push(
      createAction(payment.date, "16:15", "asha", (who, { ids }) => {
        const accountId = findId(PLACES.BANK, ids);
        return addPayment(who, invoiceId, { ...payment, notes: "", accountId });
      }),
    );
  }
  return actions;
}

/** Includes two mistakes: an amount with an extra zero, and a duplicate entry. */
function buildEntries(rows: DemoRow[]): DemoAction[] {
  const isSmall = ({ account, type }: DemoRow) => account === PLACES.CASH && type === "Expense";
  const [misread, doubled] = rows.filter(isSmall);
  return rows.map((row) => ({
    date: row.date,
    time: isSmall(row) ? "18:20" : "12:40",
    by: isSmall(row) ? "rohan" : "asha",
    does: async (who, { ids, people }) => {
      if (row === doubled) {
        const twice = await type(who, row, ids);
        await deleteEntry({ ...people.asha, at: who.at }, twice);
      }
      const isMisread = row === misread;
      const amount = (isMisread ? row.amountPaise * 10 : row.amountPaise) as DemoRow["amountPaise"];
      const id = await type(who, { ...row, amountPaise: amount }, ids);
      if (isMisread) await changeEntry(who, id, { amount: row.amountPaise / 100 });
    },
  }));
}

async function type(who: Tenant, row: DemoRow, ids: Map<string, string>): Promise<string> {
  const { date, description, amountPaise, notes } = row;
  const content = { date, description, amount: amountPaise, notes };
  const accountId = findId(row.account, ids);
  if (row.type === "Transfer") {
    const toAccountId = findId(row.toAccount ?? "", ids);
    return (await addTransfer(who, { ...content, fromAccountId: accountId, toAccountId }))._id;
  }
  const categoryId = findId(row.category, ids);
  return (await addTransaction(who, { ...content, accountId, categoryId, type: row.type }))._id;
}

function findId(name: string, ids: Map<string, string>): string {
  const id = ids.get(name);
  if (!id) throw new Error(`The demo names "${name}", which it did not make`);
  return id;
}
