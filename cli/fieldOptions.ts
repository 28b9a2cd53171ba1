import type { Command, Option } from "commander";
import { lowerLabel, toLabel } from "../domain/agencies/auditFields.ts";
import { describeField, type FieldDescription, type Fields } from "../domain/describeField.ts";
import { readAmount, toDecimal } from "../domain/money.ts";
import { joinNames } from "../domain/names.ts";
import type { Answer } from "./api.ts";
import { parseChoice, toWord, toWords } from "./choice.ts";
import { Failure, failUsage, withAdvice } from "./failure.ts";
import { DATE_EXAMPLES, FieldOption, joinChoices } from "./options.ts";
import { readDay } from "./range.ts";

// Options are named like the fields of the API. A field with the id of another record drops `Id`, because
// its option takes a name: `clientId` is `--client`.

export interface OptionWords {
  /** Explanations of options whose names are not enough, by field. */
  help?: Record<string, string>;
  /** Earlier names of options, which stay valid: `{ "--min": "minAmount" }`. */
  earlier?: Record<string, string>;
  /** Reads the text of a field that is not a single value. */
  read?: Record<string, (flag: string, text: string, before?: unknown) => unknown>;
}

interface Style {
  /** Whether the defaults of the schema apply. */
  hasDefaults?: boolean;
  /** Whether yes and no are written as `--remind` and `--no-remind`. */
  hasSwitches?: boolean;
}

/** Returns the options of fields. Each parses its text as the API expects it. */
export function listFieldOptions(
  fields: Fields,
  { help = {}, earlier = {}, read = {} }: OptionWords,
  { hasDefaults, hasSwitches }: Style = {},
): Option[] {
  const create = (name: string, flag: string, isSwitch: boolean) => {
    const field = describeField(fields[name] as Fields[string]);
    const words = listWords(field);
    const about = describe(name, field, words, help[name] ?? lowerLabel(field.help ?? ""));
    if (isSwitch) return new FieldOption(flag, about, [], name);
    const text = hasDefaults && field.kind !== "rupees" ? about + formatInitial(field) : about;
    const value = (!field.wholeMax && PLACEHOLDERS[field.kind]) || toPlaceholder(name);
    const parse = read[name] ?? readField(field);
    return new FieldOption(`${flag} <${value}>`, text, words, name).argParser(
      (text: string, before: unknown) => parse(flag, text, before),
    );
  };
  return [
    ...Object.entries(fields).flatMap(([name, schema]) => {
      const { kind, initial } = describeField(schema);
      const flag = toFlag(name);
      if (kind !== "boolean" || !hasSwitches) return create(name, flag, false);
      const no = new FieldOption(flag.replace("--", "--no-"), NO[name] ?? "the opposite", [], name);
      return [create(name, flag, true), no.hideHelp(hasDefaults && initial !== undefined)];
    }),
    ...Object.entries(earlier)
      .filter(([, name]) => fields[name])
      .map(([flag, name]) => {
        const { kind } = describeField(fields[name] as Fields[string]);
        return create(name, flag, kind === "boolean").hideHelp();
      }),
  ];
}

/** Adds the options of fields to a command. */
export function addFieldOptions(
  ...[command, ...how]: [Command, ...Parameters<typeof listFieldOptions>]
): void {
  for (const option of listFieldOptions(...how)) command.addOption(option);
}

const NO: Record<string, string> = { remind: "exclude it from reminders" };

const listWords = ({ kind, options }: FieldDescription) => {
  if (kind === "boolean") return ["yes", "no"];
  return kind === "select" ? toWords(options.filter(Boolean)) : [];
};

function describe(name: string, field: FieldDescription, words: string[], help: string): string {
  const { kind, label } = field;
  if (kind === "select") return `${help ? `${help}: ` : ""}${joinChoices(words)}`;
  const values = kind === "rupees" ? "in rupees" : REFERENCES[name];
  const about = help || values || lowerLabel(label || toLabel(name));
  return kind === "date" && !help ? `${about}, ${DATE_EXAMPLES}` : about;
}

