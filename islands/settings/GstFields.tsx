import type { DeepKeysOfType } from "@tanstack/react-form";
import type { Filing, Metadata } from "../../domain/agencies/agency.ts";
import { today, toFinancialYear, toPresetRange, yearLabel } from "../../domain/dates.ts";
import { type Paise, toPaise } from "../../domain/money.ts";
import { AmountField, amountText, readRupees } from "../ui/AmountField.tsx";
import { Button, IconButton } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { DateField } from "../ui/DateField.tsx";
import { type FormField, SelectField, TextField } from "../ui/Field.tsx";
import { describePrinted } from "../ui/Warning.tsx";

type Facts = Omit<Metadata, "logoUrl">;
interface LutRow {
  key: string;
  number: string;
  from: string;
  to: string;
}

/** `2025-26`: the year that the law's limits refer to. */
function lastYear(): string {
  return yearLabel(toFinancialYear(today()) - 1);
}

/** Converts the data to form values: letters of undertaking as keyed lines, turnover as text. */
export function toValues({ lut, aato, ...facts }: Facts) {
  const turnover = aato[lastYear()];
  return {
    ...facts,
    lut: lut.map((one): LutRow => ({ ...one, key: crypto.randomUUID() })),
    aato: { [lastYear()]: turnover === undefined ? "" : amountText(toPaise(turnover) as Paise) },
  };
}
export type Values = ReturnType<typeof toValues>;

/** Converts the form to the API's input. Turnovers of other years stay as they are. */
export function toFacts({ lut, aato, ...values }: Values, before: Facts) {
  const { [lastYear()]: _, ...others } = before.aato;
  const turnover = readRupees(aato[lastYear()] ?? "");
  return {
    ...values,
    lut: lut.map(({ number, from, to }) => ({ number, from, to })),
    aato: turnover === undefined ? others : { ...before.aato, [lastYear()]: turnover },
  };
}

interface Props {
  form: {
    values: Values;
    field(name: DeepKeysOfType<Values, string> & string): FormField;
    change(name: string, value: unknown): void;
  };
}

const FILED: [Filing, string][] = [
  ["MONTHLY", "Monthly"],
  ["QUARTERLY", "Quarterly, QRMP"],
];

/** The data that returns and documents need from a registered agency. */
export function GstFields({ form }: Props) {
  const { values, field, change } = form;
  return (
    <fieldset className="grid cols-1 gap-8 m-0 p-0 no-line">
      <legend className="sr-only">GST</legend>
      <div className="grid-2">
        <AmountField
          label={`Turnover in FY ${lastYear()}`}
          field={field(`aato.${lastYear()}` as "agencyName")}
        />
        <SelectField label="Filing frequency" options={FILED} field={field("filing")} />
      </div>
      <Checkbox
        name="isComposition"
        label="Composition scheme: you charge no tax and issue bills of supply"
        isOn={values.isComposition}
        onChange={(isOn) => change("isComposition", isOn)}
      />
      <Luts form={form} />
    </fieldset>
  );
}

/** Letters of undertaking, one per financial year. */
function Luts({ form: { values, field, change } }: Props) {
  const { lut } = values;
  const add = () => {
    const { dateFrom: from, dateTo: to } = toPresetRange("thisFY");
    change("lut", [...lut, { key: crypto.randomUUID(), number: "", from, to }]);
  };
  return (
    <section className="luts grid gap-8 mt-12" aria-labelledby="luts">
      <h2 className="label" id="luts">
        Letters of undertaking (LUT)
      </h2>
      {lut.length === 0 && <p className="help">For exports and supplies to an SEZ without IGST.</p>}
      {lut.map(({ key, number }, n) => (
        // biome-ignore lint/a11y/useSemanticElements: a line of a list is no fieldset.
        <div className="lut grid gap-8 full" role="group" aria-label={`LUT ${n + 1}`} key={key}>
          <TextField
            label="Number"
            required
            help={describePrinted({ value: number })}
            field={field(`lut[${n}].number`)}
          />
          <DateField label="From" required field={field(`lut[${n}].from`)} />
          <DateField label="To" required field={field(`lut[${n}].to`)} />
          <IconButton
            icon="x"
            label={`Remove LUT ${n + 1}`}
            onClick={() =>
              change(
                "lut",
                lut.filter((_, at) => at !== n),
              )
            }
          />
        </div>
      ))}
      <Button look="link" icon="plus" label="Add LUT" onClick={add} />
    </section>
  );
}
