import { changeSearch } from "../browser/search.ts";
import { Icon } from "../parts/Icon.tsx";
import { periodText } from "../parts/periodView.ts";
import type { OpenDialog } from "./dialogs.ts";
import { isUnfiltered, NO_FILTERS, type View } from "./view.ts";

interface Props {
  view: View | undefined;
  onOpen(dialog: OpenDialog): void;
}

/** No rows: because of the filters, because of the period, or because there are none yet. */
export function NothingThere({ view, onOpen }: Props) {
  if (view && !isUnfiltered(view)) {
    return (
      <section className="panel empty" aria-label="List of transactions">
        <Icon name="search" />
        <p role="status">No transactions match</p>
        <button className="btn" type="button" onClick={() => changeSearch(NO_FILTERS)}>
          Show every transaction
        </button>
      </section>
    );
  }
  const isEverything = view && !view.dateFrom && !view.dateTo;
  return (
    <section className="panel empty" aria-label="List of transactions">
      <Icon name="arrow-left-right" />
      <p role="status">
        {isEverything
          ? "No transactions yet"
          : `No transactions found for ${view ? periodText(view) : ""}`}
      </p>
      <div className="actions">
        {!isEverything && (
          <button className="btn" type="button" onClick={() => changeSearch(NO_FILTERS)}>
            Show all dates
          </button>
        )}
        <button className="btn" type="button" onClick={() => onOpen({ name: "import" })}>
          Import a CSV
        </button>
        <button className="btn" type="button" onClick={() => onOpen({ name: "entry" })}>
          Add the first one
        </button>
      </div>
    </section>
  );
}
