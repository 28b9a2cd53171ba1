import { useEffect, useRef } from "react";

/**
 * What a link to this page may ask it to open, by the address's hash: `/transactions#new`. It is done
 * once, and the hash goes, so that a reload does not do it again.
 */
export function useHash(deeds: Record<string, () => void>): void {
  const latest = useRef(deeds);
  useEffect(() => {
    latest.current = deeds;
  });
  useEffect(() => {
    const look = () => {
      const deed = latest.current[location.hash.slice(1)];
      if (!deed) return;
      history.replaceState(null, "", location.pathname + location.search);
      deed();
    };
    look();
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
}
