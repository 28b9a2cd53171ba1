import { useId } from "react";
import { Icon } from "../ui/Icon.tsx";
import { useDrop } from "../ui/useDrop.ts";

/** A place to drop statements, or choose them. */
export function StatementDrop({ onFiles }: { onFiles(files: File[]): void }) {
  const id = useId();
  return (
    <label {...useDrop("", (...files) => onFiles(files))} htmlFor={id}>
      <Icon className="size-24" name="upload" />
      <span>
        <span className="strong">Drop statements or choose them</span>
        <br />
        <span className="help">
          CSV, XLS, XLSX, TXT, OFX or MT940 as downloaded from the bank, up to 20 MB. bahi finds the
          account by its number.
        </span>
      </span>
      <input
        className="sr-only"
        id={id}
        type="file"
        multiple
        accept=".csv,.txt,.xls,.xlsx,.ofx,.qfx,.mt940,.sta,.tsv"
        onChange={({ target }) => target.files?.length && onFiles([...target.files])}
      />
    </label>
  );
}
