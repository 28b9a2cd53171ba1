import type { Columns } from "./captions.ts";
import { openFile } from "./files.ts";
import { readMt940 } from "./mt940.ts";
import { readOfx } from "./ofx.ts";
import { prove } from "./proof.ts";
import type { ReadStatement } from "./statement.ts";
import { type Layout, readTable } from "./table.ts";

export interface Reading {
  /** Used once, and kept nowhere. */
  password?: string | undefined;
  /** What the table's columns are, where a person has said so now. */
  columns?: Columns | undefined;
  /** What they said before. */
  layouts?: Layout[];
}

/**
 * A bank's file as a proved statement. It looks at nothing but the bytes.
 * @throws Refusal "invalid" naming row, column and value; Undecided where a password or columns are needed
 */
export async function readStatement(
  bytes: Uint8Array,
  { password, columns, layouts = [] }: Reading = {},
): Promise<ReadStatement> {
  const contents = await openFile(bytes, password);
  if (contents.kind === "table") {
    const table = readTable(contents.sheets, layouts, columns);
    const proved = prove(table.lines, table.facts);
    const remarks = [...table.remarks, ...proved.remarks];
    return { ...proved, format: contents.format, columns: table.columns, remarks };
  }
  const read = contents.kind === "ofx" ? await readOfx(contents.text) : readMt940(contents.text);
  return { ...prove(read.lines, read.facts), format: read.format };
}
