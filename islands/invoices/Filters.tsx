import { PRESET_LABELS, type Preset, rangeOf } from "../../domain/dates.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { DateField } from "../ui/DateField.tsx";
import { type FormField, SelectField } from "../ui/Field.tsx";
import { filterField } from "../ui/filterField.ts";
import { STATUS_CHOICES } from "./status.tsx";
import type { View } from "./view.ts";

const PRESETS: Preset[] = ["thisMonth", "lastMonth", "thisFY", "lastFY"];
const EVERY_DATE = { preset: "", dateFrom: "", dateTo: "" };

/** The ranges that are one press away; a second press takes the range away again. */
export function QuickRanges({ view }: { view: View | undefined }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons is no fieldset.
    <div className="seg scroll" role="group" aria-label="Quick ranges">
      {PRESETS.map((preset) => {
        const isChosen = preset === view?.preset;
        const changes = isChosen ? EVERY_DATE : { preset, ...rangeOf(preset) };
        return (
          <button
            key={preset}
            type="button"
            aria-pressed={isChosen}
            onClick={() => changeUrlQuery(changes)}
          >
            {PRESET_LABELS[preset]}
          </button>
        );
      })}
    </div>
  );
}

interface Props {
  view: View | undefined;
  isOpen: boolean | undefined;
}

/** Every change is in the address at once, and goes back to page 1. */
export function Filters({ view, isOpen }: Props) {
  return (
    <section className="filters" id="filters" aria-label="Filters" hidden={isOpen === false}>
      <div className="filters-grid invoice-filters">
        <SelectField label="Status" field={filterField("status", view?.status)}>
          <option value="">All statuses</option>
          {STATUS_CHOICES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <DateField label="From date" isLazy field={dateField("dateFrom", view?.dateFrom)} />
        <DateField label="To date" isLazy field={dateField("dateTo", view?.dateTo)} />
      </div>
    </section>
  );
}

/** A date chosen by hand is no preset any more. */
const dateField = (name: "dateFrom" | "dateTo", value?: string): FormField => ({
  ...filterField(name, value),
  change: (text) => changeUrlQuery({ [name]: text, preset: "" }),
});
