import type { Waiting } from "../../domain/agencies/approvals.ts";
import { formatDate, formatRange, today } from "../../domain/dates.ts";
import {
  isBeforeInvoice,
  PAYMENT_MODES,
  type Payment,
  vendorAdvanceMeaning,
} from "../../domain/documents/payments.ts";
import { formatInr, formatPaise, sumInPaise } from "../../domain/money.ts";
import {
  BILL_KIND_NAMES,
  BILL_STATUSES,
  type Bill,
  type BillList,
  type BillRow,
  type ListedBill,
} from "../../domain/purchases/bills.ts";
import { CREDIT_STATE_NAMES, CREDIT_STATES } from "../../domain/purchases/creditStates.ts";
import { readRentMonths } from "../../domain/tds/rentMonths.ts";
import type { Api } from "../api.ts";
import { parseChoice } from "../choice.ts";
import { create, printWarnings } from "../create.ts";
import { EXIT, Failure, failUsage } from "../failure.ts";
import { findTarget, saveAnswer } from "../files.ts";
import { fetchPages, formatPage, type PagedOptions, printList } from "../listing.ts";
import { findAccountId, findCategoryId, findVendorId } from "../names.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, oneLine } from "../output.ts";
import { type RangeOptions, readDay, readRange } from "../range.ts";
import { type Column, rupeesColumn } from "../table.ts";
import { BILL_STATUS_WORDS, CREDIT_WORDS, enumColumn } from "../words.ts";
import { describeWaiting } from "./approvals.ts";
import { readRupees } from "./receipts.ts";

const COLUMNS: Column<ListedBill>[] = [
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
];

export interface ListOptions extends PagedOptions, RangeOptions {
  status?: string;
  vendor?: string;
  credit?: string;
  search?: string;
  sort?: string;
}

