import { useEffect, useState } from "react";
import { changeLook, readLook } from "../browser/settings.ts";

/**
 * Whether the filter panel is open: as it was left in this browser, else where there is room. Undefined
 * until the island has woken up; the styles, which know as much, show or hide it until then.
 */
export function useFilterPanel() {
  const [isOpen, setOpen] = useState<boolean>();
  useEffect(() => {
    const { filters } = readLook();
    setOpen(filters ? filters === "open" : matchMedia("(min-width: 48rem)").matches);
  }, []);

  const toggle = () => {
    changeLook({ filters: isOpen ? "closed" : "open" });
    setOpen(!isOpen);
  };
  return { isOpen, toggle };
}
