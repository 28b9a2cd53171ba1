import Papa from "papaparse";
import { guard } from "./transactions.ts";

interface CsvColumn<Row> {
  title: string;
  text(row: Row): string;
  /** The value for programs, such as `-1500.00`, if `text` is formatted for people. */
  plain?(row: Row): string;
}

/** Formats rows under a header. Escapes text that a spreadsheet would run as a formula. */
export function tableCsv<Row>(rows: Row[], columns: CsvColumn<Row>[]): string {
  const header = columns.map(({ title }) => title);
  const cells = rows.map((row) =>
    columns.map(({ text, plain }) => plain?.(row) ?? guard(text(row))),
  );
  return `${Papa.unparse([header, ...cells], { newline: "\n" })}\n`;
}
