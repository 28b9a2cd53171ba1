import { addDays, type CalendarDate, pickLater } from "../../domain/dates.ts";
import { createRandom, pick, type Random } from "../fuzz/grammar.ts";
import { BEGIN } from "./randomBooks.ts";
import type { TaxOffice } from "./taxOffice.ts";

export interface Action {
  key: string;
  after: string[];
  run(office: TaxOffice): Promise<void>;
}

/** Entries between two filings: most in any order, then `last` in the given order. */
export interface Stretch {
  actions: Action[];
  last: Action[];
}

export interface Chance {
  below: Random;
  isLucky(percent: number): boolean;
  one<T>(list: readonly T[]): T;
  day(month: string): CalendarDate;
  near(date: CalendarDate, before: number, after: number): CalendarDate;
  rupees(from: number, to: number): number;
}

export interface Making {
  chance: Chance;
  size: number;
  filed: number;
  enter(month: number, action: Action): void;
  stretches: Stretch[];
}

/** The same random choices for the same seed. */
export function createChance(seed: number): Chance {
  const below = createRandom(seed);
  return {
    below,
    isLucky: (percent) => below(100) < percent,
    one: (list) => pick(list, below),
    day: (month) => `${month}-${String(1 + below(28)).padStart(2, "0")}`,
    near(date, before, after) {
      const day = addDays(date, below(before + after + 1) - before);
      return pickLater(day, BEGIN);
    },
    rupees: (from, to) => (from * 100 + below((to - from) * 100)) / 100,
  };
}
