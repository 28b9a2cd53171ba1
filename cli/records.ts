import { type Command, Option } from "commander";
import { withArticle } from "../domain/names.ts";
import { add, all, ChoiceOption, joinChoices, withCsv } from "./options.ts";
import {
  type RecordField,
  type RecordNoun,
  splitName,
  toFlag,
  toLabel,
  toRecordType,
  toWord,
} from "./recordFields.ts";

// The commands of a record: list, show, create, edit and delete. A noun defines what is its own; options and
// output follow from the schemas of its fields.

/** Adds the commands of a record, and returns their group. */
export function recordCommands<Row>(program: Command, definition: RecordNoun<Row>): Command {
  const record = toRecordType(definition);
  const { noun, plural, kinds, help = {}, listed, search, flags = {}, example } = record;
  const one = `"${example.name}"`;
  const load = () => import("./commands/records.ts");
  const group = add(program, plural, record.about, `bahi ${plural} list`);
  const addVerb = (verb: string, about: string, words = one) =>
    add(group, verb, about, `bahi ${plural} ${verb} ${words}`.trim());
  const addNamed = (verb: string, about: string, words?: string) =>
    addVerb(verb, about, words).argument(`<${noun}>`, "by name, ignoring case, or by id");

  const list = withCsv(addVerb("list", `list ${listed ?? `the ${plural}`}`, ""));
  if (search) list.option("--search <text>", `in ${search}`);
  list.action(async (_, command) => (await load()).listRecords(record, all(command)));

  addNamed("show", `show ${withArticle(noun)}`).action(async (typed, _, command) =>
    (await load()).showRecord(record, typed, all(command)),
  );

  const create = addVerb("create", `create ${withArticle(noun)}`, `${one} ${example.create}`);
  create.alias("add");
  for (const [name, kind] of kinds) {
    if (kind.isRequired) create.argument(`<${toPlaceholder(name)}>`, help[name] ?? toLabel(name));
    else create.addOption(createOption(name, kind, help[name], true));
  }
  for (const [flag, field] of Object.entries(flags)) {
    create.addOption(new Option(flag).hideHelp().implies({ [field]: "yes" }));
  }
  create
    .option("--again", "create it even if the same command did in the last 24 hours")
    .action(async (...given) => {
      const command: Command = given.at(-1);
      await (await load()).createRecord(record, command.args, all(command));
    });

  const about = `edit ${withArticle(noun)}; "" empties a field`;
  const edit = addNamed("edit", about, `${one} ${example.edit}`);
  for (const [name, kind] of kinds) edit.addOption(createOption(name, kind, help[name], false));
  edit.action(async (typed, _, command) => (await load()).editRecord(record, typed, all(command)));

  addNamed("delete", `delete ${withArticle(noun)}; bahi undo restores it`)
    .option("--yes", "do not ask on the terminal")
    .action(async (typed, _, command) => (await load()).deleteRecord(record, typed, all(command)));
  return group;
}

function createOption(
  name: string,
  { kind, options, initial }: RecordField,
  help: string | undefined,
  isNew: boolean,
): Option {
  const words = kind === "boolean" ? ["yes", "no"] : options.filter(Boolean).map(toWord);
  const values = kind === "select" ? joinChoices(words) : kind === "rupees" ? "in rupees" : "";
  const about = help && kind === "select" ? `${help}: ${values}` : help || values || toLabel(name);
  const flags = `${toFlag(name)} <${PLACEHOLDERS[kind] ?? toPlaceholder(name)}>`;
  const full = isNew && kind !== "rupees" ? about + formatInitial(initial) : about;
  return words.length > 0 ? new ChoiceOption(flags, full, words) : new Option(flags, full);
}

const formatInitial = (initial: unknown) => {
  if (typeof initial === "boolean") return ` (default: ${initial ? "yes" : "no"})`;
  return initial ? ` (default: ${toWord(String(initial))})` : "";
};

const PLACEHOLDERS: Partial<Record<string, string>> = {
  boolean: "yes/no",
  number: "number",
  rupees: "amount",
  blockedBy: "reason",
  country: "code",
  hsnSac: "code",
  notes: "text",
};

const toPlaceholder = (name: string) => PLACEHOLDERS[name] ?? splitName(name).at(-1) ?? name;
