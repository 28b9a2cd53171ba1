import * as v from "valibot";
import type { About, FieldKind } from "./fields.ts";

// A field of a record is described once, on its schema. Forms, panels, lists and API responses read it there.

/** A field as forms, panels, lists and responses need it. */
export interface FieldDescription extends About {
  label: string;
  kind: FieldKind;
  /** The values of a select. */
  options: readonly string[];
  isRequired: boolean;
  isNullable: boolean;
  /** The largest whole number. Undefined if a number can have decimals. */
  wholeMax: number | undefined;
  /** The value if the field is left out. Undefined if it is derived from others. */
  initial: unknown;
}

/** The fields of a record, by name. */
export type Fields = Record<string, v.GenericSchema>;

export function describeField(schema: v.GenericSchema): FieldDescription {
  const { type, options } = unwrap(schema);
  const about = readAbout(schema);
  return {
    label: "",
    kind: KINDS[type] ?? "text",
    ...about,
    options: options ?? Object.keys(about.names ?? {}),
    isRequired: !v.is(schema, undefined),
    isNullable: v.is(schema, null),
    wholeMax: findWholeMax(schema),
    initial: v.getDefault(schema),
  };
}

/** Returns the fields of an object's schema, or of a list of objects. */
export function findFields(schema: v.GenericSchema): Fields {
  const { entries, item, wrapped, pipe = [] } = schema as unknown as Nested;
  if (entries) return entries;
  const inner = [item, wrapped, ...pipe].filter((part) => part?.kind === "schema");
  const found = inner.map((part) => findFields(part as v.GenericSchema));
  return found.find((fields) => Object.keys(fields).length > 0) ?? {};
}

interface Nested {
  entries?: Fields;
  item?: { kind: string };
  wrapped?: { kind: string };
  pipe?: { kind: string }[];
}

const KINDS: Record<string, FieldKind> = {
  boolean: "boolean",
  number: "number",
  picklist: "select",
};

/** The parts of valibot's schemas that are read here. */
interface Schema {
  kind: "schema";
  type: string;
  wrapped?: Schema;
  options?: readonly string[];
  pipe?: (Schema | { kind: string; type: string; metadata?: About })[];
}

function findWholeMax(schema: unknown): number | undefined {
  const { pipe = [] } = unwrap(schema) as { pipe?: { type: string; requirement?: unknown }[] };
  const max = pipe.find(({ type }) => type === "max_value")?.requirement;
  return pipe.some(({ type }) => type === "integer") ? Number(max) : undefined;
}

function unwrap(schema: unknown): Schema {
  const { wrapped } = schema as Schema;
  return wrapped ? unwrap(wrapped) : (schema as Schema);
}

function readAbout(schema: unknown): About {
  const { pipe, wrapped } = schema as Schema;
  if (!pipe) return wrapped ? readAbout(wrapped) : {};
  const parts = pipe.map((item) => {
    if (item.kind === "schema") return readAbout(item);
    return "metadata" in item && item.type === "metadata" ? item.metadata : {};
  });
  return Object.assign({}, ...parts);
}
