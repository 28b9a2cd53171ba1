import { type Cell, unwrap } from "./cells.ts";

// Finds the header row of a table by its captions.

export const ROLES = [
  "date",
  "valueDate",
  "narration",
  "reference",
  "bankId",
  "debit",
  "credit",
  "amount",
  "flag",
  "balance",
  "balanceFlag",
] as const;
export type ColumnRole = (typeof ROLES)[number];

/** Column indexes by role, from 0. */
export type Columns = Partial<Record<ColumnRole, number>>;

const CAPTIONS: [ColumnRole, string][] = [
  ["valueDate", "value date|value dt|value dat"],
  [
    "date",
    "transaction date|txn date|tran date|trans date|txn posted date|posting date|post date|" +
      "date & time|date and time|date",
  ],
  [
    "narration",
    "transaction remarks|transaction particulars|transaction details|narration|narrative|description|" +
      "transaction description|particulars|details|remarks|memo",
  ],
  [
    "reference",
    "chq/refno|chq/ref number|chqno|chq no|chq / ref no|chq / ref number|cheque no|cheque number|" +
      "chequeno|ref no/cheque no|ref no / cheque no|cheque no/reference no|instrument id|cheque details|" +
      "utr|ref no|reference",
  ],
  ["bankId", "tran id|transaction id|txn no|transaction_id|txn id"],
  [
    "debit",
    "debit amount|debit amt|debit|debits|withdrawals|withdrawal amount|withdrawal amt|withdrawal|" +
      "withdrawl|withdrawls|withdraws|dr amount|dr",
  ],
  [
    "credit",
    "credit amount|credit amt|credit|credits|deposits|deposit amount|deposit amt|deposit|cr amount|cr",
  ],
  ["amount", "transaction amount|amount|amt|withdrawal/deposit|debit/credit amount"],
  [
    "flag",
    "dr/cr|cr/dr|dr|cr|debit/credit|credit/debit|type|billingamountsign|sign|dr/cr indicator",
  ],
  ["balance", "closing balance|running balance|available balance|balance amount|balance|bal"],
];
const ROLE_OF = new Map<string, ColumnRole>();
for (const [role, captions] of CAPTIONS) {
  for (const caption of captions.split("|")) {
    if (!ROLE_OF.has(caption)) ROLE_OF.set(caption, role);
  }
}
// `|` separates the captions above.
for (const caption of ["dr|cr", "cr|dr"]) ROLE_OF.set(caption, "flag");

/** Captions of columns with the currency or the account of each row. */
const CURRENCY = /^(currency|currency code|ccy|curr)$/;
const ACCOUNT = /^(account|a\/c|acct) ?(number|no)$/;

/** Returns the columns that name a row's currency and account, or -1. */
export const namingColumns = (captions: string[]): { currency: number; account: number } => ({
  currency: captions.findIndex((caption) => CURRENCY.test(caption)),
  account: captions.findIndex((caption) => ACCOUNT.test(caption)),
});

/** Simplifies `Debit /Credit` and `Debit INR` to `debit/credit` and `debit`. */
const plainCaption = (caption: string): string =>
  caption.replace(/ ?\/ ?/g, "/").replace(/ (in )?(inr|rs|rupees)$/, "");

export const normaliseCaption = (cell: Cell): string =>
  unwrap(cell)
    .slice(0, 200)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\([^()]*\)/g, "")
    .replace(/[.:*]/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** Maximum rows above a table. */
const HEADER_WITHIN = 60;

export interface Header {
  /** Index of the row, from 0. */
  at: number;
  columns: Columns;
  captions: string[];
}

/**
 * Returns the row with the most recognized captions, or undefined if no row has date, narration and
 * amount.
 */
export function findHeader(rows: Cell[][]): Header | undefined {
  let best: (Header & { score: number }) | undefined;
  for (const [at, cells] of rows.slice(0, HEADER_WITHIN).entries()) {
    const captions = cells.map(normaliseCaption);
    const columns = findColumns(captions);
    const score = Object.keys(columns).length;
    if (isTable(columns) && score > (best?.score ?? 0)) best = { at, columns, captions, score };
  }
  return best;
}

/** Whether the columns suffice to read lines. */
export const isTable = ({ date, narration, debit, credit, amount }: Columns): boolean =>
  date !== undefined &&
  narration !== undefined &&
  (amount !== undefined || (debit !== undefined && credit !== undefined));

function findColumns(captions: string[]): Columns {
  const found = captions.map(
    (caption) => ROLE_OF.get(caption) ?? ROLE_OF.get(plainCaption(caption)),
  );
  const first = (role: ColumnRole, from = 0) => {
    const at = found.indexOf(role, from);
    return at === -1 ? undefined : at;
  };
  const columns: Columns = {};
  for (const role of ROLES) {
    const at = first(role);
    if (at !== undefined) columns[role] = at;
  }
  return withFlags(columns, captions, found);
}

/**
 * A second flag after the balance belongs to the balance. `Type` is a flag only next to a single amount
 * column.
 */
function withFlags(
  columns: Columns,
  captions: string[],
  found: (ColumnRole | undefined)[],
): Columns {
  const { flag: _, ...rest } = columns;
  const isType = (at: number) => captions[at] === "type";
  const flags = found.flatMap((role, at) => (role === "flag" ? [at] : []));
  const hasSides = rest.debit !== undefined && rest.credit !== undefined;
  const behindBalance = flags.find((at) => at === (rest.balance ?? -2) + 1 && !isType(at));
  const ofAmount =
    flags.find((at) => at !== behindBalance) ?? (hasSides ? undefined : behindBalance);
  if (hasSides) delete rest.amount;
  return {
    ...rest,
    ...(!hasSides && ofAmount !== undefined && { flag: ofAmount }),
    ...(behindBalance !== undefined &&
      behindBalance !== ofAmount && { balanceFlag: behindBalance }),
  };
}

/** Returns the key of a remembered column mapping: the non-empty captions. */
export const captionKey = (captions: string[]): string => captions.filter(Boolean).join("|");

/** Guesses the header row if no captions are known: the row with the most short texts. */
export function guessCaptionRow(rows: Cell[][]): { at: number; captions: string[] } | undefined {
  let best: { at: number; captions: string[]; score: number } | undefined;
  for (const [at, cells] of rows.slice(0, HEADER_WITHIN).entries()) {
    const texts = cells.map((cell) => (typeof cell === "string" ? normaliseCaption(cell) : ""));
    const score = texts.filter((text) => /^[a-z][a-z /_&-]{1,30}$/.test(text)).length;
    if (score >= 3 && score > (best?.score ?? 0)) best = { at, captions: texts, score };
  }
  return best;
}
