import { formatInr, groupIndian } from "../../domain/money.ts";
import type { JsonSchema } from "./jsonSchema.ts";

/** A field as shown on the API page. */
export interface Field {
  /** `items[].rate` is the rate of each item. */
  path: string;
  type: string;
  /** The name of another schema, if the field is one or a list of them. */
  of?: string;
  isRequired: boolean;
  /** Sentences without full stops. */
  notes: string[];
}

type Part = JsonSchema | boolean;

/** Returns the fields of an object and of nested objects, down to named schemas. */
export function listFields({ properties = {}, required = [] }: JsonSchema, before = ""): Field[] {
  return Object.entries(properties).flatMap(([name, part]) => {
    const schema = plain(part);
    const path = `${before}${name}`;
    const field = { path, ...describeType(schema), isRequired: required.includes(name) };
    const isList = schema.type === "array";
    const inner = isList ? plain(schema.items as Part) : schema;
    const below = listFields(inner, isList ? `${path}[].` : `${path}.`);
    return [{ ...field, notes: listNotes(schema) }, ...below];
  });
}

/** Returns the schema without its alternatives null and "". */
function plain(part: Part): JsonSchema {
  if (typeof part === "boolean") return {};
  const options = part.anyOf
    ?.map(plain)
    .filter(({ type, const: only }) => type !== "null" && only !== "");
  return { ...part, ...options?.[0] };
}

export function describeType(schema: JsonSchema): { type: string; of?: string } {
  if (schema.$ref) return { type: "", of: schema.$ref.replace(/^.*\//, "") };
  if (schema.type === "array") {
    const { type, of } = describeType(plain(schema.items as Part));
    return { type: of ? "list of" : type === "object" ? "list" : `list of ${type}s`, of };
  }
  if (schema.enum) return { type: schema.enum.join(" | ") };
  if (schema.const !== undefined) return { type: String(schema.const) };
  if (schema.format === "date-time") return { type: "moment" };
  return { type: schema.format ?? String(schema.type ?? "anything") };
}

export function listNotes(schema: JsonSchema): string[] {
  const { description, minimum, maximum, minLength = 0, maxLength } = schema;
  const notes = (description ?? "").split(". ").filter(Boolean);
  if (schema.format !== "date") {
    if (minLength > 1 && maxLength) notes.push(`${minLength} to ${maxLength} characters`);
    else if (maxLength) notes.push(`At most ${groupIndian(maxLength)} characters`);
  }
  if (minimum !== undefined && maximum !== undefined)
    notes.push(`${minimum} to ${groupIndian(maximum)}`);
  else if (maximum !== undefined) notes.push(`At most ${formatInr(maximum)}`);
  if (schema.pattern) notes.push(`Like ${schema.pattern}`);
  if (isUsual(schema.default)) notes.push(`Default: ${schema.default}`);
  if (schema.anyOf)
    notes.push(schema.anyOf.some((one) => plain(one).const === "") ? 'Or ""' : "Or null");
  return notes;
}

const isUsual = (value: unknown) =>
  ["string", "number", "boolean"].includes(typeof value) && value !== "";
