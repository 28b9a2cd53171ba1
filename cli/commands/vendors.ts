import { findFields } from "../../domain/describeField.ts";
import { ClientQuery } from "../../domain/documents/clients.ts";
import { gstinWarning } from "../../domain/gst/gstin.ts";
import { CLIENT_KIND_NAMES } from "../../domain/gst/supply.ts";
import { type VendorList, vendorFields } from "../../domain/purchases/vendors.ts";
import { TDS_LAW } from "../../domain/tds/law.ts";
import type { RecordFields } from "../noun.ts";
import { rupeesColumn } from "../table.ts";
import { enumColumn } from "../words.ts";
import { PARTY_HELP } from "./clients.ts";

const TDS_NAMES = Object.fromEntries(
  Object.entries(TDS_LAW).map(([rule, { name }]): [string, string] => [rule, name]),
);

export const VENDOR: RecordFields<VendorList["vendors"][number]> = {
  fields: vendorFields,
  filters: findFields(ClientQuery),
  help: {
    q: "in names, email, phone, GSTIN and PAN",
    ...PARTY_HELP,
    tdsRule: "default for their bills",
    itc: "of their bills, instead of the category's",
    isSmallEnterprise: "a micro or small enterprise: pay in 15 days, or as agreed",
    isAssociated: "an associated enterprise abroad: reverse charge with its bill",
  },
  columns: [
    { title: "Name", text: ({ displayName }) => displayName, minWidth: 10 },
    { title: "GSTIN", text: ({ gstin }) => gstin, dropOrder: 1 },
    { title: "PAN", text: ({ pan }) => pan, dropOrder: 4 },
    enumColumn("Kind", ({ kind }) => kind, CLIENT_KIND_NAMES, 3),
    enumColumn("TDS rule", ({ tdsRule }) => tdsRule, TDS_NAMES, 4),
    rupeesColumn("To pay", ({ toPay }) => toPay),
  ],
  amounts: ["billed", "toPay", "overdue", "credit"],
  earlier: { "--small-enterprise": "isSmallEnterprise", "--associated": "isAssociated" },
  describe: ({ displayName, pan }) => `${displayName}${pan && `, PAN ${pan}`}`,
  warn: ({ gstin }) => gstinWarning(gstin),
};
