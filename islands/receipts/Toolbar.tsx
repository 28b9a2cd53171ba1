import { changeSearch } from "../browser/search.ts";
import { Icon } from "../parts/Icon.tsx";
import { Key } from "../parts/Key.tsx";
import { useTyped } from "../parts/useTyped.ts";
import { filtersIn, NO_FILTERS, type View } from "./view.ts";

interface Props {
  view: View | undefined;
  isOpen: boolean;
  onToggle(): void;
}

export function Toolbar({ view, isOpen, onToggle }: Props) {
  const [q, typeQ] = useTyped(view?.q ?? "", (q) => changeSearch({ q }, "replace"));
  const count = view ? filtersIn(view) : 0;
  return (
    <div className="toolbar">
      <search className="with-icon search">
        <Icon name="search" />
        <input
          className="input"
          type="search"
          aria-label="Search receipts"
          aria-keyshortcuts="/"
          placeholder="Search number, client, purpose"
          value={q}
          onChange={(event) => typeQ(event.target.value)}
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
      {(count > 0 || view?.q) && (
        <button className="btn btn-quiet" type="button" onClick={() => changeSearch(NO_FILTERS)}>
          Clear all
        </button>
      )}
    </div>
  );
}
