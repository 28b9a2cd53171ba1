import { type CloseItem, type ItemKey, STEPS, toItemKey } from "./closing.ts";

export type ItemText = Pick<CloseItem, "link" | "note" | "state" | "title"> & Partial<CloseItem>;

const NONE = { count: 0, lines: [], due: "", from: "", amount: null, by: null } as const;

const findStep = (key: ItemKey) => STEPS.findIndex(({ keys }) => keys.includes(key)) + 1;

export const item = (key: string, told: ItemText): CloseItem => ({
  ...NONE,
  ...{ key, step: findStep(toItemKey({ key })), lines: [] },
  ...told,
  // An open item counts at least one thing.
  count: told.state === "open" ? Math.max(told.count ?? 0, 1) : 0,
});
