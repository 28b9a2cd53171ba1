import { readSession } from "../browser/session.ts";
import { showLook } from "../browser/settings.ts";
import { forgiveSkippedFades } from "../browser/transitions.ts";

// Stands at the head of the pages to sign in, sign up and join.

declare global {
  interface Window {
    /** A form that was sent before its island had woken up. */
    sentEarly?: HTMLFormElement;
  }
}

showLook();
forgiveSkippedFades();

// Whoever is in one agency may be invited to another.
if (readSession() && location.pathname !== "/join") {
  document.documentElement.hidden = true;
  location.replace("/dashboard");
}

addEventListener("submit", (event) => {
  event.preventDefault();
  window.sentEarly = event.target as HTMLFormElement;
});
