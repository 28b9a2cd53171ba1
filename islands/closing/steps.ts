import {
  type CloseItem,
  type DoneBy,
  formatShortDay,
  STEPS,
  toItemKey,
} from "../../domain/closing/closing.ts";
import { today } from "../../domain/dates.ts";

export type StepState = "done" | "later" | "now" | "open";

/** A step of the checklist as it is drawn: those that an agency has, numbered as they stand. */
export interface Step {
  number: number;
  title: string;
  items: CloseItem[];
  state: StepState;
  /** What is left of it today, but for filing and the end. */
  left: number;
}

export function groupSteps(items: CloseItem[]): Step[] {
  const all = STEPS.flatMap(({ title, keys }) => {
    const own = items.filter((item) => keys.includes(toItemKey(item)));
    return own.length > 0 ? [{ title, items: own }] : [];
  });
  const now = all.findIndex(({ items }) => items.some(({ state }) => state === "open"));
  return all.map(({ title, items }, n) => {
    const open = items.filter(({ state }) => state === "open");
    const isDone = items.every(({ state }) => state === "done");
    return {
      ...{ number: n + 1, title, items },
      left: open.reduce((sum, { count }) => sum + count, 0),
      state: isDone ? "done" : n === now ? "now" : open.length > 0 ? "open" : "later",
    };
  });
}

/** Whoever did the last of some things. */
export function findLastDone(items: CloseItem[]): DoneBy | undefined {
  const deeds = items.flatMap(({ by }) => by ?? []);
  return deeds.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0];
}

/** `Rohan, 6 Nov` */
export const formatDoneBy = ({ name, at }: DoneBy): string =>
  `${name.split(" ")[0]}, ${formatShortDay(today(new Date(at)))}`;
