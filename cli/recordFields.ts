import * as v from "valibot";
import { describeField, type FieldDescription } from "../domain/describeField.ts";
import type { Column } from "./table.ts";

export interface RecordNoun<Row = never> {
  /** `vendor`. The API's responses have a `vendor`. */
  noun: string;
  /** The group of commands, and the API's path. */
  plural?: string;
  about: string;
  /** The fields of the API. Required ones are arguments, the first of them names the record. */
  fields: v.ObjectEntries;
  /** Explanations of options whose names are not enough. */
  help?: Record<string, string>;
  /** Ends the description of `list`, if it has more than the records. */
  listed?: string;
  /** The fields that `--search` searches. */
  search?: string;
  columns: Column<Row>[];
  /** Amounts in the response to `show` that are not fields. */
  amounts?: string[];
  /** Earlier names of flags, which stay valid. */
  flags?: Record<string, string>;
  /** A record by its name, with options to create and to edit it. */
  example: { name: string; create: string; edit: string };
  /** The record in one line, if that is more than its name. */
  describe?(row: Row): string;
  /** A warning about a saved record. */
  warn?(row: Row): string | undefined;
}

/** A record with what follows from its definition. */
export interface RecordType<Row> extends RecordNoun<Row> {
  plural: string;
  kinds: [name: string, field: RecordField][];
  required: string[];
  nameField: string;
}

export interface RecordField extends FieldDescription {
  /** The value if the field is left out. Undefined if the server derives it. */
  initial: unknown;
}

export function toRecordType<Row>(record: RecordNoun<Row>): RecordType<Row> {
  const kinds = Object.entries(record.fields).map(([name, field]): [string, RecordField] => {
    const schema = field as v.GenericSchema;
    return [name, { ...describeField(schema), initial: v.getDefault(schema) }];
  });
  const required = kinds.flatMap(([name, { isRequired }]) => (isRequired ? [name] : []));
  const { noun, plural = `${noun}s` } = record;
  return { ...record, plural, kinds, required, nameField: required[0] ?? "name" };
}

/** `hsnSac` → `--hsn-sac`. */
export const toFlag = (name: string): string => `--${splitName(name).join("-")}`;

/** Writes a code of the API as a user does: `CONTRACTOR` → `contractor`. */
export const toWord = (code: string): string =>
  code.length > 2 && code === code.toUpperCase() ? code.toLowerCase() : code;

export const splitName = (name: string) =>
  name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());

const LABELS: Record<string, string> = {
  gstin: "GSTIN",
  hsnSac: "HSN/SAC",
  itc: "input credit",
  pan: "PAN",
  pin: "PIN code",
  tan: "TAN",
  taxPct: "tax %",
  tdsRule: "TDS rule",
};

/** `isSmallEnterprise` → `small enterprise`. */
export const toLabel = (name: string): string =>
  LABELS[name] ?? splitName(name).join(" ").replace(/^is /, "");
