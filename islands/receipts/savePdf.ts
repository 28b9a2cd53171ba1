import { type Receipt, receiptFileName } from "../../domain/receipts.ts";
import { Failure, fetchFile, sentenceOf } from "../browser/api.ts";
import { download } from "../browser/download.ts";
import { showToast } from "../parts/toasts.ts";

export async function savePdf({ _id, receiptNumber }: Receipt): Promise<void> {
  try {
    const file = await fetchFile(`/api/receipts/${_id}/pdf`, "application/pdf");
    download(receiptFileName(receiptNumber), file);
    showToast("success", "Receipt PDF downloaded successfully");
  } catch (failure) {
    const isNoFile = failure instanceof Failure && failure.status === 200;
    const otherwise = isNoFile ? "Invalid PDF response from server" : "Failed to download PDF";
    showToast("error", sentenceOf(failure, otherwise));
  }
}
