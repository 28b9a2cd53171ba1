import { Failure, fetchFile, sentenceOf } from "../browser/api.ts";
import { download } from "../browser/download.ts";
import { showToast } from "./toasts.ts";

interface Pdf {
  url: string;
  /** What it is called where it is saved. */
  name: string;
  /** Said when it is there. */
  success: string;
}

export async function savePdf({ url, name, success }: Pdf): Promise<void> {
  try {
    download(name, await fetchFile(url, "application/pdf"));
    showToast("success", success);
  } catch (failure) {
    const isNoFile = failure instanceof Failure && failure.status === 200;
    const otherwise = isNoFile ? "Invalid PDF response from server" : "Failed to download PDF";
    showToast("error", sentenceOf(failure, otherwise));
  }
}
