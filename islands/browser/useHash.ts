import { useEffect, useRef } from "react";

/**
 * What a link to this page may ask it to open, by the address's hash: `/transactions#new`. It is done
 * once, and the hash goes, so that a reload does not do it again.
 */
export function useHash(actions: Record<string, () => void>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const look = () => {
      const permission = latest.current[location.hash.slice(1)];
      if (!permission) return;
      history.replaceState(null, "", location.pathname + location.search);
      permission();
    };
    look();
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
}
