// Where several servers serve the same books, each answer says how far the books had come. We send the
// newest back, and are never shown an older state than the one that our own write has made.

const HEADER = "x-bahi-position";
const KEY = "bahi-position";

/** What a call says of it; nothing where no server has ever told us. */
export function positionHeaders(): Record<string, string> {
  const known = localStorage.getItem(KEY);
  return known ? { [HEADER]: known } : {};
}

/** Kept for every tab, the next page and the next session. */
export function storePosition(answer: Response): void {
  const told = answer.headers.get(HEADER);
  if (told && Number(told) > Number(localStorage.getItem(KEY))) localStorage.setItem(KEY, told);
}
