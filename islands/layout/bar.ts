import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";

/** Shows a bar at the bottom of the window, once its styles have loaded. */
export function showBar(bar: ReactNode): void {
  const place = document.createElement("div");
  const styles = document.createElement("link");
  styles.rel = "stylesheet";
  styles.href = `/assets/${document.querySelector<HTMLElement>(".app")?.dataset.closeBar}`;
  styles.onload = () => createRoot(place).render(bar);
  document.head.append(styles);
  document.querySelector(".app-main")?.append(place);
}
