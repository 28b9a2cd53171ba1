#!/usr/bin/env bun
import { createCommand } from "commander";
import { HELP_OUTPUT } from "./help.ts";
import { add, all, filtered, named, paged, ranged, saved, sorted } from "./options.ts";
import { run } from "./run.ts";

// Every command and its options, and nothing else: what a command does is loaded when it runs.

export const VERSION = "0.1.0";

export const program = createCommand("bahi")
  .description("Your agency's books, from the terminal")
  .version(VERSION, "-V, --version", "print the version")
  .helpOption("-h, --help", "show what a command does, with an example")
  .helpCommand(false)
  .option("--server <url>", "the server (else BAHI_SERVER, the session's, http://127.0.0.1:3000)")
  .option("--json", "print the API's answer as JSON")
  .option("--quiet", "print the result alone: no progress, no notes")
  .option("--no-color", "no colours (as NO_COLOR)")
  .addHelpText("after", "\nExamples:\n  $ bahi login\n  $ bahi import october.csv --create-missing")
  .configureHelp({ showGlobalOptions: true, minWidthToWrap: 10 })
  .configureOutput(HELP_OUTPUT)
  .exitOverride();

add(program, "login", "sign in, and keep the session", "bahi login --email asha@indigo.example")
  .option("--email <email>", "who signs in; asked for where it is missing")
  .option(
    "--password-stdin",
    "read the password from stdin (else BAHI_PASSWORD, else it is asked for)",
  )
  .action(async (_, command) => (await import("./commands/session.ts")).login(all(command)));

add(program, "logout", "forget the session", "bahi logout").action(async (_, command) =>
  (await import("./commands/session.ts")).logout(all(command)),
);

add(program, "whoami", "show who is signed in, where, as what", "bahi whoami").action(
  async (_, command) => (await import("./commands/session.ts")).whoami(all(command)),
);

add(
  program,
  "import",
  "bring a CSV of transactions into the books: the whole file or nothing, and nothing twice",
  "bahi import october.csv --create-missing",
)
  .argument(
    "<file>",
    "columns Date, Description, Account, Category, Type, Amount, Notes; - is stdin",
  )
  .option("--dry-run", "say what would happen, and change nothing")
  .option("--create-missing", "make the accounts and categories that are not there yet")
  .option("--keep-duplicates", "add rows even where the books hold the same already")
  .action(async (file, _, command) =>
    (await import("./commands/import.ts")).importFile(file, all(command)),
  );

const imports = add(program, "imports", "the files that were imported", "bahi imports list");

paged(add(imports, "list", "list the imports, newest first", "bahi imports list")).action(
  async (_, command) => (await import("./commands/imports.ts")).listImports(all(command)),
);

add(imports, "undo", "take an import back whole (owners)", "bahi imports undo 0n8x2k9qf1m3c")
  .argument("<id>", "from bahi imports list")
  .action(async (id, _, command) =>
    (await import("./commands/imports.ts")).undoImport(id, all(command)),
  );

const transactions = add(
  program,
  "transactions",
  "income, expenses and transfers",
  "bahi transactions list --preset lastMonth",
);

sorted(
  paged(
    filtered(
      add(
        transactions,
        "list",
        "list transactions, newest first, with totals; this month where no period is given",
        'bahi transactions list --month 2026-10 --account "HDFC Current" --min 10000',
      ),
    ),
  ),
  "date, description, account, category, type or amount",
).action(async (_, command) =>
  (await import("./commands/transactions.ts")).listTransactions(all(command)),
);

saved(
  filtered(
    add(
      transactions,
      "export",
      "write every matching transaction as CSV, of all time where no period is given",
      "bahi transactions export --preset thisFY --out books.csv",
    ),
  ),
  "where to (default: stdout)",
)
  .option("--format <format>", "csv, or hledger: a journal of the whole books (default: csv)")
  .action(async (_, command) =>
    (await import("./commands/transactions.ts")).exportTransactions(all(command)),
  );

add(
  program,
  "check",
  "recompute every figure from the rows and compare (owners)",
  "bahi check",
).action(async (_, command) => (await import("./commands/check.ts")).verifyBooks(all(command)));

const accounts = add(program, "accounts", "bank, cash and wallet", "bahi accounts balances");

add(accounts, "list", "list the accounts", "bahi accounts list --json").action(async (_, command) =>
  (await import("./commands/accounts.ts")).listAccounts(all(command)),
);

ranged(
  add(
    accounts,
    "balances",
    "opening, income, expense, transfers and closing; this month where no period is given",
    "bahi accounts balances --month 2026-10",
  ),
).action(async (_, command) => (await import("./commands/accounts.ts")).balances(all(command)));

const categories = add(
  program,
  "categories",
  "what money comes from, or goes to",
  "bahi categories list",
);

add(categories, "list", "list the categories", "bahi categories list").action(async (_, command) =>
  (await import("./commands/categories.ts")).listCategories(all(command)),
);

