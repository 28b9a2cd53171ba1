import type { Command } from "commander";
import type { Shared } from "../domain/sharing/shareLinks.ts";
import { addEmail } from "./mail.ts";
import { add, all, collect, withOutput, withPages, withPeriod, withSort } from "./options.ts";
import { recordCommands } from "./records.ts";

/** Clients, items, and documents for clients: invoices, notes, estimates, and vouchers of advances. */
export function addSales(program: Command): void {
  addClients(program);
  addItems(program);
  addInvoices(program);
  addNotes(program);
  addEstimates(program);
  addVouchers(program);
}

const addClients = (program: Command) =>
  recordCommands(program, {
    noun: "client",
    about: "who you bill",
    listed: "clients with the balance they owe",
    example: {
      name: "Malabar Mills",
      create: "--city Kochi --state Kerala --email accounts@malabar.example",
      edit: '--phone "+91 484 411 2000"',
    },
    load: async () => (await import("./commands/clients.ts")).CLIENT,
  });

const addItems = (program: Command) =>
  recordCommands(program, {
    noun: "item",
    about: "services that you bill often",
    example: {
      name: "Website care",
      create: "--hsn-sac 998313 --unit month --rate 28000",
      edit: "--rate 30000",
    },
    load: async () => (await import("./commands/items.ts")).ITEM,
  });

function addInvoices(program: Command): void {
  const invoices = add(
    program,
    "invoices",
    "GST invoices, with amounts received and due",
    "bahi invoices list --status overdue",
  );

  withSort(
    withPages(
      withPeriod(
        add(
          invoices,
          "list",
          "list invoices, newest first, with their totals (default: all time)",
          "bahi invoices list --preset thisFY --status sent",
        ),
      )
        .option("--status <status>", "draft, sent, partially_paid, paid, cancelled or overdue")
        .option("--search <text>", "in number and client"),
    ),
    ["number", "date", "client", "dueDate", "total", "balance"],
  ).action(async (_, command) =>
    (await import("./commands/invoices.ts")).listInvoices(all(command)),
  );

  withOutput(
    add(invoices, "pdf", "save the PDFs of invoices", "bahi invoices pdf 26-27/INV/000012"),
    "a file, - for stdout, or a folder (default: Invoice-NUMBER.pdf)",
  )
    .argument("<number...>", "invoice numbers, the ends of them, or ids")
    .action(async (numbers, _, command) =>
      (await import("./commands/invoices.ts")).saveInvoices(numbers, all(command)),
    );

  add(
    invoices,
    "duplicate",
    "duplicate an invoice as a draft dated today",
    "bahi invoices duplicate 26-27/INV/000012",
  )
    .argument("<number>", "an invoice number, the end of one, or an id")
    .action(async (number, _, command) =>
      (await import("./commands/invoices.ts")).duplicateInvoice(number, all(command)),
    );
  addShare(invoices, "invoice", "26-27/INV/000012");
  addEmail(invoices, "invoice", "26-27/INV/000012");

  withOutput(
    withPeriod(
      add(
        invoices,
        "export",
        "write invoices and notes as CSV, one row per HSN code and rate of each document",
        "bahi invoices export --month 2026-10 --out october.csv",
      ),
    ),
    "where to (default: stdout)",
  ).action(async (_, command) =>
    (await import("./commands/invoices.ts")).exportInvoices(all(command)),
  );
}

function addShare(group: Command, entity: Shared, number: string): void {
  add(
    group,
    "share",
    `create a link; anyone with it can view the ${entity}without signing in`,
    `bahi ${entity}s share ${number} --expires never`,
  )
    .argument("<number>", "number of a sent document, the end of one, or an id")
    .option(
      "--expires <date>",
      "last day, or never (default: 90 days from today or the due date, whichever is later)",
    )
    .option("--end", "turn off the open links instead of creating one")
    .action(async (typed, _, command) =>
      (await import("./commands/sharing.ts")).share(entity, typed, all(command)),
    );
}

function addNotes(program: Command): void {
  const notes = add(program, "notes", "credit and debit notes", "bahi notes list --kind credit");
  withPages(
    withPeriod(
      add(notes, "list", "list notes, newest first (default: all time)", "bahi notes list"),
    )
      .option("--kind <kind>", "credit or debit")
      .option("--search <text>", "in number and client"),
  ).action(async (_, command) => (await import("./commands/notes.ts")).listNotes(all(command)));

  add(
    notes,
    "create",
    "credit or debit an invoice, in full or by line",
    "bahi notes create --invoice 26-27/INV/000012 --line 1=5000 --reason discount --send",
  )
    .option("--invoice <number>", "the invoice: its number, the end of it, or its id")
    .option("--line <n=amount>", "amount for line N, excluding GST; repeatable", collect)
    .option("--whole", "all lines, as billed")
    .option("--debit", "create a debit note instead")
    .option(
      "--reason <reason>",
      "discount, value_too_high, tax_too_high, deficient_service, returned or other (default: other)",
    )
    .option("--date <date>", "like 2026-10-05, 05/10/2026 or 5 Oct 2026 (default: today)")
    .option("--due <date>", "due date of a debit note")
    .option("--notes <text>", "printed on the note")
    .option("--send", "mark it as sent; drafts do not count")
    .option("--again", "create it even if the same command did so in the last 24 hours")
    .action(async (_, command) => (await import("./commands/notes.ts")).createNote(all(command)));

  withOutput(
    add(notes, "pdf", "save the PDFs of notes", "bahi notes pdf 26-27/CN/000002"),
    "a file, - for stdout, or a folder (default: Credit-Note-NUMBER.pdf)",
  )
    .argument("<number...>", "note numbers, the ends of them, or ids")
    .action(async (numbers, _, command) =>
      (await import("./commands/notes.ts")).saveNotes(numbers, all(command)),
    );
  addShare(notes, "note", "26-27/CN/000002");
  addEmail(notes, "note", "26-27/CN/000002");
}

