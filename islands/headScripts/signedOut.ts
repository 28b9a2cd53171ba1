import { readSession } from "../browser/session.ts";
import { showLook } from "../browser/settings.ts";
import { forgiveSkippedFades } from "../browser/transitions.ts";

// Inline script of the pages to sign in, sign up and join.

declare global {
  interface Window {
    /** A form that was submitted before hydration. */
    sentEarly?: HTMLFormElement;
  }
}

showLook();
forgiveSkippedFades();

// A signed-in user may be invited to another agency, or open a link from an email.
const OF_LINKS = ["/join", "/reset", "/verify"];
if (readSession() && !OF_LINKS.includes(location.pathname)) {
  document.documentElement.hidden = true;
  location.replace("/dashboard");
}

addEventListener("submit", (event) => {
  event.preventDefault();
  window.sentEarly = event.target as HTMLFormElement;
});
