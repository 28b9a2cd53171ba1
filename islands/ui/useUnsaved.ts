import { useEffect } from "react";
import { readSession, SESSION_ENDED } from "../browser/session.ts";

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
      if (!isLeaving && !isKept) event.preventDefault();
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
