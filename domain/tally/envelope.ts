import type { CalendarDate } from "../dates.ts";
import { isAscii, tallyName } from "./text.ts";
import { day, registrationType, tag } from "./vouchers.ts";

/** Returns the text before and after the messages of a file. */
export const envelope = (report: "All Masters" | "Vouchers"): [head: string, foot: string] => [
  "<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>\n" +
    `<REQUESTDESC><REPORTNAME>${report}</REPORTNAME></REQUESTDESC><REQUESTDATA>\n`,
  "</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n",
];

/** Start of a file that declares its encoding; ASCII needs none. */
export const UTF16_HEAD = '\ufeff<?xml version="1.0" encoding="UTF-16"?>\n';

/** Whether a file with these texts is pure ASCII. */
export const isPlain = (texts: Iterable<string>): boolean => [...texts].every(isAscii);

export interface Address {
  address: string;
  city: string;
  pin: string;
  gstin: string;
  state: string;
  country: string;
}

/** A ledger to create: name and group, and for a client or vendor the address and GSTIN. */
export interface Master {
  name: string;
  group: string;
  party?: Address;
}

/**
 * @param from first day of the address and GSTIN: 1 April, because Tally drops one before its books
 * begin
 */
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
