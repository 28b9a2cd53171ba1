import { get } from "./api.ts";

interface Page<Row> {
  items: Row[];
  totalPages: number;
}

/** Loads all pages of a list, for callers that need every row. @param url with its query */
export async function loadAllPages<Row>(url: string, signal: AbortSignal): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const some = await get<Page<Row>>(`${url}&limit=100&page=${page}`, signal);
    rows.push(...some.items);
    if (page >= some.totalPages) return rows;
  }
}
