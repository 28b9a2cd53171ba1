import { formatMore, pluralize } from "../counts.ts";
import { addDays, type DateRange, formatDate, formatRange } from "../dates.ts";
import { formatInr, formatPaise, type Paise } from "../money.ts";
import { monthName } from "../months.ts";
import { joinNames, lowerFirst } from "../names.ts";
import { Refusal } from "../refusal.ts";
import {
  type CloseItem,
  type CloseLine,
  formatShortDay,
  sortByStep,
  toItemKey,
} from "./closing.ts";
import type { Uncovered } from "./coverage.ts";
import type { BankFacts, DraftFacts, MonthFacts } from "./facts.ts";
import { gstItems } from "./gstItems.ts";
import { item } from "./item.ts";
import { ownItems } from "./ownChecks.ts";
import { describeDocuments, sharedItem } from "./sharing.ts";

// Computes which steps of closing a month are done. A count always equals the number on the linked
// screen.

/** Returns the items of a month with their states. */
export function buildChecklist(facts: MonthFacts): CloseItem[] {
  const before = [
    ...facts.banks.map((bank) => bankItem(bank, facts)),
    receiptsItem(facts),
    draftsItem(facts),
    billsItem(facts),
    ...smallItem(facts),
    ...ownItems(facts),
    ...gstItems(facts),
    suspenseItem(facts),
  ];
  const lock = lockItem(facts, before);
  return [...before, lock, papersItem(facts, [...before, lock]), sharedItem(facts)];
}

function bankItem(bank: BankFacts, { range }: MonthFacts): CloseItem {
  const { account, isIdle, lines, openLines, open, uncovered, lastDay, difference, by } = bank;
  const { balance } = bank;
  const key = `bank:${account._id}`;
  const { dateTo } = range;
  const left = open.reduce((sum, one) => sum + one.count, 0);
  const before = left > openLines ? `, ${left - openLines} open from before` : "";
  const isOff = Number(difference) !== 0;
  const done = { title: account.name, state: "done" as const, amount: balance, by };
  if (isIdle) {
    return item(key, {
      ...done,
      link: "/banking",
      note: `no movements up to ${formatShortDay(dateTo)}`,
    });
  }
  const statement = lastDay
    ? `statement to ${formatShortDay([lastDay, dateTo].toSorted()[0] as string)}`
    : "";
  if (left === 0 && !uncovered && !isOff) {
    const link = reconciliationPath(account._id, dateTo);
    return item(key, {
      ...done,
      link,
      note: [lines > 0 ? pluralize(lines, "line") : "no lines", statement]
        .filter(Boolean)
        .join(", "),
    });
  }
  const notes = [
    left > 0 ? `${lines - openLines} of ${pluralize(lines, "line")} matched${before}` : "",
    uncovered ? uncoveredInWords(uncovered) : "",
    isOff ? `off by ${formatInr(difference)}` : "",
  ];
  const parts = open.map(({ statementId, file, count }) => ({
    title: file || "Statement",
    note: "",
    count,
    link: `/banking/${statementId}?to=${dateTo}`,
  }));
  const elsewhere = uncovered ? "/banking" : reconciliationPath(account._id, dateTo);
  return item(key, {
    title: account.name,
    state: "open",
    count: left,
    lines: parts,
    amount: balance,
    link: parts[0]?.link ?? elsewhere,
    note: notes.filter(Boolean).join("; "),
  });
}

const reconciliationPath = (id: string, at: string) => `/reconciliation?account=${id}&at=${at}`;
const uncoveredInWords = ({ missing, ...days }: Uncovered) =>
  missing === null
    ? `no statement for ${shortRange(days)}`
    : `${formatPaise(Math.abs(missing) as Paise)} missing on ${shortRange(days)}`;
const shortRange = (range: DateRange) => formatRange(range).replace(/ \d{4}$/, "");

const inMonth = ({ dateFrom, dateTo }: DateRange) => `dateFrom=${dateFrom}&dateTo=${dateTo}`;

function receiptsItem({ receipts, range }: MonthFacts): CloseItem {
  const link = `/receipts?${inMonth(range)}&preset=custom&looksLike=payment`;
  const title = "Receipts settled";
  const isAre = receipts === 1 ? "looks like a payment" : "look like payments";
  return receipts === 0
    ? item("receipts", {
        title,
        link,
        state: "done",
        note: "no receipt is waiting for its invoice",
      })
    : item("receipts", {
        title,
        link,
        state: "open",
        count: receipts,
        note: `${pluralize(receipts, "receipt")} ${isAre} of an open invoice`,
      });
}

