import * as v from "valibot";
import { isCalendarDate } from "./dates.ts";
import { type Hundredths, toHundredths } from "./hundredths.ts";
import { type Paise, toPaise } from "./money.ts";
import { isCleanLine, isCleanText, isPlainlyMarked, RAW } from "./text.ts";

// Building blocks of schemas. Messages follow the specification (section 5), lengths the contract.

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

/**
 * An object schema. For a missing key, valibot 1.5.0 returns its own message ("Invalid key: Expected
 * …"); this returns the field's message. valibot also accepts arrays as objects; this does not.
 */
export const strictObject = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(
    v.unknown(),
    v.check((input) => !Array.isArray(input), NO_OBJECT),
    v.object(entries, ({ path }) => {
      const field = entries[String(path?.[0].key)];
      const [issue] = (field && v.safeParse(field, undefined).issues) ?? [];
      return issue?.message ?? NO_OBJECT;
    }),
  );

const NO_OBJECT = "Send the fields as a JSON object";

/**
 * A trimmed text in NFC. Length and combining marks are checked first, because normalization can be
 * quadratic in them.
 */
const boundedText = (
  what: string,
  max: number,
  missing: string,
  isClean: (text: string) => boolean = isCleanLine,
) => {
  const tooLong = `${what} is too long`;
  const unkept = ({ input }: { input: string }) => {
    const isBreak = isClean === isCleanLine && /[\n\r]/.test(input);
    return `${what} may not contain ${isBreak ? "line breaks" : "hidden characters"}`;
  };
  return v.pipe(
    v.string(missing),
    v.trim(),
    v.maxLength(RAW * max, tooLong),
    v.check(isPlainlyMarked, unkept),
    v.normalize("NFC"),
    v.maxLength(max, tooLong),
    v.check(isClean, unkept),
    v.metadata({ label: what } satisfies About),
  );
};

/** A name of 2 to 200 characters. */
export const name = (what: string) => lineOfAtLeast2(what, 200);

/** A description or purpose: 2 to 500 characters. */
export const sentence = (what: string) => lineOfAtLeast2(what, 500);

const lineOfAtLeast2 = (what: string, max: number) => {
  const message = `${what} must be at least 2 characters`;
  return v.pipe(boundedText(what, max, message), v.minLength(2, message));
};

/** An optional line of at most 200 characters, such as a reference or a phone number. Defaults to "". */
export const optionalLine = (what: string) =>
  v.optional(boundedText(what, 200, `${what} must be text`), "");

/** An optional code in capitals, such as a GSTIN. Defaults to "". */
export const optionalCode = (what: string) =>
  v.pipe(optionalLine(what), v.toUpperCase(), v.metadata({ isUpperCase: true } satisfies About));

/** A non-empty line of at most 200 characters. */
export const requiredLine = (what: string) => required(what, 200);

/** A non-empty description of at most 500 characters. */
export const requiredText = (what: string) => required(what, 500);

const required = (what: string, max: number) =>
  v.pipe(boundedText(what, max, `${what} is required`), v.nonEmpty(`${what} is required`));

/** Notes, terms or an address: at most 5,000 characters with line breaks. Defaults to "". */
export const longText = (what: string) =>
  v.optional(
    v.pipe(
      v.string(`${what} must be text`),
      v.transform((text) => text.replace(/\r\n?/g, "\n")),
      boundedText(what, 5000, `${what} must be text`, isCleanText),
      v.metadata({ kind: "longText" } satisfies About),
    ),
    "",
  );

export const notes = longText("Notes");

/** A choice of values. Its message does not list "", which means none. */
export const oneOf = <const Values extends readonly string[]>(what: string, values: Values) =>
  field(v.picklist(values, `${what} must be one of ${values.filter(Boolean).join(", ")}`), {
    label: what,
  });

/** The id of another record of the agency. The database checks that it exists. */
export const id = (missing: string) =>
  v.pipe(v.string(missing), v.nonEmpty(missing), v.maxLength(64, missing));

export const MANY_MAX = 1_000;

/** A list of up to a thousand items, by default at least one. */
export const many = <Schema extends v.GenericSchema>(one: Schema, what: string, least = 1) =>
  v.pipe(
    v.unknown(),
    v.check(
      (input) => Array.isArray(input) && input.length >= least && input.length <= MANY_MAX,
      `Send 1 to 1,000 ${what}`,
    ),
    v.array(one),
  );

/** Ids for a bulk action, without duplicates. */
export const ids = (what: string) =>
  v.pipe(
    many(v.string("Each id must be text"), `ids of ${what}`),
    v.transform((all) => [...new Set(all)]),
  );

/** Compared and stored in lower case. */
export const email = v.pipe(
  v.string("Invalid email address"),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(200, "Email is too long"),
  v.email("Invalid email address"),
);

const Email = v.pipe(v.string(), v.email());

/** An address for e-mail, not for signing in. Defaults to "". */
export const emailIfAny = v.optional(
  v.pipe(
    v.string("Invalid email"),
    v.trim(),
    v.maxLength(200, "Email is too long"),
    v.check((text) => text === "" || v.is(Email, text), "Invalid email"),
    v.metadata({ label: "Email", inputMode: "email" } satisfies About),
  ),
  "",
);

