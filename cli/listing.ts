import type { Api, Call } from "./api.ts";
import type { GlobalOptions } from "./open.ts";
import { createOutput, groupInt, write } from "./output.ts";
import { type Column, table } from "./table.ts";

export interface PagedOptions extends GlobalOptions {
  page?: number;
  limit?: number;
  all?: boolean;
}

/** Prints the API's response with `--json`, every column with `--csv`, otherwise a table with its footer. */
export async function printList<Row>(
  answer: unknown,
  rows: Row[],
  columns: Column<Row>[],
  options: GlobalOptions,
  footer: () => string,
): Promise<void> {
  const output = createOutput(options);
  if (options.csv) {
    const { tableCsv } = await import("../domain/csv/table.ts");
    return write(tableCsv(rows, columns));
  }
  await output.result(answer, () => {
    const parts = rows.length > 0 || output.quiet ? [table(rows, columns, output)] : [];
    return [...parts, ...(output.quiet ? [] : [output.paint.dim(footer())])].join("\n");
  });
}

export interface Page {
  items: { _id: string }[];
  page: number;
  totalPages: number;
}

/** The API's page limit. */
const PAGE_MAX = 100;

/** Fetches a page of a list, or with `--all` every page. */
export async function fetchPages<List extends Page>(
  api: Api,
  path: string,
  { page, limit, all }: PagedOptions,
  filters: Call["query"] = {},
): Promise<List> {
  const ask = (query: NonNullable<Call["query"]>) =>
    api.json<List>(path, "items", { query: { ...filters, ...query } });
  if (!all) return ask({ page, limit });

  const first = await ask({ page: 1, limit: PAGE_MAX });
  // Rows added in the meantime move others to the next page, where they appear twice.
  const items = new Map(first.items.map((item) => [item._id, item]));
  for (let next = 2; next <= first.totalPages; next++) {
    const { items: more } = await ask({ page: next, limit: PAGE_MAX });
    for (const item of more) items.set(item._id, item);
  }
  return { ...first, items: [...items.values()], page: 1, totalPages: 1 };
}

/** Returns a line with the page number, if there are several pages. */
export function formatPage({ page, totalPages }: Omit<Page, "items">): string {
  if (page > Math.max(1, totalPages))
    return `\nThere is no page ${groupInt(page)}, only ${groupInt(totalPages)}`;
  return totalPages > 1 ? `\nPage ${groupInt(page)} of ${groupInt(totalPages)}` : "";
}
