import { createWriteStream, existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { addDays, type CalendarDate } from "../domain/dates.ts";

// A year of a busy agency as CSV: eight accounts, twenty-four categories, about ninety bytes per row.
// The same arguments give the same file. Dates are unsorted, which is the hardest case for the indexes.

export const YEAR = { dateFrom: "2025-04-01", dateTo: "2026-03-31" };
export const MONTH = { dateFrom: "2025-10-01", dateTo: "2025-10-31" };

const ACCOUNTS = "HDFC,ICICI,SBI,Axis,Kotak,Petty Cash,Paytm Wallet,Canara".split(",");
const INCOMES = "Retainers,Project Fees,Consulting,Reimbursements,Interest,Training".split(",");
const EXPENSES = [
  ..."Rent,Salaries,Freelancers,Hosting,Domains,Software,Travel,Snacks,Printing".split(","),
  ..."Phone,Internet,Bank Charges,GST Paid,Fuel,Repairs,Courier,Legal,Insurance".split(","),
];
const WHAT = "invoice,monthly bill,advance,part payment,refund,renewal,visit,order".split(",");
const WHOSE = [
  ..."Konkan Foods,Saffron Kitchens,Meridian Realty,Zest Juice Bar,Ritika Sen".split(","),
  ..."किराया कार्यालय,வாடகை,Patwardhan & Sons".split(","),
];

const ROWS_AT_ONCE = 10_000;

/**
 * Writes the file into a folder unless it exists. Another seed gives other rows. With several years,
 * `YEAR` is the last one.
 */
export async function writeBooks(
  folder: string,
  rows: number,
  seed = 1,
  years = 1,
): Promise<string> {
  const path = join(folder, `${[rows, seed, ...(years > 1 ? [`${years}y`] : [])].join("-")}.csv`);
  if (existsSync(path)) return path;
  const file = createWriteStream(`${path}.part`);
  const random = createRandom(seed);
  const days = listDays(years);
  file.write("Date,Description,Account,Category,Type,Amount,Notes\n");
  for (let n = 0; n < rows; n += ROWS_AT_ONCE) {
    let text = "";
    for (let m = n; m < Math.min(n + ROWS_AT_ONCE, rows); m++)
      text += buildRow(m, seed, random, days);
    if (!file.write(text)) await new Promise((resolve) => file.once("drain", resolve));
  }
  file.end();
  await finished(file);
  renameSync(`${path}.part`, path);
  return path;
}

type Random = (below: number) => number;

function buildRow(n: number, seed: number, random: Random, days: CalendarDate[]): string {
  const date = days[random(days.length)];
  const account = pick(ACCOUNTS, random);
  const description = `"${pick(WHOSE, random)}, ${pick(WHAT, random)} ${seed}-${n}"`;
  const amount = `${1 + random(99_999)}.${String(random(100)).padStart(2, "0")}`;
  const notes = random(4) === 0 ? `NEFT ${100_000_000 + random(900_000_000)}` : "";

  const kind = random(100);
  if (kind < 2) {
    const to = ACCOUNTS[(ACCOUNTS.indexOf(account) + 1) % ACCOUNTS.length];
    return `${date},${description},${account} → ${to},Transfer,Transfer,${amount},${notes}\n`;
  }
  const [category, type] =
    kind < 35 ? [pick(INCOMES, random), "Income"] : [pick(EXPENSES, random), "Expense"];
  return `${date},${description},${account},${category},${type},${amount},${notes}\n`;
}

const listDays = (years: number): CalendarDate[] =>
  Array.from({ length: 365 * years }, (_, n) => addDays(YEAR.dateTo, -n)).reverse();

const pick = (list: string[], random: Random) => list[random(list.length)] as string;

/** Mulberry32: returns integers from 0 to below the argument. */
function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
