import { join } from "node:path";
import { type Caller, made } from "./world.ts";

// A real year of an agency: 1,725 rows with transfers, duplicates, quotes, a line break, Devanagari and
// texts that look like formulas and SQL, with expected totals that were checked with hledger.

const DATA = join(import.meta.dir, "data");
export const YEAR_CSV = join(DATA, "agency-2025-26.csv");

interface AccountFigures {
  name: string;
  type: string;
  openingBalance: string;
  income: string;
  expense: string;
  transfers: string;
  closingBalance: string;
}

export const expected: {
  rows: number;
  accounts: AccountFigures[];
  totals: { income: string; expense: string; balance: string; transfers: string };
  byMonth: Record<string, { income: string; expense: string }>;
  byCategory: Record<string, string>;
} = await Bun.file(join(DATA, "agency-2025-26.expected.json")).json();

/** The four accounts with their opening balances, which a file of transactions does not contain. */
export async function makeAccounts(owner: Caller): Promise<void> {
  for (const { name, type, openingBalance } of expected.accounts) {
    made(await owner.post("/api/accounts", { name, type, openingBalance: Number(openingBalance) }));
  }
}
