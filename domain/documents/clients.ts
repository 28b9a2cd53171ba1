import * as v from "valibot";
import {
  emailIfAny,
  longText,
  notes,
  optionalLine,
  q,
  requiredLine,
  strictObject,
} from "../fields.ts";
import { findStateByGstin, resolveState } from "../gst/states.ts";
import { CLIENT_KINDS, type ClientKind } from "../gst/supply.ts";
import type { RupeeSum } from "../money.ts";

export const clientFields = {
  displayName: requiredLine("Display Name"),
  /** On invoices; "" where it is the display name. */
  billingName: optionalLine("Billing Name"),
  email: emailIfAny,
  phone: optionalLine("Phone"),
  billingAddress: longText("Billing Address"),
  city: optionalLine("City"),
  pin: optionalLine("PIN Code"),
  gstin: v.pipe(
    optionalLine("GSTIN"),
    v.transform((text) => text.toUpperCase()),
  ),
  state: optionalLine("State"),
  stateCode: optionalLine("State Code"),
  /** Left out, it follows from the GSTIN. */
  kind: v.optional(v.picklist(CLIENT_KINDS, `Kind must be one of ${CLIENT_KINDS.join(", ")}`)),
  country: v.optional(
    v.pipe(
      v.string("Country must be two letters, such as IN"),
      v.nonEmpty("Country is required"),
      v.toUpperCase(),
      v.regex(/^[A-Z]{2}$/, "Country must be two letters, such as IN"),
    ),
    "IN",
  ),
  notes,
};

const TAN = "A TAN is written like BLRA12345B";

/** Where they are empty, state and state code follow from the GSTIN (contract, "gstMode"). */
export const NewClient = v.pipe(
  strictObject({
    ...clientFields,
    /** The number with which they deduct tax; "" if unknown. */
    tan: v.pipe(
      optionalLine("TAN"),
      v.toUpperCase(),
      v.check((tan) => tan === "" || /^[A-Z]{4}\d{5}[A-Z]$/.test(tan), TAN),
    ),
  }),
  v.transform(completeClient),
);
export type NewClient = v.InferOutput<typeof NewClient>;

/** A client with what follows from the rest of what is known of them. */
export function completeClient<
  Fields extends {
    gstin: string;
    state: string;
    stateCode: string;
    kind?: ClientKind | undefined;
  },
>(client: Fields) {
  const { state, stateCode } = resolveStateFields(client);
  const kind: ClientKind = client.kind ?? (client.gstin ? "REGULAR" : "UNREGISTERED");
  return { ...client, kind, state, stateCode };
}

/** A text that is too short or too long for a GSTIN tells nothing, whatever it begins with. */
export const findGstinState = (gstin: string) =>
  gstin.trim().length === 15 ? findStateByGstin(gstin) : undefined;

/** State and state code of a client as they are to be kept: each as typed, else as the others tell. */
export function resolveStateFields(client: { gstin: string; state: string; stateCode: string }) {
  const { gstin, state, stateCode } = client;
  const known = resolveState(client) ?? (state || stateCode ? undefined : findGstinState(gstin));
  return { state: state || (known?.name ?? ""), stateCode: stateCode || (known?.code ?? "") };
}

export interface Client extends NewClient {
  _id: string;
}

/** What a client has been billed by invoices that were sent, and what of it is open. */
export interface Dues {
  invoices: number;
  billed: RupeeSum;
  balance: RupeeSum;
  /** Of the balance, what was due before today. */
  overdue: RupeeSum;
}

/** What is held for a client, to settle invoices or to be paid back. */
export interface AvailableBalance {
  /** Of credit notes. */
  credit: RupeeSum;
  /** Of money that came before its invoice. */
  advances: RupeeSum;
}

export const ClientQuery = strictObject({ q });
export type ClientQuery = v.InferOutput<typeof ClientQuery>;

export interface ClientList {
  /** By display name; each with what they owe. */
  clients: (Client & { balance: RupeeSum })[];
}
