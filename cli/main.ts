#!/usr/bin/env bun
import { createCommand, Option } from "commander";
import { addApprovals } from "./approvals.ts";
import { addAttachments } from "./attachments.ts";
import { addBanking } from "./banking.ts";
import { addBooks } from "./books.ts";
import { addClosing } from "./closing.ts";
import { addComments } from "./comments.ts";
import { addDocuments } from "./documents.ts";
import { HELP_OUTPUT } from "./help.ts";
import { addLedgers } from "./ledgers.ts";
import { listCommands } from "./listCommands.ts";
import { addLocks } from "./locks.ts";
import { addOutbox } from "./mail.ts";
import { addNotifications } from "./notifications.ts";
import { add, all, collect, withCsv } from "./options.ts";
import { addOverview } from "./overview.ts";
import { addPurchases } from "./purchases.ts";
import { addReminders } from "./reminders.ts";
import { addReturns } from "./returns.ts";
import { run } from "./run.ts";
import { addSeries } from "./series.ts";
import { addTds } from "./tds.ts";
import { addTeam } from "./team.ts";
import { addUndo } from "./undo.ts";

// Every command and its options. The code of a command is loaded when it runs.

export const VERSION = "0.1.0";

export const program = createCommand("bahi")
  .description("Your agency's books, from the terminal")
  .version(VERSION, "-V, --version", "print the version")
  .helpOption("-h, --help", "show what a command does, with an example")
  .helpCommand(false)
  .option(
    "--server <url>",
    "the server (default: BAHI_SERVER, the session's, or http://127.0.0.1:3000)",
  )
  .option(
    "--as <who>",
    "use this session: email, agency or email/agency (default: BAHI_AS, or the last)",
  )
  .option("--json", "print the API's response as JSON")
  .option("--quiet", "print only the result: no progress, no notes")
  .option("--no-color", "no colours (like NO_COLOR)")
  .addHelpText("after", "\nExamples:\n  $ bahi login\n  $ bahi import october.csv --create-missing")
  .configureHelp({ showGlobalOptions: true, minWidthToWrap: 10 })
  .configureOutput(HELP_OUTPUT)
  .exitOverride();

add(program, "login", "sign in and save the session", "bahi login --email asha@indigo.example")
  .option("--email <email>", "email; bahi asks if it is missing")
  .option("--agency <slug>", "which agency, if you belong to several; each has its own session")
  .option("--password-stdin", "read the password from stdin (default: BAHI_PASSWORD, or bahi asks)")
  .option(
    "--code <code>",
    "a code from your authenticator app, or a recovery code (default: BAHI_CODE, or bahi asks)",
  )
  .action(async (_, command) => (await import("./commands/session.ts")).login(all(command)));

add(program, "logout", "sign out and forget the session", "bahi logout")
  .option("--all", "sign out of all sessions of this machine")
  .option("--everywhere", "end the sessions on all other devices too")
  .action(async (_, command) => (await import("./commands/session.ts")).logout(all(command)));

withCsv(
  add(
    program,
    "whoami",
    "show who is signed in, to which server and in which role",
    "bahi whoami --all",
  ),
)
  .option("--all", "list all saved sessions, and whether they have ended")
  .action(async (_, command) => (await import("./commands/session.ts")).whoami(all(command)));

const tokens = add(
  program,
  "tokens",
  "access tokens: for scripts and machines, read-only, until they are revoked",
  "bahi tokens list",
);

add(tokens, "create", "create an access token and print it once", 'bahi tokens create "Backup"')
  .argument("<name>", "name, such as the program that uses it")
  .action(async (name, _, command) =>
    (await import("./commands/tokens.ts")).createToken(name, all(command)),
  );

listCommands(tokens, {
  noun: "access token",
  about: "list your access tokens (owners: all members') with the date of last use",
  record: "1m7z83st805yp",
  verbs: { revoke: "revoke a token: it stops working immediately" },
  load: async () => (await import("./commands/tokens.ts")).TOKEN,
});

