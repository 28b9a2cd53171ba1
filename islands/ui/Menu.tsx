import type { RowData } from "@tanstack/react-table";
import { type ReactNode, useId, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { Icon, type IconName } from "./Icon.tsx";
import type { DataTable } from "./useDataTable.tsx";

export interface MenuItem {
  label: string;
  icon: IconName;
  run(): void;
  /** Shown only on a phone, where the buttons it repeats have no room. */
  onlyPhone?: boolean;
}

interface Props {
  /** The button's name, and what it shows. */
  label: string;
  children: ReactNode;
  className?: string;
  items: MenuItem[];
}

/** A button with more to choose from below it. */
export function Menu({ label, children, className = "", items }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const pop = useRef<HTMLDivElement>(null);

  return (
    <>
      <button
        ref={button}
        className={`btn ${className}`}
        type="button"
        aria-label={label}
        popoverTarget={id}
        onClick={() => placeBelow(button.current, pop.current)}
      >
        {children}
      </button>
      <div ref={pop} className="pop menu" id={id} popover="auto">
        <ul className="opts">
          {items.map((item) => (
            <li key={item.label} className={item.onlyPhone ? "only-phone" : ""}>
              <button
                className="opt"
                type="button"
                onClick={() => {
                  pop.current?.hidePopover();
                  item.run();
                }}
              >
                <Icon name={item.icon} />
                <span>{item.label}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

const PHONE = 768;

/** Puts a pop under its button, by the button's right side, and inside the window; on a phone, styles do. */
export function placeBelow(button: HTMLElement | null, pop: HTMLElement | null): void {
  if (!button || !pop) return;
  const box = button.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  if (width < PHONE && pop.classList.contains("range")) return;
  pop.style.top = `${box.bottom + 6}px`;
  pop.style.right = `${Math.max(8, Math.min(width - box.right, width - (pop.offsetWidth || 304) - 8))}px`;
}

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
      <Button
        look="quiet"
        icon="table-2"
        label="Columns"
        className="not-phone columns"
        ref={button}
        popoverTarget={id}
        onClick={() => placeBelow(button.current, pop.current)}
      />
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
