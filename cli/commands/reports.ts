import type { Command } from "commander";
import type { Fields } from "../../domain/describeField.ts";
import { failUsage } from "../failure.ts";
import { findTarget, saveAnswer } from "../files.ts";
import { type GlobalOptions, open } from "../open.ts";
import { all } from "../options.ts";
import { type RangeOptions, readRange } from "../range.ts";
import { addFilters, readFilters } from "./lists.ts";
import { TRANSACTION } from "./transactions.ts";

export interface ReportOptions extends GlobalOptions, RangeOptions {
  out?: string;
  force?: boolean;
}

const { type, accountId, categoryId, dateFrom } = TRANSACTION.filters;
const REPORTED = { ...TRANSACTION, filters: { type, accountId, categoryId, dateFrom } as Fields };

/** Adds the options of the report of transactions. */
export function addReportOptions(command: Command): void {
  addFilters(command, REPORTED);
  command.action(() => transactionsReport(all(command)));
}

/** Saves the transactions of a period as a PDF. */
function transactionsReport(options: ReportOptions): Promise<void> {
  return saveReport("transactions", options);
}

/** Saves the dashboard of a period as a PDF. */
export function dashboardReport(options: ReportOptions): Promise<void> {
  return saveReport("dashboard", options);
}

async function saveReport(
  report: "transactions" | "dashboard",
  options: ReportOptions,
): Promise<void> {
  const range = readRange(options);
  if (!range) {
    throw failUsage(
      "Please select a date range first",
      "add --month, or --preset, or --date-from and --date-to",
    );
  }
  const { dateFrom, dateTo } = range;
  // The same name as in the browser.
  const file = `${report}-report-${dateFrom}-to-${dateTo}.pdf`;
  const { out = file } = options;
  if (options.json && out === "-") {
    throw failUsage("a report is PDF, not JSON", "leave --json out, or name a file with --out");
  }
  const target = await findTarget(out, options, "--out", file);
  const { api, output } = open(options);
  const query = { ...range, ...(await readFilters(api, REPORTED, options)) };

  const response = await api.file(`/reports/${report}.pdf`, "application/pdf", { query });
  await saveAnswer(response, target, { api, output });
}
