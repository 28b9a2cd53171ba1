import * as v from "valibot";
import { pluralize } from "../counts.ts";
import type { CalendarDate } from "../dates.ts";
import { id, strictObject } from "../fields.ts";
import type { Role } from "../roles.ts";
import { type CloseItem, findNextItem, groupByStep, tasksLeft, toItemKey } from "./closing.ts";

// The overview of a person's agencies: the month of each, what is open, what is due and who is responsible.

/** A member of an agency. */
export interface Member {
  _id: string;
  name: string;
}

export interface DueDate {
  date: CalendarDate;
  title: string;
  isLate: boolean;
}

export interface AgencyState {
  /** City or first line of the address, or "". */
  place: string;
  /** Last month until it is closed, then the current one: `2026-10`. */
  month: string;
  steps: { done: number; all: number };
  /** The month closed last, and the day of that; null if none is. */
  closed: { month: string; on: CalendarDate } | null;
  open: { tasks: number; lines: number };
  /** Who has the next task of the month; null if nothing is open. */
  waitingFor: Member | null;
  /** Earliest first. */
  dues: DueDate[];
  responsible: Member | null;
  /** The members who may be responsible. */
  members: Member[];
}

export interface AgencyOverview {
  agencySlug: string;
  agencyName: string;
  role: Role;
  /** The user's id in this agency. */
  userId: string;
  /** Null if it could not be read, or if the agency requires a second factor that the session has not. */
  state: AgencyState | null;
}

export const ResponsibleChange = strictObject({
  agencySlug: v.string("Choose an agency"),
  /** "" for nobody. */
  userId: v.union([v.literal(""), id("Choose a member")], "Choose a member"),
});
export type ResponsibleChange = v.InferOutput<typeof ResponsibleChange>;

/** Returns how many steps of a month are done, of those that the agency has. */
export function countSteps(items: CloseItem[]): { done: number; all: number } {
  const steps = groupByStep(items);
  const done = steps.filter((step) => step.items.every(({ state }) => state === "done"));
  return { done: done.length, all: steps.length };
}

/** Returns the open tasks of a month without its bank lines, which are counted for all months. */
export const countTasks = (items: CloseItem[]): number =>
  tasksLeft(items.filter((item) => toItemKey(item) !== "bank"));

/** Returns who does the next task of a month: those who enter the books, or the accountant. */
export function findNextRole(items: CloseItem[]): "accountant" | "owner" | undefined {
  const next = findNextItem(items);
  if (!next) return undefined;
  return ["preflight", "proof", "gstr1", "2b", "gstr3b"].includes(toItemKey(next))
    ? "accountant"
    : "owner";
}

/** Returns `10 tasks, 58 bank lines`; `nothing open` without any. */
export function openWords({ tasks, lines }: AgencyState["open"]): string {
  const parts = [
    tasks > 0 && pluralize(tasks, "task"),
    lines > 0 && pluralize(lines, "bank line"),
  ].filter(Boolean);
  return parts.join(", ") || "nothing open";
}

/** Sorts the agencies by their earliest due date. Those without one follow, then those not read. */
export const sortByDue = (agencies: AgencyOverview[]): AgencyOverview[] =>
  agencies.toSorted((a, b) => {
    const [one, other] = [a, b].map(({ state }) =>
      state ? (state.dues[0]?.date ?? "9998") : "9999",
    );
    return String(one) < String(other) ? -1 : Number(String(one) > String(other));
  });
