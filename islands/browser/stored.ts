/** What this browser keeps under a key; undefined for nothing, and for what makes no sense. */
export function readStored<Value>(key: string): Value | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
