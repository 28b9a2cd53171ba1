import { readStored } from "./stored.ts";

// This browser's display settings: theme, sidebar, row height.

const KEY = "bahi-look";

export interface Look {
  /** If missing, the system's. */
  theme?: "light" | "dark";
  /** If missing, collapsed in a narrow window. */
  nav?: "open" | "collapsed";
  density?: "compact";
  /** If missing, open if there is room. */
  filters?: "open" | "closed";
  /** Turns off single-letter shortcuts (WCAG 2.1.4). */
  keys?: "off";
}

export const readLook = (): Look => readStored(KEY) ?? {};

/** Stores and applies settings. An undefined value restores the default. */
export function changeLook(changes: Partial<Record<keyof Look, string | undefined>>): void {
  localStorage.setItem(KEY, JSON.stringify({ ...readLook(), ...changes }));
  showLook();
}

/** Applies the settings to <html> for the styles. */
export function showLook(): void {
  const { theme, nav = usualNav(), density, filters, keys } = readLook();
  const { dataset } = document.documentElement;
  for (const [name, value] of Object.entries({ theme, nav, density, filters, keys })) {
    if (value) dataset[name] = value;
    else delete dataset[name];
  }
}

/** Between the width of a phone, which has a drawer, and a desktop there is only room for icons. */
function usualNav(): Look["nav"] {
  return matchMedia("(min-width: 48rem) and (max-width: 68.74rem)").matches ? "collapsed" : "open";
}
