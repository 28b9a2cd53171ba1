import { type ReactNode, useRef, useState } from "react";
import { showToast } from "../browser/toasts.ts";

/** An action that takes a while, and whether it is being done. A second press meanwhile does nothing. */
export function useBusy(run: () => Promise<unknown>): [isBusy: boolean, start: () => void] {
  const [isBusy, setBusy] = useState(false);
  const start = () => {
    if (isBusy) return;
    setBusy(true);
    run().finally(() => setBusy(false));
  };
  return [isBusy, start];
}

/**
 * A part of the screen whose code comes when it is wanted. The function fetches it, once; where the
 * network is away it says so, and can be called again.
 */
export function useLazy<Part>(load: () => Promise<Part>): [Part | undefined, () => Promise<void>] {
  const [part, setPart] = useState<{ is: Part }>();
  const coming = useRef<Promise<Part>>(undefined);

  const fetchPart = async () => {
    coming.current ??= load();
    try {
      const is = await coming.current;
      setPart((before) => before ?? { is });
    } catch {
      coming.current = undefined;
      showToast("error", "Could not reach the server. Try again.");
      throw new Error("A part of the screen could not be fetched");
    }
  };
  return [part?.is, fetchPart];
}

/** A dialog whose code comes when it is first wanted, and what it was opened for: `load` says its type. */
export function useLazyDialog<Dialog, Thing>(load: (thing: Thing) => Promise<Dialog>) {
  const [dialog, fetchDialog] = useLazy(load as () => Promise<Dialog>);
  const [opened, setOpened] = useState<{ for: Thing }>();
  return {
    open: (thing: Thing) =>
      void fetchDialog().then(
        () => setOpened({ for: thing }),
        () => {}, // It has been said that it could not be fetched.
      ),
    close: () => setOpened(undefined),
    isOpen: opened !== undefined,
    draw: (render: (dialog: Dialog, thing: Thing) => ReactNode) =>
      opened && dialog && render(dialog, opened.for),
  };
}
