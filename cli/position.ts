import { changeStored, readStored } from "./stored.ts";

// Where several servers serve the same books, each answer says how far the books had come. The next command
// sends it back, and is not shown less, whichever server answers it.

const HEADER = "x-bahi-position";
const FILE = "positions.json";

/** What a call to this server says of it. */
export function positionHeaders(url: string): Record<string, string> {
  const known = readStored<number>(FILE)[url];
  return known ? { [HEADER]: String(known) } : {};
}

/** Of an answer to a write. Where it cannot be kept, the next command may be shown an older state. */
export function storePosition(url: string, answer: Response): void {
  const told = Number(answer.headers.get(HEADER));
  if (!told) return;
  changeStored<number>(
    FILE,
    ({ [url]: known = 0 }): Record<string, number> => (told > known ? { [url]: told } : {}),
  );
}
