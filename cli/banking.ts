import type { Command } from "commander";
import { listCommands } from "./listCommands.ts";
import { add, all, withCsv, withOutput } from "./options.ts";

const ACCOUNT = ["--account <account>", "by name, ignoring case, or by id"] as const;

/** Bank statements, their lines, and the reconciliation statement. */
export function addBanking(program: Command): void {
  addStatements(program);

  add(
    program,
    "reconcile",
    "match bank lines one key at a time; without a terminal, list the suggestions",
    'bahi reconcile --account "HDFC Current 4471" --month 2026-10',
    "Keys: Enter accepts, 1 to 9 choose, j and k move forward and back, u undoes the last, q quits.",
  )
    .option(...ACCOUNT)
    .option("--month <month>", "a whole month, like 2026-10")
    .action(async (_, command) =>
      (await import("./commands/reconcile.ts")).reconcile(all(command)),
    );

  const reports = program.commands.find((command) => command.name() === "reports") as Command;
  withOutput(
    add(
      reports,
      "reconciliation",
      "save the bank reconciliation statement for a day as PDF or CSV",
      'bahi reports reconciliation --account "HDFC Current 4471" --at 2026-10-31',
    )
      .option(...ACCOUNT)
      .option("--at <date>", "the day, like 2026-10-31 (default: today)")
      .option("--format <format>", "pdf or csv (default: pdf)"),
    "where to save it; - is stdout (default: reconciliation-ACCOUNT-DAY.pdf)",
  ).action(async (_, command) =>
    (await import("./commands/statements.ts")).reconciliationReport(all(command)),
  );
}

function addStatements(program: Command): void {
  const statements = add(program, "statements", "bank statements", "bahi statements list");

  add(
    statements,
    "import",
    "import a bank's file: CSV, XLS, XLSX, OFX or MT940; existing lines are skipped",
    'bahi statements import HDFC_4471_Nov.xls --account "HDFC Current 4471"',
  )
    .argument("<file>", "the bank's file")
    .option(...ACCOUNT)
    .option("--password-stdin", "read the file's password from stdin (otherwise bahi asks for it)")
    .option("--columns <columns>", "for an unknown layout, like date:0,narration:1,amount:2")
    .option("--accept-gaps", "import it even if a line is missing (owners)")
    .option("--dry-run", "show what would happen, and change nothing")
    .action(async (file, _, command) =>
      (await import("./commands/statements.ts")).importStatement(file, all(command)),
    );

  listCommands(statements, {
    noun: "statement",
    about: "list statements, the newest period first",
    record: "0n8x2k9qf1m3c",
    verbs: { show: "show a statement" },
    load: async () => (await import("./commands/statements.ts")).STATEMENT,
  });

  addMatching(statements);

  add(
    statements,
    "remove",
    "delete a statement and its lines, if none is matched (owners)",
    "bahi statements remove 0n8x2k9qf1m3c",
  )
    .argument("<id>", "from bahi statements list")
    .action(async (id, _, command) =>
      (await import("./commands/statements.ts")).removeStatement(id, all(command)),
    );
}

function addMatching(statements: Command): void {
  withCsv(
    add(
      statements,
      "candidates",
      "list candidates for a bank line, nearest amount first",
      "bahi statements candidates 0n8x2k9qf1m3c --q sahyadri",
    ),
  )
    .option("--page <number>", "page number (default: 1)")
    .option("--limit <number>", "rows a page, up to 100 (default: 20)")
    .argument("<line>", "its id, from bahi reconcile")
    .option("--q <text>", "number, party, description, notes or amount")
    .option("--kind <kind>", "transaction, invoice, bill or line")
    .action(async (line, _, command) =>
      (await import("./commands/lineMatches.ts")).listCandidates(line, all(command)),
    );

  add(
    statements,
    "match",
    "match a bank line with entries, invoices or bills",
    "bahi statements match 0n8x2k9qf1m3c --document 0n8x2k9qf1m3d:54000:5000",
  )
    .argument("<line>", "its id, from bahi reconcile")
    .option("--entry <ids...>", "entries, from bahi statements candidates")
    .option(
      "--document <documents...>",
      "ID:AMOUNT, or ID:AMOUNT:TDS:GST-TDS with the amounts deducted",
    )
    .option("--advance", "pay documents dated after the line: their payments are advances")
    .option("--line <id>", "the other side of a transfer or a returned payment")
    .action(async (line, _, command) =>
      (await import("./commands/lineMatches.ts")).matchLine(line, all(command)),
    );
}
