import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from "@valibot/to-json-schema";
import * as v from "valibot";
import { isCalendarDate } from "../../domain/dates.ts";
import { toHundredths } from "../../domain/hundredths.ts";
import { LARGEST_AMOUNT, toPaise, toRupees } from "../../domain/money.ts";

// The domain's schemas as JSON Schema. Checks by a function have no equivalent there: a known function
// becomes a format (a date, an amount), for others the error message is documented.

export type { JsonSchema };

/** Converts the schemas by name, with references to each other. */
export const toSchemas = (named: Record<string, v.GenericSchema>) =>
  toJsonSchemaDefs(named, { ...CONFIG, overrideRef: toReference });

/** Converts one schema, with references to the named ones. */
export function toSchema(
  schema: v.GenericSchema,
  named: Record<string, v.GenericSchema> = {},
): JsonSchema {
  const [name] = Object.entries(named).find(([, other]) => other === schema) ?? [];
  if (name) return { $ref: toReference({ referenceId: name }) };
  const config = { ...CONFIG, definitions: named, overrideRef: toReference };
  const { $schema, $defs, ...rest } = toJsonSchema(schema, config);
  return rest;
}

/** Returns the schema of a change: every field is optional and has no default. */
export function toChange({ required, ...schema }: JsonSchema): JsonSchema {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    if (typeof field === "boolean") return [name, field];
    const { default: _, ...rest } = field;
    return [name, rest];
  });
  return { ...schema, properties: Object.fromEntries(fields) };
}

const toReference = ({ referenceId }: { referenceId: string }) =>
  `#/components/schemas/${referenceId}`;

const AMOUNT = { type: "number", maximum: toRupees(LARGEST_AMOUNT) } as const;

const CONFIG = {
  target: "draft-2020-12",
  // Schemas that Valibot cannot convert are handled below or left out.
  errorMode: "ignore",
  // The labels of forms.
  ignoreActions: ["metadata"],
  overrideAction({ valibotAction: action, jsonSchema }) {
    const { type, operation, requirement, message } = action as unknown as {
      type: string;
      operation?: unknown;
      requirement?: unknown;
      message?: unknown;
    };
    if (operation === toPaise) return { ...jsonSchema, ...AMOUNT, description: RUPEES };
    if (operation === toHundredths) return { ...jsonSchema, description: HUNDREDTHS };
    // For a query string, where a number is text.
    if (operation === Number) return toNumberSchema(jsonSchema);
    if (requirement === isCalendarDate) return { ...jsonSchema, format: "date" };
    return type === "check" ? addDescription(jsonSchema, message) : jsonSchema;
  },
  overrideSchema({ valibotSchema: schema, jsonSchema }) {
    if (schema.type === "object") return { ...jsonSchema, required: listRequired(schema) };
    if (!("default" in jsonSchema)) return jsonSchema;
    const { default: usual, ...rest } = jsonSchema;
    if (!v.is(schema, undefined)) return rest;
    return { ...rest, default: rest.type === "integer" ? Number(usual) : usual };
  },
} satisfies ConversionConfig;

const RUPEES = "Rupees, with at most 2 decimals";
const HUNDREDTHS = "With at most 2 decimals";

function toNumberSchema({ pattern, ...schema }: JsonSchema): JsonSchema {
  return { ...schema, type: pattern?.includes(".") ? "number" : "integer" };
}

/**
 * Messages that add nothing to the field's name. The characters that texts may not contain are documented
 * once.
 */
const ADDS_NOTHING = /^Send the fields as|^Invalid/;

function addDescription(schema: JsonSchema, message: unknown): JsonSchema {
  const { description = "" } = schema;
  if (typeof message !== "string" || ADDS_NOTHING.test(message) || description.includes(message)) {
    return schema;
  }
  return { ...schema, description: description ? `${description}. ${message}` : message };
}

/** Returns the fields without a default. */
function listRequired(schema: v.GenericSchema): string[] {
  const { entries } = schema as unknown as { entries: Record<string, v.GenericSchema> };
  return Object.entries(entries)
    .filter(([, field]) => field.type !== "exact_optional" && !v.is(field, undefined))
    .map(([name]) => name);
}
