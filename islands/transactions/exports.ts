import type { TransactionList } from "../../domain/transactions.ts";
import { fetchFile, sentenceOf } from "../browser/api.ts";
import { download } from "../browser/download.ts";
import { showToast } from "../ui/toasts.ts";

/** The present page as CSV, made here (specification, section 7). */
export async function downloadPage(list: TransactionList | undefined): Promise<void> {
  if (!list) return;
  const { CSV_HEADER, toCsv } = await import("../../domain/csv.ts");
  // The mark tells a spreadsheet that this is UTF-8.
  const text = `\ufeff${CSV_HEADER}${toCsv(list.items)}`;
  download("transactions.csv", new Blob([text], { type: "text/csv" }));
}

/** Every row of the filter. */
export async function downloadAll(search: string): Promise<void> {
  try {
    const file = await fetchFile(`/api/transactions/export.csv${search}`, "text/csv");
    download("transactions-all.csv", file);
  } catch (failure) {
    showToast("error", sentenceOf(failure, "Failed to load transactions"));
  }
}
