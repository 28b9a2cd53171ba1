import { describeField, type FieldDescription, type Fields } from "../domain/describeField.ts";
import type { Column } from "./table.ts";

/** The definition of a record, from which the options and the output of its commands follow. */
export interface RecordFields<Row> {
  /** The fields of the API. The first required one names the record. */
  fields: Fields;
  /** Explanations of options whose names are not enough. */
  help?: Record<string, string>;
  /** The fields that `--search` searches. */
  search?: string;
  columns: Column<Row>[];
  /** Amounts in the response to `show` that are not fields. */
  amounts?: string[];
  /** Earlier names of flags, which stay valid. */
  flags?: Record<string, string>;
  /** Returns the record in one line, if that is more than its name. */
  describe?(row: Row): string;
  /** Returns a warning about a saved record. */
  warn?(row: Row): string | undefined;
}

export interface RecordType<Row> extends RecordFields<Row> {
  noun: string;
  plural: string;
  example: { edit: string };
}

type WithFields = { fields: Fields };

export const readKinds = ({ fields }: WithFields) =>
  Object.entries(fields).map(([name, schema]): [string, FieldDescription] => [
    name,
    describeField(schema),
  ]);

/** Returns the names of the required fields. */
export const listRequired = (record: WithFields): string[] =>
  readKinds(record).flatMap(([name, { isRequired }]) => (isRequired ? [name] : []));

/** Returns the field that names a record. */
export const findNameField = (record: WithFields): string => listRequired(record)[0] ?? "name";

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
