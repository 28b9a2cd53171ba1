import { pluralize } from "../counts.ts";
import { today } from "../dates.ts";
import { joinNames } from "../names.ts";
import {
  type CloseItem,
  formatShortDay,
  type MonthClosing,
  type MonthShare,
  type ShareWay,
} from "./closing.ts";
import type { MonthFacts } from "./facts.ts";
import { item } from "./item.ts";

// Two states of a closed month's documents: ready, and shared with the accountant. Nothing counts as shared
// before it was handed over, opened, or marked by a member.

export const SHARE_WORDS: Record<ShareWay, string> = {
  emailed: "e-mailed",
  opened: "opened",
  marked: "marked as shared",
};

const shortDay = (at: string) => formatShortDay(today(new Date(at)));

/** Describes the changes since the documents were shared: `2 changes since`. */
export const changesSince = ({ changes }: Pick<MonthShare, "changes">): string =>
  `${pluralize(changes, "change")} since`;

/** Describes how documents were shared: `e-mailed 21 Oct, opened 22 Oct`. */
export function describeShare({ shared, opened }: MonthShare): string {
  if (!shared) return "";
  const first =
    shared.way === "opened" ? [] : [`${SHARE_WORDS[shared.way]} ${shortDay(shared.at)}`];
  return [...first, ...(opened ? [`opened ${shortDay(opened.at)}`] : [])].join(", ");
}

/** Describes the documents of a closed month: `125 documents; log entry 91, 3f…`. */
export const describeDocuments = ({ papers, head }: MonthClosing): string =>
  `${pluralize(papers.length, "document")}; log entry ${head.seq}, ${head.head.slice(0, 16)}`;

/** Returns the last item: the documents are with the accountant. */
export function sharedItem({ closing, share, month, accountants }: MonthFacts): CloseItem {
  const base = { title: "Shared with the accountant", link: `/close?month=${month}` };
  if (!closing || !share) {
    return item("shared", { ...base, state: "blocked", note: "after the documents are ready" });
  }
  const { shared, changes, isOnItsWay } = share;
  if (!shared) {
    const to = accountants.length > 0 ? ` with ${joinNames(accountants)}` : "";
    const note = isOnItsWay ? "the e-mail is on its way" : `not shared${to} yet`;
    return item("shared", { ...base, state: "open", note });
  }
  if (changes > 0) {
    const note = `${changesSince(share)} ${shortDay(shared.at)}`;
    return item("shared", { ...base, state: "open", count: changes, note });
  }
  const by = { at: shared.at, name: shared.name };
  return item("shared", { ...base, state: "done", note: describeShare(share), by });
}
