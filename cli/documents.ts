import type { Command } from "commander";
import { documentCommands } from "./documentCommands.ts";
import { addLater } from "./lazy.ts";
import { addStatements } from "./ledgers.ts";
import { add, all, toRoles, withOutput, withPeriod } from "./options.ts";
import { addSales } from "./sales.ts";

export function addDocuments(program: Command): void {
  addReceipts(program);
  addSales(program);
  addReports(program);
}

function addReceipts(program: Command): void {
  const receipts = documentCommands(program, {
    noun: "receipt",
    about: "numbered receipts for money received",
    number: "FY26-27/RCPT/00012",
    period: "this month",
    example: { list: "--preset thisFY --mode UPI" },
    end: ["delete", " and its income (owners)"],
    isMailed: "issued",
    load: async () => (await import("./commands/receipts.ts")).RECEIPT,
  });

  const issue = add(
    receipts,
    "issue",
    "issue a receipt and record its income, or one per CSV row (all or nothing)",
    'bahi receipts issue --client "Meera Iyer" --purpose "Logo" --amount 1500 --account "Petty Cash"',
  ).alias("create");
  addLater(receipts, async () =>
    (await import("./commands/issueReceipts.ts")).addIssueOptions(issue),
  );
}

function addReports(program: Command): void {
  const reports = add(
    program,
    "reports",
    "reports for a period and financial statements",
    "bahi reports transactions --preset lastMonth",
  );

  const transactions = withOutput(
    add(
      reports,
      "transactions",
      "save the transactions for a period as PDF",
      "bahi reports transactions --month 2026-10 --type Expense",
    ),
    "where to save it; - is stdout (default: transactions-report-FROM-to-TO.pdf)",
  );
  addLater(reports, async () =>
    (await import("./commands/reports.ts")).addReportOptions(transactions),
  );

  withOutput(
    withPeriod(
      add(
        reports,
        "dashboard",
        "save the dashboard for a period as PDF",
        "bahi reports dashboard --preset lastFY",
      ),
    ),
    "where to save it; - is stdout (default: dashboard-report-FROM-to-TO.pdf)",
  ).action(async (_, command) =>
    (await import("./commands/reports.ts")).dashboardReport(all(command)),
  );

  addFolders(reports);
  addStatements(reports);
}

function addFolders(reports: Command): void {
  withOutput(
    withPeriod(
      add(
        reports,
        "month",
        "save a month's documents in one folder: reports, registers, GST returns, invoices, receipts",
        "bahi reports month --preset lastQuarter --out papers/2026-Q2",
      ),
    ),
    "the folder (default: AGENCY-MONTH of last month)",
    "folder",
  ).action(async (_, command) => (await import("./commands/month.ts")).saveMonth(all(command)));

  withOutput(
    add(
      reports,
      "year",
      `save a year in one folder: statements, ledgers, registers, GST returns ${toRoles("view statements")}`,
      "bahi reports year --year 2026-27 --out papers/2026-27",
    ).option("--year <year>", "like 2026-27 (default: the last completed year)"),
    "the folder (default: AGENCY-FROM-to-TO)",
    "folder",
  ).action(async (_, command) => (await import("./commands/year.ts")).saveYear(all(command)));

  withOutput(
    add(
      reports,
      "tally",
      `save a month as vouchers that Tally imports ${toRoles("view statements")}`,
      "bahi reports tally --month 2026-10 --masters",
    )
      .option("--month <month>", "a whole month, like 2026-10 (default: last month)")
      .option("--masters", "also create ledgers that are not mapped")
      .option("--changed", "only vouchers that are new or changed since the last file"),
    "where to save it; - is stdout (default: tally-MONTH.zip)",
  ).action(async (_, command) => (await import("./commands/tally.ts")).saveTally(all(command)));
}
