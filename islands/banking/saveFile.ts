import type { StatementRow } from "../../domain/banking/statements.ts";
import { fetchFile, toastError } from "../browser/api.ts";
import { download } from "../ui/downloads.ts";

/** Downloads the bank's file unchanged. */
export const saveFile = ({ _id, file }: StatementRow): Promise<void> =>
  fetchFile(`/api/statements/${_id}/file`, "application/octet-stream").then(
    (bytes) => download(file || "statement", bytes),
    toastError("Could not download the file"),
  );
