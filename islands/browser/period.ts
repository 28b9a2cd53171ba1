import { formatRange, PRESETS, type Preset, toPresetRange } from "../../domain/dates.ts";

/**
 * Returns the query string with explicit dates: those of its preset, or of the `usual` preset if it names
 * no period. `preset=custom` without dates means all dates.
 */
export function withPeriod(search: string, usual: Preset = "thisMonth"): string {
  const params = new URLSearchParams(search);
  if (params.has("dateFrom") || params.has("dateTo")) return search;

  const preset = params.get("preset") || usual;
  if (preset === "custom") return search;

  const known = isPreset(preset) ? preset : usual;
  const { dateFrom, dateTo } = toPresetRange(known);
  params.set("dateFrom", dateFrom);
  params.set("dateTo", dateTo);
  params.set("preset", known);
  return `?${params}`;
}

export function isPreset(text: string | null): text is Preset {
  return (PRESETS as readonly string[]).includes(text ?? "");
}

/** The period in the address. Dates are blank if it names none. */
export interface PeriodView {
  dateFrom: string;
  dateTo: string;
  preset: Preset | "custom";
}

export function readPeriod(search: string): PeriodView {
  const params = new URLSearchParams(search);
  const dates = { dateFrom: params.get("dateFrom") ?? "", dateTo: params.get("dateTo") ?? "" };
  return { ...dates, preset: readPreset(params.get("preset"), dates) };
}

/** A link to last month's "This Month" shows its dates, and is no longer called this month. */
export function readPreset(
  preset: string | null,
  { dateFrom, dateTo }: Omit<PeriodView, "preset">,
) {
  if (!isPreset(preset)) return "custom";
  const range = toPresetRange(preset);
  return range.dateFrom === dateFrom && range.dateTo === dateTo ? preset : "custom";
}

/** Formats a period, including one without a start or an end. */
export function periodText({ dateFrom, dateTo }: Omit<PeriodView, "preset">): string {
  if (dateFrom && dateTo && dateFrom <= dateTo) return formatRange({ dateFrom, dateTo });
  if (dateFrom) return `from ${formatRange({ dateFrom, dateTo: dateFrom })}`;
  if (dateTo) return `up to ${formatRange({ dateFrom: dateTo, dateTo })}`;
  return "all dates";
}
