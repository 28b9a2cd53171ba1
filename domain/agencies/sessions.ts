import * as v from "valibot";
import { strictObject } from "../fields.ts";

export interface ActiveSession {
  _id: string;
  /** For example "Firefox on Windows". */
  device: string;
  address: string;
  createdAt: string;
  /** Accurate to a quarter of an hour. */
  lastSeen: string;
  /** Whether this session made the request. */
  current: boolean;
}

export const SignOut = strictObject({
  everywhere: v.optional(v.boolean("everywhere must be true or false"), false),
});

/** The first match names the browser, because most browsers also list the ones they derive from. */
const PROGRAMS: [RegExp, string][] = [
  [/^bahi\b/, "bahi"],
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^(curl|Wget)\b/, "A script"],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bdarwin\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/i, "Linux"],
];

const UNKNOWN = "Unknown device";

/** Describes the device of a User-Agent header: "Chrome on macOS", "bahi on Linux", "Unknown device". */
export function describeDevice(userAgent: string): string {
  const find = (all: [RegExp, string][]) => all.find(([sign]) => sign.test(userAgent))?.[1];
  const [program, system] = [find(PROGRAMS), find(SYSTEMS)];
  if (program && system) return `${program} on ${system}`;
  return program ?? system ?? UNKNOWN;
}
