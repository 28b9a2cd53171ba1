import type { OpenQuestion } from "../comments/comments.ts";
import { quoteText } from "../comments/threads.ts";
import { pluralize } from "../counts.ts";
import { type CalendarDate, countDays } from "../dates.ts";
import { formatInr, groupIndian, type RupeeSum, type Rupees } from "../money.ts";
import { monthName } from "../months.ts";
import type { BillList } from "../purchases/bills.ts";
import { isPermitted, type Permission, type Role } from "../roles.ts";
import type { SeriesKind } from "../series/series.ts";
import {
  type CloseItem,
  checklistPage,
  describeProgress,
  formatShortMonth,
  tasksLeft,
  weekdayShort,
} from "./closing.ts";

// Tasks on the dashboard. A count always equals the number on the linked screen.

export const TASK_KEYS = [
  ...(["invoices", "bills", "series", "money", "week", "approvals", "asked"] as const),
  ...(["lines", "preflight", "month"] as const),
] as const;
export type TaskKey = (typeof TASK_KEYS)[number];

/**
 * Permissions to act on a task. Users without the permission do not see the task. Tasks that are not
 * listed are for everyone.
 */
const NEEDS: { [Key in TaskKey]?: Permission } = {
  bills: "enter books",
  series: "enter books",
  money: "enter books",
  week: "enter books",
  approvals: "approve payments",
  asked: "approve payments",
  lines: "enter books",
  month: "close months",
};

export interface Task {
  key: TaskKey;
  /** A sentence, such as `2 invoices are overdue`. */
  title: string;
  /** Details, or "". */
  note: string;
  /** Number on the linked screen; for a month, its open tasks, or 0 if only the final steps are left. */
  count: number;
  /** The screen that lists the counted records. */
  link: string;
}

/** Facts from the books. Amounts are rupees. */
export interface TaskFacts {
  today: CalendarDate;
  /** Overdue invoices, with the oldest due date. */
  invoices: { count: number; balance: RupeeSum; oldest: CalendarDate | "" };
  due: BillList["due"];
  /** Number of stopped series by kind: they could not create their next occurrence. */
  stopped: Record<SeriesKind, number>;
  /** Staff payments that await approval, and their total. */
  waiting: { count: number; amount: Rupees };
  /** Open questions of others in comments, oldest first. */
  asked: OpenQuestion[];
  /** Unmatched bank lines by statement. */
  lines: { statementId: string; count: number }[];
  /** The last month if it is over and not closed; undefined if it is closed or has no entries. */
  month: { month: string; items: CloseItem[] } | undefined;
}

export const mayDo = (role: Role, key: TaskKey): boolean => isPermitted(role, NEEDS[key]);

/** Returns the tasks, most urgent first. */
export function buildTasks(facts: TaskFacts, role: Role): Task[] {
  const all = [
    invoicesTask(facts),
    billsTask(facts),
    stoppedTask(facts, "invoice"),
    stoppedTask(facts, "transaction"),
    weekTask(facts),
    approvalsTask(facts),
    questionsTask(facts),
    linesTask(facts),
    preflightTask(facts),
    monthTask(facts),
  ];
  return all.flatMap((task) => (task && mayDo(role, task.key) ? [task] : []));
}

function invoicesTask({ invoices, today }: TaskFacts): Task | undefined {
  const { count: number, balance, oldest } = invoices;
  if (number === 0 || !oldest) return undefined;
  const late = pluralize(countDays({ dateFrom: oldest, dateTo: today }) - 1, "day");
  return {
    key: "invoices",
    title: pluralize(number, "invoice is overdue", "invoices are overdue"),
    note: `by ${number === 1 ? "" : "up to "}${late}, ${formatInr(balance)} to collect`,
    count: number,
    link: "/invoices?status=OVERDUE",
  };
}

