import { type Command, InvalidArgumentError, Option } from "commander";
import { type Permission, type Role, rolesFor } from "../domain/roles.ts";
import { findChoice } from "./choice.ts";
import type { GlobalOptions } from "./open.ts";
import { PERIODS, readDay } from "./range.ts";

// The options that several commands share.

/** Adds an example at the end of a command's help, and further text before it. */
export function add(
  parent: Command,
  name: string,
  description: string,
  example: string,
  details = "",
): Command {
  return parent
    .command(name)
    .description(description)
    .helpCommand(false)
    .addHelpText("after", `${details && `\n${details}\n`}\nExample:\n  $ ${example}`);
}

/** Returns a command of a group by its name or alias. */
export const findSubcommand = (group: Command, word: string): Command | undefined =>
  group.commands.find((known) => known.name() === word || known.aliases().includes(word));

/** "Cash, UPI or Card" */
export function joinChoices(names: readonly string[]): string {
  const named = names.filter(Boolean);
  const [last, first] = [named.at(-1) ?? "", named.slice(0, -1).join(", ")];
  return first ? `${first} or ${last}` : last;
}

/** Adds the three ways to name a period; see range.ts. */
export function withPeriod(command: Command): Command {
  const day = (flag: string, field: string, about = "") =>
    new FieldOption(`${flag} <date>`, about, [], field).argParser((text) => readDay(flag, text));
  return command
    .option("--month <month>", "a whole month, like 2026-10")
    .option("--preset <name>", joinChoices(PERIODS))
    .addOption(day("--date-from", "dateFrom", `the first day, ${DATE_EXAMPLES}`))
    .addOption(day("--date-to", "dateTo", "the last day (default: today)"))
    .addOption(day("--from", "dateFrom").hideHelp())
    .addOption(day("--to", "dateTo").hideHelp());
}

export const DATE_EXAMPLES = "like 2026-10-05, 05/10/2026 or 5 Oct 2026";

export const collect = (text: string, before: string[] = []) => [...before, text];

/** Adds the CSV output of a list. */
export function withCsv(command: Command): Command {
  return command.option("--csv", "print every column as CSV");
}

/** Adds the pages of a list. */
export function withPages(command: Command): Command {
  return withCsv(command)
    .addOption(new Option("--all", "all pages in one list").conflicts(["page", "limit"]))
    .addOption(new Option("--page <n>", "page, from 1").argParser(wholeNumber(999_999_999)))
    .addOption(new Option("--limit <n>", "rows per page, 1 to 100").argParser(wholeNumber(100)));
}

/** Adds the sort order: one of these names. */
export function withSort(command: Command, names: readonly string[]): Command {
  const about = `${joinChoices(names)}, with a leading minus for descending`;
  return command.addOption(
    new Option("--sort <name>", about).argParser((text) => {
      const sign = text.startsWith("-") ? "-" : "";
      return sign + createWordParser(names)(text.slice(sign.length));
    }),
  );
}

/** An option with fixed choices, which completion lists. */
export class ChoiceOption extends Option {
  constructor(
    flags: string,
    about: string,
    readonly words: string[],
  ) {
    super(flags, about);
  }
}

/** An option that gives a field of the API its value. Several can give the same field. */
export class FieldOption extends ChoiceOption {
  constructor(
    flags: string,
    about: string,
    words: string[],
    readonly field: string,
  ) {
    super(flags, about, words);
  }
  override attributeName(): string {
    return this.field;
  }
}

/** Returns an option with fixed choices. */
export const oneWord = (flags: string, about: string, words: string[]): Option =>
  new ChoiceOption(flags, about, words).argParser(createWordParser(words));

function createWordParser(known: readonly string[]): (text: string) => string {
  return (text) => {
    const word = findChoice(text, known);
    if (word !== undefined) return word;
    throw new InvalidArgumentError(`use one of ${known.join(", ")}`);
  };
}

const PLURALS: Record<Role, string> = {
  owner: "owners",
  staff: "staff",
  accountant: "accountants",
};

/** Returns the roles that may use a command, as the last part of its description. */
export const toRoles = (permission: Permission): string =>
  `(${rolesFor(permission)
    .map((role) => PLURALS[role])
    .join(" and ")})`;

/** Adds the destination of a file; see files.ts. */
export function withOutput(command: Command, where: string, what = "file"): Command {
  return command
    .option(`--out <${what}>`, where)
    .option("--force", "overwrite what already exists");
}

export function wholeNumber(most: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`write a whole number from 1 to ${most}`);
  };
}

/** Returns a command's own options and the global ones. */
export function all(command: Command): GlobalOptions {
  return command.optsWithGlobals();
}
