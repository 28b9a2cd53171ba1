import * as v from "valibot";
import {
  type About,
  emailIfAny,
  field,
  longText,
  notes,
  oneOf,
  optionalCode,
  optionalLine,
  q,
  requiredLine,
  strictObject,
} from "../fields.ts";
import { findStateByGstin, resolveState } from "../gst/states.ts";
import { CLIENT_KIND_NAMES, CLIENT_KINDS, type ClientKind } from "../gst/supply.ts";
import type { RupeeSum } from "../money.ts";
import { SEND_BY, SEND_BY_NAMES, SEND_WAY_NAMES, SEND_WAYS } from "../sharing/sendWays.ts";
import { dueDays } from "./dueDays.ts";

const printed = <Schema extends v.GenericSchema>(schema: Schema, about: About = {}): Schema =>
  field(schema, { ...about, isPrinted: true });

/** The fields that clients and vendors have. */
export const partyFields = {
  displayName: printed(requiredLine("Display Name")),
  /** Name on invoices. "" means the display name. */
  billingName: printed(optionalLine("Billing Name")),
  email: printed(emailIfAny),
  phone: printed(optionalLine("Phone"), { inputMode: "tel" }),
  billingAddress: printed(longText("Billing Address")),
  city: printed(optionalLine("City")),
  pin: printed(optionalLine("PIN Code"), { inputMode: "numeric" }),
  gstin: field(optionalCode("GSTIN"), { help: "Fills in the state; leave blank if unregistered" }),
  state: optionalLine("State"),
  stateCode: printed(optionalLine("State Code"), { inputMode: "numeric" }),
  /** Derived from the GSTIN if left out. */
  kind: v.optional(oneOf("Kind", CLIENT_KINDS)),
  country: field(
    v.optional(
      v.pipe(
        v.string("Country must be two letters, such as IN"),
        v.nonEmpty("Country is required"),
        v.toUpperCase(),
        v.regex(/^[A-Z]{2}$/, "Country must be two letters, such as IN"),
      ),
      "IN",
    ),
    { label: "Country" },
  ),
  notes,
};

const TAN = "A TAN looks like BLRA12345B";

export const clientFields = {
  ...partyFields,
  dueDays: field(dueDays, {
    label: "Due days",
    help: "Days until an invoice is due; leave blank for the invoice settings",
  }),
  /** Terms and conditions of new invoices; "" for those of the invoice settings. */
  terms: field(longText("Terms & Conditions"), {
    help: "Printed on new invoices",
    isPrinted: true,
  }),
  sendBy: field(v.optional(oneOf("When I send an invoice", SEND_BY), ""), {
    names: SEND_BY_NAMES,
    help: "What Send Invoice does besides marking it as sent",
  }),
  lastSentBy: field(v.optional(oneOf("Last sent by", ["", ...SEND_WAYS]), ""), {
    names: SEND_WAY_NAMES,
    help: "How the client got the last invoice; it comes first next time",
  }),
  kind: field(partyFields.kind, {
    help: "GST registration type; sets the tax on new invoices",
    names: CLIENT_KIND_NAMES,
  }),
  /** Tax deduction account number; "" if unknown. */
  tan: v.pipe(
    field(optionalCode("TAN"), { help: "For TDS they deduct; leave blank if unknown" }),
    v.check((tan) => tan === "" || /^[A-Z]{4}\d{5}[A-Z]$/.test(tan), TAN),
  ),
};

const { displayName: _, kind: __, ...defaults } = v.getDefaults(v.object(clientFields));
/** The values of fields that a client does not name. */
export const clientDefaults = defaults;

/** Empty state and state code are derived from the GSTIN (contract, "gstMode"). */
export const NewClient = v.pipe(strictObject(clientFields), v.transform(completeClient));
export type NewClient = v.InferOutput<typeof NewClient>;

/** Returns the client with its kind, state and state code derived from the other fields if missing. */
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

/** Text of any other length is not a GSTIN, whatever its first two digits are. */
export const findGstinState = (gstin: string) =>
  gstin.trim().length === 15 ? findStateByGstin(gstin) : undefined;

/** Returns the state and state code to store: as typed, or derived from the other fields. */
export function resolveStateFields(client: { gstin: string; state: string; stateCode: string }) {
  const { gstin, state, stateCode } = client;
  const known = resolveState(client) ?? (state || stateCode ? undefined : findGstinState(gstin));
  return { state: state || (known?.name ?? ""), stateCode: stateCode || (known?.code ?? "") };
}

export interface Client extends NewClient {
  _id: string;
}

/** Total of the client's sent invoices, and their outstanding balance. */
export interface Dues {
  invoices: number;
  billed: RupeeSum;
  balance: RupeeSum;
  /** The part of the balance that was due before today. */
  overdue: RupeeSum;
}

/** Money held for a client that can settle invoices or be refunded. */
export interface AvailableBalance {
  /** From credit notes. */
  credit: RupeeSum;
  /** Money received before its invoice. */
  advances: RupeeSum;
}

export const ClientQuery = strictObject({ q });
export type ClientQuery = v.InferOutput<typeof ClientQuery>;

export interface ClientList {
  /** Sorted by display name, each with its balance. */
  clients: (Client & { balance: RupeeSum })[];
}
