/** Defines a page of islands/reports or islands/journals, with the styles of reports. */
const page = <More extends object>(path: string, title: string, source: string, more: More) => ({
  path,
  title,
  source,
  calls: ["/api/metadata"],
  sheet: "reports" as const,
  ...more,
});

const OWNERS = { permission: "view statements" } as const;
const JOURNAL_FORM = {
  permission: "keep journals" as const,
  calls: ["/api/ledgers", "/api/categories", "/api/metadata"],
};
const YEAR = { period: "year" } as const;
const MONTH = { period: "any" } as const;

/** The list of reports, and a page for each. */
export const REPORT_PAGES = [
  page("/reports", "Reports", "reports/Reports.tsx", {}),
  page("/reports/profit-and-loss", "Profit and loss", "reports/ProfitAndLoss.tsx", {
    ...OWNERS,
    ...YEAR,
  }),
  page("/reports/balance-sheet", "Balance sheet", "reports/BalanceSheet.tsx", OWNERS),
  page("/reports/trial-balance", "Trial balance", "reports/TrialBalance.tsx", OWNERS),
  page("/reports/ledger", "General ledger", "reports/GeneralLedger.tsx", {
    ...OWNERS,
    ...YEAR,
    calls: ["/api/ledgers", "/api/metadata"],
  }),
  page("/reports/cash-flow", "Cash flow", "reports/CashFlow.tsx", { ...OWNERS, ...YEAR }),
  page("/reports/ageing", "Ageing", "reports/Ageing.tsx", {}),
  page("/reports/statement-of-account", "Statement of account", "reports/StatementOfAccount.tsx", {
    ...YEAR,
    calls: ["/api/clients", "/api/metadata"],
  }),
  page("/reports/tds", "TDS receivable", "reports/TdsReceivable.tsx", OWNERS),
  page("/reports/income-by-client", "Income by client", "reports/IncomeByClient.tsx", {
    ...OWNERS,
    ...YEAR,
  }),
  page("/reports/expenses-by-vendor", "Expenses by vendor", "reports/ExpensesByVendor.tsx", {
    ...OWNERS,
    ...YEAR,
  }),
  page("/reports/sales-register", "Sales register", "reports/SalesRegister.tsx", MONTH),
  page("/reports/purchase-register", "Purchase register", "reports/PurchaseRegister.tsx", MONTH),
  page("/reports/day-book", "Day book", "reports/DayBook.tsx", { ...OWNERS, ...MONTH }),
  page("/reports/opening-balances", "Opening balances", "journals/Openings.tsx", {
    permission: "set ledgers",
    calls: ["/api/ledgers", "/api/metadata"],
  }),
  page("/journals", "Journals", "journals/Journals.tsx", {
    ...OWNERS,
    calls: ["/api/journals?", "/api/metadata"],
  }),
  page("/journals/new", "New Journal", "journals/NewJournal.tsx", JOURNAL_FORM),
  page("/journals/:id", "Journal", "journals/JournalDetail.tsx", {
    ...OWNERS,
    sheet: "journal" as const,
    calls: ["/api/journals/:id", "/api/metadata"],
  }),
  page("/journals/:id/edit", "Edit Journal", "journals/EditJournal.tsx", {
    ...JOURNAL_FORM,
    calls: ["/api/journals/:id", ...JOURNAL_FORM.calls],
  }),
  page("/reports/gst-summary", "GST summary", "reports/GstSummary.tsx", { ...OWNERS, ...YEAR }),
  page("/reports/tally", "For Tally", "reports/Tally.tsx", { ...OWNERS, calls: [] }),
];
