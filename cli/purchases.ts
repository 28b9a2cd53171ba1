import type { Command } from "commander";
import { add, all, collect, withOutput, withPages, withPeriod, withSort } from "./options.ts";
import { recordCommands } from "./records.ts";

export function addPurchases(program: Command): void {
  addBills(program);
  addVendors(program);
}

function addBills(program: Command): void {
  const bills = add(
    program,
    "bills",
    "vendors' bills and amounts to pay",
    "bahi bills list --status unpaid --sort dueDate",
  );
  addListCommand(bills);
  addCreditCommand(bills);
  add(
    bills,
    "add",
    "add a bill; GST is computed from the rate",
    'bahi bills add --vendor "Kala Press" --number KP/61 --item "Brochures=34000"',
  )
    .option("--vendor <name>", "vendor, by name or id")
    .option("--number <number>", "the vendor's number; bahi numbers self-invoices")
    .option("--item <text=taxable>", "a line, excluding GST; repeatable", collect)
    .option("--category <name>", "an expense category, of every line")
    .option("--tax <percent>", "the GST of every line (default: 18)")
    .option("--date <date>", "like 2026-10-05, 05/10/2026 or 5 Oct 2026 (default: today)")
    .option("--due <date>", "due date (default: its date)")
    .option("--place <state>", "place of supply, by code or name (default: the agency's state)")
    .option("--reverse-charge", "the agency pays the tax itself")
    .option("--tds <amount>", "TDS to deduct (default: by the vendor's rule)")
    .option("--rent-months <months>", "like 2026-07..2026-09 (default: the month of its date)")
    .option("--draft", "save it as a draft")
    .option("--notes <text>", "internal notes")
    .option("--again", "create it even if the same command did so in the last 24 hours")
    .action(async (_, command) => (await import("./commands/bills.ts")).addBill(all(command)));

  add(bills, "pay", "record a bill payment", 'bahi bills pay KP/61 --account "HDFC Current 4471"')
    .argument("<number>", "the vendor's number, the end of one, or an id")
    .option("--amount <amount>", "amount paid (default: the amount to pay)")
    .option("--tds <amount>", "TDS deducted with it (default: the rest, if paid in full)")
    .option("--account <name>", "where the money comes from")
    .option(
      "--mode <mode>",
      "Bank Transfer, UPI, Cash, Card, Cheque or Other (default: Bank Transfer)",
    )
    .option("--date <date>", "like 2026-10-05 (default: today)")
    .option("--reference <text>", "UTR, cheque number")
    .option("--advance", "record it before the date of the bill, as an advance to the vendor")
    .option("--again", "create it even if the same command did so in the last 24 hours")
    .action(async (number, _, command) =>
      (await import("./commands/bills.ts")).payBill(number, all(command)),
    );

  withOutput(
    withPeriod(
      add(
        bills,
        "export",
        "write bills as CSV, one row per line",
        "bahi bills export --month 2026-10 --out bills.csv",
      ),
    ),
    "where to (default: stdout)",
  ).action(async (_, command) => (await import("./commands/bills.ts")).exportBills(all(command)));
}

function addCreditCommand(bills: Command): void {
  add(bills, "show", "show a bill with the state of its input credit", "bahi bills show KP/61")
    .argument("<number>", "the vendor's number, the end of one, or an id")
    .action(async (number, _, command) =>
      (await import("./commands/billCredit.ts")).showBill(number, all(command)),
    );

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

  add(bills, "cancel", "cancel a bill", "bahi bills cancel KP/61 --date 2026-11-20")
    .argument("<number>", "the vendor's number, the end of one, or an id")
    .option("--date <date>", "date its tax is reversed (default: today if it was filed)")
    .action(async (number, _, command) =>
      (await import("./commands/billCredit.ts")).cancelBill(number, all(command)),
    );
}

function addListCommand(bills: Command): void {
  withSort(
    withPages(
      withPeriod(
        add(bills, "list", "list bills, newest first (default: all time)", "bahi bills list"),
      )
        .option(
          "--status <status>",
          "draft, open, partially_paid, paid, cancelled, unpaid, overdue or this_week",
        )
        .option("--vendor <name>", "of one vendor, by name or id")
        .option(
          "--credit <state>",
          "input credit: waits, ready, claimed, differs, reversed, not_filed, reclaimed, none or too_late",
        )
        .option("--search <text>", "in number and vendor"),
    ),
    ["number", "date", "vendor", "dueDate", "total", "toPay"],
  ).action(async (_, command) => (await import("./commands/bills.ts")).listBills(all(command)));
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
