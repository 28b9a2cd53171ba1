import { failUsage } from "../failure.ts";
import { findTarget, saveAnswer } from "../files.ts";
import { type FilterOptions, findFilterIds, readFilters } from "../filters.ts";
import { type GlobalOptions, open } from "../open.ts";

export interface ReportOptions
  extends GlobalOptions,
    Omit<FilterOptions, "min" | "max" | "search"> {
  out?: string;
  force?: boolean;
}

/** Saves the transactions of a period as a PDF. */
export function transactionsReport(options: ReportOptions): Promise<void> {
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
  const filters = readFilters(options);
  const { dateFrom, dateTo } = filters;
  if (!dateFrom || !dateTo) {
    throw failUsage(
      "Please select a date range first",
      "add --month, or --preset, or --from and --to",
    );
  }
  // The same name as in the browser.
  const file = `${report}-report-${dateFrom}-to-${dateTo}.pdf`;
  const { out = file } = options;
  if (options.json && out === "-") {
    throw failUsage("a report is PDF, not JSON", "leave --json out, or name a file with --out");
  }
  const target = await findTarget(out, options, "--out", file);
  const { api, output } = open(options);
  const query = { ...filters, ...(await findFilterIds(api, options)) };

  const response = await api.file(`/reports/${report}.pdf`, "application/pdf", { query });
  await saveAnswer(response, target, { api, output });
}
