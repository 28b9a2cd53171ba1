import type { Command } from "commander";
import { addLater } from "./lazy.ts";
import type { Noun } from "./noun.ts";
import { add } from "./options.ts";

/** The parts of a list's definition that `bahi --help` needs. */
interface ListCommands<Row, List> {
  /** The name of the command that lists, if that is not `list`. */
  name?: string;
  noun: string;
  plural?: string;
  about: string;
  /** Options, as an example. */
  example?: string;
  /** A record, as an example. */
  record?: string;
  /** Describes `show`, and the command that deletes a record. */
  verbs?: { show?: string; delete?: string; revoke?: string };
  load(): Promise<Noun<Row, List>>;
}

/** Adds the commands of records that are listed, and shown and deleted by their ids. */
export function listCommands<Row, List>(group: Command, words: ListCommands<Row, List>): void {
  const { noun, plural = `${noun}s`, about, example = "", record = "", verbs = {} } = words;
  const path = group.name();
  const { name = "list" } = words;
  const list = add(group, name, about, `bahi ${path} ${name} ${example}`.trim());
  const commands = Object.entries(verbs).map(([verb, about]) =>
    add(group, verb, about, `bahi ${path} ${verb} ${record}`),
  );
  addLater(group, async () => {
    const [{ addListOptions }, fields] = await Promise.all([
      import("./commands/lists.ts"),
      words.load(),
    ]);
    addListOptions(list, commands, { path: `/${path}`, noun, plural, ...fields });
  });
}
