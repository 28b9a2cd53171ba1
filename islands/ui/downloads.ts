import type { DateRange } from "../../domain/dates.ts";
import { documentFileName } from "../../domain/documents/invoices.ts";
import { Failure, failureText, fetchFile, toastError } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";

/** Saves a file through the browser. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the URL by the next task.
  setTimeout(() => URL.revokeObjectURL(url));
}

interface File {
  url: string;
  /** Several PDFs arrive as a zip file. */
  type?: "application/pdf" | "application/zip";
  /** The request body, if the URL is not enough. */
  body?: object;
  /** The name of the saved file. */
  name: string;
  success: string;
  /** Shown if the response is not a PDF. */
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

/** Downloads a document's PDF. `folder` is the path segment of its call: "notes". */
export const saveDocument = (
  folder: string,
  title: string,
  { _id, number }: { _id: string; number: string },
): Promise<void> =>
  savePdf({
    url: `/api/${folder}/${_id}/pdf`,
    name: documentFileName(title, number),
    success: "PDF downloaded successfully",
  });

/** Downloads the PDF of a period, which needs both dates. `filter` narrows it further, without blanks. */
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

/** Downloads a CSV file. `failed` is shown if that fails. */
export const saveCsv = (url: string, name: string, failed: string): Promise<void> =>
  fetchFile(url, "text/csv").then((file) => download(name, file), toastError(failed));

/** Downloads a file under the name from the server. `failed` is shown if that fails. */
export const saveFile = (url: string, type: string, failed: string): Promise<void> =>
  fetchFile(url, type).then((file) => download(file.name, file), toastError(failed));