const firstWords = ({ first, drafts }: DraftFacts): string => {
  if (!first) return "";
  return `${first.number}, ${first.party}, ${formatInr(first.total)}${formatMore(drafts - 1)}`;
};

function draftLine(facts: DraftFacts, path: string, noun: string, range: DateRange): CloseLine[] {
  const { drafts } = facts;
  if (drafts === 0) return [];
  const link = `/${path}?status=DRAFT&${inMonth(range)}`;
  return [{ title: pluralize(drafts, noun), count: drafts, note: firstWords(facts), link }];
}

function draftsItem({ invoices, notes, range }: MonthFacts): CloseItem {
  const lines = [
    ...draftLine(invoices, "invoices", "draft invoice", range),
    ...draftLine(notes, "notes", "draft note", range),
  ];
  const link = lines[0]?.link ?? `/invoices?${inMonth(range)}`;
  const title = "Invoices sent";
  const sent = joinNames([
    pluralize(invoices.sent, "invoice"),
    ...(notes.sent > 0 ? [pluralize(notes.sent, "note")] : []),
  ]);
  const left = invoices.drafts + notes.drafts;
  if (left === 0) {
    return item("drafts", { title, link, state: "done", note: `${sent} sent, no drafts left` });
  }
  const [one] = [invoices, notes].filter(({ drafts }) => drafts > 0);
  const named = left === 1 && one ? `${firstWords(one)}, is still a draft` : `${left} are drafts`;
  return item("drafts", {
    title,
    link,
    lines,
    state: "open",
    count: left,
    note: `${sent} sent. ${named}`,
  });
}

function billsItem({ bills, range }: MonthFacts): CloseItem {
  const { drafts, sent, unpapered, absent, by } = bills;
  const all = `/bills?status=ALL&${inMonth(range)}`;
  const toLine = (title: string, link: string): CloseLine => ({ title, note: "", count: 0, link });
  const lines = [
    ...draftLine(bills, "bills", "draft bill", range),
    ...(unpapered > 0
      ? [toLine(`${pluralize(unpapered, "bill")} without an attachment`, all)]
      : []),
    ...absent.map(({ _id, name }) =>
      toLine(`${name} bills every month, but has not billed this one`, `/bills/new?vendor=${_id}`),
    ),
  ];
  const title = "Bills in";
  const entered = pluralize(sent, "bill");
  if (drafts > 0) {
    return item("bills", {
      title,
      lines,
      state: "open",
      count: drafts,
      link: lines[0]?.link ?? all,
      note: `${entered} in. ${drafts === 1 ? `${firstWords(bills)}, is` : `${drafts} are`} still a draft`,
    });
  }
  const rest = [
    unpapered > 0
      ? `${unpapered} without an attachment`
      : sent > 0
        ? "each with an attachment"
        : "",
    absent.length > 0
      ? `${pluralize(absent.length, "monthly bill")} may be missing`
      : "no monthly bill is missing",
  ];
  const note = [entered, ...rest.filter(Boolean)].join(", ");
  return item("bills", { title, lines, by, state: "done", link: all, note });
}

/** Returns the item of the year's last month: amounts deductible only in the year of payment. */
function smallItem({ small, range }: MonthFacts): CloseItem[] {
  if (!small) return [];
  const on = formatShortDay(range.dateTo);
  const late = `${pluralize(small.late, "bill")} late on ${on}: deductible only in the year of payment`;
  return [
    // This is information only. Late bills stay late, and the year's tax is computed with them.
    item("small", {
      title: "Small enterprises",
      state: "done",
      amount: small.amount,
      link: "/bills?status=UNPAID&sort=dueDate",
      note: small.late === 0 ? `nothing is late on ${on}` : late,
    }),
  ];
}

