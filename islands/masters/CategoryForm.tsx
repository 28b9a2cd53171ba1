import {
  type Category,
  type CategoryType,
  categoryFields,
  NewCategory,
} from "../../domain/ledger/categories.ts";
import { type Kind, listKinds } from "../../domain/ledger/kinds.ts";
import { findKindPlace, kindName, listLegalKinds } from "../../domain/ledger/legalForm.ts";
import { defaultKind } from "../../domain/ledger/usualKinds.ts";
import { can } from "../browser/session.ts";
import { readLegalForm } from "../layout/identity.ts";
import { RecordForm, type RecordFormProps, type RecordInputs } from "../ui/RecordForm.tsx";
import { isClosed } from "./closedFields.ts";

interface Props extends RecordFormProps<Category> {
  /** The initial values of a new one. */
  start?: { name: string } | undefined;
  /** The type of category that another form needs. */
  type?: string | undefined;
}

type Inputs = RecordInputs<typeof categoryFields>;

export function CategoryForm({ type: neededType, ...props }: Props) {
  const { record: category } = props;
  const mayKind = can("set kinds");
  return (
    <RecordForm
      {...props}
      noun="category"
      plural="categories"
      fields={categoryFields}
      schema={NewCategory}
      // An accountant can change the kind but not the name.
      needs={category ? "nothing" : "enter books"}
      start={neededType === undefined ? props.start : { ...props.start, type: neededType }}
      toBody={(values) => toBody(values, category)}
      isClosed={isClosed}
    >
      {({ values, change, input }) => {
        const changeType = (type: string) => {
          change("type", type);
          const isAllowed = listKinds(type as CategoryType).includes(values.kind as Kind);
          if (mayKind && !isAllowed) change("kind", "");
        };
        return (
          <>
            {input("name")}
            {input("type", { field: { change: changeType } })}
            {mayKind && kindInput({ values, input }, category?.kind)}
            {mayKind && input("ledger")}
            {values.type === "Expense" && input("itc", { field: { value: readItc(values) } })}
            {values.type === "Expense" && values.itc === "BLOCKED" && input("blockedBy")}
            {input("isActive")}
          </>
        );
      }}
    </RecordForm>
  );
}

const readItc = ({ itc }: Inputs["values"]) => itc || "ELIGIBLE";

function toBody(values: Inputs["values"], category: Category | undefined) {
  const { name, type, kind } = values;
  const itc = readItc(values);
  return {
    kind: kind || (category && defaultKind(name, type as CategoryType)),
    ...(type === "Expense"
      ? { itc, blockedBy: itc === "BLOCKED" ? values.blockedBy : "" }
      : { itc: undefined, blockedBy: undefined }),
  };
}

/** The category's line in the statements. */
function kindInput({ values, input }: Pick<Inputs, "input" | "values">, was: Kind | undefined) {
  const type = values.type as CategoryType;
  const usual = defaultKind(values.name, type);
  const kind = (values.kind || usual) as Kind;
  const form = readLegalForm();
  const line = (kind: Kind) => findKindPlace(form, kind).line;
  const kinds = listLegalKinds(form, type);
  const offered = kinds.includes(kind) ? kinds : [kind, ...kinds];
  return input("kind", {
    ...(!was && { blank: `Default: ${kindName(form, usual)}` }),
    options: offered.map((kind) => [kind, kindName(form, kind)] as const),
    help:
      was && was !== kind
        ? `Its entries move from “${line(was)}” to “${line(kind)}”, in every year`
        : `Shown in statements as: ${line(kind)}`,
    field: { value: was ? kind : values.kind },
  });
}
