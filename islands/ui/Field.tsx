import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from "react";
import { useId } from "react";
import type { Account } from "../../domain/ledger/accounts.ts";
import type { Loaded } from "../browser/useFetch.ts";
import { Icon } from "./Icon.tsx";
import { NotLoaded } from "./states.tsx";

/** The part of a form that a field needs, independent of the form library. */
export interface FormField {
  name: string;
  value: string;
  error: string | undefined;
  /** Whether the user may only read the field. */
  isClosed?: boolean;
  change(value: string): void;
  blur(): void;
}

/** Returns the field with its value in capitals. */
export const toUpperCaseField = (field: FormField): FormField => ({
  ...field,
  change: (text) => field.change(text.toUpperCase()),
});

interface Common {
  label: string;
  field: FormField;
  help?: ReactNode;
  /** Announced as text to screen readers; others see the star. */
  required?: boolean;
}

type InputProps = Common &
  Omit<InputHTMLAttributes<HTMLInputElement>, "required" | "name"> & { end?: ReactNode };

export function TextField({
  label,
  field,
  help,
  required,
  end,
  className = "",
  autoComplete = "off",
  ...input
}: InputProps) {
  const id = useId();
  const control = (
    <input
      {...input}
      {...controlProps(field, id, Boolean(help))}
      autoComplete={autoComplete}
      className={`input ${className}`}
      aria-required={required}
      onChange={(event) => field.change(event.target.value)}
    />
  );
  return (
    <Field id={id} label={label} required={required} error={field.error} help={help}>
      {end ? (
        <div className="with-icon">
          {control}
          {end}
        </div>
      ) : (
        control
      )}
    </Field>
  );
}

/** An option: its value in the API, and its text if that differs. */
export type Named = readonly [value: string, text: string];
type Option = string | Named;

export interface SelectProps
  extends Common,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, "required" | "name"> {
  options: readonly Option[];
  /** The text of the first option, which means no choice. */
  blank?: string;
  /** A value whose option is shown but cannot be chosen. */
  barred?: string | undefined;
  /**
   * The request that loads the options. Until it succeeds, an empty list does not mean that there are none.
   */
  source?: Source | undefined;
}

export type Source = Pick<Loaded<unknown>, "data" | "failure" | "reload">;

/** Returns whether the options are still loading or failed to load. */
export const isUnknown = (source: Source | undefined): boolean =>
  source !== undefined && source.data === undefined;

export function SelectField(props: SelectProps) {
  const { label, field, required, options, barred, source, ...rest } = props;
  const { help: usual, blank: none, ...select } = rest;
  const id = useId();
  const hasFailed = isUnknown(source) && source?.failure !== undefined;
  const help =
    hasFailed && source ? <NotLoaded text="Could not load" onRetry={source.reload} /> : usual;
  const blank = isUnknown(source) && !hasFailed ? "Loading..." : none;
  const all = options.map((option) => (typeof option === "string" ? [option, option] : option));
  return (
    <Field id={id} label={label} required={required} error={field.error} help={help}>
      <select
        {...select}
        {...controlProps(field, id, Boolean(help))}
        className="input"
        aria-required={required}
        onChange={(event) => field.change(event.target.value)}
      >
        {blank && <option value="">{blank}</option>}
        {all.map(([value, text]) => (
          <option key={value} value={value} disabled={barred !== undefined && value === barred}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** Converts named records to the options of a select. */
export const toNamedOptions = (things: readonly { _id: string; name: string }[]): Named[] =>
  things.map(({ _id, name }) => [_id, name]);

/** Converts accounts that accept entries to the options of a select: `HDFC Current (Bank)`. */
export const openAccounts = (accounts: readonly Account[]): Named[] =>
  accounts.flatMap(({ _id, name, type, isActive }) =>
    isActive ? [[_id, `${name} (${type})`] as const] : [],
  );

interface NotesProps extends Common {
  rows?: number;
  autoFocus?: boolean;
}

export function NotesField({ label, field, help, rows = 2, autoFocus }: NotesProps) {
  const id = useId();
  return (
    <Field id={id} label={label} error={field.error} help={help}>
      <textarea
        {...controlProps(field, id, Boolean(help))}
        className="input"
        rows={rows}
        // biome-ignore lint/a11y/noAutofocus: the user has just opened the field.
        autoFocus={autoFocus}
        onChange={(event) => field.change(event.target.value)}
      />
    </Field>
  );
}

interface FieldProps {
  id: string;
  label: string;
  required?: boolean | undefined;
  error: string | undefined;
  help?: ReactNode;
  children: ReactNode;
}

/**
 * A label and its control. Reserves one line below for help or an error, so that the layout does not shift.
 */
export function Field({ id, label, required, error, help, children }: FieldProps) {
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
        {required && (
          <span className="bad" aria-hidden="true">
            {" *"}
          </span>
        )}
      </label>
      {children}
      <div className="field-note" id={`${id}-note`} aria-live="polite">
        {error ? (
          <p className="error">
            <Icon name="circle-alert" />
            {error}
          </p>
        ) : (
          help && <p className="help">{help}</p>
        )}
      </div>
    </div>
  );
}

function controlProps(field: FormField, id: string, hasHelp: boolean) {
  return {
    id,
    name: field.name,
    value: field.value,
    disabled: field.isClosed,
    onBlur: field.blur,
    "aria-invalid": field.error !== undefined,
    "aria-describedby": field.error !== undefined || hasHelp ? `${id}-note` : undefined,
  };
}
