import type { Api, Call } from "./api.ts";
import type { GlobalOptions } from "./open.ts";
import { createOutput, groupInt, write } from "./output.ts";
import { type Column, table } from "./table.ts";

export interface PagedOptions extends GlobalOptions {
  page?: number;
  limit?: number;
  all?: boolean;
}

/** The API's answer with `--json`, every column of the rows with `--csv`, else a table and its footer. */
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

/** The largest that the API gives. */
const PAGE_MAX = 100;

/** A page of a list, or with `--all` every page of it as if it were one. */
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
  // What somebody adds meanwhile moves rows on to a page that is still to come.
  const items = new Map(first.items.map((item) => [item._id, item]));
  for (let next = 2; next <= first.totalPages; next++) {
    const { items: more } = await ask({ page: next, limit: PAGE_MAX });
    for (const item of more) items.set(item._id, item);
  }
  return { ...first, items: [...items.values()], page: 1, totalPages: 1 };
}

/** Which page was shown, where there are several; on a line of its own. */
export function formatPage({ page, totalPages }: Omit<Page, "items">): string {
  if (page > Math.max(1, totalPages))
    return `\nThere is no page ${groupInt(page)}, only ${groupInt(totalPages)}`;
  return totalPages > 1 ? `\nPage ${groupInt(page)} of ${groupInt(totalPages)}` : "";
}
