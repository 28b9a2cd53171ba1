import { useEffect, useState } from "react";
import { draftKey, hasSignedOut, readSession, SESSION_ENDED } from "../browser/session.ts";
import { readStored } from "../browser/stored.ts";

// What was typed and not saved is kept in this browser, for its user, and offered again.

const withoutPasswords = (name: string, value: unknown) =>
  /password/i.test(name) ? undefined : value;

/** What a form makes, and where one such form is not like another, of what. */
export interface DraftName {
  noun: string;
  of?: string;
}

/**
 * What was typed in a form that makes something; nothing is kept of one that does not. A draft that does not
 * have the form's fields any more is none. Passwords are not kept.
 */
export function useDraft<Values extends object>(of: DraftName | undefined, blank: Values) {
  const [key] = useState(() => of && draftKey(of.noun, of.of ?? ""));
  const [kept, setKept] = useState(() => (key === undefined ? undefined : readDraft(key, blank)));
  const drop = () => key && localStorage.removeItem(key);
  return {
    /** Of the last time. */
    kept,
    keep: (values: Values) => {
      try {
        if (key && !hasSignedOut())
          localStorage.setItem(key, JSON.stringify(values, withoutPasswords));
      } catch {
        // The browser has no room left: the form goes on without a draft.
      }
    },
    drop,
    /** It is not wanted any more. */
    discard: () => {
      drop();
      setKept(undefined);
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

/** Goes to another page once all is saved, without a question, and is never done: the form stays busy. */
export function leaveFor(go: () => void): Promise<never> {
  isLeaving = true;
  go();
  return new Promise(() => {});
}

/**
 * While something is typed and not saved the page is not lost: leaving it asks, unless a draft is kept, and
 * when the session ends one signs in again over it.
 */
export function useUnsaved(isUnsaved: boolean, isKept: boolean): void {
  useEffect(() => {
    const user = readSession()?.user;
    if (!isUnsaved || !user) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeaving && !isKept && !hasSignedOut()) event.preventDefault();
    };
    const stay = (event: Event) => {
      event.preventDefault();
      void import("./SignInAgain.tsx").then(({ signInAgain }) => signInAgain(user));
    };
    addEventListener("beforeunload", ask);
    addEventListener(SESSION_ENDED, stay);
    return () => {
      removeEventListener("beforeunload", ask);
      removeEventListener(SESSION_ENDED, stay);
    };
  }, [isUnsaved, isKept]);
}
