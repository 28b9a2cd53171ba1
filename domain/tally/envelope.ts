import type { CalendarDate } from "../dates.ts";
import { isAscii, tallyName } from "./text.ts";
import { day, registrationType, tag } from "./vouchers.ts";

/** What stands before and after the messages of a file. */
export const envelope = (report: "All Masters" | "Vouchers"): [head: string, foot: string] => [
  "<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>\n" +
    `<REQUESTDESC><REPORTNAME>${report}</REPORTNAME></REQUESTDESC><REQUESTDATA>\n`,
  "</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n",
];

/** A file that begins with this says how it is encoded; ASCII needs no saying. */
export const UTF16_HEAD = '\ufeff<?xml version="1.0" encoding="UTF-16"?>\n';

/** Whether a file of these texts is ASCII alone. */
export const isPlain = (texts: Iterable<string>): boolean => [...texts].every(isAscii);

export interface Address {
  address: string;
  city: string;
  pin: string;
  gstin: string;
  state: string;
  country: string;
}

/** A ledger to be made: its name and group, and of a client or vendor the address and GSTIN. */
export interface Master {
  name: string;
  group: string;
  party?: Address;
}

/** @param from the day that address and GSTIN hold from: 1 April, for one before Tally's books is dropped */
export function masterXml({ name, group, party }: Master, from: CalendarDate): string {
  return [
    '<TALLYMESSAGE xmlns:UDF="TallyUDF">',
    `<LEDGER NAME="${attribute(name)}" ACTION="Create">`,
    `<NAME.LIST TYPE="String">${tag("NAME", name)}</NAME.LIST>`,
    tag("PARENT", group),
    party ? partyXml(name, party, from) : "",
    "</LEDGER></TALLYMESSAGE>\n",
  ].join("");
}

const attribute = (text: string) => tag("A", text).slice(3, -4);

function partyXml(name: string, party: Address, from: CalendarDate): string {
  const { gstin, country, state, city } = party;
  const lines = [...party.address.split(/[\r\n]+/), city].map(tallyName).filter(Boolean);
  const address = lines.map((line) => tag("ADDRESS", line)).join("");
  const since = tag("APPLICABLEFROM", day(from));
  return [
    tag("ISBILLWISEON", "Yes"),
    "<LEDMAILINGDETAILS.LIST>",
    address ? `<ADDRESS.LIST TYPE="String">${address}</ADDRESS.LIST>` : "",
    since,
    tag("PINCODE", tallyName(party.pin)),
    tag("MAILINGNAME", name),
    tag("STATE", state),
    tag("COUNTRY", country),
    "</LEDMAILINGDETAILS.LIST><LEDGSTREGDETAILS.LIST>",
    since,
    tag("GSTREGISTRATIONTYPE", registrationType(gstin)),
    tag("PLACEOFSUPPLY", state),
    tag("GSTIN", tallyName(gstin)),
    "</LEDGSTREGDETAILS.LIST>",
  ].join("");
}
