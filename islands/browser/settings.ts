import { readStored } from "./stored.ts";

// What this browser remembers of how its user likes things: theme, sidebar, row height.

const KEY = "bahi-look";

export interface Look {
  /** Absent: as the system has it. */
  theme?: "light" | "dark";
  /** Absent: folded where the window is narrow. */
  nav?: "open" | "collapsed";
  density?: "compact";
  /** Absent: open where there is room. */
  filters?: "open" | "closed";
  /** Single letters do nothing (WCAG 2.1.4). */
  keys?: "off";
}

export const readLook = (): Look => readStored(KEY) ?? {};

/** Remembers and shows it. An undefined value goes back to the usual. */
export function changeLook(changes: Partial<Record<keyof Look, string | undefined>>): void {
  localStorage.setItem(KEY, JSON.stringify({ ...readLook(), ...changes }));
  showLook();
}

/** Puts it on <html>, where the styles look. */
export function showLook(): void {
  const { theme, nav = usualNav(), density, filters, keys } = readLook();
  const { dataset } = document.documentElement;
  for (const [name, value] of Object.entries({ theme, nav, density, filters, keys })) {
    if (value) dataset[name] = value;
    else delete dataset[name];
  }
}

/** Between a phone, which has a drawer, and a desk there is room for the icons only. */
function usualNav(): Look["nav"] {
  return matchMedia("(min-width: 48rem) and (max-width: 68.74rem)").matches ? "collapsed" : "open";
}
