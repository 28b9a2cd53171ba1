import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";

/**
 * Opens a dialog over the page in a React root of its own, so that its events do not reach the form below.
 */
export function openOver(draw: (close: () => void) => ReactNode): void {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  root.render(
    draw(() => {
      root.unmount();
      place.remove();
    }),
  );
}
