import type { Checkpoint } from "../agencies/checkpoints.ts";
import { pluralize } from "../counts.ts";
import { type CalendarDate, formatDate, formatWeekday } from "../dates.ts";
import { type RupeeSum, type Rupees, sumInPaise, toRupees } from "../money.ts";
import { monthName } from "../months.ts";

// Types and helpers of the month-end close, for the API, screens and the terminal. A step is done when the
// books say so. Only what they cannot say, an item of the agency's own, is ticked by hand.

export type ItemState = "blocked" | "done" | "open";

/** Kinds of items, in order. There is one `bank` item for each account, and several of the agency's own. */
const ITEM_KEYS = [
  ...(["bank", "receipts", "drafts", "bills", "preflight", "gstr1", "2b", "gstr3b"] as const),
  ...(["proof", "suspense", "lock", "papers", "shared", "small"] as const),
  ...(["tick", "count", "reversal"] as const),
];
export type ItemKey = (typeof ITEM_KEYS)[number];

/** Steps in the order users work through them, with their items. */
export const STEPS: readonly { title: string; keys: readonly ItemKey[] }[] = [
  { title: "Bank matched", keys: ["bank", "suspense"] },
  { title: "Bills in", keys: ["bills", "small"] },
  { title: "Invoices sent", keys: ["drafts", "receipts"] },
  { title: "Your own items", keys: ["tick", "count", "reversal"] },
  { title: "Returns checked", keys: ["preflight", "proof"] },
  { title: "GST filed and paid", keys: ["gstr1", "2b", "gstr3b"] },
  { title: "Month locked", keys: ["lock"] },
  { title: "Documents ready", keys: ["papers"] },
  { title: "Shared with the accountant", keys: ["shared"] },
];

/** Returns the steps that an agency has, with their items. */
export const groupByStep = (items: CloseItem[]): { title: string; items: CloseItem[] }[] =>
  STEPS.flatMap(({ title, keys }) => {
    const own = items.filter((item) => keys.includes(toItemKey(item)));
    return own.length > 0 ? [{ title, items: own }] : [];
  });

export interface DoneBy {
  at: string;
  name: string;
}

/** A part of an item, with a link to the screen that lists it. */
export interface CloseLine {
  title: string;
  /** Details, or "". */
  note: string;
  /** 0 if there is nothing to do. */
  count: number;
  link: string;
}

export interface CloseItem {
  /** A value of `ITEM_KEYS`; for several of a kind with `:` and the id of an account or an own item. */
  key: string;
  title: string;
  state: ItemState;
  /** Number of things to do: 0 if done, at least 1 if open. */
  count: number;
  /** The screen that lists the counted records. */
  link: string;
  /** Index in `STEPS`, from 1. */
  step: number;
  /** A sentence about its state; for a blocked item, what it waits for. */
  note: string;
  /** Details of the count, and other information. */
  lines: CloseLine[];
  /** Due date, or "". */
  due: CalendarDate | "";
  /** First day on which it can be done, or "". */
  from: CalendarDate | "";
  /** A balance, or the tax of a return, or null. */
  amount: RupeeSum | null;
  by: DoneBy | null;
}

/** Accrual figures of the month. Null for users who cannot see statements. */
export interface CloseFigures {
  /** Before GST, less credit notes. */
  billed: RupeeSum;
  spent: RupeeSum;
  profit: RupeeSum;
  /** Payable in cash; null if no return is due for the month. */
  gst: Rupees | null;
  receivables: RupeeSum;
}

/**
 * Returns income without an invoice in the month: receipts, interest, and fees entered as transactions.
 */
export const computeOtherIncome = ({ billed, spent, profit }: CloseFigures): RupeeSum =>
  toRupees(sumInPaise(profit) + sumInPaise(spent) - sumInPaise(billed));

/** A closed month, and its documents for the accountants. */
export interface MonthClosing {
  _id: string;
  month: string;
  /** Number and hash of the log entry that closed it. */
  head: Checkpoint;
  /** Null for users who cannot see statements. */
  figures: CloseFigures | null;
  /** File names in the month's folder. */
  papers: string[];
  /** The accountants on that day. */
  to: string[];
  createdAt: string;
  createdBy: { _id: string; name: string };
}

/** Ways documents are shared: e-mailed, opened by an accountant, or marked by a member. */
export const SHARE_WAYS = ["emailed", "opened", "marked"] as const;
export type ShareWay = (typeof SHARE_WAYS)[number];

/** How a closed month's documents were shared. */
export interface MonthShare {
  /** The last time they were shared; null if they were not. */
  shared: (DoneBy & { way: ShareWay }) | null;
  /** The last time an accountant opened them. */
  opened: DoneBy | null;
  /** Whether an e-mail with them is in the outbox. */
  isOnItsWay: boolean;
  /** Changes in the month since they were last shared. */
  changes: number;
}

/** A due date in the following month. */
export interface CloseDate {
  date: CalendarDate;
  title: string;
  /** `paid` or `filed`, or "". */
  done: string;
}

/** A month in the overview of a financial year. */
export interface BoundMonth {
  month: string;
  /** The day on which it was closed, or "". */
  closedOn: CalendarDate | "";
  /** Whether its books are locked, closed or not. */
  isLocked: boolean;
  /** Changes since its documents were shared; 0 if they were not. */
  changes: number;
}

