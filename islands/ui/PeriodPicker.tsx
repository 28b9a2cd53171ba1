import { PRESET_LABELS, type Preset, rangeOf } from "../../domain/dates.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";

export const PERIOD_CHOICES = [...Object.entries(PRESET_LABELS), ["custom", "Custom"]] as [
  Preset | "custom",
  string,
][];

/** The quick ranges, kept in the address together with their dates. */
export function PeriodPicker({ preset }: { preset: Preset | "custom" }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons is no fieldset.
    <div className="seg scroll" role="group" aria-label="Quick ranges">
      {PERIOD_CHOICES.map(([choice, label]) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === preset}
          onClick={() => choosePreset(choice)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Custom keeps the dates there are, to be changed by hand. */
export function choosePreset(preset: Preset | "custom"): void {
  if (preset === "custom") changeUrlQuery({ preset });
  else changeUrlQuery({ preset, ...rangeOf(preset) });
}
