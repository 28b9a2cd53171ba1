import { readSession } from "../browser/session.ts";

// Inline script of a shared document. It adds copy buttons, and reports once that the page was viewed. The
// page works without it.

const SEEN_MS = 3_000;
const COPIED_MS = 2_000;

addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    button.hidden = navigator.clipboard === undefined;
    button.addEventListener("click", () => void copy(button));
  }
  const isWhole = document.querySelector(".client-page") && !location.search;
  // Views by signed-in members do not count.
  if (isWhole && !readSession()) waitUntilSeen();
});

async function copy(button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(button.dataset.copy ?? "");
  const status = document.querySelector("[data-copied]");
  if (status) status.textContent = "Copied";
  button.dataset.done = "";
  setTimeout(() => {
    delete button.dataset.done;
    if (status) status.textContent = "";
  }, COPIED_MS);
}

function waitUntilSeen(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.visibilityState === "visible") timer = setTimeout(reportSeen, SEEN_MS);
  };
  const reportSeen = () => {
    document.removeEventListener("visibilitychange", look);
    void fetch(`${location.pathname}/seen`, { method: "POST", keepalive: true }).catch(() => {});
  };
  document.addEventListener("visibilitychange", look);
  look();
}
