// If several servers share the books, each response contains the position of the books. We send back the
// newest one, so that we never see a state older than our own last write.

const HEADER = "x-bahi-position";
const KEY = "bahi-position";

/** Returns the position header, or nothing if no server has sent one yet. */
export function positionHeaders(): Record<string, string> {
  const known = localStorage.getItem(KEY);
  return known ? { [HEADER]: known } : {};
}

/** Stores the position for other tabs, pages and sessions. */
export function storePosition(answer: Response): void {
  const position = answer.headers.get(HEADER);
  if (position && Number(position) > Number(localStorage.getItem(KEY)))
    localStorage.setItem(KEY, position);
}
