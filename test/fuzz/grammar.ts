import type * as v from "valibot";

// Values that a client might send: some that a schema accepts, and values that nothing should accept.

export type Random = (below: number) => number;

export function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export const pick = <T>(list: readonly T[], random: Random) => list[random(list.length)] as T;

/** Part of every text sent; no error may echo it. */
export const ECHO = "zq9xecho";

type Schema = v.GenericSchema & {
  pipe?: (Schema | { kind: string })[];
  entries?: Record<string, Schema>;
  wrapped?: Schema;
  item?: Schema;
  options?: (Schema | string)[];
  literal?: unknown;
  getter?: (input: unknown) => Schema;
};

export function generateSample(
  schema: v.GenericSchema,
  field: string,
  ids: Record<string, string[]>,
  random: Random,
): unknown {
  const of = unwrapSchema(schema as Schema);
  const inner = (schema: Schema, name: string) => generateSample(schema, name, ids, random);
  switch (of.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(of.entries ?? {}).map(([name, entry]) => [name, inner(entry, name)]),
      );
    case "record":
      return {};
    case "array":
      return Array.from({ length: 1 + random(3) }, () => inner(of.item as Schema, field));
    case "optional":
      return random(3) === 0 ? undefined : inner(of.wrapped as Schema, field);
    case "picklist":
      return pick(of.options ?? [], random);
    case "union":
      return inner(pick(of.options ?? [], random) as Schema, field);
    case "literal":
      return of.literal;
    case "number":
      return pick([1, 2, 10.05, 18, 0.01, 99.99], random);
    case "boolean":
      return random(2) === 0;
    default:
      return generateText(field, ids, random);
  }
}

function unwrapSchema(schema: Schema): Schema {
  if (schema.getter) return unwrapSchema(schema.getter(undefined));
  const shapes = (schema.pipe ?? []).filter(
    (part): part is Schema =>
      part.kind === "schema" &&
      ("pipe" in part || !["unknown", "custom"].includes((part as Schema).type)),
  );
  const last = shapes.at(-1);
  return last && last !== schema && last.pipe ? unwrapSchema(last) : (last ?? schema);
}

function generateText(field: string, ids: Record<string, string[]>, random: Random): string {
  if (/date/i.test(field)) return pick(["2026-04-01", "2026-12-31", "2024-02-29"], random);
  if (field === "expires") return pick(["never", "2099-12-31"], random);
  if (field === "arn") return `AA27042600${10_000 + random(10_000)}`;
  if (field === "ids") return pick(ids.own ?? [""], random);
  const kind = /(account|category|client)Id$/i.exec(field)?.[1]?.toLowerCase();
  if (kind) return pick(ids[kind] ?? [""], random);
  if (/email/i.test(field)) return `${ECHO}${random(1e6)}@fuzz.test`;
  if (/slug/i.test(field)) return `slug-${random(1e6)}`;
  if (/state|place/i.test(field)) return pick(["27", "Karnataka", "27-Maharashtra", "Goa"], random);
  return `${ECHO} ${random(1e6)}`;
}

export function oddity(random: Random): unknown {
  return pick(ODDITIES, random)(random);
}

const ODDITIES: ((random: Random) => unknown)[] = [
  () => null,
  () => "",
  () => true,
  () => [],
  () => ({}),
  () => [[[[]]]],
  () => ({ toString: ECHO, valueOf: 1, length: -1 }),
  () => ({ constructor: { prototype: { isAdmin: true } } }),
  (random) => pick([0, -1, -0, 1e21, 1e308, 5e-324, 0.1 + 0.2, 2 ** 53 + 2, 1e16], random),
  (random) => pick(["0", "-1", "1e5", "NaN", "Infinity", "१२३", "1,234", " 5 "], random),
  (random) => pick(["2026-02-30", "0000-00-00", "9999-12-31", "10000-01-01", "2026-4-1"], random),
  (random) =>
    pick(["\u0000", "a\u0000b", "\u202eevil", "\ud800", "\ufeff", "e\u0301", "\r\n"], random),
  (random) => pick(["' OR 1=1 --", "%_\\%", '"; DROP TABLE users; --', "*", '"a" AND b*'], random),
  (random) =>
    pick(["__proto__", "constructor", "toString", "../../etc/passwd", "%2e%2e%2f"], random),
  (random) => pick(["=HYPERLINK(1)", "<script>alert(1)</script>", "{{7*7}}"], random),
  (random) => `${ECHO}${"x".repeat(pick([199, 201, 501, 5_001, 70_000], random))}`,
  (random) => "🪔".repeat(pick([1, 100, 2_500], random)),
  (random) => Array.from({ length: pick([2, 1_001, 5_000], random) }, () => null),
  (random) => nested(pick([5, 100, 2_000], random)),
];

function nested(depth: number): unknown {
  let value: unknown = ECHO;
  for (let level = 0; level < depth; level++) value = level % 2 ? { a: value } : [value];
  return value;
}

export function spoiled(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || random(6) === 0) return oddity(random);
  if (Array.isArray(value)) {
    return value.map((item, at) => (at === 0 ? spoiled(item, random) : item));
  }
  const entries = Object.entries(value);
  const at = random(entries.length + 1);
  if (at === entries.length) {
    const extra = pick(["__proto__", "agencyId", "role", "createdBy", "status", "_id"], random);
    return Object.fromEntries([...entries, [extra, oddity(random)]]);
  }
  return Object.fromEntries(
    entries.map(([name, inner], n) => [name, n === at ? spoiled(inner, random) : inner]),
  );
}

/** Writes JSON as a person without a library might. */
export function writeJson(value: unknown, random: Random): string | Uint8Array<ArrayBuffer> {
  const text = JSON.stringify(value) ?? "";
  const half = text.slice(0, random(text.length + 1));
  return pick<() => string | Uint8Array<ArrayBuffer>>(
    [
      ...Array(8).fill(() => text),
      () => half,
      () => `\ufeff${text}`,
      () => text.replace(/^\{/, '{"__proto__":{"role":"owner"},'),
      () => text.replace(/^\{(.*)\}$/s, "{$1,$1}"),
      () => text.replace(/\d+/, pick(["1e999", "-0", "0x10", "01", "NaN"], random)),
      () => "[".repeat(pick([10, 10_000, 500_000], random)),
      () => `{"a":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}`,
      () => new Uint8Array([...new TextEncoder().encode(half), 0xc3, 0x28, 0xff]),
    ],
    random,
  )();
}
