import type { ReactNode } from "react";
import { PRESET_LABELS, type Preset, rangeOf } from "../../domain/dates.ts";
import { readAmount, toDecimal } from "../../domain/money.ts";
import { type PeriodView, periodText } from "../browser/period.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { UNREAD } from "./AmountField.tsx";
import { Button } from "./Button.tsx";
import { DateField } from "./DateField.tsx";
import { type FormField, TextField } from "./Field.tsx";
import { Icon } from "./Icon.tsx";
import { usePopup } from "./Menu.tsx";
import { useTyped } from "./SearchFilter.tsx";
import { Segments } from "./Segments.tsx";

/** A field of a list's filter: what it holds is in the address, at once, and the list on page 1. */
export const filterField = (name: string, value = "", others = {}): FormField => ({
  name,
  value,
  error: undefined,
  change: (text) => changeUrlQuery({ [name]: text, ...others }),
  blur: () => {},
});

interface DatesProps {
  view: { dateFrom: string; dateTo: string } | undefined;
  /** A date chosen by hand is no preset any more: what the address says then. */
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
      <DateField label={labels[0]} isLazy field={field("dateFrom")} />
      <DateField label={labels[1]} isLazy field={field("dateTo")} />
    </>
  );
}

interface AmountProps {
  label: string;
  /** In the address. */
  name: string;
  value: string;
  placeholder: string;
}

/** An amount to filter by, kept in the address once it can be read. */
export function AmountFilter({ label, name, value, placeholder }: AmountProps) {
  const [text, type] = useTyped(value, (text) => {
    const paise = readAmount(text);
    if (!text.trim()) changeUrlQuery({ [name]: "" }, "replace");
    else if (paise !== undefined) changeUrlQuery({ [name]: toDecimal(paise) }, "replace");
  });
  const error = text.trim() !== "" && readAmount(text) === undefined ? UNREAD : undefined;
  return (
    <TextField
      label={label}
      className="num"
      inputMode="decimal"
      placeholder={placeholder}
      field={{ ...filterField(name, text), change: type, error }}
    />
  );
}

interface PanelProps {
  isOpen: boolean | undefined;
  /** Stands above the fields. */
  head?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** The panel of a list's filters, which ListPage opens and closes. */
export function FilterPanel({ isOpen, head, className = "", children }: PanelProps) {
  return (
    <section className="filters" id="filters" aria-label="Filters" hidden={isOpen === false}>
      {head}
      <div className={`filters-grid ${className}`.trim()}>{children}</div>
    </section>
  );
}

type Choice = Preset | "custom";
const PERIODS = [...Object.entries(PRESET_LABELS), ["custom", "Custom"]] as [Choice, string][];

/** The quick ranges, kept in the address together with their dates. */
export function PeriodPicker({ preset }: { preset: Choice }) {
  return (
    <Segments
      label="Quick ranges"
      className="scroll"
      choices={PERIODS}
      chosen={preset}
      onChoose={choosePreset}
    />
  );
}

/** Custom keeps the dates there are, to be changed by hand. */
function choosePreset(preset: Choice): void {
  if (preset === "custom") changeUrlQuery({ preset });
  else changeUrlQuery({ preset, ...rangeOf(preset) });
}

/** A button that says the period, and a pop to choose another: a preset or two dates. */
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
                    <span className="end">
                      <Icon name="check" />
                    </span>
                  )}
                </button>
              </li>
            );
          })}
        </ul>
        <div className="range-main">
          <DateFilters view={period} />
        </div>
      </div>
    </>
  );
}
