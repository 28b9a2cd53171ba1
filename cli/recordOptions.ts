import { type Command, Option } from "commander";
import type { FieldDescription } from "../domain/describeField.ts";
import {
  createRecord,
  deleteRecord,
  editRecord,
  listRecords,
  showRecord,
} from "./commands/records.ts";
import { all, ChoiceOption, joinChoices, withCsv } from "./options.ts";
import { type RecordType, readKinds, splitName, toFlag, toLabel, toWord } from "./recordFields.ts";

type Verb = "create" | "delete" | "edit" | "list" | "show";

/** Adds options and actions to the commands of a record. Required fields are arguments of `create`. */
export function addOptions<Row>(commands: Record<Verb, Command>, record: RecordType<Row>): void {
  const { noun, help = {}, search, flags = {} } = record;
  const { list, create } = commands;
  const kinds = readKinds(record);
  withCsv(list).action((_, command) => listRecords(record, all(command)));
  if (search) list.option("--search <text>", `in ${search}`);

  for (const [name, kind] of kinds) {
    if (kind.isRequired) create.argument(`<${toPlaceholder(name)}>`, help[name] ?? toLabel(name));
    else create.addOption(createOption(name, kind, help[name], true));
  }
  for (const [flag, field] of Object.entries(flags)) {
    create.addOption(new Option(flag).hideHelp().implies({ [field]: "yes" }));
  }
  create
    .option("--again", "create it even if the same command did in the last 24 hours")
    .action(() => createRecord(record, create.args, all(create)));

  const withRecord = (command: Command) =>
    command.argument(`<${noun}>`, "by name, ignoring case, or by id");
  withRecord(commands.show).action((typed, _, command) => showRecord(record, typed, all(command)));
  const edit = withRecord(commands.edit);
  for (const [name, kind] of kinds) edit.addOption(createOption(name, kind, help[name], false));
  edit.action((typed, _, command) => editRecord(record, typed, all(command)));
  withRecord(commands.delete)
    .option("--yes", "do not ask on the terminal")
    .action((typed, _, command) => deleteRecord(record, typed, all(command)));
}

function createOption(
  name: string,
  { kind, options, initial, wholeMax }: FieldDescription,
  help: string | undefined,
  isNew: boolean,
): Option {
  const words = kind === "boolean" ? ["yes", "no"] : options.filter(Boolean).map(toWord);
  const values = kind === "select" ? joinChoices(words) : kind === "rupees" ? "in rupees" : "";
  const about = help && kind === "select" ? `${help}: ${values}` : help || values || toLabel(name);
  const flags = `${toFlag(name)} <${(!wholeMax && PLACEHOLDERS[kind]) || toPlaceholder(name)}>`;
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
