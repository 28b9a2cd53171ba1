import type { RowData } from "@tanstack/react-table";
import { type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { hiddenFrom, type Permission } from "../../domain/roles.ts";
import { Button } from "./Button.tsx";
import { Icon, type IconName } from "./Icon.tsx";
import type { DataTable } from "./useDataTable.tsx";

/** Returns the attributes for a button and for the popover that it opens. */
export function usePopup<Pop extends HTMLElement>() {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const pop: RefObject<Pop | null> = useRef<Pop>(null);
  const onClick = () => placeBelow(button.current, pop.current);
  return {
    button: { ref: button, popoverTarget: id, onClick },
    pop: { ref: pop, id, popover: "auto" as const },
    close: () => pop.current?.hidePopover(),
  };
}

const PHONE = 768;

/** Puts a popover below its button, right-aligned and inside the window. On a phone the styles place it. */
function placeBelow(button: HTMLElement | null, pop: HTMLElement | null): void {
  if (!button || !pop) return;
  const box = button.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  if (width < PHONE && pop.classList.contains("range")) return;
  pop.style.top = `${box.bottom + 6}px`;
  pop.style.right = `${Math.max(8, Math.min(width - box.right, width - (pop.offsetWidth || 304) - 8))}px`;
}

interface MenuItem {
  label: string;
  icon: IconName;
  run(): void;
  /** Shown only on a phone, where there is no room for the buttons it repeats. */
  onlyPhone?: boolean;
  needs?: Permission;
}

interface Props {
  /** Its accessible name, and its content. */
  label: string;
  children: ReactNode;
  className?: string;
  items: MenuItem[];
}

/** A button that opens a menu below it. */
export function Menu({ label, children, className, items }: Props) {
  const { button, pop, close } = usePopup<HTMLDivElement>();
  const choose = (item: MenuItem) => {
    close();
    item.run();
  };
  return (
    <>
      <Button {...button} className={className} aria-label={label}>
        {children}
      </Button>
      <div {...pop} className="pop menu">
        <ul className="opts">
          {items.map((item) => (
            <li
              key={item.label}
              className={`${item.onlyPhone ? "only-phone" : ""} ${hiddenFrom(item.needs)}`.trim()}
            >
              <button className="opt" type="button" onClick={() => choose(item)}>
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

/** Chooses the visible columns. The column that names the row cannot be hidden. */
export function ColumnsMenu<Thing extends RowData>({ table }: { table: DataTable<Thing> }) {
  const { button, pop } = usePopup<HTMLFieldSetElement>();
  // Rendered only while open, because the filters contain some of the same words.
  const [isOpen, setOpen] = useState(false);
  const columns = table.getAllLeafColumns().filter((column) => column.getCanHide());
  return (
    <>
      <Button
        {...button}
        look="quiet"
        icon="table-2"
        label="Columns"
        className="not-phone columns"
      />
      <fieldset
        {...pop}
        className="pop menu"
        onToggle={({ newState }) => setOpen(newState === "open")}
      >
        <legend className="sr-only">Visible columns</legend>
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
