import { formatPaise, toPaise } from "../money.ts";
import { lowerFirst } from "../names.ts";
import { type CloseItem, checklistPage, formatShortDay } from "./closing.ts";
import type { MonthFacts, OwnFacts } from "./facts.ts";
import { item } from "./item.ts";

/** Returns the states of the agency's own items. A count is compared with the books each time. */
export const ownItems = (facts: MonthFacts): CloseItem[] => [
  ...facts.own.map((own) => (own.kind === "tick" ? tickItem(own, facts) : countItem(own, facts))),
  ...facts.reversals.map((one) => reversalItem(one, facts)),
];

/** A journal reverses by itself, so its item only waits for the day. */
function reversalItem(
  { journalId, reason, date, isPosted }: MonthFacts["reversals"][number],
  { today }: MonthFacts,
): CloseItem {
  const title = `Reverse ${lowerFirst(reason)}`;
  const base = { title, link: `/journals/${journalId}` };
  const key = `reversal:${journalId}`;
  const on = formatShortDay(date);
  if (isPosted) return item(key, { ...base, state: "done", note: `${reason} reversed on ${on}` });
  if (date > today) {
    return item(key, { ...base, state: "blocked", from: date, note: `reverses on ${on}` });
  }
  return item(key, { ...base, state: "open", note: `was due on ${on}` });
}

const toText = ({ kind, _id, name }: OwnFacts, { month }: MonthFacts) => ({
  key: `${kind}:${_id}`,
  base: { title: name, link: checklistPage(month) },
});

function tickItem(own: OwnFacts, facts: MonthFacts): CloseItem {
  const { key, base } = toText(own, facts);
  const { mark, user } = own;
  return mark
    ? item(key, { ...base, state: "done", note: `${own.name} done`, by: mark.by })
    : item(key, { ...base, state: "open", note: `for ${user}` });
}

function countItem(own: OwnFacts, facts: MonthFacts): CloseItem {
  const { key, base } = toText(own, facts);
  const { mark, user, balance = 0n } = own;
  const { dateTo } = facts.range;
  if (mark?.counted == null) {
    if (facts.today < dateTo) {
      const note = `from ${formatShortDay(dateTo)}, by ${user}`;
      return item(key, { ...base, state: "blocked", from: dateTo, note });
    }
    return item(key, { ...base, state: "open", note: `for ${user}` });
  }
  const { counted: amount, by } = mark;
  const counted = BigInt(toPaise(amount) ?? 0);
  const said = `counted ${formatPaise(counted)}`;
  if (counted === balance) {
    const note = `${said}, equal to the books`;
    return item(key, { ...base, state: "done", note, amount, by });
  }
  const off = counted < balance ? balance - counted : counted - balance;
  const way = counted < balance ? "missing" : "too much";
  const note = `${said}, the books have ${formatPaise(balance)}: ${formatPaise(off)} ${way}`;
  return item(key, { ...base, state: "open", note, amount });
}
