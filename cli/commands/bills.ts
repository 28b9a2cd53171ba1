import { type Command, Option } from "commander";
import type { Waiting } from "../../domain/agencies/approvals.ts";
import { formatDate, today } from "../../domain/dates.ts";
import { findFields } from "../../domain/describeField.ts";
import {
  isBeforeInvoice,
  NewBillPayment,
  type Payment,
  vendorAdvanceMeaning,
} from "../../domain/documents/payments.ts";
import { formatInr, formatPaise, sumInPaise } from "../../domain/money.ts";
import { BillQuery, CancelBill, NewBill } from "../../domain/purchases/billInput.ts";
import {
  BILL_KIND_NAMES,
  type Bill,
  type BillList,
  type BillRow,
  type ListedBill,
} from "../../domain/purchases/bills.ts";
import { CREDIT_STATE_NAMES } from "../../domain/purchases/creditStates.ts";
import { readRentMonths } from "../../domain/tds/rentMonths.ts";
import { create } from "../create.ts";
import { EXIT, Failure, failUsage } from "../failure.ts";
import { addFieldOptions, listMissing, pickFields, toFlag } from "../fieldOptions.ts";
import { findDocument, findReferences } from "../find.ts";
import type { DocumentFields, State } from "../noun.ts";
import { type GlobalOptions, open } from "../open.ts";
import { all } from "../options.ts";
import { oneLine } from "../output.ts";
import { rupeesColumn } from "../table.ts";
import { BILL_STATUS_WORDS, CREDIT_WORDS, enumColumn } from "../words.ts";
import { describeWaiting } from "./approvals.ts";
import { creditLines } from "./billCredit.ts";

const { kind, billId, import: _, ...fields } = findFields(NewBill);

export const BILL: DocumentFields<ListedBill, Bill> = {
  filters: findFields(BillQuery),
  columns: [
    { title: "Number", text: ({ number }) => number },
    { title: "Date", text: ({ date }) => date, dropOrder: 2 },
    { title: "Vendor", text: ({ vendorId }) => vendorId.displayName, minWidth: 10 },
    enumColumn("Kind", ({ kind }) => kind, BILL_KIND_NAMES, 5),
    enumColumn("Status", describeStatus, BILL_STATUS_WORDS, 3),
    { title: "Due", text: ({ dueDate }) => dueDate, dropOrder: 1 },
    enumColumn("Input credit", ({ inputCredit }) => inputCredit, CREDIT_WORDS, 6),
    enumColumn("Credit state", ({ creditState }) => creditState, CREDIT_STATE_NAMES, 7),
    rupeesColumn("Total", ({ grandTotal }) => grandTotal, 2),
    rupeesColumn("TDS", ({ tds }) => tds, 4),
    rupeesColumn("To pay", ({ toPay }) => toPay),
  ],
  help: {
    q: "in number and vendor",
    creditState: "input credit",
    rentMonths: "like 2026-07..2026-09 (default: the month of its date)",
    notes: "internal notes",
  },
  earlier: {
    "--credit": "creditState",
    "--due": "dueDate",
    "--place": "placeOfSupply",
    "--tax": "taxPct",
    "--tds": "tdsAmount",
  },
  read: { rentMonths: (_, text) => readMonths(text) },
  fields,
  lines: {
    fields: findFields(fields.items as (typeof fields)[string]),
    parts: ["description", "taxable", "taxPct", "hsnSac"],
    shared: ["categoryId", "hsnSac", "taxPct"],
    initial: { taxPct: 18 },
  },
  options: [new Option("--draft", "save it as a draft").implies({ status: "DRAFT" })],
  sum,
  describe: enteredText,
  details: creditLines,
  endFields: findFields(CancelBill),
  describeEnd: ({ balance }) =>
    balance > 0 ? `; ${formatInr(balance)} is an advance to the vendor` : "",
};

function sum(list: BillList): string {
  return `; ${formatInr(list.totals.toPay)} to pay${heldText(list)}`;
}

/** Explains where to see bills on hold, which are not in the totals. */
function heldText({ items, totalPages }: BillList): string {
  const held = items.filter(({ onHold, status }) => onHold && OPEN.has(status));
  const sum = held.reduce((all, { toPay }) => all + sumInPaise(toPay), 0n);
  return totalPages > 1 || sum === 0n ? "" : `, ${formatPaise(sum)} on hold`;
}

