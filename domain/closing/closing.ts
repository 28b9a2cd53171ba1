import type { Checkpoint } from "../agencies/checkpoints.ts";
import { pluralize } from "../counts.ts";
import { type CalendarDate, formatDate, formatWeekday } from "../dates.ts";
import { type RupeeSum, type Rupees, sumInPaise, toRupees } from "../money.ts";
import { monthName } from "../months.ts";

// What closing a month takes, as calls, screens and the terminal have it. Nothing is ticked by hand: each
// step is done when the books say so.

export type ItemState = "blocked" | "done" | "open";

/** What a step is made of, in their order; of `bank` there is one for each account. */
const ITEM_KEYS = [
  ...(["bank", "receipts", "drafts", "bills", "preflight", "gstr1", "2b", "gstr3b"] as const),
  ...(["proof", "suspense", "lock", "papers", "small"] as const),
];
export type ItemKey = (typeof ITEM_KEYS)[number];

/** The steps as people go through them, and what each is made of. */
export const STEPS: readonly { title: string; keys: readonly ItemKey[] }[] = [
  { title: "Bank matched", keys: ["bank", "suspense"] },
  { title: "Bills in", keys: ["bills", "small"] },
  { title: "Invoices sent", keys: ["drafts", "receipts"] },
  { title: "Returns checked", keys: ["preflight", "proof"] },
  { title: "GST filed", keys: ["gstr1", "2b", "gstr3b"] },
  { title: "Month locked", keys: ["lock"] },
  { title: "Shared with accountant", keys: ["papers"] },
];

/** Who did something, and when. */
export interface DoneBy {
  at: string;
  name: string;
}

/** A part of what is to be done, with the screen that shows just that. */
export interface CloseLine {
  title: string;
  /** "" where there is nothing to say of it. */
  note: string;
  /** 0 of what is only told. */
  count: number;
  link: string;
}

export interface CloseItem {
  /** One of `ITEM_KEYS`; of an account `bank:` and its id. */
  key: string;
  title: string;
  state: ItemState;
  /** How much is to be done; 0 of what is done, at least 1 of what is open. */
  count: number;
  /** The screen that shows what is counted. */
  link: string;
  /** Of `STEPS`, from 1. */
  step: number;
  /** A sentence on where it stands; of what is blocked, what it waits for. */
  note: string;
  /** What the count is made of, where it is several things, and what else is to be known. */
  lines: CloseLine[];
  /** By when; "" for no day. */
  due: CalendarDate | "";
  /** From which day it can be done; "" where it waits for no day. */
  from: CalendarDate | "";
  /** A balance, or the tax of a return; null for none. */
  amount: RupeeSum | null;
  by: DoneBy | null;
}

/** Of the month, accrual basis; null for whoever may not see statements. */
export interface CloseFigures {
  /** Before GST, less credit notes. */
  billed: RupeeSum;
  spent: RupeeSum;
  profit: RupeeSum;
  /** To pay in money; null where no return is due for the month. */
  gst: Rupees | null;
  receivables: RupeeSum;
}

/** What came in without an invoice of the month: receipts, interest, fees that were entered by themselves. */
export const computeOtherIncome = ({ billed, spent, profit }: CloseFigures): RupeeSum =>
  toRupees(sumInPaise(profit) + sumInPaise(spent) - sumInPaise(billed));

/** That a month was closed, and what was handed over. */
export interface MonthClosing {
  _id: string;
  month: string;
  /** The log's entry with which it was closed, and its head. */
  head: Checkpoint;
  /** null for whoever may not see statements. */
  figures: CloseFigures | null;
  /** Names of the files of the month's folder. */
  papers: string[];
  /** To whom: the accountants of that day. */
  to: string[];
  createdAt: string;
  createdBy: { _id: string; name: string };
}

/** A day of the month after, as a calendar shows it. */
export interface CloseDate {
  date: CalendarDate;
  title: string;
  /** `paid` or `filed` where it is; "" else. */
  done: string;
}

/** A month of a financial year in the binding. */
export interface BoundMonth {
  month: string;
  /** The day on which it was closed; "" while it is not. */
  closedOn: CalendarDate | "";
  /** Its books are locked, whether it was closed or not. */
  isLocked: boolean;
}

export interface Checklist {
  month: string;
  /** `October 2026` */
  name: string;
  items: CloseItem[];
  /** null while it is not closed, or where it was opened again. */
  closing: MonthClosing | null;
  figures: CloseFigures | null;
  dates: CloseDate[];
  /** Accountants of the agency, by name. */
  accountants: string[];
  /** Twelve of the month's financial year. */
  year: BoundMonth[];
  /** The first month of the books, `2026-04`; "" where nothing is entered yet. */
  firstMonth: string;
}

/** `October`, of `2026-10`. */
export const formatShortMonth = (month: string): string => monthName(month).replace(/ \d{4}$/, "");

/** `31 Oct`, `Sat 14 Nov`. */
export const formatShortDay = (date: CalendarDate): string =>
  formatDate(date).replace(/ \d{4}$/, "");
export const weekdayShort = (date: CalendarDate): string =>
  formatWeekday(date).replace(/ \d{4}$/, "");

/** Where the checklist of a month is. */
export const checklistPage = (month: string): string => `/close?month=${month}`;

export const toItemKey = ({ key }: Pick<CloseItem, "key">): ItemKey =>
  (key.startsWith("bank:") ? "bank" : key) as ItemKey;

/** What is left of a month, but for filing, locking and handing over. */
export const tasksLeft = (items: CloseItem[]): number =>
  items.filter(isTask).reduce((sum, { count }) => sum + count, 0);

const AT_THE_END: readonly ItemKey[] = ["gstr1", "gstr3b", "lock", "papers"];
const isTask = (item: CloseItem): boolean =>
  item.state === "open" && !AT_THE_END.includes(toItemKey(item));

/** The first that can be worked on now; undefined where all waits, or is done. */
export const findNextItem = (items: CloseItem[]): CloseItem | undefined =>
  sortByStep(items).find(({ state }) => state === "open");

/** In the order of the steps, as people go through them. */
export const sortByStep = (items: CloseItem[]): CloseItem[] =>
  items.toSorted((a, b) => a.step - b.step);

/** What is to be done, as a button says it: `match 4 lines`. */
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
      return title === "" ? "bring a statement" : `look at ${title}`;
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
    case "lock":
      return `lock ${name}`;
    case "papers":
      return "share the documents";
  }
}

/** The same on the button beside it: `Match 4`. */
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
    case "lock":
      return "Lock";
    case "papers":
      return "Share";
    default:
      return "Open";
  }
}

/** Where a month stands, in a sentence or two; `lead` is what stands out of it. */
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
  return last
    ? { lead: "Everything left", rest: "is to lock the month and hand over its papers." }
    : { lead: "Nothing is left.", rest: "" };
}
