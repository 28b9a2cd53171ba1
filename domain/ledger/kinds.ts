// Kinds of categories, and their place in the statements. A user who enters a transaction only chooses a
// category. Its kind decides the rest, so no one has to choose debit or credit.

/** Lines of the statements, in order, under the names that accountants expect. */
export const INCOME_LINES = ["Revenue from operations", "Other income"] as const;
export const EXPENSE_LINES = [
  "Direct costs",
  "Employee benefits expense",
  "Finance costs",
  "Depreciation and amortisation",
  "Other expenses",
] as const;
/** Listed below the profit before them. */
export const APPROPRIATION_LINES = ["Partners' remuneration", "Tax expense"] as const;
export const LIABILITY_LINES = [
  "Long-term borrowings",
  "Short-term borrowings",
  "Trade payables",
  "Other current liabilities",
  "Short-term provisions",
  "Suspense account",
] as const;
export const ASSET_LINES = [
  "Property, plant and equipment",
  "Other non-current assets",
  "Trade receivables",
  "Cash and bank balances",
  "Short-term loans and advances",
  "Other current assets",
  "Suspense account",
] as const;
const EQUITY_LINE = "Owners' funds";

export const SECTIONS = [
  "income",
  "expenses",
  "appropriations",
  "assets",
  "liabilities",
  "equity",
] as const;
export type Section = (typeof SECTIONS)[number];

/** Place of a ledger in the statements, the cash flow and Tally. */
export interface Place {
  section: Section;
  line: string;
  /** Place if the balance is on the opposite side, such as a tax refund due to us. */
  turned?: { section: Section; line: string };
  group: string;
  /** Line in the cash flow, such as `operating: GST paid`; none if no money moves. */
  flow?: string;
}

const of = (section: Section, line: string, group: string, flow?: string): Place => ({
  section,
  line,
  group,
  ...(flow && { flow }),
});
const asset = (line: (typeof ASSET_LINES)[number], group: string, flow?: string) =>
  of("assets", line, group, flow);
const debt = (line: (typeof LIABILITY_LINES)[number], group: string, flow?: string): Place => ({
  ...of("liabilities", line, group, flow),
  turned: { section: "assets", line: "Short-term loans and advances" },
});
const income = (line: (typeof INCOME_LINES)[number], group: string) =>
  of("income", line, group, RECEIPTS);
const expense = (line: (typeof EXPENSE_LINES)[number], group: string, flow?: string) =>
  of("expenses", line, group, flow);

const RECEIPTS = "operating: other receipts";
const EXPENSES = "operating: expenses paid";
const LOANS_GIVEN = "operating: loans and advances";
export const FROM_CLIENTS = "operating: received from clients";
export const TO_VENDORS = "operating: paid to vendors";
const OWNERS = "financing: capital and drawings";
const ADVANCES = "Loans & Advances (Asset)";
const DUTIES = "Duties & Taxes";
const CURRENT = "Current Liabilities";

