import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";

/**
 * Opens a dialog over the page and whatever form it shows, in a root of its own: no event of it reaches that
 * form.
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
