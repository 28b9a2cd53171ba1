import * as v from "valibot";

// A field of a record is described once, on its schema. Forms, panels, lists and API responses read it there.

export type FieldKind = "boolean" | "date" | "longText" | "number" | "rupees" | "select" | "text";

export interface About {
  label?: string;
  /** Shown below the input. */
  help?: string;
  /** Follows a value: `%`. */
  unit?: string;
  /** Defaults to the type of the schema. */
  kind?: FieldKind;
  /** The texts of a select's options, or of true and false, by value. */
  names?: Readonly<Record<string, string>>;
  /** The keyboard of a phone. */
  inputMode?: "decimal" | "email" | "numeric" | "tel";
  isUpperCase?: true;
  /** Whether PDFs show it, which cannot show all characters. */
  isPrinted?: true;
}

/** Adds a label and the like to a schema. Replaces what the schema has already. */
export const field = <Schema extends v.GenericSchema>(schema: Schema, about: About): Schema =>
  v.pipe(schema, v.metadata({ ...about })) as unknown as Schema;

/** A field as forms, panels, lists and responses need it. */
export interface FieldDescription extends About {
  label: string;
  kind: FieldKind;
  /** The values of a select. */
  options: readonly string[];
  isRequired: boolean;
  isNullable: boolean;
}

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
  };
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
