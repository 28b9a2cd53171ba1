import type { ReactNode } from "react";
import type { FieldDescription } from "../../domain/describeField.ts";
import { AmountField } from "./AmountField.tsx";
import { DateField } from "./DateField.tsx";
import {
  type FormField,
  type Named,
  NotesField,
  SelectField,
  TextField,
  toUpperCaseField,
} from "./Field.tsx";
import { describePrinted } from "./Warning.tsx";

/** Changes to an input in one form. */
export interface InputChanges {
  label?: string;
  help?: ReactNode;
  options?: readonly Named[];
  /** The text of a select's first option, which means no choice. */
  blank?: string;
  required?: boolean;
  placeholder?: string;
  /** The id of a list of suggestions. */
  list?: string;
  field?: Partial<FormField>;
}

interface Props {
  about: FieldDescription;
  field: FormField;
  changes: InputChanges;
}

/** The input of a field, except a checkbox. */
export function FieldInput({ about, field: plain, changes }: Props) {
  const { label, kind, isRequired, isPrinted, isUpperCase, inputMode } = about;
  const { field: own, help: otherHelp, options, ...others } = changes;
  const field = { ...plain, ...own };
  const common = {
    label,
    ...(isRequired && { required: true }),
    help: otherHelp || (isPrinted ? describePrinted(field, about.help) : about.help),
    ...others,
  };
  if (options || kind === "select" || kind === "boolean") {
    return <SelectField options={options ?? toOptions(about)} {...common} field={field} />;
  }
  if (kind === "rupees") return <AmountField {...common} field={field} />;
  if (kind === "date") return <DateField {...common} field={field} />;
  if (kind === "longText") return <NotesField {...common} field={field} />;
  return (
    <TextField
      {...(isUpperCase && { autoCapitalize: "characters", spellCheck: false })}
      inputMode={inputMode ?? (kind === "number" ? "numeric" : undefined)}
      {...common}
      field={isUpperCase ? toUpperCaseField(field) : field}
    />
  );
}

const toOptions = ({ options, names = {} }: FieldDescription): Named[] =>
  options.map((value) => [value, names[value] ?? value]);
