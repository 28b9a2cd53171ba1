import { findFields } from "../../domain/describeField.ts";
import { type ClientList, ClientQuery, clientFields } from "../../domain/documents/clients.ts";
import { gstinWarning } from "../../domain/gst/gstin.ts";
import { CLIENT_KIND_NAMES } from "../../domain/gst/supply.ts";
import type { RecordFields } from "../noun.ts";
import { rupeesColumn } from "../table.ts";
import { enumColumn } from "../words.ts";

/** Explanations of the options that clients and vendors share. */
export const PARTY_HELP = {
  billingName: "name on documents (default: the display name)",
  gstin: "state, kind and PAN follow from it",
  country: "two letters",
  state: "by name; follows from the GSTIN",
  stateCode: "like 27; follows from the GSTIN",
};

export const CLIENT: RecordFields<ClientList["clients"][number]> = {
  fields: clientFields,
  filters: findFields(ClientQuery),
  help: {
    q: "in names, email, phone and GSTIN",
    ...PARTY_HELP,
    gstin: "state and kind follow from it",
  },
  columns: [
    { title: "Name", text: ({ displayName }) => displayName, minWidth: 10 },
    { title: "GSTIN", text: ({ gstin }) => gstin, dropOrder: 1 },
    { title: "City", text: ({ city }) => city, dropOrder: 2 },
    { title: "Email", text: ({ email }) => email, dropOrder: 4 },
    enumColumn("Kind", ({ kind }) => kind, CLIENT_KIND_NAMES, 3),
    rupeesColumn("Balance", ({ balance }) => balance),
  ],
  amounts: ["billed", "balance", "overdue", "credit", "advances"],
  warn: ({ gstin }) => gstinWarning(gstin),
};
