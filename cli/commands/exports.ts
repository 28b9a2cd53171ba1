import type { Api } from "../api.ts";
import { failUsage } from "../failure.ts";
import { findTarget, saveAnswer } from "../files.ts";
import type { Query } from "../noun.ts";
import { type GlobalOptions, open } from "../open.ts";
import { type RangeOptions, readRange } from "../range.ts";

interface Options extends GlobalOptions, RangeOptions {
  out?: string;
  force?: boolean;
}

interface Exported {
  path: string;
  type: string;
  /** The name in a folder. */
  file: string;
}

/** Writes every row of a period and a filter, by default to stdout. */
export async function exportFile(
  { path, type, file }: Exported,
  options: Options,
  readQuery?: (api: Api) => Promise<Query>,
): Promise<void> {
  const { out = "-", json } = options;
  if (json && out === "-") {
    throw failUsage("an export is not JSON", "leave --json out, or name a file with --out");
  }
  const range = readRange(options);
  const target = await findTarget(out, options, "--out", file);
  const { api, output } = open(options);
  const query = { ...range, ...(await readQuery?.(api)) };
  const response = await api.file(path, type, { query });
  await saveAnswer(response, target, { api, output });
}

/** Writes the register of a document as CSV. */
export const exportRegister = (plural: string, options: Options): Promise<void> =>
  exportFile({ path: `/${plural}/export.csv`, type: "text/csv", file: `${plural}.csv` }, options);
