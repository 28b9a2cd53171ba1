import type { Page } from "playwright-core";

const click = (name: string) => (page: Page) =>
  page.locator(`button:visible:has-text("${name}")`).first().click();

async function openInvoice(page: Page): Promise<void> {
  await page.getByRole("link", { name: /INV.000001/ }).click();
  await page.getByText("Linked income").or(page.getByText("No payments yet.")).waitFor();
}

/** Every page, and what can be opened on it. */
export const VIEWS: {
  path: string;
  signedOut?: true;
  name: string;
  ready: string;
  open?: (page: Page) => Promise<void>;
}[] = [
  { path: "/login", signedOut: true, name: "sign in", ready: "Sign up" },
  {
    path: "/login",
    signedOut: true,
    name: "sign in with errors",
    ready: "Sign up",
    open: click("Sign in"),
  },
  { path: "/register", signedOut: true, name: "register", ready: "Create account" },
  { path: "/dashboard", name: "dashboard", ready: "kaveri cash" },
  { path: "/transactions", name: "transactions", ready: "To the till" },
  { path: "/settings/masters", name: "master data", ready: "kaveri cash" },
  { path: "/settings/items#new", name: "new item", ready: "HSN/SAC" },
  { path: "/transactions#import", name: "import", ready: "Drop a CSV file or choose one" },
  { path: "/transactions", name: "add", ready: "To the till", open: click("Add Transaction") },
  { path: "/transactions", name: "transfer", ready: "To the till", open: click("Transfer Funds") },
  { path: "/transactions", name: "a transfer", ready: "To the till", open: click("To the till") },
  { path: "/clients", name: "clients", ready: "Saffron Kitchens" },
  { path: "/clients#new", name: "add client", ready: "Display Name" },
  {
    path: "/clients",
    name: "a client",
    ready: "Saffron Kitchens",
    open: async (page) => {
      await page.getByRole("link", { name: "Saffron Kitchens" }).click();
      await page.getByText("/INV/000001").waitFor();
    },
  },
  { path: "/bills", name: "bills", ready: "7 days late" },
  {
    path: "/bills",
    name: "a bill",
    ready: "7 days late",
    open: async (page) => {
      await page.getByRole("link", { name: "Pune Print House" }).first().click();
      await page.getByText("TDS to deduct").waitFor();
    },
  },
  {
    path: "/bills/new",
    name: "new bill with errors",
    ready: "Tax and payment",
    open: async (page) => {
      await page.getByLabel("Vendor *").press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.getByLabel("Taxable").fill("1000");
      await click("Taxes as printed")(page);
      await page.locator("button[type=submit]:visible").first().click();
      await page.getByText("Description is required").waitFor();
    },
  },
  { path: "/tds", name: "TDS to deposit", ready: "statement due" },
  { path: "/approvals", name: "approvals", ready: "No payments to approve" },
  { path: "/settings/features", name: "features", ready: "Switches on with your first bill" },
  { path: "/settings/reminders", name: "reminders", ready: "Reminders are off" },
  { path: "/settings/export", name: "export", ready: "Everything in one file" },
  { path: "/settings/locks", name: "locks", ready: "Lock history" },
  { path: "/settings/locks#close", name: "close the books", ready: "Closed up to and including" },
  { path: "/vendors", name: "vendors", ready: "Pune Print House" },
  { path: "/vendors#new", name: "add vendor", ready: "Micro or small enterprise" },
  {
    path: "/vendors",
    name: "a vendor",
    ready: "Pune Print House",
    open: async (page) => {
      await page.getByRole("link", { name: "Pune Print House" }).click();
      await page.getByText("PPH/58").waitFor();
    },
  },
  { path: "/receipts", name: "receipts", ready: "RCPT/00001" },
  { path: "/banking", name: "banking", ready: "None yet" },
  { path: "/banking#upload", name: "upload", ready: "bahi finds the account by its number" },
  { path: "/reconciliation", name: "reconciliation", ready: "Balance as per books" },
  { path: "/invoices", name: "invoices", ready: "Saffron Kitchens" },
  { path: "/invoices", name: "an invoice", ready: "Saffron Kitchens", open: openInvoice },
  {
    path: "/invoices",
    name: "a payment",
    ready: "Saffron Kitchens",
    open: async (page) => {
      await openInvoice(page);
      await click("Add Payment")(page);
      await page.getByLabel("TDS deducted").fill("99999");
      await page.getByText("More than 10% of the taxable value").waitFor();
    },
  },
  { path: "/notes", name: "notes", ready: "CN/000001" },
  {
    path: "/notes",
    name: "a note",
    ready: "CN/000001",
    open: async (page) => {
      await page.getByRole("link", { name: /CN.000001/ }).click();
      await page.getByText("Applied to").waitFor();
    },
  },
  {
    path: "/invoices",
    name: "new note with errors",
    ready: "Saffron Kitchens",
    open: async (page) => {
      await page.getByRole("link", { name: /INV.000002/ }).click();
      await page.getByRole("link", { name: "Credit note" }).click();
      await page.getByText("Lines to credit").waitFor();
      await page.getByLabel("Credit now").fill("99999999");
      await page.getByRole("button", { name: "Create Credit Note" }).first().click();
      await page.getByText("Choose a reason").waitFor();
    },
  },
  { path: "/estimates", name: "estimates", ready: "EST/000001" },
  { path: "/estimates/new", name: "new estimate", ready: "Estimate Summary" },
  { path: "/series", name: "recurring", ready: "No recurring invoices yet" },
  { path: "/series/new", name: "new series", ready: "Next 12 dates" },
  { path: "/series/new?kind=transaction", name: "new series of money", ready: "Next 12 dates" },
  {
    path: "/estimates",
    name: "an estimate",
    ready: "EST/000001",
    open: async (page) => {
      await page.getByRole("link", { name: /EST.000001/ }).click();
      await page.getByText("Not yet billed").waitFor();
      await click("Create Invoice")(page);
      await page.getByText("Percent of each line").waitFor();
    },
  },
  { path: "/close?month=2026-10", name: "a month to close", ready: "October so far" },
  { path: "/gst", name: "GST without GSTIN", ready: "No GSTIN, so no returns" },
  { path: "/gst?period=2026-10", name: "a month of GST", ready: "to fix before you file" },
  { path: "/reports", name: "reports", ready: "Who owes you, and since when" },
  { path: "/reports/profit-and-loss", name: "profit and loss", ready: "for the year" },
  {
    path: "/reports/profit-and-loss?by=month",
    name: "profit and loss by month",
    ready: "for the year",
  },
  { path: "/reports/balance-sheet", name: "balance sheet", ready: "Both sides agree" },
  { path: "/reports/trial-balance", name: "trial balance", ready: "Debits equal credits" },
  { path: "/reports/ledger", name: "no ledger", ready: "Choose a ledger and both dates" },
  {
    path: "/reports/ledger?ledger=receivables",
    name: "a ledger",
    ready: "Closing balance",
  },
  {
    path: "/reports/opening-balances",
    name: "opening balances",
    ready: "Save Opening Balances",
  },
  { path: "/journals", name: "journals", ready: "Rent not billed yet" },
  {
    path: "/journals",
    name: "a journal",
    ready: "Rent not billed yet",
    open: async (page) => {
      await page.getByRole("link", { name: "Rent not billed yet" }).click();
      await page.getByText("Duplicate").waitFor();
    },
  },
  {
    path: "/journals/new",
    name: "new journal with errors",
    ready: "Add Line",
    open: async (page) => {
      await page.getByLabel("Debit", { exact: true }).first().fill("500");
      await click("Save Journal")(page);
      await page.getByText("Choose a ledger").first().waitFor();
    },
  },
  { path: "/reports/cash-flow", name: "cash flow", ready: "Closing balance" },
  { path: "/reports/ageing", name: "ageing", ready: "Agrees with Trade receivables" },
  { path: "/reports/tds", name: "TDS", ready: "TDS deducted by clients" },
  { path: "/reports/gst-summary", name: "GST summary", ready: "Output CGST" },
  { path: "/reports/income-by-client", name: "income by client", ready: "Total income" },
  { path: "/reports/expenses-by-vendor", name: "expenses by vendor", ready: "Total expenses" },
  { path: "/reports/sales-register", name: "sales register", ready: "Taxable value" },
  { path: "/reports/purchase-register", name: "purchase register", ready: "Cess and round off" },
  { path: "/reports/day-book", name: "day book", ready: "Every entry with its ledgers" },
  {
    path: "/reports/statement-of-account",
    name: "no client's account",
    ready: "Choose a client and both dates",
  },
  { path: "/vouchers", name: "advances", ready: "RV/000001" },
  { path: "/vouchers#new", name: "record an advance", ready: "Amount received" },
  {
    path: "/vouchers",
    name: "an advance",
    ready: "RV/000001",
    open: async (page) => {
      await page.getByRole("link", { name: /RV.000001/ }).click();
      await page.getByText("Used on").waitFor();
    },
  },
  { path: "/invoices/new", name: "new invoice", ready: "Invoice Summary" },
  {
    path: "/invoices/new",
    name: "new invoice with errors",
    ready: "Invoice Summary",
    open: click("Create Invoice"),
  },
  {
    path: "/invoices",
    name: "edit invoice",
    ready: "Saffron Kitchens",
    open: async (page) => {
      await openInvoice(page);
      await page.getByRole("link", { name: "Edit" }).click();
      await page.getByText("Invoice Summary").waitFor();
    },
  },
  { path: "/receipts/new", name: "new receipt", ready: "Client Name" },
  {
    path: "/receipts",
    name: "a receipt",
    ready: "RCPT/00001",
    open: async (page) => {
      await page.getByRole("link", { name: /RCPT.00001/ }).click();
      await page.getByText("Receipt Details").waitFor();
    },
  },
  { path: "/settings/receipts", name: "receipt settings", ready: "Prefix" },
  { path: "/settings/invoice", name: "invoice settings", ready: "Bank Details" },
  { path: "/settings/team", name: "team", ready: "Staff of kaveri" },
  { path: "/settings/audit", name: "audit log", ready: "staff@kaveri.test" },
  { path: "/settings/trash", name: "trash", ready: "Restore a document to reuse its number" },
  { path: "/settings/audit/integrity", name: "integrity", ready: "Verified since" },
  { path: "/settings/metadata", name: "settings", ready: "Save Settings" },
  { path: "/settings/move-in", name: "moving in", ready: "Drop the files of your books" },
  {
    path: "/settings/move-in",
    name: "books that were tried out",
    ready: "Drop the files of your books",
    open: async (page) => {
      const csv =
        "Invoice No,Date,Party Name,Item Name,UnitPrice,A column of no use with a long name\n";
      await page.getByLabel(/Drop the files/).setInputFiles({
        name: "sales.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(`${csv}12,05/09/2025,Meera Joshi,Logo,1000,x\n`),
      });
      await page.getByRole("button", { name: "Import 1 document" }).waitFor();
    },
  },
  { path: "/profile", name: "profile", ready: "New password" },
  {
    path: "/docs",
    signedOut: true,
    name: "the API",
    ready: "The bahi API",
    // All endpoints look alike, and axe takes as long for them as for ten other pages.
    open: (page) =>
      page.evaluate(() => {
        const alike = "article:not(:nth-of-type(16n)), .api-shape:not(:nth-of-type(16n))";
        for (const element of document.querySelectorAll(alike)) element.remove();
      }),
  },
  { path: "/nowhere", signedOut: true, name: "no such page", ready: "404 Not Found" },
];
