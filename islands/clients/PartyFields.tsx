import { listCountries } from "../../domain/gst/countries.ts";
import { gstinWarning } from "../../domain/gst/gstin.ts";
import { stateWarning } from "../../domain/gst/rule46.ts";
import {
  ABROAD,
  findState,
  findStateByGstin,
  resolveState,
  STATES,
  type State,
} from "../../domain/gst/states.ts";
import {
  type FormField,
  NotesField,
  SelectField,
  TextField,
  toUpperCaseField,
} from "../ui/Field.tsx";
import { describePrinted, layOutWarning, Warning } from "../ui/Warning.tsx";

/** The initial values of a client or vendor. */
export const BLANK_PARTY = {
  displayName: "",
  billingName: "",
  email: "",
  phone: "",
  billingAddress: "",
  city: "",
  pin: "",
  gstin: "",
  /** "" for the default from the GSTIN. */
  kind: "" as string,
  country: "IN",
  state: "",
  stateCode: "",
  notes: "",
};
export type PartyValues = typeof BLANK_PARTY;

interface Props {
  form: {
    values: PartyValues;
    field(name: keyof PartyValues): FormField;
    change(name: string, value: unknown): void;
  };
  kinds: readonly (readonly [kind: string, name: string])[];
  /** Explains the effect of the kind. */
  kindHelp: string;
}

/** The fields of a client or vendor: name, address and GST details. */
export function PartyFields({ form, kinds, kindHelp }: Props) {
  const { field, values, change } = form;
  const text = (
    name: keyof PartyValues,
    label: string,
    inputMode?: "tel" | "email" | "numeric",
  ) => (
    <TextField
      label={label}
      inputMode={inputMode}
      help={describePrinted(field(name))}
      field={field(name)}
    />
  );
  /** Updates code and name from the detected state, unless the user has chosen others. */
  const followCode = (before: State | undefined, after: State | undefined) => {
    const { stateCode } = values;
    if (!stateCode || stateCode === before?.code) change("stateCode", after?.code ?? "");
  };
  const follow = (before: State | undefined, after: State | undefined) => {
    const { state } = values;
    if (!state || state === before?.name) change("state", after?.name ?? "");
    followCode(before, after);
  };
  const changeKind = (kind: string) => {
    const findStateOfKind = (kind: string) =>
      kind === "OVERSEAS" ? findState(ABROAD) : findStateByGstin(values.gstin);
    change("kind", kind);
    if (kind === "OVERSEAS" && values.country === "IN") change("country", "");
    follow(findStateOfKind(resolveKind(values)), findStateOfKind(kind));
  };
  return (
    <>
      <div className="grid-2">
        <TextField
          label="Display Name"
          required
          help={describePrinted(field("displayName"))}
          field={field("displayName")}
        />
        {text("billingName", "Billing Name")}
        {text("email", "Email", "email")}
        {text("phone", "Phone", "tel")}
      </div>
      <div className="grid-2">
        <GstinField field={field("gstin")} onState={follow} />
        <KindField
          field={{ ...field("kind"), value: resolveKind(values) }}
          onKind={changeKind}
          {...{ kinds, kindHelp }}
        />
      </div>
      {resolveKind(values) === "OVERSEAS" && (
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
        help={describePrinted(field("billingAddress"))}
        field={field("billingAddress")}
      />
      <div className="grid-2 keep">
        {text("city", "City")}
        {text("pin", "PIN Code", "numeric")}
        <StateField field={field("state")} onState={followCode} />
        {text("stateCode", "State Code", "numeric")}
      </div>
      <Contradiction {...values} />
    </>
  );
}

/** Returns the chosen kind, or the default from the GSTIN. */
const resolveKind = ({ kind, gstin }: Pick<PartyValues, "gstin" | "kind">): string =>
  kind || (gstin.trim() ? "REGULAR" : "UNREGISTERED");

const COUNTRIES = listCountries().filter(([code]) => code !== "IN");

interface KindProps extends Pick<Props, "kindHelp" | "kinds"> {
  field: FormField;
  onKind(kind: string): void;
}

const KindField = ({ field, kinds, kindHelp, onKind }: KindProps) => (
  <SelectField label="Kind" options={kinds} help={kindHelp} field={{ ...field, change: onKind }} />
);

interface StateProps {
  field: FormField;
  /** Called when the text means another state than before. */
  onState(before: State | undefined, after: State | undefined): void;
}

function GstinField({ field, onState }: StateProps) {
  const warning = gstinWarning(field.value);
  const change = (text: string) => {
    field.change(text);
    onState(findStateByGstin(field.value), findStateByGstin(text));
  };
  return (
    <TextField
      label="GSTIN"
      autoCapitalize="characters"
      spellCheck={false}
      help={layOutWarning(warning, "Fills in the state; leave blank if unregistered")}
      field={toUpperCaseField({ ...field, change })}
    />
  );
}

/** A state from the list, or any other text. */
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
        help={isUnknown && <Warning>Not an Indian state</Warning>}
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

/**
 * Warns if state and code differ, in which case neither counts, or if the GSTIN belongs to another state.
 */
function Contradiction(client: Pick<PartyValues, "gstin" | "state" | "stateCode">) {
  const [named, coded] = [findState(client.state), findState(client.stateCode)];
  const warning =
    named && coded && named !== coded
      ? `${coded.code} is the state code of ${coded.name}, not of ${named.name}`
      : stateWarning(client.gstin, resolveState(client));
  return warning && <p className="help">{layOutWarning(warning)}</p>;
}

/** Converts the values to the API's input. Only overseas parties have a country other than India. */
export function partyBody<Values extends PartyValues>(values: Values) {
  const kind = resolveKind(values);
  return { ...values, kind, country: kind === "OVERSEAS" ? values.country : "IN" };
}

/** Converts a party to form values. A kind that follows from the GSTIN stays automatic. */
export function partyValues<Values extends PartyValues>(blank: Values, party: object): Values {
  const known = party as Values;
  const names = Object.keys(blank) as (keyof Values)[];
  const entries = names.map((name) => [name, known[name] ?? blank[name]]);
  const values: Values = Object.fromEntries(entries);
  const isUsual = values.kind === resolveKind({ ...values, kind: "" });
  return { ...values, kind: isUsual ? "" : values.kind };
}
