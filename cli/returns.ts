import type { Command } from "commander";
import { add, all, withCsv, withOutput } from "./options.ts";

export function addReturns(program: Command): void {
  const gst = add(program, "gst", "GST returns and e-invoices", "bahi gst check 2026-10");

  withCsv(
    add(gst, "list", "list the periods of the last year with their state", "bahi gst list"),
  ).action(async (_, command) => (await import("./commands/gst.ts")).listPeriods(all(command)));

  withCsv(
    add(
      gst,
      "check",
      "check a month before filing (exits 3 if there are errors)",
      "bahi gst check 2026-10",
    ),
  )
    .argument("<month>", "like 2026-10; for a quarter, its last month")
    .action(async (month, _, command) =>
      (await import("./commands/gst.ts")).checkPeriod(month, all(command)),
    );

  withOutput(
    add(gst, "gstr1", "save GSTR-1 for the portal", "bahi gst gstr1 2026-10 --out october.json"),
    "a file, - for stdout, or a folder (default: the name that the portal expects)",
  )
    .argument("<month>", "like 2026-10; for a quarter, its last month")
    .option("--sheets", "as a zip of CSV sheets for the offline tool")
    .action(async (month, _, command) =>
      (await import("./commands/gst.ts")).saveGstr1(month, all(command)),
    );

  withOutput(
    add(gst, "gstr3b", "show GSTR-3B, or save it", "bahi gst gstr3b 2026-10 --out 3b.pdf"),
    "a PDF payment summary; for a name ending in .json, the offline tool's file",
  )
    .argument("<month>", "like 2026-10; for a quarter, its last month")
    .action(async (month, _, command) =>
      (await import("./commands/gst.ts")).gstr3b(month, all(command)),
    );

  add(
    gst,
    "filed",
    "mark a return as filed",
    "bahi gst filed 2026-10 --return gstr1 --arn AA271026001234Z --date 2026-11-10",
  )
    .argument("<month>", "like 2026-10; for a quarter, its last month")
    .option("--return <return>", "gstr1, gstr3b or iff (default: gstr1)")
    .option("--arn <arn>", "the ARN from the portal, 15 letters and digits")
    .option("--date <date>", "like 2026-11-10 or 10 Nov 2026 (default: today)")
    .option("--undo", "mark it as not filed (owners)")
    .action(async (month, _, command) =>
      (await import("./commands/gst.ts")).markFiled(month, all(command)),
    );
  addCashLedger(gst);
  addMatching(gst);
  addProof(gst);
  addEinvoices(gst);
}

function addProof(gst: Command): void {
  withCsv(
    add(
      gst,
      "proof",
      "compare a month's returns with the ledgers (exits 3 if a difference is unexplained)",
      "bahi gst proof 2026-10",
    ),
  )
    .argument("<month>", "like 2026-10; for a quarter, its last month")
    .action(async (month, _, command) =>
      (await import("./commands/gstProof.ts")).showProof(month, all(command)),
    );
  withCsv(
    add(
      gst,
      "begin-tax-book",
      "begin the tax book of an existing agency; without a day, list the days",
      "bahi gst begin-tax-book --from 2026-11-01 --credit cgst=1200,sgst=1200 --dry-run",
    ),
  )
    .option("--from <date>", "the first day")
    .option("--credit <amounts>", "the portal's credit by head, like igst=0,cgst=1200,sgst=1200")
    .option("--cash <amounts>", "the portal's cash ledger balance by head")
    .option("--negative <amounts>", "negative tax of earlier returns, by head")
    .option("--earlier-payments", "report payments before their invoices as advances")
    .option("--dry-run", "change nothing, and list the ledgers that would move")
    .action(async (_, command) =>
      (await import("./commands/taxBook.ts")).beginTaxBook(all(command)),
    );
}

