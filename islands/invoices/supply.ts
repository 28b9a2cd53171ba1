import { resolveSupplyPlace } from "../../domain/documents/invoices.ts";
import { type GstMode, resolveGstMode } from "../../domain/gst/figures.ts";
import { findStateByGstin, formatState, nameStateTax } from "../../domain/gst/states.ts";
import { SUPPLY_NAMES, type Supply } from "../../domain/gst/supply.ts";

/** The place of supply, and its effect on the tax. */
export interface Place {
  supply: Supply;
  /** Its text, and its state code ("" if unknown). */
  supplyPlace: { text: string; stateCode: string };
  mode: GstMode;
  /** The name of the state's half of the tax. */
  stateTax: "SGST" | "UTGST";
  /** The default place if none is entered, such as `29-Karnataka`; "" if unknown. */
  usualPlace: string;
  /** Explains the effect on the tax. */
  note: string;
  /** Why the tax may be wrong: the state of the place is unknown. */
  warning: string | undefined;
}

interface Sources {
  own: string;
  supply: Supply;
  client: { state: string; stateCode: string } | undefined;
  byDefault: string;
  agencyGstin: string;
}

export function findPlace({ own, supply, client, byDefault, agencyGstin }: Sources): Place {
  const from = client ?? { state: "", stateCode: "" };
  const { text, state } = resolveSupplyPlace(own.trim(), from, byDefault);
  const usual = resolveSupplyPlace("", from, byDefault);
  const home = findStateByGstin(agencyGstin);
  const mode = resolveGstMode(agencyGstin, state, supply);
  const stateTax = nameStateTax((state ?? home)?.code);
  const taxes = mode === "IGST" ? "IGST" : `CGST + ${stateTax}`;
  const relation = mode === "IGST" ? "Another state: " : state && home ? "Same state: " : "";
  // Without a client there is nothing to warn about.
  const known = client !== undefined || text !== "";
  const where = known ? `${relation}${taxes}` : "Defaults to the client's state";
  return {
    supply,
    supplyPlace: { text, stateCode: state?.code ?? "" },
    mode,
    stateTax,
    usualPlace: usual.state ? formatState(usual.state) : usual.text,
    note: supply === "REGULAR" ? where : SUPPLY_NAMES[supply],
    warning: state || !known || supply !== "REGULAR" ? undefined : explainUnknownPlace(text, taxes),
  };
}

/** Returns the warning about a place of supply that is not a known state. */
export const explainUnknownPlace = (text: string, taxes: string) =>
  text
    ? `“${text}” is not an Indian state, so ${taxes} applies. Abroad? Enter Outside India.`
    : `The client's state is not known, so ${taxes} applies.`;
