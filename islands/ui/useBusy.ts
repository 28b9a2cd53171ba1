import { type ReactNode, useCallback, useState } from "react";
import { useLatest } from "../browser/keys.ts";
import { showToast } from "../browser/toasts.ts";

/** Runs an action and returns whether it is running. A second press in the meantime does nothing. */
export function useBusy(run: () => Promise<unknown>): [isBusy: boolean, start: () => void] {
  const [isBusy, setBusy] = useState(false);
  const start = () => {
    if (isBusy) return;
    setBusy(true);
    run().finally(() => setBusy(false));
  };
  return [isBusy, start];
}

/** Opens a dialog whose code is loaded on demand. */
export function useLazyDialog<Dialog, Thing>(load: (thing: Thing) => Promise<Dialog>) {
  const [opened, setOpened] = useState<{ dialog: Dialog; thing: Thing }>();
  const latest = useLatest(load);
  // Kept stable: a new function would create new cells, and a form could not return the focus to its
  // button.
  const open = useCallback(
    (thing: Thing) =>
      void latest.current(thing).then(
        (dialog) => setOpened({ dialog, thing }),
        () => showToast("error", "Could not reach the server. Try again."),
      ),
    [],
  );
  return {
    open,
    close: () => setOpened(undefined),
    isOpen: opened !== undefined,
    draw: (render: (dialog: Dialog, thing: Thing) => ReactNode) =>
      opened && render(opened.dialog, opened.thing),
  };
}
