import type { NewAccount } from "../../domain/ledger/accounts.ts";
import type { CategoryType, NewCategory } from "../../domain/ledger/categories.ts";
import type { Paise } from "../../domain/money.ts";

// Indigo Studio, eight designers in Koregaon Park, Pune. A made-up agency.

const BANK = "HDFC Current 4471";
const RESERVE = "ICICI Savings 0092";
const CASH = "Petty Cash";
const WALLET = "Paytm Wallet";
export const PLACES = { BANK, RESERVE, CASH, WALLET } as const;

/** Days in the demo, first and last included. */
export const DAYS = 366;

/** The users. Vinod keeps the books of several agencies, and downloads these once a month. */
export const TEAM = {
  asha: { name: "Asha Kulkarni", email: "asha@indigo.example", role: "owner" },
  rohan: { name: "Rohan Kale", email: "rohan@indigo.example", role: "staff" },
  vinod: { name: "Vinod Deshpande", email: "vinod@deshpande.example", role: "accountant" },
  sneha: { name: "Sneha Patil", email: "sneha@indigo.example", role: "staff" },
} as const;

/** The agency's details on documents. */
export const AGENCY = {
  location: "Lane 6, Koregaon Park, Pune 411001",
  contactNumber: "020 5550 0147",
  gstNumber: "27AABCI4471K1ZD",
};
/** Builds the undertaking for exports without tax in a financial year. */
export const buildLut = (year: number) => ({
  number: `AD2703${String(year).slice(2)}004417K`,
  from: `${year}-04-01`,
  to: `${year + 1}-03-31`,
});
export const BANK_DETAILS = {
  accountName: "Indigo Studio",
  bankName: "HDFC Bank",
  branch: "Koregaon Park",
  accountNo: "50200048124471",
  ifsc: "HDFC0000149",
  upi: "indigostudio@hdfcbank",
};

const rupees = (whole: number) => (whole * 100) as Paise;

export const ACCOUNTS: NewAccount[] = [
  { name: BANK, type: "Bank", openingBalance: rupees(14_42_500), isActive: true, postSure: false },
  {
    name: RESERVE,
    type: "Bank",
    openingBalance: rupees(3_25_000),
    isActive: true,
    postSure: false,
  },
  { name: CASH, type: "Cash", openingBalance: rupees(9_850), isActive: true, postSure: false },
  { name: WALLET, type: "Wallet", openingBalance: rupees(4_120), isActive: true, postSure: false },
];

export const CATEGORIES: Record<CategoryType, readonly string[]> = {
  Income: ["Retainers", "Project Fees", "Workshops", "Reimbursements", "Interest"],
  Expense: [
    "Salaries",
    "Rent",
    "Freelancers",
    "Software",
    "Hosting & Domains",
    "Internet & Phone",
    "Electricity",
    "Travel",
    "Tea & Snacks",
    "Printing",
    "Office Supplies",
    "Professional Fees",
    "GST Paid",
    "Income Tax",
    "Bank Charges",
  ],
};

/** Settings of categories that their names do not imply. */
export const MEANT: Record<string, Partial<NewCategory>> = {
  Reimbursements: { kind: "other_income" },
  Printing: { kind: "direct_cost" },
  "Hosting & Domains": { kind: "direct_cost" },
  "Income Tax": { kind: "tax" },
  "Tea & Snacks": { itc: "BLOCKED", blockedBy: "FOOD" },
};

/** The studio's other assets and debts on its first day, in rupees, debit positive. */
export const HOLDINGS: (Pick<NewCategory, "kind" | "name" | "type"> & { opening: number })[] = [
  { name: "Studio Equipment", type: "Expense", kind: "asset", opening: 6_40_000 },
  { name: "Rent Deposit", type: "Expense", kind: "deposit", opening: 2_34_000 },
  { name: "Share Capital", type: "Income", kind: "capital", opening: -5_00_000 },
  { name: "Depreciation", type: "Expense", kind: "depreciation", opening: 0 },
];

/** Yearly depreciation of the equipment: 15 percent, in rupees. */
export const DEPRECIATION = 96_000;

/** From before the studio had its own rooms. */
export const PAST_CATEGORY = "Co-working Desk";