function addCashLedger(gst: Command): void {
  add(
    gst,
    "amend",
    "amend an invoice or note of a filed GSTR-1 in an open month",
    "bahi gst amend 2026-07 26-27/INV/000009",
  )
    .argument("<month>", "like 2026-07; for a quarter, its last month")
    .argument("<document>", "the id of an invoice or a note, or the number of an invoice")
    .option("--undo", "remove the amendment")
    .action(async (month, document, _, command) =>
      (await import("./commands/gst.ts")).amend(month, document, all(command)),
    );
  withCsv(
    add(
      gst,
      "suppliers",
      "list vendors who had not filed GSTR-3B (Rule 37A)",
      "bahi gst suppliers",
    ),
  )
    .option("--vendor <name>", "of one vendor, by name or id")
    .action(async (_, command) =>
      (await import("./commands/suppliers.ts")).listSuppliers(all(command)),
    );
  add(
    gst,
    "supplier",
    "reverse the credit of a vendor's month, or reclaim it",
    'bahi gst supplier "Skyline Software" 2026-04 --not-filed',
  )
    .argument("<vendor>", "by name or id")
    .argument("<month>", "of the bills, like 2026-04")
    .option("--not-filed", "the vendor has not filed GSTR-3B")
    .option("--filed", "the vendor has filed it since")
    .option("--date <date>", "like 2026-09-30 (default: today)")
    .action(async (vendor, month, _, command) =>
      (await import("./commands/suppliers.ts")).markSupplier(vendor, month, all(command)),
    );
  withCsv(
    add(
      gst,
      "cash-ledger",
      "list entries of the portal's cash ledger, with balances",
      "bahi gst cash-ledger --at 2026-05-31",
    ),
  )
    .option("--at <date>", "like 2026-05-31 (default: today)")
    .action(async (_, command) =>
      (await import("./commands/cashLedger.ts")).listCashLedger(all(command)),
    );
  add(
    gst,
    "challan",
    "record a challan (PMT-06) for one tax head, or GST-TDS accepted on the portal",
    "bahi gst challan --head igst --amount 3240 --account HDFC --cin SBIN26052900012345",
  )
    .option("--head <head>", "igst, cgst, sgst or cess")
    .option("--kind <kind>", "tax, interest or fee (default: tax)")
    .option("--amount <amount>", "in rupees")
    .option("--date <date>", "like 2026-05-20 (default: today)")
    .option("--account <name>", "where the money comes from")
    .option("--cin <cin>", "the challan's identification number")
    .option("--gst-tds", "GST deducted by clients and accepted on the portal: no money moves")
    .option("--again", "create it even if the same command did so in the last 24 hours")
    .action(async (_, command) =>
      (await import("./commands/cashLedger.ts")).addCashEntry(all(command)),
    );
}

function addMatching(gst: Command): void {
  add(gst, "2b", "load the portal's GSTR-2B", "bahi gst 2b returns_R2B_102026.json")
    .argument("<file>", "the portal's JSON; it contains its month")
    .action(async (file, _, command) =>
      (await import("./commands/gstr2b.ts")).loadGstr2b(file, all(command)),
    );
  withCsv(
    add(
      gst,
      "matching",
      "compare a month's bills with GSTR-2B",
      "bahi gst matching 2026-10 --accept-suggested",
    ),
  )
    .argument("<month>", "like 2026-10; for a quarter, its last month")
    .option("--accept-suggested", "first accept all suggested pairs")
    .action(async (month, _, command) =>
      (await import("./commands/gstr2b.ts")).listMatching(month, all(command)),
    );
}

function addEinvoices(gst: Command): void {
  withOutput(
    add(
      gst,
      "einvoices",
      "save the JSON for the e-invoice portal, or load the portal's response",
      "bahi gst einvoices 2026-10 --answer response.json",
    ),
    "a file, - for stdout, or a folder (default: einvoices-MONTH.json)",
  )
    .argument("<month>", "like 2026-10")
    .option("--answer <file>", "the portal's response, as JSON or CSV")
    .action(async (month, _, command) =>
      (await import("./commands/gst.ts")).einvoices(month, all(command)),
    );
}
