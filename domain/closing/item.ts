import { type CloseItem, type ItemKey, keyOf, STEPS } from "./closing.ts";

export type Told = Pick<CloseItem, "link" | "note" | "state" | "title"> & Partial<CloseItem>;

const NONE = { count: 0, lines: [], due: "", from: "", amount: null, by: null } as const;

const stepOf = (key: ItemKey) => STEPS.findIndex(({ keys }) => keys.includes(key)) + 1;

export const item = (key: string, told: Told): CloseItem => ({
  ...NONE,
  ...{ key, step: stepOf(keyOf({ key })), lines: [] },
  ...told,
  // What is open is at least one thing.
  count: told.state === "open" ? Math.max(told.count ?? 0, 1) : 0,
});
