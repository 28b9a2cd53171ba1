import {
  type CloseItem,
  type DoneBy,
  formatShortDay,
  groupByStep,
} from "../../domain/closing/closing.ts";
import { today } from "../../domain/dates.ts";

export type StepState = "done" | "later" | "now" | "open";

/** A step of the checklist, numbered among those that the agency has. */
export interface Step {
  number: number;
  title: string;
  items: CloseItem[];
  state: StepState;
  /** The number of open items, without filing and the final step. */
  left: number;
}

export function groupSteps(items: CloseItem[]): Step[] {
  const all = groupByStep(items);
  const now = all.findIndex(({ items }) => items.some(({ state }) => state === "open"));
  return all.map(({ title, items }, n) => {
    const open = items.filter(({ state }) => state === "open");
    const isDone = items.every(({ state }) => state === "done");
    return {
      number: n + 1,
      title,
      items,
      left: open.reduce((sum, { count }) => sum + count, 0),
      state: isDone ? "done" : n === now ? "now" : open.length > 0 ? "open" : "later",
    };
  });
}

/** Returns the member who completed the last of several items. */
export function findLastDone(items: CloseItem[]): DoneBy | undefined {
  const completions = items.flatMap(({ by }) => by ?? []);
  return completions.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0];
}

/** `Rohan, 6 Nov` */
export const formatDoneBy = ({ name, at }: DoneBy): string =>
  `${name.split(" ")[0]}, ${formatShortDay(today(new Date(at)))}`;

/** Whether it is an item of the agency's own that is done here. */
export const isOwnItem = ({ key }: CloseItem): boolean => /^(count|tick):/.test(key);

export const toOwnId = ({ key }: CloseItem): string => key.slice(key.indexOf(":") + 1);
