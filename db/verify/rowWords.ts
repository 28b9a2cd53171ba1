import type { RecordDifference } from "../../domain/agencies/recordsCheck.ts";
import { JOURNALED } from "../tables/tables.ts";
import type { Row } from "./replay.ts";

// Words for a difference in a row: the noun, name and field that people know it by.

/** Tables without a journal that a check names. */
const NOUNS: Record<string, string> = {
  imports: "Import",
  occurrences: "Series date",
  reminders: "Reminder",
  row_images: "Row journal",
  tally_days: "Tally file",
};

const FAMILIES: Record<string, string> = {
  INVOICES: "Invoice",
  NOTES: "Note",
  VOUCHERS: "Voucher",
  ESTIMATES: "Estimate",
  BILLS: "Bill",
};

/** Columns that name a row, best first. */
const NAMES = [
  ...["display_name", "number", "name", "title", "description", "narration", "file", "label"],
  ...["reason", "period", "month", "email", "stem", "date"],
];

/** Converts a row's difference for `bahi verify`. */
export function toDifference(
  table: string,
  record: string,
  row: Row,
  { seq, field, logged, now }: { seq: number; field: string; logged?: unknown; now: unknown },
): RecordDifference {
  const noun = FAMILIES[String(row.family)] ?? JOURNALED[table]?.noun ?? NOUNS[table];
  if (!noun) throw new Error(`Table ${table} has no noun`);
  const called = NAMES.map((column) => row[column]).find((value) => value);
  return {
    seq,
    entity: noun,
    _id: record,
    name: String(called ?? record),
    field: field.replace(/_paise$/, "").replaceAll("_", " "),
    logged: formatValue(field, logged),
    now: formatValue(field, now),
  };
}

const formatValue = (field: string, value: unknown): string => {
  if (value === null || value === undefined || value === "") return "";
  if (field.endsWith("_paise")) return (Number(value) / 100).toFixed(2);
  return SECRET.test(field) ? "(not shown)" : String(value).slice(0, CHARACTERS_SHOWN);
};

const CHARACTERS_SHOWN = 200;
const SECRET = /digest|password|secret|mark/;
