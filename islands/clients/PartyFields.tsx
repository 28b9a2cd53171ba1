import type { ReactNode } from "react";
import type { partyFields } from "../../domain/documents/clients.ts";
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
import type { RecordInputs, RecordValues } from "../ui/RecordForm.tsx";
import { layOutWarning, Warning } from "../ui/Warning.tsx";

type PartyValues = RecordValues<typeof partyFields>;

interface Props extends RecordInputs<typeof partyFields> {
  /** Draws the fields after the first four: around them, or with others. */
  wrap?(rest: ReactNode): ReactNode;
}

/** The fields of a client or vendor: name, address and GST details. */
export function PartyFields({ values, change, input, wrap = (rest) => rest }: Props) {
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
  const changeGstin = (gstin: string) => {
    change("gstin", gstin);
    follow(findStateByGstin(values.gstin), findStateByGstin(gstin));
  };
  const changeState = (state: string) => {
    change("state", state);
    followCode(findState(values.state), findState(state));
  };
  const changeKind = (kind: string) => {
    const findStateOfKind = (kind: string) =>
      kind === "OVERSEAS" ? findState(ABROAD) : findStateByGstin(values.gstin);
    change("kind", kind);
    if (kind === "OVERSEAS" && values.country === "IN") change("country", "");
    follow(findStateOfKind(resolveKind(values)), findStateOfKind(kind));
  };
  const isUnknown = values.state.trim() !== "" && !findState(values.state);
  const rest = (
    <>
      <div className="grid-2">
        {input("billingName")}
        {input("kind", { field: { value: resolveKind(values), change: changeKind } })}
      </div>
      {resolveKind(values) === "OVERSEAS" &&
        input("country", { required: true, blank: "Select a country...", options: COUNTRIES })}
      {input("billingAddress")}
      <div className="grid-2 keep">
        {input("city")}
        {input("pin")}
        {/* A state from the list, or any other text. */}
        {input("state", {
          list: "states",
          help: isUnknown && <Warning>Not an Indian state</Warning>,
          field: { change: changeState },
        })}
        <datalist id="states">
          {STATES.map(({ code, name }) => (
            <option key={code} value={name} label={code} />
          ))}
        </datalist>
        {input("stateCode")}
      </div>
    </>
  );
  return (
    <>
      <div className="grid-2">
        {input("displayName")}
        {input("gstin", {
          help: layOutWarning(gstinWarning(values.gstin)),
          field: { change: changeGstin },
        })}
        {input("email")}
        {input("phone")}
      </div>
      {wrap(rest)}
      <Contradiction {...values} />
    </>
  );
}

/** Returns the chosen kind, or the default from the GSTIN. */
const resolveKind = ({ kind, gstin }: Pick<PartyValues, "gstin" | "kind">): string =>
  kind || (gstin.trim() ? "REGULAR" : "UNREGISTERED");

const COUNTRIES = listCountries().filter(([code]) => code !== "IN");

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

/** Returns what follows from other fields. Only overseas parties have a country other than India. */
export function partyBody(values: PartyValues) {
  const kind = resolveKind(values);
  return { kind, country: kind === "OVERSEAS" ? values.country : "IN" };
}

/** Leaves a kind that follows from the GSTIN automatic. */
export const partyValues = (party: { kind: string; gstin: string }): { kind: string } => ({
  kind: party.kind === resolveKind({ ...party, kind: "" }) ? "" : party.kind,
});
