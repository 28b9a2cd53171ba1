import { useId, useState } from "react";
import { Icon } from "../ui/Icon.tsx";

/** Where a CSV is dropped, or chosen by mouse or keys. */
export function FileDrop({ onFile }: { onFile(file: File): void }) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  return (
    <label
      className={`drop-zone ${isOver ? "is-over" : ""}`}
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <Icon name="file-spreadsheet" />
      <span>
        <span className="strong">Drop a CSV file or choose one</span>
        <br />
        <span className="help">
          Columns Date, Description, Account, Category, Type, Amount and Notes, in any order. You
          will see what it would do before anything is changed.
        </span>
      </span>
      <input
        className="sr-only"
        id={id}
        type="file"
        accept=".csv,text/csv"
        onChange={(event) => take(event.target.files)}
      />
    </label>
  );
}
