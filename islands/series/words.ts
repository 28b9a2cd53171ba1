import type { SeriesKind } from "../../domain/series/series.ts";

/** The names of a series on screens. */
export const SERIES_NAMES: Record<SeriesKind, string> = {
  invoice: "recurring invoice",
  transaction: "recurring entry",
};

export const SERIES_PLURALS: Record<SeriesKind, string> = {
  invoice: "recurring invoices",
  transaction: "recurring entries",
};

/** Returns the title of a form: `New Recurring Invoice`. */
export const toSeriesTitle = (verb: "Edit" | "New", kind: SeriesKind): string =>
  `${verb} ${kind === "invoice" ? "Recurring Invoice" : "Recurring Entry"}`;
