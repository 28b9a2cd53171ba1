import Papa from "papaparse";
import { guard } from "./transactions.ts";

interface CsvColumn<Row> {
  title: string;
  text(row: Row): string;
  /** A figure for a program, `-1500.00`, where the text is for people. */
  plain?(row: Row): string;
}

/** Rows under a header, as CSV. A text that a spreadsheet would run as a formula is kept from it. */
export function tableCsv<Row>(rows: Row[], columns: CsvColumn<Row>[]): string {
  const header = columns.map(({ title }) => title);
  const cells = rows.map((row) =>
    columns.map(({ text, plain }) => plain?.(row) ?? guard(text(row))),
  );
  return `${Papa.unparse([header, ...cells], { newline: "\n" })}\n`;
}
