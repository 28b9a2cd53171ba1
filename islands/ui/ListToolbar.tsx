import type { ReactNode } from "react";
import { changeUrlQuery, type SearchChange } from "../browser/urlQuery.ts";
import { Icon } from "./Icon.tsx";
import { Key } from "./Key.tsx";
import { useTyped } from "./useTyped.ts";

interface Props {
  /** What is searched, as the field's name, and what a search looks in. */
  label: string;
  placeholder: string;
  /** As the address has it. */
  q: string;
  /** How many filters are set. */
  count: number;
  /** Undefined before the browser has said how it was left. */
  isOpen: boolean | undefined;
  onToggle(): void;
  /** What takes search and filters away, and its word. */
  clear: { label: string; changes: SearchChange };
  /** Stands after the switch of the filters. */
  children?: ReactNode;
}

/** Search, the switch of the filter panel, and the way back to everything. */
export function ListToolbar({ q, count, isOpen, onToggle, clear, children, ...search }: Props) {
  const [text, type] = useTyped(q, (q) => changeUrlQuery({ q }, "replace"));
  return (
    <div className="toolbar">
      <search className="with-icon search">
        <Icon name="search" />
        <input
          className="input"
          type="search"
          aria-label={search.label}
          aria-keyshortcuts="/"
          placeholder={search.placeholder}
          value={text}
          onChange={(event) => type(event.target.value)}
        />
        <Key name="/" />
      </search>
      <button
        className="btn"
        type="button"
        aria-expanded={isOpen}
        aria-controls="filters"
        aria-keyshortcuts="f"
        onClick={onToggle}
      >
        <Icon name="sliders-horizontal" />
        Filters
        {count > 0 && (
          <span className="badge">
            {count}
            <span className="sr-only"> active</span>
          </span>
        )}
      </button>
      {(count > 0 || q) && (
        <button
          className="btn btn-quiet"
          type="button"
          onClick={() => changeUrlQuery(clear.changes)}
        >
          {clear.label}
        </button>
      )}
      {children}
    </div>
  );
}