function describeStatus({ status, onHold }: BillRow): string {
  return onHold && OPEN.has(status) ? "ON HOLD" : status;
}

const OPEN = new Set(["OPEN", "PARTIALLY_PAID"]);

function enteredText(bill: Bill, { isAgain }: State): string {
  const verb = isAgain ? "Already entered:" : "Entered";
  const vendor = oneLine(bill.vendorId.displayName);
  return [
    `${verb} ${bill.number} of ${vendor}: ${formatInr(bill.grandTotal)}`,
    ...(bill.tds > 0 ? [`${formatInr(bill.tds)} TDS is deducted`] : []),
    bill.status === "PAID"
      ? "Nothing is left to pay"
      : `${formatInr(bill.toPay)} to pay by ${formatDate(bill.dueDate)}`,
  ].join("\n");
}

function readMonths(text: string): string[] {
  const months = readRentMonths(text);
  if (months) return months;
  throw failUsage(`--rent-months ${text} is not a month`, "write 2026-07 or 2026-07..2026-09");
}

interface Paid {
  payment: Payment;
  bill: Bill;
}

interface PayOptions extends GlobalOptions {
  advance?: boolean;
  again?: boolean;
}

const PAYMENT = findFields(NewBillPayment);

export function addPayOptions(command: Command): void {
  const help = {
    amount: "amount paid (default: the amount to pay)",
    tdsAmount: "TDS deducted with it (default: the rest, if paid in full)",
    accountId: "where the money comes from",
    mode: "how it is paid (default: Bank Transfer)",
    reference: "UTR, cheque number",
    notes: "internal notes",
  };
  const words = { help, earlier: { "--tds": "tdsAmount" } };
  addFieldOptions(command, PAYMENT, words, { hasDefaults: true });
  command
    .option("--advance", "record it before the date of the bill, as an advance to the vendor")
    .option("--again", "create it even if the same command did so in the last 24 hours")
    .action((typed) => payBill(typed, all(command)));
}

/** Pays a bill. A payment by staff above the agency's limit waits for approval. */
async function payBill(typed: string, options: PayOptions): Promise<void> {
  const given = { date: today(), mode: "Bank Transfer", ...pickFields(PAYMENT, options) };
  const missing = listMissing(PAYMENT, { amount: 0, ...given })[0];
  if (missing) throw failUsage(`${toFlag(missing)} is missing`, "name the account that pays");
  const { api, output } = open(options);
  const bill = await findDocument<BillRow>(api, "bill", typed);
  const body = { amount: bill.toPay, ...(await findReferences(api, given)) };
  assertPayable(bill, given);
  if (isBeforeInvoice(given.date, bill.date) && !options.advance) {
    throw new Failure(EXIT.refused, vendorAdvanceMeaning(bill.date), "add --advance to record it");
  }
  const { answer, isAgain } = await create<Paid & Partial<Waiting>>(api, options, {
    command: "bills pay",
    path: `/bills/${bill._id}/payments`,
    key: "payment",
    body,
  });
  const { payment, bill: after, waiting } = answer;
  await output.result(answer, () => {
    if (waiting) return describeWaiting({ waiting });
    const tds = payment.tdsAmount > 0 ? ` and ${formatInr(payment.tdsAmount)} TDS deducted` : "";
    const rest = after.toPay > 0 ? `${formatInr(after.toPay)} to pay` : "nothing is left to pay";
    const verb = isAgain ? "Already paid:" : "Paid";
    return `${verb} ${formatInr(payment.amount)} of ${bill.number}${tds}; ${rest}`;
  });
}

/** The server would accept a payment for a bill on hold, but the screen has no button for it either. */
function assertPayable({ number, kind, status, onHold }: BillRow, given: object): void {
  if (status === "PAID" && kind !== "CREDIT_NOTE" && !("amount" in given)) {
    throw new Failure(EXIT.refused, `${number} is already paid`, "nothing was changed");
  }
  if (onHold) {
    throw new Failure(EXIT.refused, `${number} is on hold`, "remove the hold on its page first");
  }
}