export const KINDS = {
  revenue: income("Revenue from operations", "Sales Accounts"),
  other_income: income("Other income", "Indirect Incomes"),
  direct_cost: expense("Direct costs", "Direct Expenses", EXPENSES),
  employee: expense("Employee benefits expense", "Indirect Expenses", EXPENSES),
  finance_cost: expense("Finance costs", "Indirect Expenses", "financing: interest paid"),
  depreciation: expense("Depreciation and amortisation", "Indirect Expenses", EXPENSES),
  expense: expense("Other expenses", "Indirect Expenses", EXPENSES),
  partner_pay: of("appropriations", "Partners' remuneration", "Indirect Expenses", EXPENSES),
  tax: of("appropriations", "Tax expense", "Indirect Expenses", "operating: income tax paid"),
  asset: asset("Property, plant and equipment", "Fixed Assets", "investing: fixed assets"),
  deposit: asset("Other non-current assets", "Deposits (Asset)", "investing: deposits"),
  loan_given: asset("Short-term loans and advances", ADVANCES, LOANS_GIVEN),
  vendor_advance: asset("Short-term loans and advances", ADVANCES, TO_VENDORS),
  staff_advance: asset("Short-term loans and advances", ADVANCES, LOANS_GIVEN),
  prepaid: asset("Other current assets", ADVANCES, EXPENSES),
  bought_for_clients: asset("Other current assets", ADVANCES, EXPENSES),
  loan_taken: debt("Long-term borrowings", "Loans (Liability)", "financing: loans"),
  customer_advance: debt("Other current liabilities", CURRENT, FROM_CLIENTS),
  provision: debt("Short-term provisions", "Provisions", EXPENSES),
  statutory: debt("Other current liabilities", DUTIES, "operating: statutory dues paid"),
  tds_payment: debt("Other current liabilities", DUTIES, "operating: TDS paid over"),
  gst_payment: debt("Other current liabilities", DUTIES, "operating: GST paid"),
  tds_refund: asset("Short-term loans and advances", ADVANCES, "operating: TDS refunded"),
  income_tax: of("equity", EQUITY_LINE, "Capital Account", OWNERS),
  capital: of("equity", EQUITY_LINE, "Capital Account", OWNERS),
  drawings: of("equity", EQUITY_LINE, "Capital Account", OWNERS),
  unallocated: debt("Other current liabilities", CURRENT, "operating: unallocated receipts"),
  suspense: {
    ...of("liabilities", "Suspense account", "Suspense A/c", "operating: suspense"),
    turned: { section: "assets", line: "Suspense account" },
  },
} satisfies Record<string, Place>;
export type Kind = keyof typeof KINDS;
export const CATEGORY_KINDS = Object.keys(KINDS) as [Kind, ...Kind[]];

/** Names in selection lists. */
export const KIND_NAMES: Record<Kind, string> = {
  revenue: "Revenue",
  other_income: "Other income",
  direct_cost: "Direct cost",
  employee: "Employee benefits",
  finance_cost: "Finance cost",
  depreciation: "Depreciation",
  expense: "Other expense",
  partner_pay: "Partners’ remuneration",
  tax: "Income tax of the firm",
  asset: "Fixed asset",
  deposit: "Deposit",
  loan_given: "Loan given",
  vendor_advance: "Advance to a vendor",
  staff_advance: "Advance to staff",
  prepaid: "Prepaid cost",
  bought_for_clients: "Bought for clients",
  loan_taken: "Loan taken",
  customer_advance: "Advance from a client",
  provision: "Provision",
  statutory: "PF, ESI, professional tax",
  tds_payment: "TDS deposited",
  gst_payment: "GST paid",
  tds_refund: "TDS refunded",
  income_tax: "Income tax paid",
  capital: "Capital",
  drawings: "Drawings",
  unallocated: "Not allocated yet",
  suspense: "Suspense: ask the accountant",
};

/** Returns the kinds allowed for a category type. A kind of the opposite type is only for refunds. */
export const listKinds = (type: "Expense" | "Income"): Kind[] =>
  CATEGORY_KINDS.filter((kind) => {
    const { section }: Place = KINDS[kind];
    if (type === "Expense") return section !== "income" || kind === "revenue";
    return (section !== "expenses" && section !== "appropriations") || kind === "expense";
  });

const tax = (side: "assets" | "liabilities"): Place =>
  side === "assets"
    ? {
        ...asset("Short-term loans and advances", DUTIES),
        turned: { section: "liabilities", line: "Other current liabilities" },
      }
    : debt("Other current liabilities", DUTIES);

const HELD_BY_PORTAL: Place = { ...tax("assets"), flow: "operating: GST paid" };
const PAID_TAX: Place = { ...tax("liabilities"), flow: "operating: GST paid" };

const SOLD = ["cgst", "sgst", "igst"] as const;
const BOUGHT = [...SOLD, "cess"] as const;

/** Creates a ledger for each tax head, such as `output_cgst`. */
function perHead<Ledger extends string, Head extends (typeof BOUGHT)[number]>(
  ledger: Ledger,
  nameOf: (head: string) => string,
  place: Place,
  heads: readonly Head[],
) {
  const all = heads.map((head) => {
    const name = nameOf(head === "cess" ? head : head.toUpperCase());
    return [`${ledger}_${head}`, { name, ...place }];
  });
  return Object.fromEntries(all) as Record<`${Ledger}_${Head}`, Place & { name: string }>;
}

