import { readSession } from "../browser/session.ts";

// Stands in the page that a client sees by a link, which is read without it too: it copies, and tells once
// that the page was in sight.

const SEEN_MS = 3_000;
const COPIED_MS = 2_000;

addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    button.hidden = navigator.clipboard === undefined;
    button.addEventListener("click", () => void copy(button));
  }
  const isWhole = document.querySelector(".client-page") && !location.search;
  // Whoever works at an agency looks at its own papers.
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
