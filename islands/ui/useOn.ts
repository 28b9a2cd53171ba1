import { useEffect } from "react";
import { useLatest } from "../browser/keys.ts";

export function useOn(event: string, run: () => void): void {
  const latest = useLatest(run);
  useEffect(() => {
    const listener = () => latest.current();
    addEventListener(event, listener);
    return () => removeEventListener(event, listener);
  }, [event]);
}
