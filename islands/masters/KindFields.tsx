import type { CategoryType } from "../../domain/ledger/categories.ts";
import { type Kind, listKinds } from "../../domain/ledger/kinds.ts";
import { findKindPlace, kindName, listLegalKinds } from "../../domain/ledger/legalForm.ts";
import { defaultKind } from "../../domain/ledger/usualKinds.ts";
import { readLegalForm } from "../layout/identity.ts";
import { type FormField, SelectField, TextField } from "../ui/Field.tsx";

export const isKindAllowed = (kind: string, type: string): boolean =>
  listKinds(type as CategoryType).includes(kind as Kind);

interface KindProps {
  field(name: "kind" | "ledger"): FormField;
  values: { name: string; type: string; kind: string };
  was: Kind | undefined;
}

/** The category's line in the statements: its kind, and a ledger that it can share with others. */
export function KindFields({ field, values, was }: KindProps) {
  const type = values.type as CategoryType;
  const kind = (values.kind || defaultKind(values.name, type)) as Kind;
  const form = readLegalForm();
  const name = (kind: Kind) => kindName(form, kind);
  const line = (kind: Kind) => findKindPlace(form, kind).line;
  const kinds = listLegalKinds(form, type);
  const offered = kinds.includes(kind) ? kinds : [kind, ...kinds];
  return (
    <>
      <SelectField
        label="Kind"
        {...(!was && { blank: `Default: ${name(defaultKind(values.name, type))}` })}
        options={offered.map((kind) => [kind, name(kind)] as const)}
        help={
          was && was !== kind
            ? `Its entries move from “${line(was)}” to “${line(kind)}”, in every year`
            : `Shown in statements as: ${line(kind)}`
        }
        field={{ ...field("kind"), value: was ? kind : values.kind }}
      />
      <TextField
        label="Ledger"
        help="Categories with the same name share one balance, such as a loan and its repayment"
        field={field("ledger")}
      />
    </>
  );
}
