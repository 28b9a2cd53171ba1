import { type Command, Option } from "commander";
import { type FieldKind, readFieldKind } from "../domain/fieldKinds.ts";
import { withArticle } from "../domain/names.ts";
import { add, all, ChoiceOption, joinChoices, withCsv } from "./options.ts";
import type { Column } from "./table.ts";

// The commands of a record: list, show, create, edit and delete. A noun defines what is its own; options and
// output follow from the schemas of its fields.

export interface RecordNoun<Row = never> {
  /** `vendor`. The API's responses have a `vendor`. */
  noun: string;
  /** The group of commands, and the API's path. */
  plural?: string;
  about: string;
  /** The fields of the API. Required ones are arguments, the first of them names the record. */
  fields: Record<string, Parameters<typeof readFieldKind>[0]>;
  /** What an option means, unless its name says it. */
  help?: Record<string, string>;
  /** What the list has, if it is more than the records. */
  listed?: string;
  /** What `--search` searches. */
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

/** Adds the commands of a record, and returns their group. */
export function recordCommands<Row>(program: Command, record: RecordNoun<Row>): Command {
  const { noun, fields, help = {}, listed, search, flags = {}, example } = record;
  const plural = pluralize(record);
  const one = `"${example.name}"`;
  const names = Object.keys(fields);
  const required = listRequired(record);
  const load = () => import("./commands/records.ts");
  const group = add(program, plural, record.about, `bahi ${plural} list`);
  const addVerb = (verb: string, about: string, words = one) =>
    add(group, verb, about, `bahi ${plural} ${verb} ${words}`.trim());
  const addNamed = (verb: string, about: string, words?: string) =>
    addVerb(verb, about, words).argument(`<${noun}>`, "by name, ignoring case, or by id");
  const option = (name: string, isNew: boolean) =>
    createOption(name, readField(record, name), help[name], isNew);

  const list = withCsv(addVerb("list", `list ${listed ?? `the ${plural}`}`, ""));
  if (search) list.option("--search <text>", `in ${search}`);
  list.action(async (_, command) => (await load()).listRecords(record, all(command)));

  addNamed("show", `show ${withArticle(noun)}`).action(async (typed, _, command) =>
    (await load()).showRecord(record, typed, all(command)),
  );

  const create = addVerb("create", `create ${withArticle(noun)}`, `${one} ${example.create}`);
  create.alias("add");
  for (const name of required)
    create.argument(`<${toPlaceholder(name)}>`, help[name] ?? toLabel(name));
  for (const name of names) if (!required.includes(name)) create.addOption(option(name, true));
  for (const [flag, field] of Object.entries(flags)) {
    create.addOption(new Option(flag).hideHelp().implies({ [field]: "yes" }));
  }
  create
    .option("--again", "create it even if the same command did in the last 24 hours")
    .action(async (...given) => {
      const command: Command = given.at(-1);
      await (await load()).createRecord(record, command.args, all(command));
    });

  const edit = addNamed(
    "edit",
    `edit ${withArticle(noun)}; "" empties a field`,
    `${one} ${example.edit}`,
  );
  for (const name of names) edit.addOption(option(name, false));
  edit.action(async (typed, _, command) => (await load()).editRecord(record, typed, all(command)));

  addNamed("delete", `delete ${withArticle(noun)}; bahi undo restores it`)
    .option("--yes", "do not ask on the terminal")
    .action(async (typed, _, command) => (await load()).deleteRecord(record, typed, all(command)));
  return group;
}

type Fields = Pick<RecordNoun, "fields">;

export const pluralize = ({ noun, plural = `${noun}s` }: Pick<RecordNoun, "noun" | "plural">) =>
  plural;

export const readField = ({ fields }: Fields, name: string): FieldKind =>
  readFieldKind(fields[name] as RecordNoun["fields"][string]);

/** Returns the required fields. The first one names the record. */
export const listRequired = (record: Fields): string[] =>
  Object.keys(record.fields).filter((name) => readField(record, name).isRequired);

function createOption(
  name: string,
  { kind, choices, initial }: FieldKind,
  help: string | undefined,
  isNew: boolean,
): Option {
  const words = kind === "flag" ? ["yes", "no"] : choices.filter(Boolean).map(toWord);
  const values = kind === "choice" ? joinChoices(words) : kind === "rupees" ? "in rupees" : "";
  const about = help && kind === "choice" ? `${help}: ${values}` : help || values || toLabel(name);
  const flags = `${toFlag(name)} <${PLACEHOLDERS[kind] ?? toPlaceholder(name)}>`;
  const full = isNew && kind !== "rupees" ? about + formatInitial(initial) : about;
  return words.length > 0 ? new ChoiceOption(flags, full, words) : new Option(flags, full);
}

const formatInitial = (initial: unknown) => {
  if (typeof initial === "boolean") return ` (default: ${initial ? "yes" : "no"})`;
  return initial ? ` (default: ${toWord(String(initial))})` : "";
};

const PLACEHOLDERS: Partial<Record<string, string>> = {
  flag: "yes/no",
  number: "number",
  rupees: "amount",
  blockedBy: "reason",
  country: "code",
  hsnSac: "code",
  notes: "text",
};

/** `hsnSac` → `--hsn-sac`. */
export const toFlag = (name: string): string => `--${splitName(name).join("-")}`;

/** Writes a code of the API as a user does: `CONTRACTOR` → `contractor`. */
export const toWord = (code: string): string =>
  code.length > 2 && code === code.toUpperCase() ? code.toLowerCase() : code;

const splitName = (name: string) => name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());

const toPlaceholder = (name: string) => PLACEHOLDERS[name] ?? splitName(name).at(-1) ?? name;

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
