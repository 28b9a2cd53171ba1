import { type Client, NewClient } from "../../domain/documents/clients.ts";
import { listCountries } from "../../domain/gst/countries.ts";
import { gstinWarning } from "../../domain/gst/gstin.ts";
import { stateWarning } from "../../domain/gst/rule46.ts";
import {
  ABROAD,
  findState,
  placeOf,
  STATES,
  type State,
  stateOfGstin,
} from "../../domain/gst/states.ts";
import { CLIENT_KIND_NAMES, CLIENT_KINDS, type ClientKind } from "../../domain/gst/supply.ts";
import { type FormField, NotesField, SelectField, TextField, upperCased } from "../ui/Field.tsx";
import { FormDialog, saved } from "../ui/FormDialog.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { printed, Warning, warned } from "../ui/Warning.tsx";

interface Props {
  /** Undefined for a new one. */
  client: Client | undefined;
  onSaved(answer: never): void;
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
  /** "" for what the GSTIN makes it. */
  kind: "" as ClientKind | "",
  country: "IN",
  state: "",
  stateCode: "",
  notes: "",
};
type Values = typeof BLANK;
const FIELDS = Object.keys(BLANK) as (keyof Values)[];

export function ClientForm({ client, onSaved, onDelete, onClose }: Props) {
  const form = useAppForm<Values>({
    values: client ? toValues(client) : BLANK,
    schema: NewClient,
    read: (values) => {
      const kind = kindOf(values);
      return { ...values, kind, country: kind === "OVERSEAS" ? values.country : "IN" };
    },
    draft: client ? undefined : { noun: "client" },
    save: saveTo("/api/clients", client),
    onSaved: saved(`Client ${client ? "updated" : "created"} successfully`, { onSaved, onClose }),
    otherwise: "Operation failed",
  });
  const { field, values, change } = form;
  const text = (name: keyof Values, label: string, inputMode?: "tel" | "email" | "numeric") => (
    <TextField
      label={label}
      inputMode={inputMode}
      help={printed(field(name))}
      field={field(name)}
    />
  );
  /** The code follows what tells the state, and so does the name, for as long as nobody has chosen others. */
  const followCode = (before: State | undefined, after: State | undefined) => {
    const { stateCode } = values;
    if (!stateCode || stateCode === before?.code) change("stateCode", after?.code ?? "");
  };
  const follow = (before: State | undefined, after: State | undefined) => {
    const { state } = values;
    if (!state || state === before?.name) change("state", after?.name ?? "");
    followCode(before, after);
  };
  const changeKind = (kind: ClientKind) => {
    const placeOfKind = (kind: ClientKind) =>
      kind === "OVERSEAS" ? findState(ABROAD) : stateOfGstin(values.gstin);
    change("kind", kind);
    if (kind === "OVERSEAS" && values.country === "IN") change("country", "");
    follow(placeOfKind(kindOf(values)), placeOfKind(kind));
  };
  return (
    <FormDialog
      title={client ? "Edit Client" : "Add Client"}
      form={form}
      wide
      onDelete={onDelete}
      onClose={onClose}
    >
      <div className="grid-2">
        <TextField
          label="Display Name"
          required
          help={printed(field("displayName"))}
          field={field("displayName")}
        />
        {text("billingName", "Billing Name")}
        {text("email", "Email", "email")}
        {text("phone", "Phone", "tel")}
      </div>
      <div className="grid-2">
        <GstinField field={field("gstin")} onState={follow} />
        <KindField field={{ ...field("kind"), value: kindOf(values) }} onKind={changeKind} />
      </div>
      {kindOf(values) === "OVERSEAS" && (
        <SelectField
          label="Country"
          required
          blank="Select a country..."
          options={COUNTRIES}
          field={field("country")}
        />
      )}
      <NotesField
        label="Billing Address"
        help={printed(field("billingAddress"))}
        field={field("billingAddress")}
      />
      <div className="grid-2 keep">
        {text("city", "City")}
        {text("pin", "PIN Code", "numeric")}
        <StateField field={field("state")} onState={followCode} />
        {text("stateCode", "State Code", "numeric")}
      </div>
      <Contradiction {...values} />
      <NotesField label="Notes" field={field("notes")} />
    </FormDialog>
  );
}

/** As chosen, else as the GSTIN tells. */
const kindOf = ({ kind, gstin }: Pick<Values, "gstin" | "kind">): ClientKind =>
  kind || (gstin.trim() ? "REGULAR" : "UNREGISTERED");

const KINDS = CLIENT_KINDS.map((kind) => [kind, CLIENT_KIND_NAMES[kind]] as const);
const COUNTRIES = listCountries().filter(([code]) => code !== "IN");

interface KindProps {
  field: FormField;
  onKind(kind: ClientKind): void;
}

const KindField = ({ field, onKind }: KindProps) => (
  <SelectField
    label="Kind"
    options={KINDS}
    help="What GST makes of them; new invoices follow it"
    field={{ ...field, change: (kind) => onKind(kind as ClientKind) }}
  />
);

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
      autoCapitalize="characters"
      spellCheck={false}
      help={warned(warning, "Fills in the state; leave blank if unregistered")}
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

/** Where state and code differ, neither counts; where the GSTIN is of another state, one of them is wrong. */
function Contradiction(client: Pick<Values, "gstin" | "state" | "stateCode">) {
  const [named, coded] = [findState(client.state), findState(client.stateCode)];
  const warning =
    named && coded && named !== coded
      ? `${coded.code} is the code of ${coded.name}, not of ${named.name}`
      : stateWarning(client.gstin, placeOf(client));
  return warning && <p className="help">{warned(warning)}</p>;
}

/** Only its fields: a client of the list carries what they owe, too. */
function toValues(client: Client): Values {
  const values = Object.fromEntries(FIELDS.map((name) => [name, client[name]])) as Values;
  // One that is as its GSTIN tells goes on to follow it.
  const isUsual = values.kind === kindOf({ ...values, kind: "" });
  return { ...values, kind: isUsual ? "" : values.kind };
}
