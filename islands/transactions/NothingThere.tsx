import { changeUrlQuery } from "../browser/urlQuery.ts";
import { Empty } from "../ui/Empty.tsx";
import { periodText } from "../ui/periodView.ts";
import type { OpenDialog } from "./dialogs.ts";
import { isUnfiltered, NO_FILTERS, type View } from "./view.ts";

interface Props {
  view: View | undefined;
  onOpen(dialog: OpenDialog): void;
}

const LABEL = "List of transactions";

/** No rows: because of the filters, because of the period, or because there are none yet. */
export function NothingThere({ view, onOpen }: Props) {
  if (view && !isUnfiltered(view)) {
    return (
      <Empty label={LABEL} icon="search" title="No transactions match">
        <button className="btn" type="button" onClick={() => changeUrlQuery(NO_FILTERS)}>
          Show every transaction
        </button>
      </Empty>
    );
  }
  const isEverything = view && !view.dateFrom && !view.dateTo;
  return (
    <Empty
      label={LABEL}
      icon="arrow-left-right"
      title={
        isEverything
          ? "No transactions yet"
          : `No transactions found for ${view ? periodText(view) : ""}`
      }
    >
      {!isEverything && (
        <button className="btn" type="button" onClick={() => changeUrlQuery(NO_FILTERS)}>
          Show all dates
        </button>
      )}
      <button className="btn" type="button" onClick={() => onOpen({ name: "import" })}>
        Import a CSV
      </button>
      <button className="btn" type="button" onClick={() => onOpen({ name: "entry" })}>
        Add the first one
      </button>
    </Empty>
  );
}
