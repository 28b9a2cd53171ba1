import { type Command, InvalidArgumentError, Option } from "commander";
import { type Permission, type Role, rolesFor } from "../domain/roles.ts";
import { findChoice } from "./choice.ts";
import type { GlobalOptions } from "./open.ts";
import { PERIODS } from "./range.ts";

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
export const joinChoices = (names: readonly string[]): string =>
  `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

/** Adds the three ways to name a period; see range.ts. */
export function withPeriod(command: Command): Command {
  return command
    .option("--month <month>", "a whole month, like 2026-10")
    .option("--preset <name>", joinChoices(PERIODS))
    .option("--from <date>", "the first day, like 2026-10-05, 05/10/2026 or 5 Oct 2026")
    .option("--to <date>", "the last day (default: today)");
}

/** Adds the account and category filters of transactions. */
export function withNames(command: Command): Command {
  return command
    .option("--type <type>", "Income, Expense or Transfer")
    .option("--account <account>", "by name, ignoring case, or by id; either side of a transfer")
    .option("--category <category>", "by name, ignoring case, or by id");
}

/** Adds every filter of transactions; see filters.ts. */
export function withFilters(command: Command): Command {
  return withNames(withPeriod(command))
    .option("--min <amount>", "minimum amount, in rupees")
    .option("--max <amount>", "maximum amount, in rupees")
    .option("--search <text>", "in description and notes");
}

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
