import { readSession } from "./session.ts";

// What was typed and not saved is kept in this browser, for its user, and offered again.

export interface Drafts<Draft> {
  read(): Draft | undefined;
  keep(draft: Draft): void;
  drop(): void;
}

/** Of one form, by its name. */
export function draftsOf<Draft>(name: string): Drafts<Draft> {
  const key = `bahi-${name}-${readSession()?.user._id ?? ""}`;
  return {
    read() {
      try {
        return JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined;
      } catch {
        return undefined;
      }
    },
    keep: (draft) => localStorage.setItem(key, JSON.stringify(draft)),
    drop: () => localStorage.removeItem(key),
  };
}
