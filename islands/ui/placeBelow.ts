const PHONE = 768;

/** Puts a pop under its button, by the button's right side, and inside the window; on a phone, styles do. */
export function placeBelow(button: HTMLElement | null, pop: HTMLElement | null): void {
  if (!button || !pop) return;
  const box = button.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  if (width < PHONE && pop.classList.contains("range")) return;
  pop.style.top = `${box.bottom + 6}px`;
  pop.style.right = `${Math.max(8, Math.min(width - box.right, width - (pop.offsetWidth || 304) - 8))}px`;
}