/** An amount in rupees on a day of each month. */
export interface Monthly {
  day: number;
  what: string;
  category: string;
  rupees: number;
  notes?: string;
}

/** A club that pays by standing order and needs no invoice. */
export const RETAINER: Monthly = {
  day: 6,
  what: "Retainer, Vetal Hill Climbers",
  category: "Retainers",
  rupees: 18_000,
  notes: "Three posts a week and the newsletter.\nReview in March.",
};

/** Regular payments without a bill. */
export const STANDING: Monthly[] = [
  { day: 2, what: "Google Workspace, 9 seats", category: "Software", rupees: 9_771.3 },
  { day: 8, what: "Slack", category: "Software", rupees: 5_841 },
  { day: 12, what: "Font licences", category: "Software", rupees: 3_540 },
  { day: 19, what: "Project planner, 9 seats", category: "Software", rupees: 4_779 },
  { day: 7, what: "Fibre, 300 Mbps", category: "Internet & Phone", rupees: 2_358.82 },
  { day: 10, what: "Phones, 4 numbers", category: "Internet & Phone", rupees: 1_884.46 },
  { day: 16, what: "ऑफिस साफसफाई", category: "Office Supplies", rupees: 6_500 },
  { day: 24, what: "SMS and AMC charges", category: "Bank Charges", rupees: 123.9 },
];

/** Paid on the 28th, which every month has. */
export const SALARIES: [name: string, rupees: number][] = [
  ["Asha Kulkarni", 95_000],
  ["Meera Joshi", 78_000],
  ["Rohan Kale", 64_500],
  ["Aisha Shaikh", 59_000],
  ["Karthik Iyer", 57_500],
  ["Sneha Patil", 46_000],
  ["Dev Malhotra", 41_500],
  ["Lata Pawar", 26_000],
];

export const CLIENTS = [
  "Banyan Books",
  "Bhor Organics",
  "Kalyani Textiles",
  "Ritika Sen Jewellery",
  "Peshwa Pharma",
  "Koyna Ceramics",
  "Vetal Hill Climbers",
  "Fort Heritage Walks",
];
export const WORKS = [
  "brand identity",
  "website",
  "packaging",
  "annual report",
  "campaign",
  "signage",
  "catalogue",
  "app screens",
];
export const STAGES = ["advance", "second milestone", "on delivery", "final payment"];

export const FREELANCERS = [
  "Illustrations, Tanvi Rao",
  "Photography, Imran Qureshi",
  "Copy, Nandini Bose",
  "Motion design, Arjun Shetty",
  "Web development, Pranav Desai",
  "தமிழ் மொழிபெயர்ப்பு, கவிதா சுந்தரம்",
  "हिंदी अनुवाद, आरती मिश्रा",
  "3D renders, Zubin Mistry",
];

export const TEA = [
  "Tea, Amruttulya",
  "चहा आणि वडापाव",
  "Filter coffee, Vaishali",
  "Milk and sugar",
  "பில்டர் காபி",
  "Samosas for the review",
  "Fruit, Mandai",
  "Water cans",
];
export const LUNCHES = ["Team lunch", "Lunch with client", "Late dinner, release", "Birthday cake"];
export const RIDES = [
  "Auto to client",
  "Cab to Hinjawadi",
  "Cab to Baner",
  "Auto, courier drop",
  "Fuel, delivery scooter",
  "Parking",
];
export const TRIPS = [
  "Flight, Pune to Delhi",
  "Train to Mumbai",
  "Flight, Pune to Bengaluru",
  "Hotel, Mumbai",
];
export const PRINTS = [
  "Proofs, A3",
  "Business cards",
  "Packaging dummies",
  "Flex banner",
  "Poster run",
];
export const SUPPLIES = [
  "Stationery",
  "Courier, Blue Dart",
  "Printer ink",
  "Pantry",
  "Cables",
  "Sketchbooks",
];
export const DOMAINS = ["Domain renewal", "SSL and mail, client sites", "CDN"];
export const WORKSHOPS = [
  "Workshop, Symbiosis",
  "Typography weekend",
  "Design review, start-up cell",
];
