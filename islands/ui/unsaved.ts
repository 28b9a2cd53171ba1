import { useEffect, useState } from "react";
import { identityDialogs } from "../browser/identityDialogs.ts";
import { SESSION_ENDED } from "../browser/pageEvents.ts";
import { draftKey, hasSignedOut, readSession } from "../browser/session.ts";
import { readStored } from "../browser/stored.ts";

// Unsaved input is stored in this browser for its user, and offered again.

const withoutPasswords = (name: string, value: unknown) =>
  /password/i.test(name) ? undefined : value;

/** The record that a form creates and, if that is not enough to tell forms apart, what it is for. */
export interface DraftName {
  noun: string;
  of?: string;
}

/**
 * Stores the input of a form that creates a record; other forms have no draft. Ignores a draft whose fields
 * differ from the form's. Passwords are never stored.
 */
export function useDraft<Values extends object>(of: DraftName | undefined, blank: Values) {
  const [key] = useState(() => of && draftKey(of.noun, of.of ?? ""));
  const [stored, setStored] = useState(() =>
    key === undefined ? undefined : readDraft(key, blank),
  );
  const drop = () => key && localStorage.removeItem(key);
  return {
    /** The draft from the last visit. */
    stored,
    keep: (values: Values) => {
      try {
        if (key && !hasSignedOut())
          localStorage.setItem(key, JSON.stringify(values, withoutPasswords));
      } catch {
        // The browser's storage is full: the form works without a draft.
      }
    },
    drop,
    discard: () => {
      drop();
      setStored(undefined);
    },
  };
}

function readDraft<Values extends object>(key: string, blank: Values): Values | undefined {
  const draft = readStored<Record<string, unknown>>(key);
  const fits = Object.entries(blank).every(([name, value]) =>
    ["undefined", typeof value].includes(typeof draft?.[name]),
  );
  return draft && fits ? (draft as Values) : undefined;
}

let isLeaving = false;

/** Opens another page without asking about unsaved input. Never resolves, so the form stays busy. */
export function leaveFor(go: () => void): Promise<never> {
  isLeaving = true;
  go();
  return new Promise(() => {});
}

/**
 * Protects unsaved input: leaving the page asks first, unless a draft is stored. If the session ends, the
 * user can sign in again in a dialog.
 */
export function useUnsaved(isUnsaved: boolean, isKept: boolean): void {
  useEffect(() => {
    const user = readSession()?.user;
    if (!isUnsaved || !user) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeaving && !isKept && !hasSignedOut()) event.preventDefault();
    };
    const stay = () => {
      identityDialogs().signInAgain(user);
      return true;
    };
    addEventListener("beforeunload", ask);
    const endListening = SESSION_ENDED.listen(stay);
    return () => {
      removeEventListener("beforeunload", ask);
      endListening();
    };
  }, [isUnsaved, isKept]);
}
