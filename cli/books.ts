import type { Command } from "commander";
import { addLater } from "./lazy.ts";
import { listCommands } from "./listCommands.ts";
import { add, all, collect, toRoles, withCsv, withOutput, withPeriod } from "./options.ts";
import { recordCommands } from "./records.ts";

export function addBooks(program: Command): void {
  addImports(program);
  addTransactions(program);
  addAccounts(program);
  addCategories(program);
}

function addImports(program: Command): void {
  const imports = add(program, "imports", "imported files", "bahi imports list");

  listCommands(imports, {
    noun: "import",
    about: "list the imports, newest first",
    load: async () => (await import("./commands/imports.ts")).IMPORT,
  });

  add(imports, "undo", "undo a whole import (owners)", "bahi imports undo 0n8x2k9qf1m3c")
    .argument("<id>", "from bahi imports list")
    .action(async (id, _, command) =>
      (await import("./commands/imports.ts")).undoImport(id, all(command)),
    );
}

function addTransactions(program: Command): void {
  const transactions = add(
    program,
    "transactions",
    "income, expenses and transfers",
    "bahi transactions list --preset lastMonth",
  );

  listCommands(transactions, {
    noun: "transaction",
    about: "list transactions, newest first, with totals; by default of this month",
    example: '--month 2026-10 --account "HDFC Current 4471" --min-amount 10000',
    record: "1m7z83st80txn",
    verbs: {
      show: "show a transaction",
      delete: "delete a transaction; bahi undo restores it (owners)",
    },
    load: async () => (await import("./commands/transactions.ts")).TRANSACTION,
  });

  const exported = withOutput(
    add(
      transactions,
      "export",
      "write every matching transaction as CSV (default: all time)",
      "bahi transactions export --preset thisFY --out books.csv",
    ),
    "where to (default: stdout)",
  ).option("--format <format>", "csv, or hledger: a journal of all the books (default: csv)");
  addLater(transactions, async () =>
    (await import("./commands/transactions.ts")).addExportOptions(exported),
  );

  add(
    program,
    "check",
    `recompute every total from the rows and compare ${toRoles("check books")}`,
    "bahi check",
  )
    .option("--attachments", "verify the hash of every attachment instead")
    .action(async (_, command) => {
      if (command.opts().attachments) {
        return (await import("./commands/attachments.ts")).verifyAttachments(all(command));
      }
      return (await import("./commands/check.ts")).verifyBooks(all(command));
    });

  add(
    program,
    "verify",
    `verify that no audit log entry was changed, and check the books ${toRoles("check books")}`,
    "bahi verify --head 4127:9c4107be22d15a08",
  )
    .option("--file <file>", "a log exported as JSON Lines, instead of the server's")
    .option("--head <SEQ:HEX>", "from the footer of a report; repeatable", collect)
    .option("--agency <slug>", "agency of the log, if the file does not name it")
    .option("--accept", "forget the stored hashes and store the current one")
    .action(async (_, command) => (await import("./commands/verify.ts")).verify(all(command)));
}

function addAccounts(program: Command): void {
  const accounts = recordCommands(program, {
    noun: "account",
    about: "bank, cash and wallet",
    example: {
      name: "Pune Petty Cash",
      create: "--type cash",
      edit: "--is-active no",
    },
    load: async () => (await import("./commands/accounts.ts")).ACCOUNT,
  });

  withCsv(
    withPeriod(
      add(
        accounts,
        "balances",
        "show opening, income, expense, transfers and closing; by default of this month",
        "bahi accounts balances --month 2026-10",
      ),
    ),
  ).action(async (_, command) => (await import("./commands/accounts.ts")).balances(all(command)));
}

const addCategories = (program: Command) =>
  recordCommands(program, {
    noun: "category",
    plural: "categories",
    about: "what income and expenses are for",
    example: {
      name: "Film props",
      create: "--type expense --kind direct_cost",
      edit: "--is-active no",
    },
    load: async () => (await import("./commands/categories.ts")).CATEGORY,
  });
