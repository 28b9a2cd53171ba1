import { Refusal } from "../refusal.ts";
import type { Cell } from "./cells.ts";

/** A row of the file, numbered from 1. */
export interface FileRow {
  row: number;
  cells: Cell[];
}

/** Rows of a text file (named "") or of a workbook's sheet. */
export interface Sheet {
  name: string;
  rows: FileRow[];
}

const ROWS_MAX = 200_000;
const CELLS_MAX = 4_000_000;

/** Counts a file's rows and cells while it is read. Each row is as wide as its last cell. */
export class CellCounter {
  private rows = 0;
  private cells = 0;

  /** Counts a row. @throws Refusal "invalid" if the file has too many rows or cells */
  add(cells: number): void {
    this.rows += 1;
    this.cells += cells;
    if (this.rows <= ROWS_MAX && this.cells <= CELLS_MAX) return;
    const most = this.rows > ROWS_MAX ? "2,00,000 rows" : "40,00,000 cells";
    throw new Refusal("invalid", `The file has more than ${most}. Nothing was changed`);
  }
}
