import { readSession } from "../browser/session.ts";
import { showLook } from "../browser/settings.ts";

// Stands at the head of the sign-in and sign-up pages.

declare global {
  interface Window {
    /** A form that was sent before its island had woken up. */
    sentEarly?: HTMLFormElement;
  }
}

showLook();

if (readSession()) {
  document.documentElement.hidden = true;
  location.replace("/dashboard");
}

addEventListener("submit", (event) => {
  event.preventDefault();
  window.sentEarly = event.target as HTMLFormElement;
});
