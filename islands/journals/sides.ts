import type { FormField } from "../ui/Field.tsx";

type Side = "credit" | "debit";

/** The part of a form that a line's two sides use. */
interface LinesForm {
  field(path: `lines[${number}].${Side}`): FormField;
  change(path: `lines[${number}].${Side}`, text: string): void;
}

/** Returns the fields of a line's debit and credit. Input on one side clears the other. */
export function createSideFields(
  form: LinesForm,
  row: Record<Side, string>,
  index: number,
): { debit: FormField; credit: FormField } {
  const side = (name: Side): FormField => {
    const field = form.field(`lines[${index}].${name}`);
    const other = name === "debit" ? "credit" : "debit";
    return {
      ...field,
      change: (text) => {
        field.change(text);
        if (text.trim() && row[other]) form.change(`lines[${index}].${other}`, "");
      },
    };
  };
  return { debit: side("debit"), credit: side("credit") };
}
