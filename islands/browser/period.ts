import { PRESETS, type Preset, rangeOf } from "../../domain/dates.ts";

/**
 * The query string with its period spelled out: a preset without dates gets its dates, and one that says
 * nothing of dates means this month. `preset=custom` without dates is every date.
 */
export function withPeriod(search: string): string {
  const params = new URLSearchParams(search);
  if (params.has("dateFrom") || params.has("dateTo")) return search;

  const preset = params.get("preset") || "thisMonth";
  if (preset === "custom") return search;

  const known = isPreset(preset) ? preset : "thisMonth";
  const { dateFrom, dateTo } = rangeOf(known);
  params.set("dateFrom", dateFrom);
  params.set("dateTo", dateTo);
  params.set("preset", known);
  return `?${params}`;
}

export function isPreset(text: string | null): text is Preset {
  return (PRESETS as readonly string[]).includes(text ?? "");
}