/** Built-in ledgers that rows post to. */
export const SYSTEM = {
  receivables: { name: "Trade receivables", ...asset("Trade receivables", "Sundry Debtors") },
  payables: { name: "Trade payables", ...debt("Trade payables", "Sundry Creditors") },
  tds_receivable: {
    name: "TDS receivable",
    ...asset("Short-term loans and advances", ADVANCES, "operating: TDS refunded"),
  },
  tds_payable: {
    name: "TDS payable",
    ...debt("Other current liabilities", DUTIES, "operating: TDS paid over"),
  },
  ...perHead("output", (head) => `Output ${head}`, tax("liabilities"), SOLD),
  ...perHead("input", (head) => `Input ${head}`, tax("assets"), BOUGHT),
  // Tax on bills not yet in GSTR-2B, and reversed credit that can be reclaimed.
  ...perHead("input_wait", (head) => `Input ${head} not yet in GSTR-2B`, tax("assets"), BOUGHT),
  ...perHead("input_reversed", (head) => `Input ${head} reversed`, tax("assets"), BOUGHT),
  // Tax on advances.
  ...perHead("gst_on_advances", (head) => `${head} on advances`, tax("assets"), SOLD),
  ...perHead("rcm", (head) => `Reverse charge payable ${head}`, tax("liabilities"), BOUGHT),
  gst_payable: { name: "GST payable", ...PAID_TAX },
  ...perHead("gst_payable", (head) => `GST payable ${head}`, PAID_TAX, SOLD),
  gst_round_off: { name: "GST round off", ...expense("Other expenses", "Indirect Expenses") },
  gst_interest: { name: "Interest on GST", ...expense("Finance costs", "Indirect Expenses") },
  gst_late_fee: { name: "Late fee of GST", ...expense("Other expenses", "Indirect Expenses") },
  gst_not_creditable: {
    name: "GST not creditable",
    ...expense("Other expenses", "Indirect Expenses"),
  },
  // Money in the agency's cash ledger on the portal: challans and accepted GST-TDS.
  ...perHead("cash_ledger", (head) => `Cash ledger (GST portal) ${head}`, HELD_BY_PORTAL, BOUGHT),
  // GST deducted by clients (CGST Act, s. 51) and not yet accepted on the portal.
  ...perHead("gst_tds", (head) => `GST-TDS receivable ${head}`, tax("assets"), SOLD),
  advances: {
    name: "Advances from customers",
    ...debt("Other current liabilities", CURRENT, FROM_CLIENTS),
  },
  vendor_advances: {
    name: "Advances to vendors",
    ...asset("Short-term loans and advances", ADVANCES, TO_VENDORS),
  },
  bought_for_clients: {
    name: "Bought for clients",
    ...asset("Other current assets", ADVANCES, EXPENSES),
  },
  unallocated: {
    name: "Unallocated receipts",
    ...debt("Other current liabilities", CURRENT, "operating: unallocated receipts"),
  },
  sales: { name: "Sales", ...income("Revenue from operations", "Sales Accounts") },
  purchases: { name: "Purchases", ...expense("Other expenses", "Purchase Accounts", EXPENSES) },
  round_off: { name: "Round off", ...expense("Other expenses", "Indirect Expenses") },
  bad_debts: { name: "Bad debts", ...expense("Other expenses", "Indirect Expenses") },
  opening: { name: "Opening balances", ...of("equity", EQUITY_LINE, "Capital Account") },
} satisfies Record<string, Place & { name: string }>;
export type SystemLedger = keyof typeof SYSTEM;

/** The system ledger that categories of a kind post to, instead of their own. */
export const CLEARS: Partial<Record<Kind, SystemLedger>> = {
  customer_advance: "advances",
  tds_payment: "tds_payable",
  gst_payment: "gst_payable",
  tds_refund: "tds_receivable",
  vendor_advance: "vendor_advances",
  bought_for_clients: "bought_for_clients",
  unallocated: "unallocated",
};

/**
 * Ledgers whose balance always equals that of documents. Journals and opening balances cannot change it.
 */
export const OF_DOCUMENTS: string[] = ["receivables", "payables"];
