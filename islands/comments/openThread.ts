import { type CommentedRecord, readThreadHash } from "../../domain/comments/threads.ts";
import { showToast } from "../browser/toasts.ts";

/**
 * Opens the comments of a record beside the page.
 * @param isQuestion whether to start a question to the owners
 */
export function openThread(record: CommentedRecord, isQuestion = false): void {
  import("./ThreadDialog.tsx").then(
    ({ showThread }) => showThread(record, isQuestion),
    () => showToast("error", "Could not reach the server. Try again."),
  );
}

/** Opens the comments that the address names: `#comments=invoice.1m7z83st80nvc`. */
export function openLinkedThread(): void {
  const record = readThreadHash(location.hash);
  if (!record) return;
  history.replaceState(null, "", location.pathname + location.search);
  openThread(record);
}
