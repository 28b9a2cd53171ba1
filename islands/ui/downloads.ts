import type { DateRange } from "../../domain/dates.ts";
import { Failure, failureText, fetchFile, toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";

/** Gives the browser a file to keep. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken hold of it by the time of the next task.
  setTimeout(() => URL.revokeObjectURL(url));
}

interface File {
  url: string;
  /** PDFs of many come as a zip. */
  type?: "application/pdf" | "application/zip";
  /** What is asked for, where the address does not say it. */
  body?: object;
  /** What it is called where it is saved. */
  name: string;
  /** Said when it is there. */
  success: string;
  /** Said when what came is no PDF. */
  broken?: string;
}

const NO_PDF = "Invalid PDF response from server";

export async function savePdf(file: File): Promise<void> {
  const { url, type = "application/pdf", body, name, success, broken = NO_PDF } = file;
  try {
    download(name, await fetchFile(url, type, body));
    showToast("success", success);
  } catch (failure) {
    const isNoFile = failure instanceof Failure && failure.status === 200;
    const otherwise = isNoFile ? broken : "Failed to download PDF";
    showToast("error", failureText(failure, otherwise));
  }
}

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

/** `failed` is said when it does not come. */
export const saveCsv = (url: string, name: string, failed: string): Promise<void> =>
  fetchFile(url, "text/csv").then((file) => download(name, file), toastError(failed));

/** Saves a file under the name that the server gives it; `failed` is said when it does not come. */
export const saveFile = (url: string, type: string, failed: string): Promise<void> =>
  fetchFile(url, type).then((file) => download(file.name, file), toastError(failed));
