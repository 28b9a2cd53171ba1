/** The command that lists the records below an API path, by its first part. */
const LISTS: Record<string, string> = {
  accounts: "bahi accounts list",
  approvals: "bahi approvals list",
  attachments: "bahi papers list",
  bills: "bahi bills list",
  categories: "bahi categories list",
  clients: "bahi clients list",
  estimates: "bahi estimates list",
  gst: "bahi gst list",
  imports: "bahi imports list",
  invoices: "bahi invoices list",
  items: "bahi items list",
  journals: "bahi journals list",
  ledgers: "bahi ledgers",
  notes: "bahi notes list",
  outbox: "bahi outbox list",
  // Payments of an invoice or a bill, shown on its own page.
  payments: "bahi invoices list and bahi bills list",
  receipts: "bahi receipts list",
  reminders: "bahi reminders list",
  series: "bahi series list",
  statements: "bahi statements list",
  tokens: "bahi tokens list",
  transactions: "bahi transactions list",
  users: "bahi team list",
  vendors: "bahi vendors list",
  vouchers: "bahi vouchers list",
};

/** Returns advice if a record does not exist. */
export function adviseList(path: string): string {
  const list = LISTS[path.split("/").find(Boolean) ?? ""];
  return list ? `see ${list}` : "check whether it was deleted or renamed";
}
