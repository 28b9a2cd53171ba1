const ROWS = 5_000;
/** A database server accepts values up to 4 MiB. */
const BYTES = 3 << 20;

const BUFFER_AT_FIRST = 1 << 12;

/** Whether the buffer has to be emptied before the next row. */
export const isFull = ({ rows, bytes }: SliceBuffer) => rows >= ROWS || bytes >= BYTES;

/** Rows of one month, until their slice is stored. */
export interface SliceBuffer {
  rows: number;
  bytes: number;
  /** Adds a row's JSON text without its opening quote. It begins with the date. */
  add(text: string): void;
  /**
   * Returns all rows as JSON, sorted by day and stable within one, each with a new id at its start. Empties
   * the buffer.
   */
  empty(newId: () => string): string;
}

/**
 * Rows are kept as bytes: as strings, every garbage collection would visit tens of thousands of them, and it
 * has to run often to limit an import's memory.
 */
export function createSliceBuffer(): SliceBuffer {
  let buffer = Buffer.allocUnsafeSlow(BUFFER_AT_FIRST);
  let ends: number[] = [];
  let days: number[] = [];
  const pile = { rows: 0, bytes: 0, add, empty };

  function add(text: string) {
    // At most three bytes a character.
    const needed = pile.bytes + text.length * 3;
    if (needed > buffer.length) {
      const larger = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(needed)));
      buffer.copy(larger, 0, 0, pile.bytes);
      buffer = larger;
    }
    pile.bytes += buffer.write(text, pile.bytes);
    ends.push(pile.bytes);
    days.push(Number(text.slice(8, 10)));
    pile.rows += 1;
  }

  function empty(newId: () => string): string {
    const out = Buffer.allocUnsafeSlow(pile.bytes + pile.rows * 16 + 2);
    let at = out.write("[");
    for (const row of sortByDay(days)) {
      at += out.write(`${at > 1 ? "," : ""}"${newId()}`, at);
      at += buffer.copy(out, at, row === 0 ? 0 : ends[row - 1], ends[row]);
    }
    at += out.write("]", at);
    [ends, days, pile.rows, pile.bytes] = [[], [], 0, 0];
    // There may be hundreds of months, which must not keep their megabytes.
    buffer = Buffer.allocUnsafeSlow(BUFFER_AT_FIRST);
    return out.toString("utf8", 0, at);
  }

  return pile;
}

function sortByDay(days: number[]): number[] {
  const rowsOf = Array.from({ length: 32 }, (): number[] => []);
  for (const [row, day] of days.entries()) rowsOf[day]?.push(row);
  return rowsOf.flat();
}
