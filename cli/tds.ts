import type { Command } from "commander";
import { add, all, withCsv } from "./options.ts";

export function addTds(program: Command): void {
  const tds = add(program, "tds", "TDS register, deposits and statements", "bahi tds register");
  const ofQuarter = (name: string, about: string, example: string) =>
    add(tds, name, about, example).option(
      "--quarter <quarter>",
      "like 2026-27-Q3, or a month of it (default: the current one)",
    );
  withCsv(
    ofQuarter(
      "register",
      "list the rows for a quarter: amount × rate is the TDS of each",
      "bahi tds register --quarter 2026-27-Q3",
    ),
  ).action(async (_, command) => (await import("./commands/tds.ts")).listRows(all(command)));

  withCsv(
    ofQuarter(
      "due",
      "list what each month owes by code, with interest up to today",
      "bahi tds due --quarter 2026-27-Q3",
    ),
  ).action(async (_, command) => (await import("./commands/tds.ts")).listDue(all(command)));

  withCsv(
    ofQuarter(
      "statement",
      "show Forms 140 and 144 for a quarter (exits 3 if something is missing)",
      "bahi tds statement --quarter 2026-27-Q2",
    ),
  ).action(async (_, command) => (await import("./commands/tds.ts")).showStatement(all(command)));

  add(
    tds,
    "deposit",
    "record a challan for a month and code",
    'bahi tds deposit 2026-10 --code 1027 --amount 6000 --account "HDFC Current 4471"',
  )
    .argument("<month>", "the month of the deduction, like 2026-10")
    .option("--code <code>", "payment code like 1027; before April 2026 the section, like 194C")
    .option("--amount <amount>", "TDS, without interest")
    .option("--interest <amount>", "interest in the same challan")
    .option("--account <name>", "where the money comes from")
    .option("--date <date>", "like 2026-11-06 (default: today)")
    .option("--challan <number>", "challan number")
    .option("--again", "create it even if the same command did so in the last 24 hours")
    .action(async (month, _, command) =>
      (await import("./commands/tds.ts")).deposit(month, all(command)),
    );

  addPartners(tds);

  add(
    tds,
    "filed",
    "record that a statement was filed, with its fee",
    "bahi tds filed 2026-27-Q2 --date 2026-10-29 --token 070900200412",
  )
    .argument("<quarter>", "like 2026-27-Q2")
    .option("--form <form>", "140 or 144 (default: 140)")
    .option("--date <date>", "like 2026-10-29 (default: today)")
    .option("--token <token>", "the token number it was given")
    .option("--fee <amount>", "late filing fee")
    .option("--account <name>", "where the fee was paid from")
    .option("--again", "create it even if the same command did so in the last 24 hours")
    .action(async (quarter, _, command) =>
      (await import("./commands/tds.ts")).filed(quarter, all(command)),
    );
}

function addPartners(tds: Command): void {
  withCsv(
    add(tds, "partners", "list what a firm credited to its partners", "bahi tds partners"),
  ).action(async (_, command) =>
    (await import("./commands/partners.ts")).listPartnersPay(all(command)),
  );

  add(
    tds,
    "partner",
    "credit a partner's pay, less TDS",
    'bahi tds partner "Asha Nair" --amount 15000 --kind salary --pan ABCPN5511E',
  )
    .argument("<partner>", "the partner's name")
    .option("--amount <amount>", "in rupees, before TDS")
    .option(
      "--kind <kind>",
      "salary, remuneration, commission, bonus or interest (default: remuneration)",
    )
    .option("--pan <pan>", "without it, 20% TDS is deducted")
    .option("--tds <amount>", "TDS to deduct (default: 10% above ₹20,000 a year)")
    .option("--date <date>", "like 2026-10-31 (default: today)")
    .option("--again", "create it even if the same command did so in the last 24 hours")
    .action(async (partner, _, command) =>
      (await import("./commands/partners.ts")).creditPartner(partner, all(command)),
    );
}