/** Stored as typed, including blanks at the end. */
export const password = v.pipe(
  v.string("Password must be at least 6 characters"),
  v.minLength(6, "Password must be at least 6 characters"),
  v.maxLength(128, "Password is too long"),
);

/** A calendar date in India, `YYYY-MM-DD`. */
export const date = v.pipe(
  v.string("Date is required"),
  v.nonEmpty("Date is required"),
  v.check(isCalendarDate, "Date must be a valid day, written YYYY-MM-DD"),
  v.metadata({ label: "Date", kind: "date" } satisfies About),
);

/** A calendar date, or "". */
export const dateIfAny = v.optional(
  v.pipe(
    v.string("Date must be text"),
    v.check(
      (text) => text === "" || isCalendarDate(text),
      "Date must be a valid day, written YYYY-MM-DD",
    ),
    v.metadata({ kind: "date" } satisfies About),
  ),
  "",
);

/** Parses a JSON number of rupees to paise. More than 2 decimals are refused, never rounded. */
export const money = (what: string) =>
  v.pipe(
    v.number(`${what} must be a number`),
    v.transform(toPaise),
    v.custom<Paise>(
      (paise) => paise !== undefined,
      `${what} must have at most 2 decimals and be at most ₹99,99,99,99,999.99`,
    ),
    v.metadata({ label: what, kind: "rupees" } satisfies About),
  );

/** An amount of at least 1 paisa. */
export const amount = v.pipe(
  v.unknown(),
  v.check((rupees) => rupees !== undefined && rupees !== null, "Amount must be greater than 0"),
  money("Amount"),
  v.check((paise) => paise > 0, "Amount must be greater than 0"),
);

const hundredths = (what: string) =>
  v.pipe(
    v.number(`${what} must be a number`),
    v.transform(toHundredths),
    v.custom<Hundredths>(
      (number) => number !== undefined,
      `${what} must have at most 2 decimals and be at most 99,99,99,99,999.99`,
    ),
    v.metadata({ label: what, kind: "number", inputMode: "decimal" } satisfies About),
  );

/** Parses a nonnegative JSON number with at most 2 decimals to hundredths. */
export const quantity = (what: string) =>
  v.pipe(
    presentValue(what),
    hundredths(what),
    v.check((number) => number >= 0, `${what} must not be negative`),
  );

/** An amount that may be 0. Parses rupees to paise. */
export const amountOrNone = (what: string) =>
  v.pipe(
    presentValue(what),
    money(what),
    v.check((paise) => paise >= 0, `${what} must not be negative`),
  );

const presentValue = (what: string) =>
  v.pipe(
    v.unknown(),
    v.check((number) => number !== undefined && number !== null, `${what} is required`),
  );

/** A percentage from 0 to 100. Parses percent to hundredths. */
export const percent = (what: string) =>
  v.pipe(
    hundredths(what),
    v.check((number) => number >= 0 && number <= 100_00, `${what} must be from 0 to 100`),
    v.metadata({ unit: "%" } satisfies About),
  );

// Query string schemas, whose input is always text.

/** From 1 to a billion, so that offsets stay safe integers. */
export const page = v.optional(wholeNumber("Page", 1, 999_999_999), "1");

export const limitSchema = (usual: number) =>
  v.optional(wholeNumber("Limit", 1, 100), String(usual));

/** The sort order of a list: a name for ascending, with a minus for descending. */
export const sortBy = <const Names extends readonly string[]>(names: Names) =>
  v.optional(
    v.picklist(
      [...names, ...names.map((name) => `-${name}` as const)] as Sort<Names[number]>[],
      `Sort must be one of ${names.join(", ")}, with a minus before it for descending`,
    ),
  );
export type Sort<Name extends string> = Name | `-${Name}`;

export const q = v.optional(
  v.pipe(
    // A search may contain characters that no text can have.
    boundedText("Search", 200, "Search must be text", () => true),
    v.transform((text) => text || undefined),
  ),
);

export const moneyInQuery = (what: string) =>
  v.pipe(
    v.string(),
    v.regex(/^-?\d{1,20}(\.\d{1,20})?$/, `${what} must be a number`),
    v.transform(Number),
    money(what),
  );

export const yes = v.pipe(
  v.optional(v.picklist(["true", "false", "1", "0"], "Enter true or false"), "false"),
  v.transform((text) => text === "true" || text === "1"),
  v.metadata({ kind: "boolean" } satisfies About),
);

/** Checks `dateFrom` and `dateTo` of a filter. */
export const datesInOrder = <
  Filter extends { dateFrom?: string | undefined; dateTo?: string | undefined },
>() =>
  v.check<Filter, string>(
    ({ dateFrom, dateTo }) => !dateFrom || !dateTo || dateFrom <= dateTo,
    "From date must not be after to date",
  );

function wholeNumber(what: string, least: number, most: number) {
  const message = `${what} must be a whole number from ${least} to ${most}`;
  return v.pipe(
    v.string(message),
    v.regex(/^\d{1,9}$/, message),
    v.transform(Number),
    v.minValue(least, message),
    v.maxValue(most, message),
  );
}
