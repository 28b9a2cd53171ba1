import { useEffect } from "react";

/** Reloads when the user returns to the page from another tab or with Back. */
export function useFresh(reload: () => void): void {
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && reload();
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reload();
    addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    addEventListener("pageshow", onShow);
    return () => {
      removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
      removeEventListener("pageshow", onShow);
    };
  }, [reload]);
}
