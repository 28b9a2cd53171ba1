import type { Command, Option } from "commander";
import { RECEIPT_MODES } from "../../domain/documents/receipts.ts";
import { type Api, createApi } from "../api.ts";
import { failUsage } from "../failure.ts";
import { loadOptions } from "../lazy.ts";
import { ChoiceOption, findSubcommand } from "../options.ts";
import { write } from "../output.ts";
import { PERIODS } from "../range.ts";
import { findSession, readSessions, type Who } from "../session.ts";
import { SCRIPTS } from "./completionScripts.ts";

export async function printCompletion(shell: string): Promise<void> {
  const script = Object.entries(SCRIPTS).find(([name]) => name === shell)?.[1];
  if (script) return write(script);
  throw failUsage(`no completion for ${shell}`, `name one of ${Object.keys(SCRIPTS).join(", ")}`);
}

/** The candidates for a word, with descriptions, or any file. */
type Candidates = [value: string, description: string][] | "files";

/**
 * Completes the last word for a shell. Prints a line each, `value`, tab, description; or `:files`. Never
 * fails, because the user is in the middle of a command.
 */
export async function complete(program: Command, words: string[]): Promise<void> {
  // bash splits `--type=Income` into three words; zsh and fish keep an open quote.
  const word = (words.at(-1) ?? "").replace(/^(=$|["'])/, "");
  // zsh and fish pass `--account=HD` as one word, and expect one.
  const [before = "", option, last = word] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [];
  const prefix = option ? before.slice(0, option.length + 1) : "";
  const earlier = words.slice(0, -1).filter((word) => word !== "=");
  await Promise.all(program.commands.map(loadOptions));
  const place = findPlace(program, option ? [...earlier, option] : earlier);
  const found = await listCandidates(place, last).catch(() => []);
  if (found === "files") return write(":files\n");
  const fitting = found.filter(([value]) => value.toLowerCase().startsWith(last.toLowerCase()));
  await write(
    fitting.map(([value, description]) => `${prefix}${value}\t${description}\n`).join(""),
  );
}

interface Place {
  command: Command;
  /** The option whose value is being typed. */
  option: Option | undefined;
  used: Set<Option>;
  who: Who;
}

function findPlace(program: Command, words: string[]): Place {
  const place: Place = { command: program, option: undefined, used: new Set(), who: {} };
  for (const word of words) {
    const { option } = place;
    if (option) {
      if (option.long === "--server") place.who.server = word;
      if (option.long === "--as") place.who.as = word;
      place.option = undefined;
    } else if (word.startsWith("-")) {
      const known = listOptions(place.command).find(({ long }) => long === word);
      if (known) place.used.add(known);
      place.option = known?.required ? known : undefined;
    } else {
      place.command = findSubcommand(place.command, word) ?? place.command;
    }
  }
  return place;
}

function listOptions(command: Command): Option[] {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
}

async function listCandidates(place: Place, last: string): Promise<Candidates> {
  const { command, option, used } = place;
  if (option) return completeValues(option, place);
  if (last.startsWith("-")) {
    const unused = listOptions(command).filter((known) => !used.has(known));
    return unused.map(({ long, description }) => [long ?? "", description]);
  }
  const subcommands = command.createHelp().visibleCommands(command);
  if (subcommands.length > 0) return subcommands.map((sub) => [sub.name(), sub.description()]);
  return completeArguments(command, place);
}

async function completeArguments(command: Command, place: Place): Promise<Candidates> {
  const [argument] = command.registeredArguments;
  if (argument?.name() === "file") return "files";
  if (argument?.name() === "shell") return Object.keys(SCRIPTS).map((name) => [name, ""]);
  if (argument?.name() === "number")
    return ask(place, `/${command.parent?.name()}`, "items", (document) => [
      document.number ?? document.receiptNumber,
      (document.clientId ?? document.vendorId)?.displayName ?? document.client?.name,
    ]);
  if (argument?.name() === "id")
    return ask(place, "/imports", "items", ({ _id, file }) => [_id, file]);
  return [];
}

async function completeValues(option: Option, place: Place): Promise<Candidates> {
  if (option instanceof ChoiceOption && option.words.length > 0)
    return option.words.map((word) => [word, ""]);
  switch (option.long) {
    case "--account":
      return ask(place, "/accounts", "accounts", ({ name, type }) => [name, type]);
    case "--category":
      return ask(place, "/categories", "categories", ({ name, type }) => [name, type]);
    case "--client":
      return ask(place, "/clients", "clients", ({ displayName, city }) => [displayName, city]);
    case "--vendor":
      return ask(place, "/vendors", "vendors", ({ displayName, city }) => [displayName, city]);
    case "--as":
      return readSessions().map(({ email, agency, url }) => [email, `${agency} at ${url}`]);
    case "--preset":
      return PERIODS.map((name) => [name, ""]);
    case "--format":
      return ["csv", "hledger"].map((name) => [name, ""]);
    case "--mode":
      return RECEIPT_MODES.map((name) => [name, ""]);
    case "--pdf":
    case "--from-csv":
    case "--out":
      return "files";
    default:
      return [];
  }
}

/** The longest wait after pressing Tab. */
const PATIENCE_MS = 3_000;

/** A record of any type, as in the API. */
type Thing = Record<string, string> & {
  clientId?: { displayName: string };
  vendorId?: { displayName: string };
  client?: { name: string };
};

async function ask(
  { who }: Place,
  path: string,
  key: string,
  candidate: (thing: Thing) => [string | undefined, string | undefined],
): Promise<Candidates> {
  const api: Api = createApi(findSession(who));
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await api.json<Record<string, Thing[]>>(path, key, { signal });
  return (answer[key] ?? []).map((thing) => {
    const [value = "", description = ""] = candidate(thing);
    return [value, description];
  });
}
