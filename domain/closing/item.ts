import { type CloseItem, type ItemKey, STEPS, toItemKey } from "./closing.ts";

export type ItemText = Pick<CloseItem, "link" | "note" | "state" | "title"> & Partial<CloseItem>;

const NONE = { count: 0, lines: [], due: "", from: "", amount: null, by: null } as const;

const findStep = (key: ItemKey) => STEPS.findIndex(({ keys }) => keys.includes(key)) + 1;

export const item = (key: string, text: ItemText): CloseItem => ({
  ...NONE,
  key,
  step: findStep(toItemKey({ key })),
  lines: [],
  ...text,
  // An open item counts at least one thing.
  count: text.state === "open" ? Math.max(text.count ?? 0, 1) : 0,
});
