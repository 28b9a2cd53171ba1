import type { Command } from "commander";
import { withArticle } from "../domain/names.ts";
import { addLater } from "./lazy.ts";
import type { Noun } from "./noun.ts";
import { add } from "./options.ts";

/** The parts of a list's definition that `bahi --help` needs. */
interface ListCommands<Row, List> {
  noun: string;
  plural?: string;
  about: string;
  /** Options, as an example. */
  example?: string;
  /** A record, as an example. Without it, there is only a list. */
  record?: string;
  /** Describes `delete`, if the API has it. */
  removed?: string;
  load(): Promise<Noun<Row, List>>;
}

/** Adds the commands of records that are listed, and shown and deleted by their ids. */
export function listCommands<Row, List>(group: Command, words: ListCommands<Row, List>): void {
  const { noun, plural = `${noun}s`, about, example = "", record = "", removed } = words;
  const name = group.name();
  const list = add(group, "list", about, `bahi ${name} list ${example}`.trim());
  const show = record
    ? add(group, "show", `show ${withArticle(noun)}`, `bahi ${name} show ${record}`)
    : undefined;
  const remove = removed
    ? add(group, "delete", removed, `bahi ${name} delete ${record}`)
    : undefined;
  addLater(group, async () => {
    const [{ addListOptions }, fields] = await Promise.all([
      import("./commands/lists.ts"),
      words.load(),
    ]);
    addListOptions({ list, show, remove }, { path: `/${name}`, noun, plural, ...fields });
  });
}
