import type { ReactNode } from "react";
import { PRESET_LABELS, type Preset, toPresetRange } from "../../domain/dates.ts";
import { isPreset } from "../browser/period.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { DateField } from "./DateField.tsx";
import { type FormField, SelectField } from "./Field.tsx";

/** Returns a filter field that stores its value in the address at once, and goes to page 1. */
export const filterField = (name: string, value = "", others = {}): FormField => ({
  name,
  value,
  error: undefined,
  change: (text) => changeUrlQuery({ [name]: text, ...others }),
  blur: () => {},
});

interface DatesProps {
  view: { dateFrom: string; dateTo: string } | undefined;
  /** The preset to put in the address when a date is chosen by hand. */
  preset?: string;
  labels?: [from: string, to: string];
}

export function DateFilters({
  view,
  preset = "custom",
  labels = ["From date", "To date"],
}: DatesProps) {
  const field = (name: "dateFrom" | "dateTo") => filterField(name, view?.[name], { preset });
  return (
    <>
      <DateField label={labels[0]} isLazy blank="Any" field={field("dateFrom")} />
      <DateField label={labels[1]} isLazy blank="Any" field={field("dateTo")} />
    </>
  );
}

const PRESETS: Preset[] = ["thisMonth", "lastMonth", "ytd", "thisFY", "lastFY"];
const PERIODS = PRESETS.map((preset) => [preset, PRESET_LABELS[preset]] as const);

interface PeriodProps {
  label: string;
  /** The label for any date. */
  blank: string;
  preset: string | undefined;
}

/** A date filter. Choosing a preset sets the dates; choosing none keeps them. */
export const PeriodFilter = ({ label, blank, preset = "custom" }: PeriodProps) => (
  <SelectField
    label={label}
    options={[["custom", blank], ...PERIODS]}
    field={{
      ...filterField("preset", preset),
      change: (preset) =>
        changeUrlQuery({
          preset,
          ...(isPreset(preset) ? toPresetRange(preset) : { dateFrom: "", dateTo: "" }),
        }),
    }}
  />
);

interface PanelProps {
  isOpen: boolean | undefined;
  /** Drawn above the fields. */
  head?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** The panel with a list's filters. ListPage opens and closes it. */
export function FilterPanel({ isOpen, head, className = "", children }: PanelProps) {
  return (
    <section className="filters" id="filters" aria-label="Filters" hidden={isOpen === false}>
      {head}
      <div className={`filters-grid ${className}`.trim()}>{children}</div>
    </section>
  );
}
