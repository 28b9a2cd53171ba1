/** Commands that change nothing, with dates inside the demo. */
export const COMMANDS = `
--help
invoices --help
invoices list --help
imprt
whoami
agency
team list
tokens list
accounts list
accounts balances --month 2026-10
categories list
transactions list --month 2026-10 --limit 20
transactions list --month 2026-10 --limit 5 --json
transactions list --month 2026-10 --limit 5 --csv
imports list
receipts list --month 2026-10
invoices list
invoices list --status PAID --quiet
invoices list --status WRONG
notes list
estimates list
vouchers list
vendors list
bills list
bills show NOWHERE
journals list
ledgers
reports trial-balance
reports profit-and-loss
reports profit-and-loss --json
reports balance-sheet
reports cash-flow
reports ageing
reports tds
reports gst-summary
reports sales-register
reports purchase-register
reports income-by-client
reports expenses-by-vendor
reports day-book
gst list
gst check 2026-10
gst gstr3b 2026-10
gst matching 2026-10
gst proof 2026-10
gst suppliers
tds register
tds due
statements list
papers list
approvals list
approvals limit
locks
locks changes
outbox list
reminders list
reminders preview
reminders rules
series list
tasks
close 2026-10
history
trash list
check
`
  .trim()
  .split("\n");
