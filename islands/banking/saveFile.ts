import type { StatementRow } from "../../domain/banking/statements.ts";
import { fetchFile, toastError } from "../browser/api.ts";
import { download } from "../ui/downloads.ts";

/** The bank's file, as it came. */
export const saveFile = ({ _id, file }: StatementRow): Promise<void> =>
  fetchFile(`/api/statements/${_id}/file`, "application/octet-stream").then(
    (bytes) => download(file || "statement", bytes),
    toastError("Could not download the file"),
  );
