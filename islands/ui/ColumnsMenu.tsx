import type { RowData } from "@tanstack/react-table";
import { useId, useRef, useState } from "react";
import { Icon } from "./Icon.tsx";
import { placeBelow } from "./placeBelow.ts";
import type { DataTable } from "./useDataTable.tsx";

/** Which columns are shown, of those that may be hidden. What names a row always stays. */
export function ColumnsMenu<Thing extends RowData>({ table }: { table: DataTable<Thing> }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const pop = useRef<HTMLFieldSetElement>(null);
  // Drawn when it is open: its words are those of the filters, too.
  const [isOpen, setOpen] = useState(false);
  const columns = table.getAllLeafColumns().filter((column) => column.getCanHide());
  return (
    <>
      <button
        ref={button}
        className="btn btn-quiet not-phone columns"
        type="button"
        popoverTarget={id}
        onClick={() => placeBelow(button.current, pop.current)}
      >
        <Icon name="table-2" />
        Columns
      </button>
      <fieldset
        ref={pop}
        className="pop menu"
        id={id}
        popover="auto"
        onToggle={({ newState }) => setOpen(newState === "open")}
      >
        <legend className="sr-only">Columns that are shown</legend>
        {isOpen &&
          columns.map((column) => (
            <label key={column.id} className="opt">
              <input
                type="checkbox"
                checked={column.getIsVisible()}
                onChange={column.getToggleVisibilityHandler()}
              />
              {String(column.columnDef.header)}
            </label>
          ))}
      </fieldset>
    </>
  );
}
