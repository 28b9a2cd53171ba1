import type { Account } from "../../domain/accounts.ts";
import { PRESET_LABELS, type Preset, rangeOf } from "../../domain/dates.ts";
import { RECEIPT_MODES } from "../../domain/receipts.ts";
import { isPreset } from "../browser/period.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { AmountFilter } from "../ui/AmountFilter.tsx";
import { DateField } from "../ui/DateField.tsx";
import { type FormField, SelectField } from "../ui/Field.tsx";
import { filterField } from "../ui/filterField.ts";
import { readView } from "../ui/listView.ts";
import { FILTERS, type View } from "./view.ts";

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
        <SelectField label="Payment Mode" field={filterField("mode", view.mode)}>
          <option value="">All modes</option>
          {RECEIPT_MODES.map((mode) => (
            <option key={mode}>{mode}</option>
          ))}
        </SelectField>
        <SelectField label="Account" field={filterField("accountId", view.accountId)}>
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
            <DateField label="From Date" isLazy field={dateField("dateFrom", view.dateFrom)} />
            <DateField label="To Date" isLazy field={dateField("dateTo", view.dateTo)} />
          </>
        )}
      </div>
    </section>
  );
}

const NO_VIEW: View = { ...readView("", FILTERS), preset: "thisMonth" };

/** A date chosen by hand is no preset any more. */
const dateField = (name: "dateFrom" | "dateTo", value: string): FormField => ({
  ...filterField(name, value),
  change: (text) => changeUrlQuery({ [name]: text, preset: "custom" }),
});

/** A preset brings its dates; none takes them away. */
const presetField = (value: string): FormField => ({
  ...filterField("preset", value),
  change: (preset) =>
    changeUrlQuery({
      preset,
      ...(isPreset(preset) ? rangeOf(preset) : { dateFrom: "", dateTo: "" }),
    }),
});
