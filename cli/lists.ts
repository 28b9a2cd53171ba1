/** The nouns of the API that have a list of the same name. */
const LISTED = new Set([
  ...["accounts", "approvals", "bills", "categories", "clients", "estimates", "gst", "imports"],
  ...["invoices", "items", "journals", "notes", "outbox", "receipts", "reminders", "series"],
  ...["statements", "tokens", "transactions", "vendors", "vouchers"],
]);

/** The commands that list the others. */
const LISTS: Record<string, string> = {
  attachments: "bahi papers list",
  ledgers: "bahi ledgers",
  // Payments of an invoice or a bill, shown on its own page.
  payments: "bahi invoices list and bahi bills list",
  users: "bahi team list",
};

/** Returns advice if a record does not exist. */
export function adviseList(path: string): string {
  const noun = path.split("/").find(Boolean) ?? "";
  const list = LISTED.has(noun) ? `bahi ${noun} list` : LISTS[noun];
  return list ? `see ${list}` : "check whether it was deleted or renamed";
}
