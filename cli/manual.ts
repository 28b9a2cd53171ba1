import type { Argument, Command, Option } from "commander";
import { upperFirst } from "../domain/names.ts";
import { loadOptions } from "./lazy.ts";
import { program } from "./main.ts";

await Promise.all(program.commands.map(loadOptions));

/** Renders docs/cli.md from the commands themselves, so that it is always current. */
export function renderManual(program: Command): string {
  const leaves = listLeaves(program);
  return `${[
    INTRODUCTION,
    "## Commands\n",
    ...leaves.map(
      (command) => `- [${commandPath(command)}](#${toAnchor(command)}): ${command.description()}`,
    ),
    "\n## With every command\n",
    renderOptions(program),
    "",
    EVERYWHERE,
    RECIPES,
    ...leaves.map(renderSection),
  ].join("\n")}`;
}

const INTRODUCTION = `# The command line

\`bahi\` uses the same API as the browser, and nothing else. \`bun run install:cli\` compiles it
into \`~/.local/bin\` (or the folder you name after it), with completion for bash, zsh and fish; in
the checkout \`bun cli …\` runs it as well. \`bun run docs:cli\` generates this page.
`;

const EVERYWHERE = `The result is on stdout, everything else on stderr. An error is one line,
\`bahi: what is wrong; what to do\`, and with \`--json\` the API's error body follows on stdout.
Options are named like the fields of the API; an option that takes the name of a record has no
\`Id\`: \`--client\` is \`clientId\`. Earlier names, such as \`--search\`, \`--from\` and \`--to\`,
stay valid. Accounts, categories, clients, vendors and items are named by name, ignoring case, or by
id; where the commands create and edit them, \`add\` is the same as \`create\`. A document is named
by its number, the end of it (\`53\`), or its id. A period is \`--month\`, or \`--preset\`, or
\`--date-from\` and \`--date-to\` (today, if it is left out); a date is \`2026-09-05\`,
\`05/09/2026\` or \`5 Sep 2026\`. A file is written whole or not at all, and over another only with
\`--force\`.

\`bahi login\` keeps one session for each server, email and agency; the last one is used, unless
\`--server\` or \`--as\` names another. If a name fits several sessions, bahi asks which one, or names
them and refuses if there is no terminal. \`bahi whoami --all\` lists them. For scripts, create an access
token with \`bahi tokens create NAME\` and set it as \`BAHI_TOKEN\`, together with its server as
\`BAHI_SERVER\`: it is read-only and works until it is revoked. A token belongs to one person in one
agency, so \`--as\` or \`BAHI_AS\` with another name is refused.

| environment | |
|---|---|
| \`BAHI_SERVER\` | the server, if \`--server\` does not name it |
| \`BAHI_AS\` | the session to use, if \`--as\` does not name it |
| \`BAHI_TOKEN\` | replaces the saved sessions; needs \`BAHI_SERVER\` or \`--server\` |
| \`BAHI_PASSWORD\` | the password of \`bahi login\`, and of sensitive changes more than 15 minutes after it |
| \`BAHI_CODE\` | a code from the authenticator app for \`bahi login\`, or a recovery code |
| \`NO_COLOR\` | no colours |
| \`DEBUG=bahi\` | each request's line, status and time, and the origin of unexpected errors |
| \`XDG_CONFIG_HOME\` | the sessions are in its \`bahi/session.json\`; \`~/.config\` if it is not set |

| exit | meaning |
|---|---|
| 0 | done |
| 1 | unexpected error: the server returned 500, or is not bahi |
| 2 | wrong usage, or a file that cannot be read or already exists: nothing was sent |
| 3 | refused: the server says that the input or the books forbid it |
| 4 | not signed in, or the role forbids it |
| 5 | no such thing |
| 6 | no answer from the server: unreachable, cut off, too busy |
| 130 | interrupted with Ctrl-C |
`;

const RECIPES = `## Recipes

Import every CSV in a folder; bahi names the files it refuses and imports the others:

    bahi import statements/*.csv

Fifty receipts from a spreadsheet, and their PDFs in a folder. The same file again, a longer one or another
order of rows issues only what is new: each row is compared with the receipts by client, date, amount,
purpose and reference. A row without a date is compared without it. A deleted receipt is issued again.
\`--keep-duplicates\` (or \`--again\`) issues all rows.

    bahi receipts issue --from-csv workshop.csv --json > issued.json
    mkdir papers
    jq -r '.receipts[].receiptNumber' issued.json | xargs bahi receipts pdf --out papers

Last quarter's documents for three agencies, after a \`bahi login\` for each:

    for agency in indigo-studio kaveri-films narmada-media; do
      bahi --as $agency reports month --preset lastQuarter
    done

Export the books every night with a read-only token:

    (umask 077; bahi tokens create "Nightly copy" > token)             # once
    export BAHI_SERVER=https://books.example.in
    BAHI_TOKEN=$(cat token) bahi transactions export --out books-$(date +%F).csv

Call the API for anything without a command:

    bahi api POST /clients --data '{"displayName": "Konkan Foods", "city": "Ratnagiri"}'
`;

function renderSection(command: Command): string {
  const { registeredArguments: words } = command;
  const usage = [`bahi ${commandPath(command)}`, ...words.map(formatArgument)];
  const parts = [
    `## ${commandPath(command)}\n`,
    `${sentence(command.description())}\n`,
    `    ${[...usage, ...(ownOptions(command).length ? ["[options]"] : [])].join(" ")}\n`,
  ];
  const rows = [
    ...words.map((word) => row(formatArgument(word), word.description)),
    ...ownOptions(command).map((option) => row(option.flags, option.description)),
  ];
  if (rows.length > 0) parts.push(`${renderTable(rows)}\n`);
  return [...parts, `${renderFoot(command)}\n`].join("\n");
}

function formatArgument(word: Argument): string {
  const name = `${word.name()}${word.variadic ? "..." : ""}`;
  return word.required ? `<${name}>` : `[${name}]`;
}

function ownOptions(command: Command): Option[] {
  return command.options.filter(({ hidden }) => !hidden);
}

function renderOptions(program: Command): string {
  return renderTable(program.options.map((option) => row(option.flags, option.description)));
}

/**
 * Returns the text below the options, and the example. Only the help output contains them, so it is parsed.
 */
function renderFoot(command: Command): string {
  let help = "";
  command.configureOutput({
    writeOut(text) {
      help += text;
    },
  });
  command.outputHelp();
  const foot = help.slice(command.helpInformation().length).trim();
  return foot.replace(/^Examples?:\n/m, "").replace(/^ {2}\$ /gm, "    $ ");
}

function listLeaves(command: Command): Command[] {
  const visible = command.createHelp().visibleCommands(command);
  return visible.flatMap((sub) => (sub.commands.length > 0 ? listLeaves(sub) : [sub]));
}

function commandPath(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${commandPath(parent)} ${command.name()}` : command.name();
}

const toAnchor = (command: Command) => commandPath(command).replaceAll(" ", "-");

const sentence = (text: string) => `${upperFirst(text)}.`;

const row = (name: string, text: string) => `| \`${name}\` | ${text.replaceAll("|", "\\|")} |`;

const renderTable = (rows: string[]) => ["| | |", "|---|---|", ...rows].join("\n");

if (import.meta.main) {
  await Bun.write(`${import.meta.dir}/../docs/cli.md`, renderManual(program));
}
