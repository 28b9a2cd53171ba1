import { useState } from "react";
import { changeUrlQuery, type SearchChange } from "../browser/urlQuery.ts";
import { IconButton } from "../ui/Button.tsx";
import { NO_FILTERS, type View } from "./Filters.tsx";

const SEARCH = {
  label: "Search description and notes",
  placeholder: "Search description and notes",
  clear: { label: "Clear All Filters", changes: NO_FILTERS },
};

const ALL_DATES = { dateFrom: "", dateTo: "", preset: "custom" };

type Period = Pick<View, "dateFrom" | "dateTo" | "preset">;

/**
 * Searches all dates, and returns to the period when the search is cleared. `chip` says so; closing it
 * keeps the search and returns to the period.
 */
export function useSearchOfAllDates(view: View | undefined) {
  const [period, setPeriod] = useState<Period>();
  const isWide = view?.q !== "" && view?.preset === "custom" && !view.dateFrom && !view.dateTo;

  function toChange(q: string): SearchChange {
    if (!view) return { q };
    if (q && !view.q && view.dateFrom) {
      const { dateFrom, dateTo, preset } = view;
      setPeriod({ dateFrom, dateTo, preset });
      return { q, ...ALL_DATES };
    }
    if (q || !period || !isWide) return { q };
    setPeriod(undefined);
    return { q, ...period };
  }

  const chip = period && isWide && (
    <span className="pill row gap-4">
      All dates while you search
      <IconButton
        icon="x"
        label="Search only the period from before"
        onClick={() => {
          changeUrlQuery({ ...period });
          setPeriod(undefined);
        }}
      />
    </span>
  );
  return { search: { ...SEARCH, toChange }, chip };
}
