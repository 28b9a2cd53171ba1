import { ACCOUNT_TYPES, type Account, TypedAccount } from "../../domain/ledger/accounts.ts";
import {
  CATEGORY_TYPES,
  type Category,
  type CategoryType,
  NewCategory,
} from "../../domain/ledger/categories.ts";
import { defaultKind } from "../../domain/ledger/usualKinds.ts";
import { toPaise } from "../../domain/money.ts";
import { BLOCKED_BY, BLOCKED_NAMES } from "../../domain/purchases/credit.ts";
import { can } from "../browser/session.ts";
import { AmountField, amountText, readRupees } from "../ui/AmountField.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { type FormField, SelectField, TextField } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { describePrinted } from "../ui/Warning.tsx";
import { CREDIT_CHOICES } from "../vendors/words.ts";
import { isKindAllowed, KindFields } from "./KindFields.tsx";
import { KINDS, type Kind, type Master } from "./MasterTable.tsx";

interface Props {
  /** The record to edit; undefined for a new one. */
  thing: Master | undefined;
  /** The type of category that another form needs. */
  type?: string | undefined;
  onSaved(answer: never): void;
  onDelete?(thing: Master): void;
  onClose(): void;
}

export const MasterDialog = ({ kind, ...props }: Props & { kind: Kind }) =>
  kind === "account" ? <AccountForm {...props} /> : <CategoryForm {...props} />;

/** Returns the options that both forms share. */
function common(kind: Kind, { thing, type, onSaved, onDelete, onClose }: Props) {
  const { title, url } = KINDS[kind];
  return {
    form: {
      draft: thing || type ? undefined : { noun: kind },
      save: saveTo(url, thing),
      onSaved: afterSave(`${title} ${thing ? "updated" : "created"} successfully`, {
        onSaved,
        onClose,
      }),
      otherwise: "Operation failed",
    },
    dialog: {
      title: `${thing ? "Edit" : "Add"} ${title}`,
      onDelete: thing && onDelete && (() => onDelete(thing)),
      onClose,
    },
  };
}

function AccountForm(props: Props) {
  const account = props.thing as Account | undefined;
  const opening = toPaise(account?.openingBalance ?? 0);
  const { form: options, dialog } = common("account", props);
  const mayOpen = can("set ledgers");
  const mayPost = can("post at upload");
  const form = useAppForm({
    ...options,
    // An accountant can change only the opening balance.
    needs: account && mayOpen ? "nothing" : "enter books",
    save: (
      { openingBalance, postSure, ...others }: { openingBalance: number; postSure: boolean },
      key,
    ) => {
      const guarded = { ...(mayOpen && { openingBalance }), ...(mayPost && { postSure }) };
      return options.save({ ...others, ...guarded }, key);
    },
    values: {
      name: account?.name ?? "",
      type: (account?.type ?? "Bank") as string,
      openingBalance: opening === undefined ? "" : amountText(opening),
      isActive: String(account?.isActive ?? true),
      postSure: account?.postSure ?? false,
    },
    schema: TypedAccount,
    read: (values) => ({
      ...values,
      openingBalance: readRupees(values.openingBalance) ?? 0,
      isActive: values.isActive === "true",
    }),
  });
  const { values } = form;
  const field = closedFields(form.field);
  return (
    <FormDialog {...dialog} form={form}>
      <TextField
        label="Name"
        required
        help={describePrinted(field("name"))}
        field={field("name")}
      />
      <div className="grid-2 keep">
        <SelectField label="Type" options={ACCOUNT_TYPES} field={field("type")} />
        {mayOpen && (
          <AmountField
            label={values.type === "Card" ? "Opening balance, negative if owed" : "Opening balance"}
            field={field("openingBalance")}
          />
        )}
      </div>
      <StatusField field={field("isActive")} />
      {mayPost && (
        <Checkbox
          name="postSure"
          label="Accept confident matches of its bank transactions at upload"
          isOn={values.postSure}
          onChange={(isOn) => form.change("postSure", isOn)}
        />
      )}
    </FormDialog>
  );
}

function CategoryForm(props: Props) {
  const category = props.thing as Category | undefined;
  const { form: options, dialog } = common("category", props);
  const form = useAppForm({
    ...options,
    // An accountant can change the kind but not the name. The server enforces this.
    needs: category ? "nothing" : "enter books",
    values: {
      name: category?.name ?? "",
      type: (category?.type ?? props.type ?? "Expense") as string,
      isActive: String(category?.isActive ?? true),
      kind: (category?.kind ?? "") as string,
      ledger: category?.ledger ?? "",
      itc: (category?.itc ?? "ELIGIBLE") as string,
      blockedBy: (category?.blockedBy ?? "") as string,
    },
    schema: NewCategory,
    read: ({ itc, blockedBy, kind, ...values }) => ({
      ...values,
      kind: kind || (category && defaultKind(values.name, values.type as CategoryType)),
      isActive: values.isActive === "true",
      ...(values.type === "Expense" && { itc, blockedBy: itc === "BLOCKED" ? blockedBy : "" }),
    }),
  });
  const { values } = form;
  const field = closedFields(form.field);
  const mayKind = can("set kinds");
  return (
    <FormDialog {...dialog} form={form}>
      <TextField
        label="Name"
        required
        help={describePrinted(field("name"))}
        field={field("name")}
      />
      <SelectField
        label="Type"
        options={CATEGORY_TYPES}
        field={{
          ...field("type"),
          change: (type) => {
            field("type").change(type);
            if (mayKind && !isKindAllowed(values.kind, type)) field("kind").change("");
          },
        }}
      />
      {mayKind && <KindFields {...{ field, values }} was={category?.kind} />}
      {values.type === "Expense" && (
        <SelectField
          label="Input credit"
          options={CREDIT_CHOICES}
          help="Input tax credit on bills in this category"
          field={field("itc")}
        />
      )}
      {values.type === "Expense" && values.itc === "BLOCKED" && (
        <SelectField
          label="Why it is blocked"
          blank="Choose why"
          options={BLOCKED_BY.map((reason) => [reason, BLOCKED_NAMES[reason]] as const)}
          field={field("blockedBy")}
        />
      )}
      <StatusField field={field("isActive")} />
    </FormDialog>
  );
}

/**
 * The fields for members with permission to enter transactions. An accountant changes opening balances and
 * kinds.
 */
const MEMBERS_FIELDS = ["name", "type", "isActive"];

/** Disables the fields that the user's role cannot change. */
const closedFields =
  <Name extends string>(field: (name: Name) => FormField) =>
  (name: Name): FormField => {
    const isTheirs = MEMBERS_FIELDS.includes(name) ? can("enter books") : true;
    return { ...field(name), ...(!isTheirs && { isClosed: true }) };
  };

/** An inactive record stays where it is used, and is not offered for new entries. */
const StatusField = ({ field }: { field: FormField }) => (
  <SelectField
    label="Status"
    field={field}
    help="Inactive entries keep their transactions but are hidden from new ones"
    options={[
      ["true", "Active"],
      ["false", "Inactive"],
    ]}
  />
);
