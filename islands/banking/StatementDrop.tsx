import { useId } from "react";
import { Icon } from "../ui/Icon.tsx";
import { useDrop } from "../ui/useDrop.ts";

/** Where a statement is dropped, or chosen by mouse or keys. */
export function StatementDrop({ onFile }: { onFile(file: File): void }) {
  const id = useId();
  return (
    <label {...useDrop("", onFile)} htmlFor={id}>
      <Icon name="upload" />
      <span>
        <span className="strong">Drop a statement or choose one</span>
        <br />
        <span className="help">
          CSV, XLS, XLSX, TXT, OFX or MT940 as the bank gives it, up to 20 MB. bahi finds the
          account by its number.
        </span>
      </span>
      <input
        className="sr-only"
        id={id}
        type="file"
        accept=".csv,.txt,.xls,.xlsx,.ofx,.qfx,.mt940,.sta,.tsv"
        onChange={({ target }) => target.files?.[0] && onFile(target.files[0])}
      />
    </label>
  );
}
