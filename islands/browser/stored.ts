/** Returns the stored value; undefined if there is none or it is invalid. */
export function readStored<Value>(key: string): Value | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
