import type { Command } from "commander";
import { withArticle } from "../domain/names.ts";
import { addLater } from "./lazy.ts";
import type { RecordFields } from "./noun.ts";
import { add } from "./options.ts";

/** The parts of a record's definition that `bahi --help` needs. */
interface RecordCommands<Row> {
  /** `vendor`. The API's responses have a `vendor`. */
  noun: string;
  /** The group of commands, and the API's path. */
  plural?: string;
  about: string;
  /** Ends the description of `list`, if it has more than the records. */
  listed?: string;
  /** A record by its name, with options to create and to edit it. */
  example: { name: string; create: string; edit: string };
  load(): Promise<RecordFields<Row>>;
}

/**
 * Adds the commands of a record: list, show, create, edit and delete. Returns their group. Their options
 * follow from the schemas of the fields, which `bahi --help` does not need: see loadOptions.
 */
export function recordCommands<Row>(program: Command, record: RecordCommands<Row>): Command {
  const { noun, plural = `${noun}s`, about, listed = `the ${plural}`, example } = record;
  const one = withArticle(noun);
  const group = add(program, plural, about, `bahi ${plural} list`);
  const addVerb = (verb: string, about: string, words = "") =>
    add(group, verb, about, `bahi ${plural} ${verb} ${words}`.trim());
  const addNamed = (verb: string, about: string, words = "") =>
    addVerb(verb, about, `"${example.name}" ${words}`);
  const commands = {
    list: addVerb("list", `list ${listed}`),
    show: addNamed("show", `show ${one}`),
    create: addNamed("create", `create ${one}`, example.create).alias("add"),
    edit: addNamed("edit", `edit ${one}; "" empties a field`, example.edit),
    delete: addNamed("delete", `delete ${one}; bahi undo restores it`),
  };
  addLater(group, async () => {
    const [{ addOptions }, fields] = await Promise.all([
      import("./commands/records.ts"),
      record.load(),
    ]);
    addOptions(commands, { noun, plural, example, ...fields });
  });
  return group;
}
