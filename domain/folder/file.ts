import type { UniqueNames } from "../names.ts";

// The accountant's folder: a list of a period's files. The terminal downloads them into a folder, and
// the server into an archive, both from the same API calls.

/** A file of the folder, and its API path. */
export interface FolderFile {
  /** Its path in the folder. */
  file: string;
  path: string;
  type: string;
  query?: Record<string, string>;
  /** Its content if it does not come from the API. */
  content?: string;
  /** Hash to verify the response. */
  sha256?: string;
  /**
   * Postprocessing: a day book is split into ledgers, with their opening balances in paise by name; a
   * statement of account without balance and movements is left out.
   */
  becomes?: { split: Map<string, bigint> } | "unless empty";
}

/** A client of the API: the terminal calls a server, the server calls itself. */
export interface Asks {
  /** Returns a response that contains `key`. */
  json<T>(path: string, key: keyof T & string, call?: { query?: Query }): Promise<T>;
}
type Query = Record<string, string | number | undefined>;

const PAGE_MAX = 100;

export async function askAll<Item extends { _id: string }>(
  asks: Asks,
  path: string,
  filters: Query = {},
): Promise<Item[]> {
  // A row added in the meantime moves rows to the next page.
  const items = new Map<string, Item>();
  for (let page = 1, last = 1; page <= last; page++) {
    const query = { ...filters, page, limit: PAGE_MAX };
    const some = await asks.json<{ items: Item[]; totalPages: number }>(path, "items", { query });
    for (const item of some.items) items.set(item._id, item);
    last = some.totalPages;
  }
  return [...items.values()];
}

/** Returns a file name that is valid on any disk and unique in the folder. */
export function fileNameAmong(names: UniqueNames, name: string): string {
  const safe = [...name.replace(/[^\p{L}\p{M}\p{N} .,&()%-]+/gu, "-").replace(/^[. ]+/, "")];
  const end = safe.findLastIndex((character) => !". ".includes(character)) + 1;
  const short = safe.slice(0, Math.min(end, 80)).join("") || "unnamed";
  return names.take(short, (n) => `${short} (${n})`);
}

/** Whether a statement of account in CSV has no balance and no movements. */
export function isEmptyAccount(csv: string): boolean {
  const [, opening, , ...rows] = csv.trimEnd().split("\n");
  return rows.length === 0 && opening?.endsWith(",0.00") === true;
}
