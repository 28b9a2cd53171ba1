import { cpus, totalmem } from "node:os";
import type { Finding, Part } from "./measure.ts";
import { banking } from "./parts/banking.ts";
import { bankPages } from "./parts/bankPages.ts";
import { bare } from "./parts/bare.ts";
import { bills } from "./parts/bills.ts";
import { command } from "./parts/command.ts";
import { everything } from "./parts/everything.ts";
import { fuzz } from "./parts/fuzz.ts";
import { gst } from "./parts/gst.ts";
import { gstr2b } from "./parts/gstr2b.ts";
import { halfYears } from "./parts/halfYears.ts";
import { hostile } from "./parts/hostile.ts";
import { imports } from "./parts/imports.ts";
import { invoices } from "./parts/invoices.ts";
import { lighthouse } from "./parts/lighthouse.ts";
import { lists } from "./parts/lists.ts";
import { load } from "./parts/load.ts";
import { machines } from "./parts/machines.ts";
import { million } from "./parts/million.ts";
import { moveIn } from "./parts/moveIn.ts";
import { receipts } from "./parts/receipts.ts";
import { report } from "./parts/report.ts";
import { series } from "./parts/series.ts";
import { start } from "./parts/start.ts";
import { statements } from "./parts/statements.ts";
import { taxBook } from "./parts/taxBook.ts";
import { trust } from "./parts/trust.ts";
import { undo } from "./parts/undo.ts";
import { yearFolder } from "./parts/yearFolder.ts";

// `bun bench` runs every part, `bun bench imports start` only these. Times depend on the machine and its
// load, so read the ratios.

const PARTS: Record<string, Part> = {
  imports,
  million,
  "move-in": moveIn,
  lists,
  bare,
  start,
  report,
  receipts,
  undo,
  trust,
  invoices,
  series,
  bills,
  gst,
  gstr2b,
  "half-years": halfYears,
  "tax-book": taxBook,
  banking,
  bankPages,
  hostile,
  statements,
  yearFolder,
  everything,
  command,
  fuzz,
  load,
  machines,
  lighthouse,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  process.stderr.write(
    `No part is called ${unknown}; there are ${Object.keys(PARTS).join(", ")}\n`,
  );
  process.exit(2);
}

const rows: Finding[] = [];
for (const [name, { title, run }] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stderr.write(`${name}: ${title} …\n`);
  rows.push(...(await run()));
}

const [cpu] = cpus();
const memory = Math.round(totalmem() / 2 ** 30);
console.log(
  `${cpus().length} × ${cpu?.model}, ${memory} GB, ${process.platform}, Bun ${Bun.version}\n`,
);
console.log("| what | measured | beside | ratio | target |");
console.log("|---|---|---|---|---|");
for (const { what, measured, beside, ratio, target } of rows) {
  console.log(`| ${what} | ${measured} | ${beside} | ${ratio} | ${target} |`);
}