export interface Checklist {
  month: string;
  /** For example `October 2026`. */
  name: string;
  items: CloseItem[];
  /** Null if it is not closed, or was reopened. */
  closing: MonthClosing | null;
  /** How its documents were shared; null if it is not closed. */
  share: MonthShare | null;
  /** Whether the user may close the month, and the owner who does otherwise. */
  mayClose: boolean;
  closer: string;
  figures: CloseFigures | null;
  dates: CloseDate[];
  accountants: string[];
  /** The twelve months of the financial year. */
  year: BoundMonth[];
  /** First month of the books, such as `2026-04`; "" if nothing is entered yet. */
  firstMonth: string;
}

/** Returns `October` for `2026-10`. */
export const formatShortMonth = (month: string): string => monthName(month).replace(/ \d{4}$/, "");

/** Formats `31 Oct`. */
export const formatShortDay = (date: CalendarDate): string =>
  formatDate(date).replace(/ \d{4}$/, "");
export const weekdayShort = (date: CalendarDate): string =>
  formatWeekday(date).replace(/ \d{4}$/, "");

/** Returns the link to a month's checklist. */
export const checklistPage = (month: string): string => `/close?month=${month}`;

export const toItemKey = ({ key }: Pick<CloseItem, "key">): ItemKey => key.split(":")[0] as ItemKey;

/** Returns the number of open tasks, without filing, locking and sharing. */
export const tasksLeft = (items: CloseItem[]): number =>
  items.filter(isTask).reduce((sum, { count }) => sum + count, 0);

const AT_THE_END: readonly ItemKey[] = ["gstr1", "gstr3b", "lock", "papers", "shared"];
const isTask = (item: CloseItem): boolean =>
  item.state === "open" && !AT_THE_END.includes(toItemKey(item));

/** Returns the first open item; undefined if all are blocked or done. */
export const findNextItem = (items: CloseItem[]): CloseItem | undefined =>
  sortByStep(items).find(({ state }) => state === "open");

export const sortByStep = (items: CloseItem[]): CloseItem[] =>
  items.toSorted((a, b) => a.step - b.step);

/** Describes a task as on its button: `match 4 lines`. */
export function taskWords({
  key,
  title,
  count,
  lines,
  month,
}: CloseItem & { month: string }): string {
  const name = formatShortMonth(month);
  switch (toItemKey({ key })) {
    case "bank":
      if (lines.some((line) => line.count > 0)) return `match ${pluralize(count, "line")}`;
      return title === "" ? "upload a statement" : `check ${title}`;
    case "receipts":
      return `settle ${pluralize(count, "receipt")}`;
    case "drafts":
      return `send or move ${pluralize(count, "draft")}`;
    case "bills":
      return `enter ${pluralize(count, "draft bill")}`;
    case "preflight":
      return `fix ${pluralize(count, "error")}`;
    case "proof":
      return `explain ${pluralize(count, "difference")}`;
    case "gstr1":
      return "file GSTR-1";
    case "2b":
      return lines.some((line) => line.count > 0)
        ? `decide ${pluralize(count, "row")} of GSTR-2B`
        : "load GSTR-2B";
    case "gstr3b":
      return "file GSTR-3B";
    case "suspense":
      return `clear ${pluralize(count, "entry", "entries")} in suspense`;
    case "small":
      return "pay small enterprises";
    case "tick":
      return "tick an own item";
    case "count":
      return "count the cash";
    case "reversal":
      return "open the journal";
    case "lock":
      return `lock ${name}`;
    case "papers":
      return "prepare the documents";
    case "shared":
      return "share the documents";
  }
}

/** Returns the label of the item's button: `Match 4`. */
export function taskButton({ key, count, lines }: CloseItem): string {
  const isCounted = lines.some((line) => line.count > 0);
  switch (toItemKey({ key })) {
    case "bank":
      return isCounted ? `Match ${count}` : "Open";
    case "receipts":
      return `Settle ${count}`;
    case "drafts":
      return "Send or move";
    case "bills":
      return `Enter ${count}`;
    case "preflight":
      return `Fix ${count}`;
    case "2b":
      return isCounted ? `Decide ${count}` : "Load";
    case "suspense":
      return `Clear ${count}`;
    case "tick":
      return "Tick";
    case "count":
      return "Count";
    case "lock":
      return "Lock";
    case "papers":
      return "Prepare";
    case "shared":
      return "Share";
    default:
      return "Open";
  }
}

/** Summarizes a month's progress in a sentence or two; `lead` is emphasized. */
export function describeProgress(items: CloseItem[]): { lead: string; rest: string } {
  const left = tasksLeft(items);
  const filing = items.find(({ key, state }) => /^gstr/.test(key) && state === "open");
  const waits = items.find(({ state, from }) => state === "blocked" && from !== "");
  const day = waits ? weekdayShort(waits.from as CalendarDate) : "";
  const when = waits?.key === "2b" ? "GSTR-2B is published" : "the month is over";
  const later = waits ? `The rest is waiting for ${day}, when ${when}.` : "";
  const then = filing ? `file ${filing.title}` : "";
  if (left > 0) {
    const rest = [then && `then ${then}.`, later].filter(Boolean).join(" ");
    return { lead: `${pluralize(left, "task")} left today${then ? "," : "."}`, rest };
  }
  if (filing) return { lead: `Ready to ${then}.`, rest: later };
  if (waits) return { lead: "Everything for today is done.", rest: later };
  const last = items.find(({ state }) => state === "open");
  if (!last) return { lead: "Nothing is left.", rest: "" };
  const rest =
    last.key === "shared"
      ? "share the documents with the accountant."
      : "lock the month; its documents are ready then.";
  return { lead: "Last step:", rest };
}
