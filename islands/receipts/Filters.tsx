import type { Account } from "../../domain/accounts.ts";
import { PRESET_LABELS, type Preset, rangeOf } from "../../domain/dates.ts";
import { readAmount, toDecimal } from "../../domain/money.ts";
import { RECEIPT_MODES } from "../../domain/receipts.ts";
import { isPreset } from "../browser/period.ts";
import { changeSearch } from "../browser/search.ts";
import { DateField } from "../parts/DateField.tsx";
import { type FormField, SelectField, TextField } from "../parts/Field.tsx";
import { useTyped } from "../parts/useTyped.ts";
import { NO_FILTERS, type View } from "./view.ts";

const PRESETS: Preset[] = ["thisMonth", "lastMonth", "ytd", "thisFY", "lastFY"];

interface Props {
  view: View | undefined;
  accounts: Account[];
  isOpen: boolean | undefined;
}

/** Every change is in the address at once, and goes back to page 1. */
export function Filters({ view = NO_VIEW, accounts, isOpen }: Props) {
  return (
    <section className="filters" id="filters" aria-label="Filters" hidden={isOpen === false}>
      <div className="filters-grid">
        <SelectField label="Date Range" field={presetField(view.preset)}>
          <option value="custom">All Time</option>
          {PRESETS.map((preset) => (
            <option key={preset} value={preset}>
              {PRESET_LABELS[preset]}
            </option>
          ))}
        </SelectField>
        <SelectField label="Payment Mode" field={fieldOf("mode", view.mode)}>
          <option value="">All modes</option>
          {RECEIPT_MODES.map((mode) => (
            <option key={mode}>{mode}</option>
          ))}
        </SelectField>
        <SelectField label="Account" field={fieldOf("accountId", view.accountId)}>
          <option value="">All accounts</option>
          {accounts.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
        <AmountFilter label="Min Amount" name="min" value={view.min} placeholder="₹0.00" />
        <AmountFilter label="Max Amount" name="max" value={view.max} placeholder="Any" />
        {view.preset === "custom" && (
          <>
            <DateField label="From Date" isLazy field={fieldOf("dateFrom", view.dateFrom)} />
            <DateField label="To Date" isLazy field={fieldOf("dateTo", view.dateTo)} />
          </>
        )}
      </div>
    </section>
  );
}

const NO_VIEW: View = { ...NO_FILTERS, page: 1, limit: 10, preset: "thisMonth" };

const fieldOf = (name: string, value: string): FormField => ({
  name,
  value,
  error: undefined,
  change: (text) => changeSearch({ [name]: text, ...(name.startsWith("date") ? CUSTOM : {}) }),
  blur: () => {},
});

/** A date chosen by hand is no preset any more. */
const CUSTOM = { preset: "custom" };

/** A preset brings its dates; none takes them away. */
const presetField = (value: string): FormField => ({
  ...fieldOf("preset", value),
  change: (preset) =>
    changeSearch({
      preset,
      ...(isPreset(preset) ? rangeOf(preset) : { dateFrom: "", dateTo: "" }),
    }),
});

interface AmountProps {
  label: string;
  name: "min" | "max";
  value: string;
  placeholder: string;
}

function AmountFilter({ label, name, value, placeholder }: AmountProps) {
  const [text, type] = useTyped(value, (text) => {
    const paise = readAmount(text);
    if (!text.trim()) changeSearch({ [name]: "" }, "replace");
    else if (paise !== undefined) changeSearch({ [name]: toDecimal(paise) }, "replace");
  });
  const isUnread = text.trim() !== "" && readAmount(text) === undefined;
  return (
    <TextField
      label={label}
      className="num"
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      field={{
        ...fieldOf(name, text),
        change: type,
        error: isUnread ? "Write an amount, such as 1,23,456.50" : undefined,
      }}
    />
  );
}
