import { useEffect, useState } from "react";

/** Shorter ones are refused anyway. */
const LEAST = 6;

/** Whether a password is one that many people use. The list is loaded once somebody types in such a field. */
export function useCommonPassword(value: string, isNew: boolean): boolean {
  const [common, setCommon] = useState<Set<string>>();
  const isLongEnough = isNew && value.length >= LEAST;
  useEffect(() => {
    if (!isLongEnough || common) return;
    import("./commonPasswords.json").then(
      (list) => setCommon(new Set(list.default.words.split(" "))),
      () => {
        // Offline: there is no warning.
      },
    );
  }, [isLongEnough]);
  if (!isLongEnough) return false;
  return new Set(value).size === 1 || common?.has(value.toLowerCase()) === true;
}
