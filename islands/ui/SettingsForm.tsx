import type { ReactNode } from "react";
import { RESET_POLICIES } from "../../domain/documents/numbering.ts";
import { Button } from "./Button.tsx";
import { type FormField, SelectField, TextField } from "./Field.tsx";
import { FormNotices, SubmitButton } from "./Form.tsx";
import type { AppForm } from "./useAppForm.ts";
import { describePrinted } from "./Warning.tsx";

interface Props {
  form: AppForm;
  /** Shown to users who may only read the settings. */
  notice: string;
  /** The label of the button that discards changes. `onReset` runs as well. */
  reset: string;
  onReset?: () => void;
  children: ReactNode;
}

/** A form for settings that owners change and everyone sees. */
export function SettingsForm({ form, notice, reset, onReset, children }: Props) {
  const startAfresh = () => {
    form.startAfresh();
    onReset?.();
  };
  return (
    <form {...form.props} className="settings-form grid gap-16">
      <FormNotices form={{ ...form, needs: undefined }} />
      {form.isClosed && (
        <p className="notice" role="note">
          {notice}
        </p>
      )}
      {children}
      {!form.isClosed && (
        <div className="form-acts flex to-end gap-8">
          <Button label={reset} onClick={startAfresh} />
          <SubmitButton form={form} label="Save Settings" />
        </div>
      )}
    </form>
  );
}

interface NumberingProps {
  field(name: "series" | "prefix" | "resetPolicy"): FormField;
  nextSeq: number;
  seriesHelp: string;
  prefixHelp: string;
}

export function NumberingFields({ field, nextSeq, seriesHelp, prefixHelp }: NumberingProps) {
  const next = { name: "nextSeq", value: String(nextSeq), error: undefined };
  return (
    <div className="grid-2">
      <TextField
        label="Series"
        required
        help={describePrinted(field("series"), seriesHelp)}
        field={field("series")}
      />
      <TextField
        label="Prefix"
        required
        help={describePrinted(field("prefix"), prefixHelp)}
        field={field("prefix")}
      />
      <SelectField
        label="Reset Policy"
        help="YEARLY restarts at 1 each financial year, April to March."
        options={RESET_POLICIES}
        field={field("resetPolicy")}
      />
      <TextField
        label="Next Sequence Number"
        readOnly
        help="Numbers are sequential, without gaps."
        field={{ ...next, change() {}, blur() {} }}
      />
    </div>
  );
}

interface NextProps {
  title: string;
  number: string;
  children: ReactNode;
}

/** The next document number, updated while the fields change. */
export function NextNumber({ title, number, children }: NextProps) {
  return (
    <section className="card slip grid gap-12" aria-labelledby="next">
      <h2 id="next">{title}</h2>
      <output className="doc next-number breaks text-18 semi">{number}</output>
      {children}
    </section>
  );
}
