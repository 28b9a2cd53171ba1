import type { Member } from "../../domain/agencies/team.ts";
import {
  type CloseItemSetting,
  closeItemFields,
  NewCloseItem,
  OWN_KIND_NAMES,
  OWN_KINDS,
} from "../../domain/closing/ownItems.ts";
import { describeField } from "../../domain/describeField.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { DateField } from "../ui/DateField.tsx";
import { SelectField, TextField, toNamedOptions } from "../ui/Field.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import type { RecordFormProps } from "../ui/RecordForm.tsx";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";

type Props = RecordFormProps<CloseItemSetting> & {
  /** A day in the first month of a new item. */
  from: string;
};

/** Defines an item of the month's close: its name, who does it, and for which months. */
export function OwnItemForm({ record, from, onSaved, onDelete, onClose }: Props) {
  const team = useFetch<{ users: Member[] }>("/api/users/team");
  const accounts = useFetch<{ accounts: Account[] }>("/api/accounts");
  const form = useAppForm({
    needs: "set close items",
    values: toValues(record, from),
    schema: NewCloseItem,
    save: saveTo("/api/close-items", record),
    onSaved: afterSave(record ? "Item saved" : "Item added", { onSaved, onClose }),
    otherwise: "Could not save the item",
  });
  const { field, values, change } = form;
  const cash = (accounts.data?.accounts ?? []).filter(
    ({ _id, type, isActive }) => type === "Cash" && (isActive || _id === values.accountId),
  );
  return (
    <FormDialog
      title={record ? "Edit item" : "Add item"}
      form={form}
      onDelete={record && onDelete}
      onClose={onClose}
    >
      <SegmentedControl
        label="Kind"
        choices={OWN_KINDS.map((kind) => [kind as string, OWN_KIND_NAMES[kind]])}
        chosen={values.kind}
        isClosed={record !== undefined}
        onChoose={(kind) => {
          change("kind", kind);
          if (kind === "tick") change("accountId", "");
        }}
      />
      <TextField label="Name" required data-autofocus field={field("name")} />
      <div className="grid-2">
        <SelectField
          label="Who"
          required
          blank="Choose..."
          source={team}
          options={toNamedOptions(team.data?.users ?? [])}
          field={field("userId")}
        />
        {values.kind === "count" && (
          <SelectField
            label="Cash account"
            required
            blank="Choose..."
            source={accounts}
            options={toNamedOptions(cash)}
            field={field("accountId")}
          />
        )}
      </div>
      <div className="grid-2">
        <DateField label="From" required field={field("from")} help={about("from")} />
        <DateField label="Until" blank="Every month" field={field("until")} help={about("until")} />
      </div>
    </FormDialog>
  );
}

const about = (name: "from" | "until") => describeField(closeItemFields[name]).help;

const toValues = (record: CloseItemSetting | undefined, from: string) => ({
  name: record?.name ?? "",
  kind: (record?.kind ?? "tick") as string,
  userId: record?.user._id ?? "",
  accountId: record?.account?._id ?? "",
  from: record?.from ?? from,
  until: record?.until ?? "",
});
