import { showLook } from "../browser/settings.ts";

// Inline script of the API documentation. It applies the chosen theme, and adds copy buttons. The page
// works without it.
showLook();

const COPIED_MS = 2_000;

addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
    button.hidden = navigator.clipboard === undefined;
    button.addEventListener("click", () => void copy(button));
  }
  const contents = document.getElementById("contents");
  contents?.addEventListener("click", ({ target }) => {
    if ((target as Element).closest("a")) contents.hidePopover();
  });
});

async function copy(button: HTMLButtonElement): Promise<void> {
  const text = button.closest("figure")?.querySelector("code")?.textContent ?? "";
  await navigator.clipboard.writeText(text);
  const [word] = button.childNodes;
  if (!word) return;
  word.textContent = "Copied";
  setTimeout(() => {
    word.textContent = "Copy";
  }, COPIED_MS);
}
