import { type Command, Option } from "commander";
import { addLater } from "./lazy.ts";
import { listCommands } from "./listCommands.ts";
import { add, all, oneWord, toRoles, wholeNumber, withCsv, withPeriod } from "./options.ts";

const BASES = ["accrual", "cash"];
const TIMES = ["year", "period"];

/** Reports for the accountant: statements, ledgers and journals. */
export function addStatements(reports: Command): void {
  const report = (name: string, description: string, example: string) =>
    withCsv(add(reports, name, description, `bahi reports ${name} ${example}`.trim()));
  const run = async (name: string, command: Command, argument?: string) =>
    (await import("./commands/statementReports.ts")).showReport(name, all(command), argument);
  const AT = "the day, like 2027-03-31 (default: today)";

  report("trial-balance", "every ledger's balance; debits equal credits", "--at 2027-03-31")
    .option("--at <date>", AT)
    .option("--raw", "since the books began instead of 1 April")
    .action((_, command) => run("trial-balance", command));

  withPeriod(report("profit-and-loss", "income and expenses", "--preset thisFY --basis cash"))
    .addOption(oneWord("--basis <basis>", "accrual or cash (default: accrual)", BASES))
    .addOption(oneWord("--compare <with>", "year or period: compare with the previous one", TIMES))
    .addOption(oneWord("--by <part>", "month or quarter: one column each", ["month", "quarter"]))
    .action((_, command) => run("profit-and-loss", command));

  report("balance-sheet", "assets and liabilities on a day", "--at 2027-03-31 --compare year")
    .option("--at <date>", AT)
    .addOption(
      oneWord(
        "--compare <with>",
        "year or period: compare with the day a year before, or the last year end",
        TIMES,
      ),
    )
    .action((_, command) => run("balance-sheet", command));

  withPeriod(report("ledger", "every entry of a ledger, with its balance", '"Trade receivables"'))
    .argument("<ledger>", "its name, ignoring case, or its id")
    .addOption(
      new Option("--page <n>", "page of 1,000 rows, from 1").argParser(wholeNumber(999_999)),
    )
    .action((name, _, command) => run("ledger", command, name));

  withPeriod(report("cash-flow", "where money came from and where it went", "--month 2026-10"))
    .addOption(oneWord("--compare <with>", "year or period: compare with the previous one", TIMES))
    .action((_, command) => run("cash-flow", command));

  report("ageing", "who owes, and since when", "--at 2026-09-30")
    .option("--at <date>", AT)
    .addOption(
      oneWord("--by <what>", "due or invoice: age from which date (default: due)", [
        "due",
        "invoice",
      ]),
    )
    .option("--payables", "who the agency owes, and since when")
    .action((_, command) => run("ageing", command));

  report("forecast", "money expected and due in the next six weeks", "--json").action(
    (_, command) => run("forecast", command),
  );

  report("tds", "TDS deducted by clients in a financial year", "--year 2026-27")
    .option("--year <year>", "like 2026-27 (default: the current one)")
    .action((_, command) => run("tds", command));

  withPeriod(
    report("statement-of-account", "one client's account", '"Konkan Foods" --preset thisFY'),
  )
    .argument("<client>", "by name, ignoring case, or by id")
    .action((name, _, command) => run("statement-of-account", command, name));

  withPeriod(
    report("gst-summary", "GST in the books by tax head and month", "--preset lastFY"),
  ).action((_, command) => run("gst-summary", command));
  addRegisters(report, run);
}

type Report = (name: string, description: string, example: string) => Command;
type Run = (name: string, command: Command) => Promise<void>;

/** Registers, the day book, and income and expenses by party. */
function addRegisters(report: Report, run: Run): void {
  const registers = [
    ["sales-register", "issued invoices and notes with their tax"],
    ["purchase-register", "entered bills and vendors' notes with their tax"],
  ] as const;
  for (const [name, description] of registers) {
    withPeriod(report(name, description, "--month 2026-10"))
      .addOption(
        new Option("--page <n>", "page of 1,000 documents, from 1").argParser(wholeNumber(999_999)),
      )
      .action((_, command) => run(name, command));
  }
  withPeriod(report("income-by-client", "income by client, without GST", "--preset thisFY")).action(
    (_, command) => run("income-by-client", command),
  );
  withPeriod(
    report("expenses-by-vendor", "expenses by vendor, without input credit", "--preset thisFY"),
  ).action((_, command) => run("expenses-by-vendor", command));
  withPeriod(report("day-book", "every entry with its ledgers", "--month 2026-10"))
    .option("--after <next>", "continue after a page, with the next that it printed")
    .action((_, command) => run("day-book", command));
}

export function addLedgers(program: Command): void {
  withCsv(
    add(
      program,
      "ledgers",
      `list the ledgers with their balances ${toRoles("view statements")}`,
      "bahi ledgers",
    ),
  ).action(async (_, command) =>
    (await import("./commands/journals.ts")).listLedgers(all(command)),
  );

  const journals = add(
    program,
    "journals",
    `accountant's entries that move no money ${toRoles("keep journals")}`,
    "bahi journals list --preset thisFY",
  );
  listCommands(journals, {
    noun: "journal",
    about: "list journals, newest first (default: all time)",
    record: "1m7z83st80jnl",
    verbs: {
      show: "show a journal",
      delete: "delete a journal; bahi undo restores it",
    },
    load: async () => (await import("./commands/journals.ts")).JOURNAL,
  });

  const create = add(
    journals,
    "create",
    "add a journal; debits must equal credits",
    "bahi journals create --reason Wear --debit Depreciation=56000 --credit 'Studio Equipment=56000'",
  ).alias("add");
  addLater(journals, async () =>
    (await import("./commands/journals.ts")).addJournalOptions(create),
  );
}
