import { PRESET_LABELS, type Preset, toPresetRange } from "../../domain/dates.ts";
import { type PeriodView, periodText } from "../browser/period.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { Button } from "./Button.tsx";
import { DateFilters } from "./filters.tsx";
import { Icon } from "./Icon.tsx";
import { usePopup } from "./Menu.tsx";
import { SegmentedControl } from "./SegmentedControl.tsx";

type Choice = Preset | "custom";
const PERIODS = [...Object.entries(PRESET_LABELS), ["custom", "Custom"]] as [Choice, string][];

/** The quick ranges, stored in the address together with their dates. */
export function PeriodPicker({ preset }: { preset: Choice }) {
  return (
    <SegmentedControl
      label="Quick ranges"
      className="scroll"
      choices={PERIODS}
      chosen={preset}
      onChoose={choosePreset}
    />
  );
}

/** Custom keeps the current dates for editing. */
function choosePreset(preset: Choice): void {
  if (preset === "custom") changeUrlQuery({ preset });
  else changeUrlQuery({ preset, ...toPresetRange(preset) });
}

/** A button that shows the period and opens a popover with presets and two dates. */
export function PeriodMenu({ period }: { period: PeriodView | undefined }) {
  const { button, pop, close } = usePopup<HTMLDivElement>();
  const choose = (preset: Choice) => {
    choosePreset(preset);
    if (preset !== "custom") close();
  };
  return (
    <>
      <Button {...button} icon="calendar" className="period">
        <span className="num">
          <span className="sr-only">Period: </span>
          {period ? periodText(period) : "\u00a0"}
        </span>
        <Icon name="chevron-down" />
      </Button>
      <div {...pop} className="pop range menu" role="dialog" aria-label="Date range">
        <ul className="range-presets" aria-label="Quick ranges">
          {PERIODS.map(([preset, label]) => {
            const isChosen = preset === period?.preset;
            return (
              <li key={preset}>
                <button
                  className="opt"
                  type="button"
                  aria-pressed={isChosen}
                  onClick={() => choose(preset)}
                >
                  {label}
                  {isChosen && (
                    <span className="flex gap-4 spring end muted">
                      <Icon name="check" />
                    </span>
                  )}
                </button>
              </li>
            );
          })}
        </ul>
        <div className="range-main grid packed gap-4 p-12">
          <DateFilters view={period} />
        </div>
      </div>
    </>
  );
}
