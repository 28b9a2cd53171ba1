import { Failure, fetchFile, sentenceOf } from "../browser/api.ts";
import { download } from "../browser/download.ts";
import { showToast } from "./toasts.ts";

interface Pdf {
  url: string;
  /** What it is called where it is saved. */
  name: string;
  /** Said when it is there. */
  success: string;
  /** Said when what came is no PDF. */
  broken?: string;
}

const NO_PDF = "Invalid PDF response from server";

export async function savePdf({ url, name, success, broken = NO_PDF }: Pdf): Promise<void> {
  try {
    download(name, await fetchFile(url, "application/pdf"));
    showToast("success", success);
  } catch (failure) {
    const isNoFile = failure instanceof Failure && failure.status === 200;
    const otherwise = isNoFile ? broken : "Failed to download PDF";
    showToast("error", sentenceOf(failure, otherwise));
  }
}
