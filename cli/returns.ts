import type { Command } from "commander";
import { add, all, listing, saved } from "./options.ts";

/** GST returns and e-invoices. */
export function addReturns(program: Command): void {
  const gst = add(program, "gst", "GST returns and e-invoices", "bahi gst check 2026-10");

  listing(
    add(gst, "list", "list the periods of the last year with their state", "bahi gst list"),
  ).action(async (_, command) => (await import("./commands/gst.ts")).listPeriods(all(command)));

  listing(
    add(
      gst,
      "check",
      "say what stands against filing a month; exit 3 where an error does",
      "bahi gst check 2026-10",
    ),
  )
    .argument("<month>", "like 2026-10; of a quarter its last")
    .action(async (month, _, command) =>
      (await import("./commands/gst.ts")).checkPeriod(month, all(command)),
    );

  saved(
    add(
      gst,
      "gstr1",
      "save GSTR-1 as the portal takes it",
      "bahi gst gstr1 2026-10 --out october.json",
    ),
    "a file, - for stdout, or a folder (default: the name that the portal expects)",
  )
    .argument("<month>", "like 2026-10; of a quarter its last")
    .option("--sheets", "as a zip of the offline tool's CSV sheets")
    .action(async (month, _, command) =>
      (await import("./commands/gst.ts")).saveGstr1(month, all(command)),
    );

  saved(
    add(gst, "gstr3b", "show GSTR-3B, or save it", "bahi gst gstr3b 2026-10 --out 3b.pdf"),
    "a page to pay by; with the ending .json the offline utility's file",
  )
    .argument("<month>", "like 2026-10; of a quarter its last")
    .action(async (month, _, command) =>
      (await import("./commands/gst.ts")).gstr3b(month, all(command)),
    );

  add(
    gst,
    "filed",
    "mark a return as filed",
    "bahi gst filed 2026-10 --return gstr1 --arn AA271026001234Z --date 2026-11-10",
  )
    .argument("<month>", "like 2026-10; of a quarter its last")
    .option("--return <return>", "gstr1, gstr3b or iff (default: gstr1)")
    .option("--arn <arn>", "what the portal has told, 15 letters and digits")
    .option("--date <date>", "like 2026-11-10 or 10 Nov 2026 (default: today)")
    .option("--undo", "mark it as open again (owners)")
    .action(async (month, _, command) =>
      (await import("./commands/gst.ts")).markFiled(month, all(command)),
    );
  addCashLedger(gst);
  addMatching(gst);
  addProof(gst);
  addEinvoices(gst);
}

function addProof(gst: Command): void {
  listing(
    add(
      gst,
      "proof",
      "compare the returns of a month with the ledgers; exit 3 where a difference has no reason",
      "bahi gst proof 2026-10",
    ),
  )
    .argument("<month>", "like 2026-10; of a quarter its last")
    .action(async (month, _, command) =>
      (await import("./commands/gstProof.ts")).showProof(month, all(command)),
    );
  listing(
    add(
      gst,
      "begin-tax-book",
      "begin the tax book of an existing agency; without a day, list the days",
      "bahi gst begin-tax-book --from 2026-11-01 --credit cgst=1200,sgst=1200 --dry-run",
    ),
  )
    .option("--from <date>", "the first day")
    .option("--credit <amounts>", "the portal's credit by head, like igst=0,cgst=1200,sgst=1200")
    .option("--cash <amounts>", "what its cash ledger holds, by head")
    .option("--negative <amounts>", "tax below zero that earlier returns had, by head")
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
    "amend in an open month what a filed GSTR-1 has of an invoice or a note",
    "bahi gst amend 2026-07 26-27/INV/000009",
  )
    .argument("<month>", "like 2026-07; of a quarter its last")
    .argument("<document>", "the id of an invoice or a note, or the number of an invoice")
    .option("--undo", "take the amendment out again")
    .action(async (month, document, _, command) =>
      (await import("./commands/gst.ts")).amend(month, document, all(command)),
    );
  listing(
    add(
      gst,
      "suppliers",
      "list vendors that had not filed GSTR-3B (Rule 37A)",
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
    "give back the credit of a vendor's month, or claim it again",
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
  listing(
    add(
      gst,
      "cash-ledger",
      "list what moved the portal's cash ledger, with its balances",
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
    "record a challan (PMT-06) of one head, or GST-TDS accepted on the portal",
    "bahi gst challan --head igst --amount 3240 --account HDFC --cin SBIN26052900012345",
  )
    .option("--head <head>", "igst, cgst, sgst or cess")
    .option("--kind <kind>", "tax, interest or fee (default: tax)")
    .option("--amount <amount>", "in rupees")
    .option("--date <date>", "like 2026-05-20 (default: today)")
    .option("--account <name>", "where the money comes from")
    .option("--cin <cin>", "the challan's identification number")
    .option("--gst-tds", "GST that clients deducted and that was accepted: no money moves")
    .option("--again", "make what the same words have made in the last day already")
    .action(async (_, command) =>
      (await import("./commands/cashLedger.ts")).addCashEntry(all(command)),
    );
}

function addMatching(gst: Command): void {
  add(gst, "2b", "load the portal's GSTR-2B", "bahi gst 2b returns_R2B_102026.json")
    .argument("<file>", "the JSON of the portal; it says its month itself")
    .action(async (file, _, command) =>
      (await import("./commands/gstr2b.ts")).loadGstr2b(file, all(command)),
    );
  listing(
    add(
      gst,
      "matching",
      "list how bills and GSTR-2B of a month meet",
      "bahi gst matching 2026-10 --accept-suggested",
    ),
  )
    .argument("<month>", "like 2026-10; of a quarter its last")
    .option("--accept-suggested", "take all pairs that are suggested first")
    .action(async (month, _, command) =>
      (await import("./commands/gstr2b.ts")).listMatching(month, all(command)),
    );
}

function addEinvoices(gst: Command): void {
  saved(
    add(
      gst,
      "einvoices",
      "save what is to be registered with the e-invoice portal, or hand in its answer",
      "bahi gst einvoices 2026-10 --answer response.json",
    ),
    "a file, - for stdout, or a folder (default: einvoices-MONTH.json)",
  )
    .argument("<month>", "like 2026-10")
    .option("--answer <file>", "the portal's answer, as JSON or CSV")
    .action(async (month, _, command) =>
      (await import("./commands/gst.ts")).einvoices(month, all(command)),
    );
}
