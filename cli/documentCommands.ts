import type { Command } from "commander";
import { withArticle } from "../domain/names.ts";
import type { DocumentNoun } from "./find.ts";
import { addLater } from "./lazy.ts";
import type { DocumentFields } from "./noun.ts";
import { add, all, withOutput } from "./options.ts";

/** The parts of a document's definition that `bahi --help` needs. */
interface DocumentCommands<Row, Input> {
  noun: DocumentNoun;
  about: string;
  /** A number, as an example. */
  number: string;
  /** Examples of options. The commands without any are left out. */
  example: { list: string; create?: string; edit?: string };
  /** The period of the list if none is given. */
  period: string;
  /** Describes `create`, if it does more than create the document. */
  created?: string;
  /** An earlier name of `create`. */
  alias?: string;
  /** The command that ends a document, and its further effect. */
  end?: readonly ["cancel" | "delete", string];
  /** Whether clients can get it by link, and by e-mail. */
  isShared?: true;
  isMailed?: keyof typeof MAILED;
  load(): Promise<DocumentFields<Row, Input>>;
}

const MAILED = {
  drafts: (one: string) => `send ${one} by e-mail with its PDF; a draft is then marked as sent`,
  issued: (one: string) => `send ${one} by e-mail with its PDF`,
};

/** Adds the commands of a document that its API has. Returns their group. */
export function documentCommands<Row, Input>(
  program: Command,
  document: DocumentCommands<Row, Input>,
): Command {
  const { noun, about, number, example, period, created, alias, end, isShared, isMailed } =
    document;
  const plural = `${noun}s`;
  const one = withArticle(noun);
  const group = add(program, plural, about, `bahi ${plural} list ${example.list}`);
  const addVerb = (verb: string, about: string, words: string) =>
    add(group, verb, about, `bahi ${plural} ${verb} ${words}`.trim());
  const addNumbered = (verb: string, about: string, words = "") =>
    addVerb(verb, about, `${number} ${words}`).argument(
      "<number>",
      `${one} number, the end of one, or an id`,
    );
  const list = addVerb("list", `list ${plural}, newest first (default: ${period})`, example.list);
  const show = addNumbered("show", `show ${one}`);
  const create =
    example.create === undefined
      ? undefined
      : addVerb("create", created ?? `create ${one}`, example.create);
  if (alias) create?.alias(alias);
  const edit =
    example.edit === undefined
      ? undefined
      : addNumbered("edit", `edit ${one}; "" empties a field`, example.edit);
  const remove = end && addNumbered(end[0], `${end[0]} ${one}${end[1]}`);

  withOutput(
    addVerb("pdf", `save the PDFs of ${plural}`, number).argument(
      "<number...>",
      `${noun} numbers, the ends of them, or ids`,
    ),
    "a file, - for stdout, or a folder (default: the name in the browser)",
  ).action(async (numbers, _, command) =>
    (await import("./pdfs.ts")).savePdfs(noun, numbers, all(command)),
  );
  if (isShared) addShare(addNumbered, noun);
  const email =
    isMailed && addNumbered("email", MAILED[isMailed](one), "--to finance@meridian.example");
  addNumbered("open", `print the address of ${one}’s page`, "--web")
    .option("--web", "open it in the browser")
    .action(async (typed, _, command) =>
      (await import("./commands/documents.ts")).openDocument(noun, typed, all(command)),
    );

  addLater(group, async () => {
    const [{ addOptions }, fields] = await Promise.all([
      import("./commands/documents.ts"),
      document.load(),
    ]);
    addOptions({ list, show, create, edit, remove, email }, { noun, plural, example, ...fields });
  });
  return group;
}

type AddNumbered = (verb: string, about: string, words?: string) => Command;

function addShare(addNumbered: AddNumbered, noun: DocumentNoun): void {
  addNumbered(
    "share",
    `create a link; anyone with it can view the ${noun} without signing in`,
    "--expires never",
  )
    .option(
      "--expires <date>",
      "last day, or never (default: 90 days from today or the due date, whichever is later)",
    )
    .option("--end", "turn off the open links instead of creating one")
    .action(async (typed, _, command) =>
      (await import("./commands/sharing.ts")).share(noun, typed, all(command)),
    );
}