const receipts = add(
  program,
  "receipts",
  "numbered receipts for money that came in",
  "bahi receipts list",
);

add(
  receipts,
  "issue",
  "issue a receipt and book its income, or one for every row of a CSV: all of them or none",
  'bahi receipts issue --client "Meera Iyer" --purpose "Logo" --amount 1500 --account "Petty Cash"',
)
  .option("--client <name>", "who paid")
  .option("--purpose <text>", "what for")
  .option("--amount <amount>", "in rupees")
  .option("--account <account>", "where the money goes, by name, ignoring case, or by id")
  .option("--mode <mode>", "Cash, Bank Transfer, UPI, Card, Cheque or Other (default: Cash)")
  .option("--date <date>", "like 2026-10-05, 05/10/2026 or 5 Oct 2026 (default: today)")
  .option("--phone <phone>", "the client's")
  .option("--email <email>", "the client's")
  .option("--address <address>", "the client's")
  .option("--reference <text>", "a UTR, a cheque's number")
  .option("--notes <text>", "for the office")
  .option("--pdf <file>", "save its PDF there, - is stdout")
  .option("--force", "overwrite a file that is there already")
  .option("--from-csv <file>", "a receipt for every row; columns by the names of these options")
  .option("--again", "issue what the same words have issued in the last day already")
  .action(async (_, command) =>
    (await import("./commands/issueReceipts.ts")).issueReceipts(all(command)),
  );

sorted(
  paged(
    ranged(
      add(
        receipts,
        "list",
        "list receipts, newest first, with their sum; this month where no period is given",
        "bahi receipts list --preset thisFY --mode UPI",
      ),
    )
      .option("--mode <mode>", "Cash, Bank Transfer, UPI, Card, Cheque or Other")
      .option("--account <account>", "by name, ignoring case, or by id")
      .option("--min <amount>", "minimum amount, in rupees")
      .option("--max <amount>", "maximum amount, in rupees")
      .option("--search <text>", "in number, client, purpose and reference"),
  ),
  "number, date, client, purpose, amount, mode or account",
).action(async (_, command) => (await import("./commands/receipts.ts")).listReceipts(all(command)));

saved(
  add(receipts, "pdf", "save the PDFs of receipts", "bahi receipts pdf FY26-27/RCPT/00042"),
  "where to, of one receipt, - is stdout (default: Receipt-NUMBER.pdf)",
)
  .argument("<number...>", "receipt numbers, or ids")
  .action(async (numbers, _, command) =>
    (await import("./commands/receipts.ts")).saveReceipts(numbers, all(command)),
  );

const invoices = add(
  program,
  "invoices",
  "GST invoices, with what is received and due",
  "bahi invoices list --status overdue",
);

sorted(
  paged(
    ranged(
      add(
        invoices,
        "list",
        "list invoices, newest first, with their totals; of all time where no period is given",
        "bahi invoices list --preset thisFY --status sent",
      ),
    )
      .option("--status <status>", "draft, sent, partially_paid, paid, cancelled or overdue")
      .option("--search <text>", "in number and client"),
  ),
  "number, date, client, dueDate, total or balance",
).action(async (_, command) => (await import("./commands/invoices.ts")).listInvoices(all(command)));

saved(
  add(invoices, "pdf", "save the PDFs of invoices", "bahi invoices pdf 26-27/INV/000012"),
  "where to, of one invoice, - is stdout (default: Invoice-NUMBER.pdf)",
)
  .argument("<number...>", "invoice numbers, or ids")
  .action(async (numbers, _, command) =>
    (await import("./commands/invoices.ts")).saveInvoices(numbers, all(command)),
  );

const reports = add(
  program,
  "reports",
  "the papers of a period, as PDF",
  "bahi reports transactions --preset lastMonth",
);

saved(
  named(
    ranged(
      add(
        reports,
        "transactions",
        "save the transactions of a period as PDF",
        "bahi reports transactions --month 2026-10 --type Expense",
      ),
    ),
  ),
  "where to, - is stdout (default: transactions-report-FROM-to-TO.pdf)",
).action(async (_, command) =>
  (await import("./commands/reports.ts")).transactionsReport(all(command)),
);

saved(
  ranged(
    add(
      reports,
      "dashboard",
      "save the dashboard of a period as PDF",
      "bahi reports dashboard --preset lastFY",
    ),
  ),
  "where to, - is stdout (default: dashboard-report-FROM-to-TO.pdf)",
).action(async (_, command) =>
  (await import("./commands/reports.ts")).dashboardReport(all(command)),
);

add(
  reports,
  "month",
  "save a month's papers in one folder: reports, transactions, invoices and receipts",
  "bahi reports month --month 2026-10",
)
  .option("--month <month>", "a whole month, like 2026-10 (default: last month)")
  .option("--out <folder>", "where to (default: bahi-MONTH)")
  .option("--force", "overwrite what is in it already")
  .action(async (_, command) => (await import("./commands/month.ts")).saveMonth(all(command)));

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
