import type { FormField } from "../ui/Field.tsx";

type Side = "credit" | "debit";

/** What the two sides of a line are read from and written to. */
interface LinesForm {
  field(path: `lines[${number}].${Side}`): FormField;
  change(path: `lines[${number}].${Side}`, text: string): void;
}

/** The fields of a line's debit and credit; what is written on one side takes the other away. */
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