function billsTask({ due: { overdue } }: TaskFacts): Task | undefined {
  if (overdue.bills === 0) return undefined;
  return {
    key: "bills",
    title: pluralize(overdue.bills, "bill is overdue", "bills are overdue"),
    note: `${formatInr(overdue.amount)} to pay`,
    count: overdue.bills,
    link: "/bills?status=OVERDUE",
  };
}

function stoppedTask({ stopped }: TaskFacts, kind: SeriesKind): Task | undefined {
  const number = stopped[kind];
  if (number === 0) return undefined;
  const isOne = number === 1;
  return {
    key: kind === "invoice" ? "series" : "money",
    title: `${groupIndian(number)} series ${isOne ? "has" : "have"} stopped`,
    note: `no ${kind}s until you resume ${isOne ? "it" : "them"}`,
    count: number,
    link: `/series?state=stopped&kind=${kind}`,
  };
}

function weekTask({ due: { thisWeek } }: TaskFacts): Task | undefined {
  if (thisWeek.bills === 0) return undefined;
  return {
    key: "week",
    title: pluralize(thisWeek.bills, "bill is due this week", "bills are due this week"),
    note: `${formatInr(thisWeek.amount)} to pay`,
    count: thisWeek.bills,
    link: "/bills?status=THIS_WEEK",
  };
}

function approvalsTask({ waiting }: TaskFacts): Task | undefined {
  if (waiting.count === 0) return undefined;
  return {
    key: "approvals",
    title: pluralize(waiting.count, "payment awaits approval", "payments await approval"),
    note: `${formatInr(waiting.amount)}, requested by staff`,
    count: waiting.count,
    link: "/approvals",
  };
}

function questionsTask({ asked }: TaskFacts): Task | undefined {
  const [oldest] = asked;
  if (!oldest) return undefined;
  const waits = ["question waits for your answer", "questions wait for your answer"] as const;
  return {
    key: "asked",
    title: pluralize(asked.length, ...waits),
    note: `${oldest.name}: ${quoteText(oldest.text)}`,
    count: asked.length,
    link: oldest.link,
  };
}

function linesTask({ lines }: TaskFacts): Task | undefined {
  const [first, ...others] = lines;
  if (!first) return undefined;
  const sum = lines.reduce((sum, one) => sum + one.count, 0);
  return {
    key: "lines",
    title: pluralize(sum, "bank line needs review", "bank lines need review"),
    note: others.length > 0 ? `in ${pluralize(lines.length, "statement")}` : "",
    count: sum,
    link: others.length > 0 ? "/banking" : `/banking/${first.statementId}`,
  };
}

function preflightTask({ month, today }: TaskFacts): Task | undefined {
  const found = month?.items.find(({ key }) => key === "preflight");
  const gstr1 = month?.items.find(({ key }) => key === "gstr1");
  if (!month || found?.state !== "open" || gstr1?.state === "done") return undefined;
  const is = gstr1?.due && gstr1.due < today ? "was" : "is";
  const by = gstr1?.due ? `, GSTR-1 ${is} due ${weekdayShort(gstr1.due)}` : "";
  return {
    key: "preflight",
    title: pluralize(found.count, "issue to fix before GSTR-1", "issues to fix before GSTR-1"),
    note: `of ${monthName(month.month)}${by}`,
    count: found.count,
    link: found.link,
  };
}

function monthTask({ month, today }: TaskFacts): Task | undefined {
  if (!month?.items.some(({ state }) => state === "open")) return undefined;
  const left = tasksLeft(month.items);
  const { lead, rest } = describeProgress(month.items);
  const filing = month.items.find(({ key, state }) => key === "gstr1" && state === "open");
  const was = filing?.due && filing.due < today ? "was" : "is";
  const by = filing?.due ? `, GSTR-1 ${was} due ${weekdayShort(filing.due)}` : "";
  return {
    key: "month",
    title: `${formatShortMonth(month.month)} is not closed`,
    note:
      left > 0 ? `${pluralize(left, "task left", "tasks left")}${by}` : `${lead} ${rest}`.trim(),
    count: left,
    link: checklistPage(month.month),
  };
}