function addEstimates(program: Command): void {
  const estimates = add(
    program,
    "estimates",
    "price quotes for clients",
    "bahi estimates list --status sent",
  );
  withPages(
    withPeriod(
      add(
        estimates,
        "list",
        "list estimates, newest first (default: all time)",
        "bahi estimates list --status accepted",
      ),
    )
      .option("--status <status>", "draft, sent, accepted or declined")
      .option("--search <text>", "in number and client"),
  ).action(async (_, command) =>
    (await import("./commands/estimates.ts")).listEstimates(all(command)),
  );

  add(
    estimates,
    "create",
    "create an estimate",
    'bahi estimates create --client "Konkan Foods" --item "Website=85000" --item "Photo=12x250"',
  )
    .option("--client <client>", "by name, ignoring case, or by id")
    .option("--item <text=rate>", "description and rate, or QTYxRATE; repeatable", collect)
    .option("--hsn <code>", "HSN or SAC of the items")
    .option("--tax <percent>", "of the items (default: that of the invoice settings)")
    .option("--date <date>", "like 2026-10-05, 05/10/2026 or 5 Oct 2026 (default: today)")
    .option("--valid-until <date>", "last day it is valid")
    .option("--notes <text>", "printed on it")
    .option("--terms <text>", "printed on it")
    .option("--send", "mark it as sent")
    .option("--again", "create it even if the same command did so in the last 24 hours")
    .action(async (_, command) =>
      (await import("./commands/estimates.ts")).createEstimate(all(command)),
    );

  withOutput(
    add(estimates, "pdf", "save the PDFs of estimates", "bahi estimates pdf 26-27/EST/000002"),
    "a file, - for stdout, or a folder (default: Estimate-NUMBER.pdf)",
  )
    .argument("<number...>", "estimate numbers, the ends of them, or ids")
    .action(async (numbers, _, command) =>
      (await import("./commands/estimates.ts")).saveEstimates(numbers, all(command)),
    );
  addShare(estimates, "estimate", "26-27/EST/000002");
  addEmail(estimates, "estimate", "26-27/EST/000002");
}

function addVouchers(program: Command): void {
  const vouchers = add(program, "vouchers", "advances received, and refunds", "bahi vouchers list");
  withPages(
    withPeriod(
      add(
        vouchers,
        "list",
        "list receipt and refund vouchers, newest first (default: all time)",
        "bahi vouchers list --preset thisFY",
      ),
    ).option("--search <text>", "in number and client"),
  ).action(async (_, command) =>
    (await import("./commands/vouchers.ts")).listVouchers(all(command)),
  );

  add(
    vouchers,
    "create",
    "record an advance with its receipt voucher",
    'bahi vouchers create --client "Konkan Foods" --amount 59000 --account "Petty Cash" --description Film',
  )
    .option("--client <client>", "who paid, by name, ignoring case, or by id")
    .option("--amount <amount>", "in rupees, including tax")
    .option("--account <account>", "where the money goes, by name, ignoring case, or by id")
    .option("--description <text>", "what it is for")
    .option("--tax <percent>", "GST included in the amount (default: 18)")
    .option("--tds <amount>", "TDS that the client deducted, in rupees")
    .option("--gst-tds <amount>", "GST that the client deducted (s. 51), in rupees")
    .option("--mode <mode>", "Bank Transfer, UPI, Cash, Card, Cheque or Other")
    .option("--date <date>", "like 2026-10-05, 05/10/2026 or 5 Oct 2026 (default: today)")
    .option("--reference <text>", "a UTR, a cheque's number")
    .option("--again", "record it even if the same command did so in the last 24 hours")
    .action(async (_, command) =>
      (await import("./commands/vouchers.ts")).createVoucher(all(command)),
    );

  withOutput(
    add(vouchers, "pdf", "save the PDFs of vouchers", "bahi vouchers pdf 26-27/RV/000002"),
    "a file, - for stdout, or a folder (default: Receipt-Voucher-NUMBER.pdf)",
  )
    .argument("<number...>", "voucher numbers, the ends of them, or ids")
    .action(async (numbers, _, command) =>
      (await import("./commands/vouchers.ts")).saveVouchers(numbers, all(command)),
    );
  addEmail(vouchers, "voucher", "26-27/RV/000002");
}
