import type * as v from "valibot";
import { type Paise, toPaise } from "../../domain/money.ts";
import type { Searched } from "../browser/useSearched.ts";
import { AmountField, amountText, readRupees } from "../ui/AmountField.tsx";
import { Button } from "../ui/Button.tsx";
import { afterSave, FormDialog } from "../ui/FormDialog.tsx";
import { Modal } from "../ui/Modal.tsx";
import { SearchedSelect } from "../ui/SearchedSelect.tsx";
import { useAppForm } from "../ui/useAppForm.ts";

interface Props<Row> {
  title: string;
  verb: string;
  /** Whose credit it is, or what is due. */
  notice: string;
  /** Shown if there is nothing to choose from. */
  none?: string;
  /** The field with the chosen document. */
  name: string;
  label: string;
  noun: string;
  searched: Searched<Row>;
  first: Row | undefined;
  text(row: Row): string;
  /** The amount that settles a document in full, in rupees. */
  most(row: Row): number;
  schema: v.GenericSchema;
  /** Fields besides the document and the amount. */
  more?: object;
  save(body: never, key: string): Promise<unknown>;
  done: string;
  otherwise: string;
  onChanged(): void;
  onClose(): void;
}

/** Chooses a document, and how much of it a credit or an advance settles. */
export function SettleForm<Row extends { _id: string }>(props: Props<Row>) {
  const { title, none, searched, onClose } = props;
  if (none === undefined || searched.total > 0) return <Form {...props} />;
  return (
    <Modal title={title} onClose={onClose}>
      <div className="modal-body">
        <p className="notice">{none}</p>
      </div>
      <div className="modal-foot">
        <Button label="Close" onClick={onClose} />
      </div>
    </Modal>
  );
}

function Form<Row extends { _id: string }>(props: Props<Row>) {
  const { name, searched, first, onChanged, onClose } = props;
  const most = (row: Row | undefined) => amountText(toPaise(row ? props.most(row) : 0) as Paise);
  const form = useAppForm<Record<string, string>>({
    values: { [name]: first?._id ?? "", amount: most(first) },
    schema: props.schema,
    read: ({ amount = "", ...chosen }) => ({
      ...chosen,
      ...props.more,
      amount: readRupees(amount),
    }),
    save: props.save,
    onSaved: afterSave(props.done, { onSaved: onChanged, onClose }),
    otherwise: props.otherwise,
    onFailure: onChanged,
  });
  const field = form.field(name);
  const change = (id: string) => {
    field.change(id);
    form.change("amount", most(searched.find(id)));
  };
  return (
    <FormDialog title={props.title} verb={props.verb} form={form} onClose={onClose}>
      <p className="notice">{props.notice}</p>
      <SearchedSelect
        label={props.label}
        required
        noun={props.noun}
        searched={searched}
        text={props.text}
        field={{ ...field, change }}
      />
      <AmountField label="Amount" required autoFocus field={form.field("amount")} />
    </FormDialog>
  );
}
