import type { DateRange } from "../../domain/dates.ts";
import { savePdf } from "./savePdf.ts";
import { showToast } from "./toasts.ts";

/** The PDF of a period, which needs both of its ends. `filter`: what else narrows it, blanks left out. */
export async function saveReport(
  report: "dashboard" | "transactions",
  { dateFrom, dateTo }: Partial<DateRange>,
  filter: Record<string, string> = {},
): Promise<void> {
  if (!dateFrom || !dateTo) {
    showToast("warning", "Please select a date range first");
    return;
  }
  const wanted = Object.entries({ dateFrom, dateTo, ...filter }).filter(([, text]) => text);
  await savePdf({
    url: `/api/reports/${report}.pdf?${new URLSearchParams(wanted)}`,
    name: `${report}-report-${dateFrom}-to-${dateTo}.pdf`,
    success: "PDF downloaded successfully",
    broken: "Failed to generate PDF",
  });
}
