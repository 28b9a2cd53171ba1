import { gstinWarning } from "../../domain/gst/gstin.ts";
import { CLIENT_KIND_NAMES } from "../../domain/gst/supply.ts";
import { VENDOR_KINDS, type Vendor, type VendorList } from "../../domain/purchases/vendors.ts";
import { TDS_LAW, TDS_RULES } from "../../domain/tds/law.ts";
import { parseChoice } from "../choice.ts";
import { create } from "../create.ts";
import { printList } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, oneLine } from "../output.ts";
import { type Column, rupeesColumn } from "../table.ts";
import { enumColumn } from "../words.ts";

const TDS_NAMES = Object.fromEntries(
  Object.entries(TDS_LAW).map(([rule, { name }]): [string, string] => [rule, name]),
);

const COLUMNS: Column<VendorList["vendors"][number]>[] = [
  { title: "Name", text: ({ displayName }) => displayName, minWidth: 10 },
  { title: "GSTIN", text: ({ gstin }) => gstin, dropOrder: 1 },
  { title: "PAN", text: ({ pan }) => pan, dropOrder: 4 },
  enumColumn("Kind", ({ kind }) => kind, CLIENT_KIND_NAMES, 3),
  enumColumn("TDS rule", ({ tdsRule }) => tdsRule, TDS_NAMES, 4),
  rupeesColumn("To pay", ({ toPay }) => toPay),
];

export async function listVendors(options: GlobalOptions & { search?: string }): Promise<void> {
  const { api } = open(options);
  const query = options.search === undefined ? {} : { q: options.search };
  const answer = await api.json<VendorList>("/vendors", "vendors", { query });
  await printList(answer, answer.vendors, COLUMNS, options, () =>
    count(answer.vendors.length, "vendor"),
  );
}

export interface AddOptions extends GlobalOptions {
  gstin?: string;
  pan?: string;
  kind?: string;
  country?: string;
  tdsRule?: string;
  smallEnterprise?: boolean;
  agreedDays?: number;
  associated?: boolean;
  email?: string;
  phone?: string;
  again?: boolean;
}

export async function addVendor(displayName: string, options: AddOptions): Promise<void> {
  const { gstin, pan, country, email, phone, smallEnterprise: isSmallEnterprise } = options;
  const { agreedDays, associated: isAssociated } = options;
  const body = {
    displayName,
    gstin,
    pan,
    country,
    email,
    phone,
    isSmallEnterprise,
    agreedDays,
    isAssociated,
    kind: parseChoice("--kind", options.kind, VENDOR_KINDS),
    tdsRule: parseChoice("--tds-rule", options.tdsRule, TDS_RULES),
  };
  const { api, output } = open(options);
  const { answer, isAgain } = await create<{ vendor: Vendor }>(api, options, {
    command: "vendors add",
    path: "/vendors",
    key: "vendor",
    body,
  });
  const { vendor } = answer;
  const verb = isAgain ? "Already added:" : "Added";
  const name = oneLine(vendor.displayName);
  await output.result(answer, () => `${verb} ${name}${vendor.pan && `, PAN ${vendor.pan}`}`);
  const warning = gstinWarning(vendor.gstin);
  if (warning) output.note(warning);
}
