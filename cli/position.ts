import { changeStored, readStored } from "./stored.ts";

// If several servers share the books, each response contains the position of the books. The next command
// sends it back, so that no server shows an older state.

const HEADER = "x-bahi-position";
const FILE = "positions.json";

/** Returns the position header for this server. */
export function positionHeaders(url: string): Record<string, string> {
  const known = readStored<number>(FILE)[url];
  return known ? { [HEADER]: String(known) } : {};
}

/** Stores the position after a write. If that fails, the next command may see an older state. */
export function storePosition(url: string, answer: Response): void {
  const position = Number(answer.headers.get(HEADER));
  if (!position) return;
  changeStored<number>(
    FILE,
    ({ [url]: known = 0 }): Record<string, number> => (position > known ? { [url]: position } : {}),
  );
}
