import {
  type Checklist,
  type CloseItem,
  describeProgress,
  STEPS,
  sortByStep,
} from "../../domain/closing/closing.ts";
import type { Task } from "../../domain/closing/tasks.ts";
import { formatMoment, readMonth, toPresetRange } from "../../domain/dates.ts";
import { lowerFirst } from "../../domain/names.ts";
import type { Answer, Api } from "../api.ts";
import { create } from "../create.ts";
import { EXIT, Failure, failUsage } from "../failure.ts";
import { type GlobalOptions, open } from "../open.ts";
import { oneLine } from "../output.ts";
import { type Column, rupeesColumn, table } from "../table.ts";

export interface CloseOptions extends GlobalOptions {
  finish?: boolean;
  shared?: boolean;
}

const MARKS: Record<CloseItem["state"], string> = { done: "✓", open: "○", blocked: "·" };

const COLUMNS: Column<CloseItem>[] = [
  { title: "", text: ({ state }) => MARKS[state] },
  { title: "Step", text: ({ step }) => STEPS[step - 1]?.title ?? "", dropOrder: 2 },
  { title: "What", text: ({ title }) => oneLine(title), minWidth: 10 },
  {
    title: "Left",
    text: ({ state, count }) => (state === "open" ? String(count) : ""),
    align: "right",
  },
  { title: "Status", text: ({ note }) => oneLine(note), minWidth: 16 },
  rupeesColumn("Amount", ({ amount }) => amount ?? undefined, 3),
  {
    title: "By",
    text: ({ by }) => (by ? `${oneLine(by.name)}, ${formatMoment(by.at)}` : ""),
    dropOrder: 4,
    dropFirst: true,
  },
];

/**
 * Shows the open tasks of a month; with `--finish`, closes it first, and with `--shared`, marks its
 * documents as shared. @throws Failure if something is open
 */
export async function closeMonth(typed: string | undefined, options: CloseOptions): Promise<void> {
  const month = typed ?? toPresetRange("lastMonth").dateFrom.slice(0, 7);
  if (!readMonth(month)) throw failUsage(`${month} is not a month`, "write it like 2026-10");
  const { api, output } = open(options);
  const path = `/close/${month}`;
  const found = options.finish ? await finish(api, path) : await api.json<Checklist>(path, "items");
  const list = options.shared
    ? await api.json<Checklist>(`${path}/shared`, "items", { method: "POST" })
    : found;
  const items = sortByStep(list.items);
  const isOpen = items.some(({ key, state }) => state !== "done" && key !== "shared");
  if (!output.json || !isOpen) {
    await output.result(list, () => table(items, COLUMNS, output));
  }
  const { name, closing } = list;
  if (!isOpen && closing) {
    const { papers, head, createdAt, createdBy } = closing;
    const by = `${oneLine(createdBy.name)}, ${formatMoment(createdAt)}`;
    const sharing = items.find(({ key }) => key === "shared")?.note;
    output.note(
      `${name} is closed: ${by}, ${papers.length} documents, ${sharing}, log entry ${head.seq}`,
    );
    return;
  }
  const isReady = items.every(({ key, state }) => state === "done" || LAST.includes(key));
  const { lead, rest } = describeProgress(items);
  const words = [lead, rest].filter(Boolean).join(" ").replace(/\.$/, "");
  const advice =
    items.some(({ state }) => state === "open") && isReady
      ? `to lock it and prepare its documents: bahi close ${month} --finish`
      : lowerFirst(words);
  throw new Failure(EXIT.refused, `${name} is not closed`, advice, { answer: list });
}

/** The tasks that --finish completes. */
const LAST = ["lock", "papers", "shared"];

/** Locks the month. If tasks are open, the error names the first, and the others are listed below. */
async function finish(api: Api, path: string): Promise<Checklist> {
  const closing = { command: "close close", path, key: "items" as const, body: {} };
  const how = { again: true, isRepeatable: true };
  const { answer } = await create<Checklist>(api, how, closing).catch((error) => {
    if (!(error instanceof Failure)) throw error;
    const { exitCode, message, advice, answer } = error;
    const { errors = [] } = answer as Answer;
    const others = errors.filter((one) => !message.includes(one.message.replace(": ", " (")));
    const details = others.map((one) => `  ${oneLine(one.message)}`);
    throw new Failure(exitCode, message, advice, { answer, details });
  });
  return answer;
}

const TASKS: Column<Task>[] = [
  { title: "To do", text: ({ title }) => oneLine(title), minWidth: 24 },
  { title: "Status", text: ({ note }) => oneLine(note), minWidth: 16 },
  { title: "Page", text: ({ link }) => link, dropOrder: 1, dropFirst: true },
];

/** Lists today's tasks, as on the dashboard. */
export async function listTasks(options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const { tasks } = await api.json<{ tasks: Task[] }>("/tasks", "tasks");
  await output.result({ tasks }, () =>
    tasks.length > 0 ? table(tasks, TASKS, output) : "You have no tasks today.",
  );
}
