import type { Checklist } from "../../domain/closing/closing.ts";
import { type DateRange, monthRange, toPresetRange } from "../../domain/dates.ts";
import { listMonthFiles } from "../../domain/folder/month.ts";
import type { Api } from "../api.ts";
import { count } from "../output.ts";
import { type RangeOptions, readRange } from "../range.ts";
import { type FolderOptions, saveFolder } from "./folder.ts";

export type MonthOptions = FolderOptions & RangeOptions;

/** Saves the documents of a month, or another period, in one folder: all or nothing. */
export function saveMonth(options: MonthOptions): Promise<void> {
  const range = readRange(options) ?? toPresetRange("lastMonth");
  return saveFolder(options, range, {
    papersOf: (api, { role }) => listMonthFiles(api, role, range),
    summarize: summarizeFiles,
    logSaving: (api) => logOpening(api, range),
  });
}

/** Logs that the user has the documents of a month, if it is closed. */
async function logOpening(api: Api, range: DateRange): Promise<void> {
  const month = range.dateFrom.slice(0, 7);
  if (monthRange(month).dateTo !== range.dateTo) return;
  const path = `/close/${month}`;
  const { closing } = await api.json<Checklist>(path, "items");
  if (closing) await api.json(`${path}/opened`, "items", { method: "POST" });
}

function summarizeFiles(out: string, files: string[]): string {
  const countFiles = (folder: string) =>
    files.filter((file) => file.startsWith(`${folder}/`)).length;
  const [invoices, receipts] = [countFiles("invoices"), countFiles("receipts")];
  const papers = `${count(invoices, "invoice")} and ${count(receipts, "receipt")}`;
  const returns = countFiles("gst") > 0 ? ", the GST returns" : "";
  const attached = countFiles("papers") - 1;
  const more = attached > 0 ? `, and ${count(attached, "attachment")}` : "";
  const reports = `two reports, the transactions as CSV${returns}`;
  return `Saved ${out}: ${reports}, ${papers} with their registers${more}`;
}