/** Prints one page. Defaults to all dates, as the screen does. */
export async function listBills(options: ListOptions): Promise<void> {
  const period = readRange(options);
  const { api } = open(options);
  const query = {
    ...period,
    status: readStatus(options.status),
    vendorId: options.vendor && (await findVendorId(api, options.vendor)),
    creditState: parseChoice("--credit", options.credit, CREDIT_STATES),
    q: options.search,
    sort: options.sort,
  };
  const answer = await fetchPages<BillList>(api, "/bills", options, query);
  const when = period ? formatRange(period) : "all time";
  const toPay = `${formatInr(answer.totals.toPay)} to pay${heldText(answer)}`;
  const footer = () => `${count(answer.total, "bill")}, ${when}; ${toPay}${formatPage(answer)}`;
  await printList(answer, answer.items, COLUMNS, options, footer);
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

const STATUSES = [...BILL_STATUSES, "UNPAID", "OVERDUE", "THIS_WEEK"];

function readStatus(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const status = STATUSES.find((known) => known === text.toUpperCase().replaceAll("-", "_"));
  if (status) return status;
  throw failUsage(`--status ${text} is not known`, `use one of ${STATUSES.join(", ")}`);
}

export interface AddOptions extends GlobalOptions {
  vendor?: string;
  number?: string;
  item?: string[];
  category?: string;
  tax?: string;
  date?: string;
  due?: string;
  place?: string;
  reverseCharge?: boolean;
  tds?: string;
  rentMonths?: string;
  draft?: boolean;
  notes?: string;
  again?: boolean;
}

export async function addBill(options: AddOptions): Promise<void> {
  const { vendor, item = [], number, notes, reverseCharge } = options;
  if (!vendor) throw failUsage("--vendor is missing", "name the vendor");
  if (item.length === 0) throw failUsage("--item is missing", 'add --item "Brochures=34000"');
  const { api, output } = open(options);
  const category = await findCategoryId(api, options.category);
  const taxPct = options.tax === undefined ? 18 : Number(options.tax.replace(/%$/, ""));
  if (Number.isNaN(taxPct)) throw failUsage(`--tax ${options.tax} is not a percentage`, "write 18");
  const items = item.map((text) => ({
    ...readItem(text),
    taxPct,
    ...(category && { categoryId: category }),
  }));
  const body = {
    vendorId: await findVendorId(api, vendor),
    number,
    items,
    notes,
    reverseCharge,
    placeOfSupply: options.place,
    date: readDay("--date", options.date) ?? today(),
    ...(options.due && { dueDate: readDay("--due", options.due) }),
    ...(options.tds && { tdsAmount: readRupees(options.tds, "--tds") }),
    rentMonths: readMonths(options.rentMonths),
    status: options.draft ? "DRAFT" : "OPEN",
  };
  const { answer, isAgain } = await create<Bill>(api, options, {
    command: "bills add",
    path: "/bills",
    key: "_id",
    body,
  });
  // The balance may be lower by now.
  const bill = isAgain ? await api.json<Bill>(`/bills/${answer._id}`, "_id") : answer;
  await output.result(bill, () => enteredText(bill, isAgain));
  printWarnings(bill, output);
}

function enteredText(bill: Bill, isAgain: boolean): string {
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

function readItem(text: string) {
  const at = text.lastIndexOf("=");
  const description = text.slice(0, at).trim();
  if (at < 1 || !description) {
    throw failUsage(`--item ${text} has no value`, 'write it as "Brochures=34000"');
  }
  return { description, taxable: readRupees(text.slice(at + 1), "--item") };
}

export interface PayOptions extends GlobalOptions {
  amount?: string;
  tds?: string;
  account?: string;
  mode?: string;
  date?: string;
  reference?: string;
  advance?: boolean;
  again?: boolean;
}

interface Paid {
  payment: Payment;
  bill: Bill;
}

function readMonths(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const months = readRentMonths(text);
  if (months) return months;
  throw failUsage(`--rent-months ${text} is not a month`, "write 2026-07 or 2026-07..2026-09");
}

/** Pays a bill. A payment by staff above the agency's limit waits for approval. */
export async function payBill(typed: string, options: PayOptions): Promise<void> {
  if (!options.account) throw failUsage("--account is missing", "name the account that pays");
  const mode = parseChoice("--mode", options.mode, PAYMENT_MODES) ?? "Bank Transfer";
  const { api, output } = open(options);
  const bill = await findBill(api, typed);
  assertPayable(bill, options);
  const date = readDay("--date", options.date) ?? today();
  if (isBeforeInvoice(date, bill.date) && !options.advance) {
    throw new Failure(EXIT.refused, vendorAdvanceMeaning(bill.date), "add --advance to record it");
  }
  const body = {
    date,
    amount: options.amount === undefined ? bill.toPay : readRupees(options.amount),
    ...(options.tds !== undefined && { tdsAmount: readRupees(options.tds, "--tds") }),
    mode,
    reference: options.reference,
    accountId: await findAccountId(api, options.account),
  };
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
function assertPayable({ number, kind, status, onHold }: BillRow, { amount }: PayOptions): void {
  if (status === "PAID" && kind !== "CREDIT_NOTE" && amount === undefined) {
    throw new Failure(EXIT.refused, `${number} is already paid`, "nothing was changed");
  }
  if (onHold) {
    throw new Failure(EXIT.refused, `${number} is on hold`, "remove the hold on its page first");
  }
}

/** The most candidates listed. */
const SHOWN = 5;

/** Finds the one bill by its number, the end of its number, or its id. */
export async function findBill(api: Api, typed: string): Promise<BillRow> {
  const { items } = await api.json<BillList>("/bills", "items", {
    query: { q: typed, limit: "100" },
  });
  const ends = items.filter(({ number }) => number.toLowerCase().endsWith(typed.toLowerCase()));
  const same = ends.filter(({ number }) => number.toLowerCase() === typed.toLowerCase());
  const [first, second] = same.length > 0 ? same : ends;
  if (first && !second) return first;
  if (second) {
    const isWhole = same.length > 0;
    const names = (isWhole ? same : ends)
      .slice(0, SHOWN)
      .map(({ _id, number, vendorId }) =>
        oneLine(`${isWhole ? `${_id}, ` : ""}${number} of ${vendorId.displayName}`),
      );
    throw isWhole
      ? new Failure(
          EXIT.missing,
          `several bills are called ${typed}`,
          `write an id: ${names.join("; ")}`,
        )
      : new Failure(
          EXIT.missing,
          `several bills end in ${typed}: ${names.join(", ")}`,
          "write the full number",
        );
  }
  if (/^[0-9a-z]{13}$/.test(typed)) return api.json<Bill>(`/bills/${typed}`, "_id");
  throw new Failure(EXIT.missing, `no bill is called ${typed}`, "see bahi bills list");
}

export async function exportBills(
  options: GlobalOptions & RangeOptions & { out?: string; force?: boolean },
): Promise<void> {
  const { out = "-", json } = options;
  if (json && out === "-") {
    throw failUsage("an export is not JSON", "leave --json out, or name a file with --out");
  }
  const query = { ...readRange(options) };
  const target = await findTarget(out, options, "--out", "bills.csv");
  const { api, output } = open(options);
  const response = await api.file("/bills/export.csv", "text/csv", { query });
  await saveAnswer(response, target, { api, output });
}
