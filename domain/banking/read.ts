import { pluralize } from "../counts.ts";
import { type CalendarDate, formatDate } from "../dates.ts";
import { type Contents, openFile } from "./files.ts";
import { readMt940 } from "./mt940.ts";
import { readOfx } from "./ofx.ts";
import { prove } from "./proof.ts";
import type { ReadStatement } from "./statement.ts";
import { describeLeftOut, readTable, type TableOptions } from "./table.ts";

export interface Reading extends TableOptions {
  /** Used once and never stored. */
  password?: string | undefined;
}

/**
 * Reads and verifies a bank file, by its content only.
 * @throws Refusal "invalid" naming row, column and value, and Undecided if a password or columns are
 * needed
 */
export async function readStatement(
  bytes: Uint8Array,
  { password, ...options }: Reading = {},
): Promise<ReadStatement> {
  const contents = await openFile(bytes, password);
  const read = await readContents(contents, options);
  return { ...read, remarks: [...read.remarks, ...futureRemarks(read.lines, options.today)] };
}

async function readContents(contents: Contents, options: TableOptions): Promise<ReadStatement> {
  const { isCard = false } = options;
  if (contents.kind === "table") {
    const { lines, facts, hasSides, ...table } = readTable(contents.sheets, options);
    const proved = prove(lines, facts, { isCard, hasSides });
    const remarks = [...table.remarks, ...proved.remarks];
    return { ...proved, format: contents.format, columns: table.columns, remarks };
  }
  if (contents.kind === "mt940") {
    const { lines, facts, format } = readMt940(contents.text);
    return { ...prove(lines, facts), format };
  }
  const { lines, facts, format, memos } = readOfx(contents.text);
  const proved = prove(lines, facts);
  const zeros = describeLeftOut(memos, "line of 0.00 was", "lines of 0.00 were");
  return { ...proved, format, remarks: [...zeros, ...proved.remarks] };
}

function futureRemarks(lines: { date: CalendarDate }[], today = "9999"): string[] {
  const later = lines.map(({ date }) => date).filter((date) => date > today);
  if (later.length === 0) return [];
  const last = formatDate(later.toSorted().at(-1) ?? "");
  const are = pluralize(later.length, "line is", "lines are");
  return [`${are} dated after today, up to ${last}: check the dates in the file`];
}