const NAMED = "by name, ignoring case, or by id";
const NUMBERED = "by number, the end of it, or id";
const REFERENCES: Record<string, string> = {
  accountId: NAMED,
  billId: NUMBERED,
  categoryId: NAMED,
  clientId: NAMED,
  invoiceId: NUMBERED,
  vendorId: NAMED,
};

const formatInitial = ({ initial, isRequired, kind }: FieldDescription) => {
  if (kind === "date" && isRequired) return " (default: today)";
  if (typeof initial === "boolean") return ` (default: ${initial ? "yes" : "no"})`;
  return initial && typeof initial !== "object" ? ` (default: ${toWord(String(initial))})` : "";
};

const PLACEHOLDERS: Partial<Record<string, string>> = {
  boolean: "yes/no",
  number: "number",
  rupees: "amount",
  date: "date",
  blockedBy: "reason",
  country: "code",
  hsnSac: "code",
  notes: "text",
  q: "text",
};

export const toPlaceholder = (name: string) =>
  PLACEHOLDERS[name] ?? splitName(dropId(name)).at(-1) ?? name;

/** Returns the given fields of the options. "" empties a field, which commander cannot pass on as null. */
export const pickFields = (fields: Fields, options: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => {
      const schema = fields[name];
      if (!schema || value === undefined) return [];
      return [[name, value === "" && describeField(schema).isNullable ? null : value]];
    }),
  );

/** Returns the required fields that are not given. */
export const listMissing = (fields: Fields, given: Record<string, unknown>): string[] =>
  Object.entries(fields).flatMap(([name, schema]) =>
    describeField(schema).isRequired && given[name] === undefined ? [name] : [],
  );

/** Returns the parser of a field's text. */
export const readField =
  (field: FieldDescription) =>
  (flag: string, text: string): unknown => {
    const { kind, options, isNullable, wholeMax } = field;
    if (text === "" && isNullable) return "";
    switch (kind) {
      case "select":
        return text === "" && options.includes("")
          ? ""
          : parseChoice(flag, text, options.filter(Boolean));
      case "date":
        return text === "" ? "" : readDay(flag, text);
      case "boolean":
        return parseChoice(flag, text, ["yes", "no"]) === "yes";
      case "number":
        if (wholeMax) return readWhole(flag, text, wholeMax);
        if (/^\d+(\.\d+)?%?$/.test(text)) return Number(text.replace("%", ""));
        throw failUsage(`${flag} ${text} is not a number`, "write it like 18 or 2.5");
      case "rupees":
        return readRupees(text, flag);
      default:
        return text;
    }
  };

function readWhole(flag: string, text: string, max: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= max) return Number(text);
  throw failUsage(`${flag} ${text} is not valid`, `write a whole number from 1 to ${max}`);
}

/** Parses rupees for the API. @throws Failure of usage */
export function readRupees(text: string, option = "--amount"): number {
  const paise = readAmount(text);
  if (paise !== undefined) return Number(toDecimal(paise));
  throw failUsage(
    `${option} ${text} is not an amount`,
    "enter it in rupees, like 1500 or 1,500.50",
  );
}

/** `hsnSac` → `--hsn-sac`, `clientId` → `--client`, `items` → `--item`. */
export const toFlag = (name: string): string =>
  `--${splitName(name === "items" ? "item" : dropId(name)).join("-")}`;

const dropId = (name: string) => (name in REFERENCES ? name.slice(0, -2) : name);

const splitName = (name: string) => name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());

/** Returns a handler that names the rejected options in the advice. Arguments have no option. */
export const nameOptions =
  (fields: Fields, words: string[] = []) =>
  (error: unknown): never => {
    if (!(error instanceof Failure)) throw error;
    const { errors = [] } = error.answer as Answer;
    const names = errors
      .map(({ path }) => path.split(".")[0] ?? "")
      .filter((name) => name in fields)
      .map((name) => (words.includes(name) ? `the ${lowerLabel(toLabel(name))}` : toFlag(name)));
    if (names.length === 0) throw error;
    const wrong = joinNames([...new Set(names)]);
    throw withAdvice(error, error.advice.replace("correct it", `correct ${wrong}`));
  };
