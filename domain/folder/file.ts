import type { UniqueNames } from "../names.ts";

// The papers of a period in one folder: one list of them, of which the terminal makes a folder and the server
// an archive, out of what the same calls answer.

/** A file of the folder, and where the API has it. */
export interface FolderFile {
  /** Its name, with the folder it is in. */
  file: string;
  path: string;
  type: string;
  query?: Record<string, string>;
  /** What is in it, where no call answers it. */
  content?: string;
  /** By which the answer is proved. */
  sha256?: string;
  /**
   * What becomes of it: a day book is told apart into ledgers beside it, each with what it held before, in
   * paise by name; and a statement of account in which nothing happened is left out.
   */
  becomes?: { split: Map<string, bigint> } | "unless empty";
}

/** Whoever answers what the API answers: the terminal asks a server for it, the server itself. */
export interface Asks {
  /** The answer, which holds `key`. */
  json<T>(path: string, key: keyof T & string, call?: { query?: Query }): Promise<T>;
}
type Query = Record<string, string | number | undefined>;

/** The largest that the API gives. */
const PAGE_MAX = 100;

/** Every page of a list as one. */
export async function askAll<Item extends { _id: string }>(
  asks: Asks,
  path: string,
  filters: Query = {},
): Promise<Item[]> {
  // What somebody adds meanwhile moves rows on to a page that is still to come.
  const items = new Map<string, Item>();
  for (let page = 1, last = 1; page <= last; page++) {
    const query = { ...filters, page, limit: PAGE_MAX };
    const some = await asks.json<{ items: Item[]; totalPages: number }>(path, "items", { query });
    for (const item of some.items) items.set(item._id, item);
    last = some.totalPages;
  }
  return [...items.values()];
}

/** A name that any disk takes, and that no other of the folder has. */
export function fileNameAmong(names: UniqueNames, name: string): string {
  const safe = [...name.replace(/[^\p{L}\p{M}\p{N} .,&()%-]+/gu, "-").replace(/^[. ]+/, "")];
  const end = safe.findLastIndex((character) => !". ".includes(character)) + 1;
  const short = safe.slice(0, Math.min(end, 80)).join("") || "unnamed";
  return names.take(short, (n) => `${short} (${n})`);
}

/** Whether a statement of account, as CSV, tells of nothing owed and nothing done. */
export function isEmptyAccount(csv: string): boolean {
  const [, opening, , ...rows] = csv.trimEnd().split("\n");
  return rows.length === 0 && opening?.endsWith(",0.00") === true;
}
