import { useEffect, useState } from "react";

/** Shorter ones are refused anyway. */
const LEAST = 6;

/**
 * Returns whether many people use this password. The list is loaded when the user first types in such a
 * field.
 */
export function useCommonPassword(value: string, isNew: boolean): boolean {
  const [common, setCommon] = useState<Set<string>>();
  const isLongEnough = isNew && value.length >= LEAST;
  useEffect(() => {
    if (!isLongEnough || common) return;
    import("./commonPasswords.json").then(
      (list) => setCommon(new Set(list.default.words.split(" "))),
      () => {
        // Offline: no warning.
      },
    );
  }, [isLongEnough, common]);
  if (!isLongEnough) return false;
  return new Set(value).size === 1 || common?.has(value.toLowerCase()) === true;
}
