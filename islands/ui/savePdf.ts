import { Failure, fetchFile, sentenceOf } from "../browser/api.ts";
import { download } from "../browser/download.ts";
import { showToast } from "./toasts.ts";

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
    showToast("error", sentenceOf(failure, otherwise));
  }
}
