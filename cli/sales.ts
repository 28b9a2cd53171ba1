import type { Command } from "commander";
import { documentCommands } from "./documentCommands.ts";
import { add, all, withOutput, withPeriod } from "./options.ts";
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
  const invoices = documentCommands(program, {
    noun: "invoice",
    about: "GST invoices, with amounts received and due",
    number: "26-27/INV/000012",
    period: "all time",
    example: {
      list: "--status overdue",
      create: '--client "Konkan Foods" --item "Website; 1; 85000; 18; 998314" --send',
      edit: "--due-date 2026-11-30",
    },
    end: ["cancel", " that nobody paid"],
    isShared: true,
    isMailed: "drafts",
    load: async () => (await import("./commands/invoices.ts")).INVOICE,
  });
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
  addExport(
    invoices,
    "write invoices and notes as CSV, one row per HSN code and rate of each document",
  );
}

/** Adds the export of a register as CSV. */
export function addExport(group: Command, about: string): void {
  const plural = group.name();
  const command = add(
    group,
    "export",
    about,
    `bahi ${plural} export --month 2026-10 --out ${plural}.csv`,
  );
  withOutput(withPeriod(command), "where to (default: stdout)").action(async () =>
    (await import("./commands/exports.ts")).exportRegister(plural, all(command)),
  );
}

const addNotes = (program: Command) =>
  documentCommands(program, {
    noun: "note",
    about: "credit and debit notes",
    number: "26-27/CN/000002",
    period: "all time",
    example: {
      list: "--kind credit",
      create: "--invoice 26-27/INV/000012 --line 1=5000 --reason discount --send",
      edit: "--reason other",
    },
    created: "credit or debit an invoice, in full or by line",
    end: ["cancel", ""],
    isShared: true,
    isMailed: "drafts",
    load: async () => (await import("./commands/notes.ts")).NOTE,
  });

const addEstimates = (program: Command) =>
  documentCommands(program, {
    noun: "estimate",
    about: "price quotes for clients",
    number: "26-27/EST/000002",
    period: "all time",
    example: {
      list: "--status accepted",
      create: '--client "Konkan Foods" --item "Website=85000" --item "Photo=12x250"',
      edit: "--due-date 2026-11-30",
    },
    isShared: true,
    isMailed: "drafts",
    load: async () => (await import("./commands/estimates.ts")).ESTIMATE,
  });

const addVouchers = (program: Command) =>
  documentCommands(program, {
    noun: "voucher",
    about: "advances received, and refunds",
    number: "26-27/RV/000002",
    period: "all time",
    example: {
      list: "--preset thisFY",
      create: '--client "Konkan Foods" --amount 59000 --account "Petty Cash" --description Film',
    },
    created: "record an advance with its receipt voucher",
    end: ["cancel", " and its income"],
    isMailed: "issued",
    load: async () => (await import("./commands/vouchers.ts")).VOUCHER,
  });