function suspenseItem({ suspense, range }: MonthFacts): CloseItem {
  const title = "Suspense cleared";
  const { dateTo } = range;
  const lines = suspense.flatMap(({ ledger, balance, categories }): CloseLine[] => {
    const entered = categories.filter(({ entries }) => entries > 0);
    if (entered.length === 0) {
      const link = `/reports/ledger?ledger=${ledger._id}&${inMonth(range)}`;
      return [{ title: ledger.name, note: formatInr(balance), count: 1, link }];
    }
    return entered.map(({ _id, name, entries }) => ({
      title: name,
      note: formatInr(balance),
      count: entries,
      link: `/transactions?categoryId=${_id}&dateTo=${dateTo}&preset=custom`,
    }));
  });
  if (lines.length === 0) {
    return item("suspense", {
      title,
      link: "/transactions",
      state: "done",
      note: "nothing in suspense",
    });
  }
  const left = lines.reduce((sum, line) => sum + line.count, 0);
  return item("suspense", {
    title,
    lines,
    state: "open",
    count: left,
    link: lines[0]?.link ?? "/transactions",
    note: `${pluralize(left, "entry", "entries")} to explain by ${formatShortDay(dateTo)}`,
  });
}

/**
 * Returns the last item that blocks the final steps. Once it is done, all items before it are done too.
 */
const waitsFor = (before: CloseItem[]): string => {
  const open = before.filter(({ state }) => state !== "done");
  const last = sortByStep(open).at(-1);
  if (!last) return "";
  if (last.key === "preflight") return "after the check";
  if (["tick", "count", "reversal"].includes(toItemKey(last))) return `after “${last.title}”`;
  const isName = last.key.startsWith("bank:") || last.title.startsWith("GST");
  return `after ${isName ? last.title : lowerFirst(last.title)}`;
};

function lockItem({ range, today, lockedTo, locked }: MonthFacts, before: CloseItem[]): CloseItem {
  const { dateTo } = range;
  const base = { title: "Month locked", link: "/settings/locks" };
  if (lockedTo >= dateTo) {
    const note = `books closed to ${formatDate(lockedTo)}`;
    return item("lock", { ...base, state: "done", note, by: locked });
  }
  const waits = waitsFor(before);
  if (waits) return item("lock", { ...base, state: "blocked", note: waits });
  if (today <= dateTo) return item("lock", { ...base, ...onceOver(range) });
  const note = `closes the books to ${formatDate(dateTo)}, so nothing changes by mistake`;
  return item("lock", { ...base, state: "open", note });
}

/** The state of an item that cannot start before the month is over. */
function onceOver({ dateTo }: DateRange) {
  const from = addDays(dateTo, 1);
  return { state: "blocked" as const, from, note: `from ${formatShortDay(from)}` };
}

function papersItem({ closing, month, range, today }: MonthFacts, before: CloseItem[]): CloseItem {
  const base = { title: "Documents ready", link: `/close?month=${month}` };
  if (closing) {
    const { createdAt: at, createdBy } = closing;
    const by = { at, name: createdBy.name };
    return item("papers", { ...base, state: "done", note: describeDocuments(closing), by });
  }
  const isLocked = before.at(-1)?.state === "done";
  const waits = isLocked ? waitsFor(before) : "after the lock";
  if (waits) return item("papers", { ...base, state: "blocked", note: waits });
  // The lock may be on a future day.
  if (today <= range.dateTo) return item("papers", { ...base, ...onceOver(range) });
  return item("papers", { ...base, state: "open", note: "invoices, bills, ledgers and returns" });
}

const NAMED = 5;

/**
 * @throws Refusal "conflict" naming what is left if the month cannot be closed, or if it is already
 * closed or not over yet
 */
export function assertReady({ month }: { month: string }, items: CloseItem[]): void {
  const name = monthName(month);
  const [lock, papers, shared] = items.slice(-3);
  if (lock?.state === "done" && papers?.state === "done") {
    throw new Refusal("conflict", `${name} is already closed`);
  }
  const left = sortByStep(items).filter(
    (one) => one.state !== "done" && one !== lock && one !== papers && one !== shared,
  );
  if (left.length > 0) {
    const more = formatMore(left.length - NAMED);
    const names = left.slice(0, NAMED).map(({ title, note }) => `${title} (${note})`);
    const message = `${name} is not ready to be closed: ${names.join(", ")}${more}`;
    const errors = left.map(({ key, title, note }) => ({
      path: key,
      message: `${title}: ${note}`,
    }));
    throw new Refusal("conflict", message, errors);
  }
  const early = lock?.state === "done" ? papers : lock;
  if (early?.state === "blocked") {
    throw new Refusal("conflict", `${name} is not over yet: it can be closed ${early.note}`);
  }
}
