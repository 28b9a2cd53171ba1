import { NewClient } from "../../domain/documents/clients.ts";
import type { ClientKind } from "../../domain/gst/supply.ts";
import { parse } from "../../domain/refusal.ts";
import { clientStore } from "../documents/clients.ts";
import type { Tenant } from "../engine/tenant.ts";

// The studio's clients. The GSTINs are invented but valid; some clients have none.

interface Given {
  displayName: string;
  billingName?: string;
  gstin?: string;
  billingAddress: string;
  city: string;
  pin: string;
  state?: string;
  /** If it does not follow from the GSTIN. */
  kind?: ClientKind;
  country?: string;
  email?: string;
  phone?: string;
  notes?: string;
}

const client = (given: Given) => parse(NewClient, given);

export const CLIENTS = {
  konkan: client({
    displayName: "Konkan Foods",
    billingName: "Konkan Foods Private Limited",
    gstin: "27AAECK4471N1Z2",
    billingAddress: "Plot 14, MIDC Bhosari",
    city: "Pune",
    pin: "411026",
    email: "accounts@konkanfoods.example",
    phone: "020 5550 0131",
  }),
  meridian: client({
    displayName: "Meridian Realty",
    billingName: "Meridian Realty LLP",
    gstin: "27AAQFM2208D1ZG",
    billingAddress: "7th floor, Vega Centre\nShankar Sheth Road",
    city: "Pune",
    pin: "411037",
    email: "finance@meridian.example",
  }),
  zest: client({
    displayName: "Zest Juice Bar",
    billingAddress: "Lane 5, Koregaon Park",
    city: "Pune",
    pin: "411001",
    state: "Maharashtra",
    phone: "98810 22076",
    notes: "Pays late, but pays. Remind on WhatsApp.",
  }),
  saffron: client({
    displayName: "Saffron Kitchens",
    billingName: "Saffron Kitchens and Caterers Private Limited",
    gstin: "27AADCS9034H1Z7",
    billingAddress: "22, Prabhat Road",
    city: "Pune",
    pin: "411004",
    email: "bills@saffronkitchens.example",
  }),
  deccan: client({
    displayName: "Deccan Cycles",
    billingName: "Deccan Cycles India Private Limited",
    gstin: "36AAICD6127B1ZY",
    billingAddress: "Road 36, Jubilee Hills",
    city: "Hyderabad",
    pin: "500033",
    email: "ap@deccancycles.example",
  }),
  sahyadri: client({
    displayName: "Sahyadri Trekkers",
    billingAddress: "Sinhagad Road",
    city: "Pune",
    pin: "411030",
    state: "Maharashtra",
    email: "hello@sahyadritrekkers.example",
  }),
  mandovi: client({
    displayName: "Mandovi Resorts",
    billingName: "Mandovi Resorts and Spas Private Limited",
    gstin: "30AAGCM7752K1ZB",
    billingAddress: "Dona Paula",
    city: "Panaji",
    pin: "403004",
    email: "accounts@mandovi.example",
    phone: "0832 555 0119",
  }),
  nilgiri: client({
    displayName: "Nilgiri Tea House",
    gstin: "33AALFN1186Q1ZP",
    billingAddress: "4, Commercial Road",
    city: "Udhagamandalam",
    pin: "643001",
    email: "office@nilgiritea.example",
  }),
  urja: client({
    displayName: "Urja Solar",
    billingName: "Urja Solar Systems Private Limited",
    gstin: "24AAHCU5543R1ZO",
    billingAddress: "GIDC Makarpura",
    city: "Vadodara",
    pin: "390010",
    email: "projects@urja.example",
  }),
  masale: client({
    displayName: "श्री गणेश मसाले",
    gstin: "27BQWPG3318L1ZB",
    billingAddress: "रविवार पेठ",
    city: "Pune",
    pin: "411002",
    phone: "98500 71144",
  }),
  harbour: client({
    displayName: "Harbour & Pine Press",
    kind: "OVERSEAS",
    country: "US",
    billingAddress: "41 Commercial Street\nPortland ME 04101",
    city: "Portland",
    pin: "",
    email: "accounts@harbourpine.example",
    notes: "Pays in dollars, twelve days after the invoice.",
  }),
  blueridge: client({
    displayName: "Blueridge Analytics",
    billingName: "Blueridge Analytics Private Limited",
    gstin: "27AAGCB8842P1ZY",
    kind: "SEZ",
    billingAddress: "Unit 402, Tower C, Kharadi SEZ",
    city: "Pune",
    pin: "411014",
    email: "payables@blueridge.example",
  }),
  sanskar: client({
    displayName: "Sanskar Schools Trust",
    billingAddress: "College Road",
    city: "Belagavi",
    pin: "590001",
    state: "Karnataka",
    email: "office@sanskarschools.example",
    notes: "Not registered under GST.",
  }),
  vidyanagar: client({
    displayName: "Vidyanagar High School",
    billingAddress: "Vidyanagar, Kothrud",
    city: "Pune",
    pin: "411038",
    state: "Maharashtra",
    email: "office@vidyanagarschool.example",
  }),
} as const;

export type ClientName = keyof typeof CLIENTS;

/** Returns a client's id. Adds the client on first use. */
export async function getClientId(
  who: Tenant,
  ids: Map<string, string>,
  name: ClientName,
): Promise<string> {
  const known = ids.get(name) ?? (await clientStore.add(who, CLIENTS[name]))._id;
  ids.set(name, known);
  return known;
}
