import { type Client, NewClient } from "../../domain/clients.ts";
import { gstinWarning } from "../../domain/gstin.ts";
import { findState, STATES, type State, stateOfGstin } from "../../domain/states.ts";
import { sentenceOf } from "../browser/api.ts";
import { type FormField, NotesField, TextField, upperCased } from "../parts/Field.tsx";
import { FormDialog } from "../parts/FormDialog.tsx";
import { printed } from "../parts/printed.tsx";
import { showToast } from "../parts/toasts.ts";
import { useBookForm } from "../parts/useBookForm.ts";
import { Warning } from "../parts/Warning.tsx";

interface Props {
  /** Undefined for a new one. */
  client: Client | undefined;
  onSaved(): void;
  onDelete: (() => void) | undefined;
  onClose(): void;
}

const BLANK = {
  displayName: "",
  billingName: "",
  email: "",
  phone: "",
  billingAddress: "",
  city: "",
  pin: "",
  gstin: "",
  state: "",
  stateCode: "",
  notes: "",
};
type Values = typeof BLANK;
const FIELDS = Object.keys(BLANK) as (keyof Values)[];

export function ClientForm({ client, onSaved, onDelete, onClose }: Props) {
  const { form, bind, element } = useBookForm<Values>({
    values: client ? valuesOf(client) : BLANK,
    schema: NewClient,
    read: (values) => values,
    method: client ? "PUT" : "POST",
    url: client ? `/api/clients/${client._id}` : "/api/clients",
    onSaved: () => {
      onSaved();
      showToast("success", `Client ${client ? "updated" : "created"} successfully`);
      onClose();
    },
    onFailure: (failure) => showToast("error", sentenceOf(failure, "Operation failed")),
  });
  const text = (name: keyof Values, label: string, inputMode?: "tel" | "email" | "numeric") => (
    <form.Field name={name}>
      {(field) => (
        <TextField
          label={label}
          inputMode={inputMode}
          autoComplete="off"
          help={printed(bind(field))}
          field={bind(field)}
        />
      )}
    </form.Field>
  );
  /** State and code follow what tells them, for as long as nobody has chosen others. */
  const follow = (before: State | undefined, after: State | undefined) => {
    const { state, stateCode } = form.state.values;
    if (!state || state === before?.name) form.setFieldValue("state", after?.name ?? "");
    if (!stateCode || stateCode === before?.code) {
      form.setFieldValue("stateCode", after?.code ?? "");
    }
  };
  return (
    <FormDialog
      title={client ? "Edit Client" : "Add Client"}
      form={form}
      element={element}
      wide
      onDelete={onDelete}
      onClose={onClose}
    >
      <div className="grid-2">
        <form.Field name="displayName">
          {(field) => (
            <TextField
              label="Display Name"
              required
              autoComplete="off"
              data-autofocus
              help={printed(bind(field))}
              field={bind(field)}
            />
          )}
        </form.Field>
        {text("billingName", "Billing Name")}
        {text("email", "Email", "email")}
        {text("phone", "Phone", "tel")}
      </div>
      <form.Field name="gstin">
        {(field) => <GstinField field={bind(field)} onState={(from, to) => follow(from, to)} />}
      </form.Field>
      <form.Field name="billingAddress">
        {(field) => (
          <NotesField label="Billing Address" help={printed(bind(field))} field={bind(field)} />
        )}
      </form.Field>
      <div className="grid-2 keep">
        {text("city", "City")}
        {text("pin", "PIN Code", "numeric")}
        <form.Field name="state">
          {(field) => (
            <StateField
              field={bind(field)}
              onState={(from, to) => {
                const { stateCode } = form.state.values;
                const isFollowing = !stateCode || stateCode === from?.code;
                if (isFollowing) form.setFieldValue("stateCode", to?.code ?? "");
              }}
            />
          )}
        </form.Field>
        {text("stateCode", "State Code", "numeric")}
      </div>
      <form.Subscribe selector={({ values }) => [values.state, values.stateCode] as const}>
        {([state, stateCode]) => <Contradiction state={state} stateCode={stateCode} />}
      </form.Subscribe>
      <form.Field name="notes">
        {(field) => <NotesField label="Notes" field={bind(field)} />}
      </form.Field>
    </FormDialog>
  );
}

interface StateProps {
  field: FormField;
  /** The text told one state, and tells another now. */
  onState(before: State | undefined, after: State | undefined): void;
}

function GstinField({ field, onState }: StateProps) {
  const warning = gstinWarning(field.value);
  const change = (text: string) => {
    field.change(text);
    onState(stateOfGstin(field.value), stateOfGstin(text));
  };
  return (
    <TextField
      label="GSTIN"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      help={
        warning ? <Warning>{warning}</Warning> : "Fills in the state; leave blank if unregistered"
      }
      field={upperCased({ ...field, change })}
    />
  );
}

/** One of the list, or anything else that is written. */
function StateField({ field, onState }: StateProps) {
  const change = (text: string) => {
    field.change(text);
    onState(findState(field.value), findState(text));
  };
  const isUnknown = field.value.trim() !== "" && !findState(field.value);
  return (
    <>
      <TextField
        label="State"
        list="states"
        autoComplete="off"
        help={isUnknown && <Warning>Not one of the states</Warning>}
        field={{ ...field, change }}
      />
      <datalist id="states">
        {STATES.map(({ code, name }) => (
          <option key={code} value={name} label={code} />
        ))}
      </datalist>
    </>
  );
}

/** Where both are known and differ, neither counts. */
function Contradiction({ state, stateCode }: { state: string; stateCode: string }) {
  const [named, coded] = [findState(state), findState(stateCode)];
  if (!named || !coded || named === coded) return null;
  return (
    <p className="help">
      <Warning>{`${coded.code} is the code of ${coded.name}, not of ${named.name}`}</Warning>
    </p>
  );
}

/** Only its fields: a client of the list carries what they owe, too. */
const valuesOf = (client: Client): Values =>
  Object.fromEntries(FIELDS.map((name) => [name, client[name]])) as Values;