add(
  program,
  "import",
  "import transactions from CSV, all or nothing; rows already imported are skipped",
  "bahi import october.csv --create-missing",
  `The first row names the columns, in any order: Date, Description, Account,
Category and Amount, and optionally Type and Notes. Cells are separated by
commas, semicolons, tabs or |.

Dates are 2026-09-05, 05/09/2026 or 5 Sep 2026; amounts 1500, 1,500.50 or
₹1,23,456. Type is Income, Expense or Transfer; without it, the category decides.
A transfer names both accounts, "HDFC -> Petty Cash" (or with →), and has
Transfer as its type or category.

A CSV or XLSX file with other columns is mapped: as saved on the screen, or by its
headings and values, which are shown. Change that with --take, such as
--take "Txn Date=date". The fields are date, description, category, account, type,
amount, out, in, notes and balance; out and in are two columns of amounts.`,
)
  .argument("<file...>", "CSV files, each its own batch; - is stdin")
  .option("--dry-run", "show what would happen, and change nothing")
  .option("--create-missing", "create missing accounts and categories")
  .option("--keep-duplicates", "add rows even if they already exist")
  .option("--account <name>", "the account of a file that names none")
  .option("--take <pair>", "COLUMN=FIELD, or COLUMN= to leave it out; repeatable", collect)
  .option("--category <pair>", "the file's category=yours; repeatable", collect)
  .option("--category-in <name>", "the category of money in without one")
  .option("--category-out <name>", "the category of money out without one")
  .addOption(new Option("--date-order <first>", "03/04 by day or month").choices(["day", "month"]))
  .option("--skip-bad", "leave wrong rows of a file with other columns out")
  .action(async (files, _, command) =>
    (await import("./commands/import.ts")).importFiles(files, all(command)),
  );

add(
  program,
  "import-books",
  "import another program's books: clients, documents, advances, payments (owners)",
  "bahi import-books contacts.csv invoices.csv --dry-run",
  `A JSON file as described on the server's /docs page, or CSV files of clients,
vendors and invoices as Zoho Books and Vyapar export them; save a workbook's sheets as
CSV first. bahi shows how it reads each column; change that with --take and
the names shown.

All or nothing; existing records are skipped, so importing the same files
again adds nothing. Documents keep their numbers, dates and statuses.`,
)
  .argument("<file...>", "one JSON file, or CSV files that belong together; - is stdin")
  .option("--dry-run", "show what would happen, and change nothing")
  .option("--take <pair>", "COLUMN=FIELD, or COLUMN= to leave it out; repeatable", collect)
  .action(async (files, _, command) =>
    (await import("./commands/importBooks.ts")).importBooks(files, all(command)),
  );

add(
  program,
  "export",
  "save everything as a zip: books, tables, PDFs, attachments and log (owners)",
  "bahi export indigo.zip",
)
  .argument("<file>", "where to, or - for stdout")
  .option("--force", "overwrite an existing file")
  .action(async (file, _, command) =>
    (await import("./commands/exportAgency.ts")).exportAgency(file, all(command)),
  );

add(
  program,
  "export-books",
  "save the books as JSON that import-books reads (owners)",
  "bahi export-books books.json",
)
  .argument("<file>", "where to, or - for stdout")
  .option("--force", "overwrite an existing file")
  .action(async (file, _, command) =>
    (await import("./commands/exportAgency.ts")).exportBooks(file, all(command)),
  );

addBooks(program);
addDocuments(program);
addAttachments(program);
addComments(program);
addBanking(program);
addPurchases(program);
addTds(program);
addReturns(program);
addLedgers(program);
addOutbox(program);
addReminders(program);
addLocks(program);
addApprovals(program);
addNotifications(program);
addOverview(program);
addTeam(program);
addUndo(program);
addClosing(program);
addSeries(program);

add(
  program,
  "api",
  "call any API endpoint (see /docs on the server) and print the response",
  'bahi api POST /categories --data \'{"name": "Travel", "type": "Expense"}\'',
)
  .argument("<method>", "GET, POST, PUT or DELETE")
  .argument("<path>", "like /accounts, with or without /api before it")
  .option("--data <json>", "the body: JSON, @FILE, or - for stdin")
  .option("--query <pair>", "NAME=VALUE; repeatable", collect)
  .option("--out <file>", "where to write the response (default: stdout)")
  .option("--force", "overwrite what already exists")
  .action(async (method, path, _, command) =>
    (await import("./commands/api.ts")).callApi(method, path, all(command)),
  );

add(
  program,
  "completion",
  "print the completion script for bash, zsh or fish",
  'eval "$(bahi completion bash)"',
)
  .argument("<shell>", "bash, zsh or fish")
  .action(async (shell) => (await import("./commands/completion.ts")).printCompletion(shell));

program
  .command("complete", { hidden: true })
  .argument("[words...]")
  .action(async (words) => (await import("./commands/completion.ts")).complete(program, words));

if (import.meta.main) await run(program, process.argv.slice(2));
