import { useState } from "react";

/** A permission that takes a while, and whether it is being done. A second press meanwhile does nothing. */
export function useBusy(run: () => Promise<unknown>): [isBusy: boolean, start: () => void] {
  const [isBusy, setBusy] = useState(false);
  const start = () => {
    if (isBusy) return;
    setBusy(true);
    run().finally(() => setBusy(false));
  };
  return [isBusy, start];
}
