import { formatRange, PRESETS, type Preset, toPresetRange } from "../../domain/dates.ts";

/**
 * The query string with its period spelled out: a preset without dates gets its dates, and one that says
 * nothing of dates means the `usual` one. `preset=custom` without dates is every date.
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

/** The period that an address names. Blank dates: it names none. */
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

/** A shared link of last month's "This Month" says its dates, and is not called this month any more. */
export function readPreset(
  preset: string | null,
  { dateFrom, dateTo }: Omit<PeriodView, "preset">,
) {
  if (!isPreset(preset)) return "custom";
  const range = toPresetRange(preset);
  return range.dateFrom === dateFrom && range.dateTo === dateTo ? preset : "custom";
}

/** As a person reads it; a period that is open at an end says so. */
export function periodText({ dateFrom, dateTo }: Omit<PeriodView, "preset">): string {
  if (dateFrom && dateTo && dateFrom <= dateTo) return formatRange({ dateFrom, dateTo });
  if (dateFrom) return `from ${formatRange({ dateFrom, dateTo: dateFrom })}`;
  if (dateTo) return `up to ${formatRange({ dateFrom: dateTo, dateTo })}`;
  return "all dates";
}
