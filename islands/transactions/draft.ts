import { readSession } from "../browser/session.ts";

// An entry that was typed and not saved is kept in this browser, for its user, and offered again.

export type Draft = Record<string, string>;

const keyOf = () => `bahi-draft-${readSession()?.user._id ?? ""}`;

export function readDraft(): Draft | undefined {
  try {
    return JSON.parse(localStorage.getItem(keyOf()) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(draft: Draft): void {
  localStorage.setItem(keyOf(), JSON.stringify(draft));
}

export function dropDraft(): void {
  localStorage.removeItem(keyOf());
}
