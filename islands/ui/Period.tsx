import { useId, useRef } from "react";
import { PRESET_LABELS, type Preset, rangeOf } from "../../domain/dates.ts";
import { type PeriodView, periodText } from "../browser/period.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { Button } from "./Button.tsx";
import { DateField } from "./DateField.tsx";
import type { FormField } from "./Field.tsx";
import { Icon } from "./Icon.tsx";
import { placeBelow } from "./Menu.tsx";

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

/** A button that says the period, and a pop to choose another: a preset or two dates. */
export function PeriodMenu({ period }: { period: PeriodView | undefined }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const pop = useRef<HTMLDivElement>(null);
  return (
    <>
      <Button
        icon="calendar"
        className="period"
        ref={button}
        popoverTarget={id}
        onClick={() => placeBelow(button.current, pop.current)}
      >
        <span className="num">
          <span className="sr-only">Period: </span>
          {period ? periodText(period) : "\u00a0"}
        </span>
        <Icon name="chevron-down" />
      </Button>
      <div
        ref={pop}
        className="pop range menu"
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Date range"
      >
        <ul className="range-presets" aria-label="Quick ranges">
          {PERIOD_CHOICES.map(([preset, label]) => (
            <li key={preset}>
              <button
                className="opt"
                type="button"
                aria-pressed={preset === period?.preset}
                onClick={() => {
                  choosePreset(preset);
                  if (preset !== "custom") pop.current?.hidePopover();
                }}
              >
                {label}
                {preset === period?.preset && (
                  <span className="end">
                    <Icon name="check" />
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
        <div className="range-main">
          <DateField label="From date" isLazy field={endOf("dateFrom", period?.dateFrom ?? "")} />
          <DateField label="To date" isLazy field={endOf("dateTo", period?.dateTo ?? "")} />
        </div>
      </div>
    </>
  );
}

/** A date chosen by hand is no preset any more. */
function endOf(name: "dateFrom" | "dateTo", value: string): FormField {
  return {
    name,
    value,
    error: undefined,
    change: (date) => changeUrlQuery({ [name]: date, preset: "custom" }),
    blur: () => {},
  };
}
