import { findState } from "../gst/states.ts";
import type { ClientKind } from "../gst/supply.ts";
import { formatPaise } from "../money.ts";
import { nameKey } from "../names.ts";
import { type Cells, omitEmpty, parsePaise } from "./booksLines.ts";

// Clients and vendors in other programs' files.

export type FileParty = Record<string, string> & { id: string; name: string };

export interface Parties {
  clients: FileParty[];
  vendors: FileParty[];
  /** Sentences about their opening balances. */
  openings: string[];
  /** Returns the id of the row's client or vendor, or "". */
  add(cells: Cells, place: string): string;
}

export function createParties(places: Map<string, string>): Parties {
  const openings: string[] = [];
  const clients = createList("clients", "c", places);
  const vendors = createList("vendors", "v", places);
  return {
    clients: clients.all,
    vendors: vendors.all,
    openings,
    add(cells, place) {
      const name = cells("client") || cells("billingName");
      if (!name) return "";
      const opening = parsePaise(cells("openingBalance"));
      if (opening) openings.push(`${name} ${formatPaise(opening)}`);
      const isVendor = /vendor|supplier/i.test(cells("contactType"));
      return (isVendor ? vendors : clients).add(name, toFields(cells, name), place);
    },
  };
}

function createList(section: "clients" | "vendors", letter: string, places: Map<string, string>) {
  const all: FileParty[] = [];
  const known = new Map<string, FileParty[]>();
  return {
    all,
    /** Finds or adds the party of a row, and fills in fields that earlier rows left empty. */
    add(name: string, fields: Record<string, string>, place: string): string {
      const key = nameKey(name.slice(0, 1_000));
      const namesakes = known.get(key) ?? [];
      const { gstin = "" } = fields;
      // Branches with the same name have different GSTINs.
      let party = namesakes.find((one) => !gstin || !one.gstin || one.gstin === gstin);
      if (!party) {
        party = { id: `${letter}${all.length + 1}`, name };
        known.set(key, [...namesakes, party]);
        places.set(`${section}.${all.length}`, place);
        all.push(party);
      }
      for (const [field, text] of Object.entries(fields)) party[field] ??= text;
      return party.id;
    },
  };
}

function toFields(cells: Cells, name: string): Record<string, string> {
  const state = findState(cells("state"));
  return omitEmpty({
    address: [cells("address"), cells("moreAddress")].filter(Boolean).join("\n"),
    billingName: cells("billingName") === name ? "" : cells("billingName"),
    gstin: cells("gstin").toUpperCase(),
    kind: parseClientKind(cells("gstTreatment")) ?? "",
    stateCode: state?.code ?? "",
    state: state ? "" : cells("state"),
    city: cells("city"),
    pin: cells("pin"),
    country: /^[a-z]{2}$/i.test(cells("country")) ? cells("country") : "",
    email: cells("email"),
    phone: cells("phone"),
    notes: cells("number") ? "" : cells("notes"),
  });
}

/** Maps a contact's treatment in Zoho Books: business_gst, business_sez, overseas … */
export function parseClientKind(treatment: string): ClientKind | undefined {
  if (/overseas/i.test(treatment)) return "OVERSEAS";
  if (/sez/i.test(treatment)) return "SEZ";
  if (/composition/i.test(treatment)) return "COMPOSITION";
  if (/uin/i.test(treatment)) return "UIN";
  if (/none|consumer|unregistered/i.test(treatment)) return "UNREGISTERED";
  return /regular|business_gst/i.test(treatment) ? "REGULAR" : undefined;
}
