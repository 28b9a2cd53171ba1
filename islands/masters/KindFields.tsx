import type { CategoryType } from "../../domain/ledger/categories.ts";
import { KIND_NAMES, KINDS, type Kind, kindsOf } from "../../domain/ledger/kinds.ts";
import { usualKind } from "../../domain/ledger/usualKinds.ts";
import { type FormField, SelectField, TextField } from "../ui/Field.tsx";

/** Whether a category of the type may be of the kind. */
export const isKindOf = (kind: string, type: string): boolean =>
  kindsOf(type as CategoryType).includes(kind as Kind);

interface KindProps {
  field(name: "kind" | "ledger"): FormField;
  values: { name: string; type: string; kind: string };
  /** Of a present one. */
  was: Kind | undefined;
}

/** Where it stands in the statements: by a kind of its own, and in a ledger that it may share. */
export function KindFields({ field, values, was }: KindProps) {
  const type = values.type as CategoryType;
  const kind = (values.kind || usualKind(values.name, type)) as Kind;
  const kinds = kindsOf(type);
  const offered = kinds.includes(kind) ? kinds : [kind, ...kinds];
  return (
    <>
      <SelectField
        label="Kind"
        {...(!was && { blank: `As usual: ${KIND_NAMES[usualKind(values.name, type)]}` })}
        options={offered.map((kind) => [kind, KIND_NAMES[kind]] as const)}
        help={
          was && was !== kind
            ? `What was booked to it moves from “${KINDS[was].line}” to “${KINDS[kind].line}”, in every year`
            : `In the statements: ${KINDS[kind].line}`
        }
        field={{ ...field("kind"), value: was ? kind : values.kind }}
      />
      <TextField
        label="Ledger"
        help="Categories that name the same one share its balance, as a loan and its repayment do"
        field={field("ledger")}
      />
    </>
  );
}
