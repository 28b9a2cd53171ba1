import { useKeys } from "../browser/keys.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";

/** What keys do on every screen of a list: search, filters, the page before and the one after. */
export function useListKeys(
  list: { page: number; totalPages: number } | undefined,
  onFilters: () => void,
): void {
  const turn = (by: number) => {
    const page = (list?.page ?? 1) + by;
    if (page >= 1 && page <= (list?.totalPages ?? 1)) changeUrlQuery({ page });
  };
  useKeys({
    f: onFilters,
    "/": () => document.querySelector<HTMLElement>("[type=search]")?.focus(),
    ArrowLeft: () => turn(-1),
    ArrowRight: () => turn(1),
  });
}
