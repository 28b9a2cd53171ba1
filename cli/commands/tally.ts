import { readMonth, toPresetRange } from "../../domain/dates.ts";
import { formatTypeCounts, type TallyPreview } from "../../domain/tally/tally.ts";
import { failUsage } from "../failure.ts";
import { findTarget, saveAnswer } from "../files.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count } from "../output.ts";

export interface TallyOptions extends GlobalOptions {
  month?: string;
  out?: string;
  force?: boolean;
  masters?: boolean;
  changed?: boolean;
}

/** Saves a month for Tally, and prints warnings about the import. */
export async function saveTally(options: TallyOptions): Promise<void> {
  const { month = toPresetRange("lastMonth").dateFrom.slice(0, 7), masters, changed } = options;
  if (!readMonth(month))
    throw failUsage(`--month ${month} is not a month`, "write it like 2026-10");
  const file = `tally-${month}.zip`;
  const target = await findTarget(options.out ?? file, options, "--out", file);
  const { api, output } = open(options);
  const preview = await api.json<TallyPreview>("/exports/tally", "ledgers", { query: { month } });
  const query = {
    month,
    ...(masters && { masters: "new" }),
    ...(changed && { only: "changed" }),
  };
  const answer = await api.file("/exports/tally.zip", "application/zip", { query });
  await saveAnswer(answer, target, { api, output });
  for (const line of describePreview(preview)) output.note(line);
}

function describePreview({ types, ledgers, file, gone, ...preview }: TallyPreview): string[] {
  const open = ledgers.filter(({ isMapped }) => !isMapped).length;
  return [
    formatTypeCounts(types),
    ...(file > 0
      ? [
          `Since the last file: ${preview.new} new, ${preview.changed} changed, ${gone.length} removed`,
        ]
      : []),
    ...(gone.length > 0 ? ["The README lists what to delete in Tally"] : []),
    ...(open > 0
      ? [`${count(open, "name is", "names are")} not mapped yet: see Reports, For Tally`]
      : []),
  ];
}
