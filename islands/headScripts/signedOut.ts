import { readSession } from "../browser/session.ts";
import { showLook } from "../browser/settings.ts";
import { forgiveSkippedFades } from "../browser/transitions.ts";

// Stands at the head of the sign-in and sign-up pages.

declare global {
  interface Window {
    /** A form that was sent before its island had woken up. */
    sentEarly?: HTMLFormElement;
  }
}

showLook();
forgiveSkippedFades();

if (readSession()) {
  document.documentElement.hidden = true;
  location.replace("/dashboard");
}

addEventListener("submit", (event) => {
  event.preventDefault();
  window.sentEarly = event.target as HTMLFormElement;
});
