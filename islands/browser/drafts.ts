import { readSession } from "./session.ts";

// What was typed and not saved is kept in this browser, for its user, and offered again.

export interface Drafts<Draft> {
  read(): Draft | undefined;
  keep(draft: Draft): void;
  drop(): void;
}

/**
 * Of one form, by its name. One that does not have the form's fields any more is none. Passwords are not
 * kept.
 */
export function draftsOf<Draft extends object>(name: string, blank: Draft): Drafts<Draft> {
  const { agencySlug = "", _id = "" } = readSession()?.user ?? {};
  const key = `bahi-draft ${agencySlug} ${_id} ${name}`;
  return {
    read() {
      try {
        const draft = JSON.parse(localStorage.getItem(key) ?? "null");
        const fits = Object.entries(blank).every(([name, value]) =>
          ["undefined", typeof value].includes(typeof draft[name]),
        );
        return fits ? draft : undefined;
      } catch {
        return undefined;
      }
    },
    keep(draft) {
      try {
        localStorage.setItem(key, JSON.stringify(draft, withoutPasswords));
      } catch {
        // The browser has no room left: the form goes on without a draft.
      }
    },
    drop: () => localStorage.removeItem(key),
  };
}

const withoutPasswords = (name: string, value: unknown) =>
  /password/i.test(name) ? undefined : value;
