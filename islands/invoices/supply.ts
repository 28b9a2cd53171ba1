import { supplyPlaceOf } from "../../domain/documents/invoices.ts";
import { type GstMode, gstModeOf } from "../../domain/gst/figures.ts";
import { placeWarning } from "../../domain/gst/rule46.ts";
import { printedState, stateOfGstin, stateTaxOf } from "../../domain/gst/states.ts";

/** Where an invoice is supplied, and what that makes of its tax. */
export interface Supply {
  mode: GstMode;
  /** What the state's half of the tax is called. */
  stateTax: "SGST" | "UTGST";
  /** The place that counts where none is written, `29-Karnataka`; "" for none. */
  usualPlace: string;
  /** What it means for the tax. */
  note: string;
  /** Why the tax may not be what is meant. */
  warning: string | undefined;
}

interface Sources {
  own: string;
  client: { state: string; stateCode: string; gstin: string } | undefined;
  byDefault: string;
  agencyGstin: string;
}

export function findSupply({ own, client, byDefault, agencyGstin }: Sources): Supply {
  const from = client ?? { state: "", stateCode: "" };
  const { text, state } = supplyPlaceOf(own.trim(), from, byDefault);
  const usual = supplyPlaceOf("", from, byDefault);
  const home = stateOfGstin(agencyGstin);
  const mode = gstModeOf(agencyGstin, state);
  const stateTax = stateTaxOf((state ?? home)?.code);
  const taxes = mode === "IGST" ? "IGST" : `CGST + ${stateTax}`;
  const relation = mode === "IGST" ? "Another state: " : state && home ? "Same state: " : "";
  // Before there is a client there is nothing to warn of.
  const known = client !== undefined || text !== "";
  return {
    mode,
    stateTax,
    usualPlace: usual.state ? printedState(usual.state) : usual.text,
    note: known ? `${relation}${taxes}` : "The client's state, unless you write another",
    warning:
      state || !known
        ? placeWarning(client?.gstin ?? "", state)
        : `${nowhere(text)}; taxed with ${taxes}`,
  };
}

/** What is said of a place that is no state's. */
export const nowhere = (text: string) =>
  text ? `“${text}” is not a state we know` : "The state is not known";
