import { NewVendor } from "../../domain/purchases/vendors.ts";
import { parse } from "../../domain/refusal.ts";

// The studio's vendors: one for each kind of bill that an agency gets.

const vendor = (given: object) => parse(NewVendor, given);
const pune = { city: "Pune", state: "Maharashtra" };

export const VENDORS = {
  landlord: vendor({
    displayName: "Patwardhan Estates",
    ...pune,
    billingAddress: "12, Boat Club Road",
    pin: "411001",
    pan: "AAEFP2290K",
    tdsRule: "RENT_BUILDING",
    notes: "Not registered: we pay the tax on the rent and issue the invoice ourselves.",
  }),
  cloud: vendor({
    displayName: "Bhima Cloud",
    billingName: "Bhima Cloud Services Private Limited",
    gstin: "27AAGCB5120J1ZT",
    city: "Navi Mumbai",
    billingAddress: "TTC Industrial Area, Airoli",
    pin: "400708",
    email: "billing@bhimacloud.example",
  }),
  software: vendor({
    displayName: "Vistara Software",
    billingName: "Vistara Software Distribution Private Limited",
    gstin: "29AAFCV7713Q1ZH",
    city: "Bengaluru",
    billingAddress: "80 Feet Road, Indiranagar",
    pin: "560038",
  }),
  design: vendor({
    displayName: "Framewright Inc.",
    kind: "OVERSEAS",
    country: "US",
    billingAddress: "500 Howard Street\nSan Francisco",
    notes: "Their invoice comes by e-mail on the third, in dollars and rupees.",
  }),
  accountant: vendor({
    displayName: "Deshpande & Associates",
    gstin: "27AAKFD6612P1ZY",
    city: "Pune",
    billingAddress: "Law College Road",
    pin: "411004",
    tdsRule: "PROFESSIONAL",
    email: "office@deshpande.example",
  }),
  press: vendor({
    displayName: "Kala Press",
    gstin: "27AAEFK9021M1Z2",
    city: "Pune",
    billingAddress: "Budhwar Peth",
    pin: "411002",
    phone: "020 5550 0172",
    tdsRule: "CONTRACTOR",
    isSmallEnterprise: true,
  }),
  caterer: vendor({
    displayName: "Annapurna Caterers",
    gstin: "27ABCFA1187L1ZB",
    city: "Pune",
    billingAddress: "Kasba Peth",
    pin: "411011",
    itc: "BLOCKED",
  }),
  advocate: vendor({
    displayName: "Adv. Leela Phadke",
    gstin: "27ADKPP4471C1ZH",
    city: "Pune",
    billingAddress: "Shivajinagar",
    pin: "411005",
    tdsRule: "PROFESSIONAL",
    notes: "Charges no GST: advocates are under reverse charge.",
  }),
  stationer: vendor({
    displayName: "Vidya Stationers",
    gstin: "27AFLPV8830E1ZZ",
    kind: "COMPOSITION",
    city: "Pune",
    billingAddress: "Appa Balwant Chowk",
    pin: "411002",
  }),
  tanvi: vendor({
    displayName: "Tanvi Rao, illustrator",
    ...pune,
    pan: "BKTPR5519H",
    tdsRule: "PROFESSIONAL",
    phone: "98220 51731",
  }),
  pranav: vendor({
    displayName: "Pranav Desai, developer",
    ...pune,
    pan: "CQLPD7720M",
    tdsRule: "CONTRACTOR_PERSON",
  }),
};
export type VendorName = keyof typeof VENDORS;
