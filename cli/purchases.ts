import type { Command } from "commander";
import { documentCommands } from "./documentCommands.ts";
import { addLater } from "./lazy.ts";
import { add, all } from "./options.ts";
import { recordCommands } from "./records.ts";
import { addExport } from "./sales.ts";

export function addPurchases(program: Command): void {
  addBills(program);
  addVendors(program);
}

function addBills(program: Command): void {
  const bills = documentCommands(program, {
    noun: "bill",
    about: "vendors' bills and amounts to pay",
    number: "KP/61",
    period: "all time",
    example: {
      list: "--status unpaid --sort dueDate",
      create: '--vendor "Kala Press" --number KP/61 --item "Brochures=34000"',
      edit: "--due-date 2026-11-30",
    },
    created: "add a bill; GST is computed from the rate",
    alias: "add",
    end: ["cancel", "; its payments become an advance to the vendor"],
    load: async () => (await import("./commands/bills.ts")).BILL,
  });
  const pay = add(
    bills,
    "pay",
    "record a bill payment",
    'bahi bills pay KP/61 --account "HDFC Current 4471"',
  ).argument("<number>", "the vendor's number, the end of one, or an id");
  addLater(bills, async () => (await import("./commands/bills.ts")).addPayOptions(pay));

  add(
    bills,
    "credit",
    "change the input credit of a bill from a given date",
    "bahi bills credit KP/61 --block --reason gifts",
  )
    .argument("<number>", "the vendor's number, the end of one, or an id")
    .option("--block", "do not claim it: the tax becomes part of the cost")
    .option("--claim", "claim it")
    .option("--reason <reason>", "why it is blocked, like food, gifts or personal")
    .option("--lines <numbers>", "like 1,3 (default: all)")
    .option("--date <date>", "like 2026-10-05 (default: today)")
    .action(async (number, _, command) =>
      (await import("./commands/billCredit.ts")).changeCredit(number, all(command)),
    );

  addExport(bills, "write bills as CSV, one row per line");
}

const addVendors = (program: Command) =>
  recordCommands(program, {
    noun: "vendor",
    about: "suppliers",
    listed: "vendors with the amount to pay",
    example: {
      name: "Pune Print House",
      create: "--gstin 27AAMFP3390B1Z8 --tds-rule contractor",
      edit: "--agreed-days 30 --is-small-enterprise yes",
    },
    load: async () => (await import("./commands/vendors.ts")).VENDOR,
  });
