import { CLIENT_KIND_NAMES } from "../../domain/gst/supply.ts";
import { smallEnterpriseDays } from "../../domain/purchases/bills.ts";
import type { Vendor, VendorList } from "../../domain/purchases/vendors.ts";
import { TDS_LAW } from "../../domain/tds/law.ts";
import { Parties } from "../clients/Parties.tsx";
import type { PartyWords } from "../clients/PartyCards.tsx";
import { VendorPanel } from "./VendorPanel.tsx";

const WORDS: PartyWords = {
  noun: "vendor",
  title: "Vendor",
  icon: "store",
  first: "Add a vendor to enter their bills",
  more: { label: "New bill", icon: "file-input", address: "/bills/new?vendor=" },
};

/** Lists what differs from most vendors. */
const listFacts = ({
  kind,
  pan,
  gstin,
  tdsRule,
  isSmallEnterprise,
  agreedDays,
}: Vendor): [string, string][] => [
  ["Kind", kind === "REGULAR" ? "" : CLIENT_KIND_NAMES[kind]],
  ["PAN", gstin ? "" : pan],
  ["TDS", tdsRule && TDS_LAW[tdsRule].name],
  [
    "MSMED Act",
    isSmallEnterprise ? `Small enterprise: ${smallEnterpriseDays(agreedDays)} days` : "",
  ],
];

export default function Vendors() {
  return (
    <Parties<Vendor, VendorList["vendors"][number]>
      words={WORDS}
      placeholder="Search name, email, phone, GSTIN or PAN"
      due={({ toPay }) => toPay}
      facts={listFacts}
      loadForm={() => import("./VendorForm.tsx").then(({ VendorForm }) => VendorForm)}
      Panel={VendorPanel}
    />
  );
}
