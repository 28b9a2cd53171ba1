import { TRANSACTION_TYPES } from "../domain/ledger/transactions.ts";
import { readAmount, toDecimal } from "../domain/money.ts";
import type { Api, Call } from "./api.ts";
import { failUsage } from "./failure.ts";
import { findAccountId, findCategoryId } from "./names.ts";
import { type RangeOptions, readRange } from "./range.ts";

/** Filters transactions like the screen does. */
export interface FilterOptions extends RangeOptions {
  type?: string;
  account?: string;
  category?: string;
  min?: string;
  max?: string;
  search?: string;
}

type Query = NonNullable<Call["query"]>;

/** Parses the filters that do not need the server. @throws Failure of usage */
export function readFilters(options: FilterOptions): Query {
  return {
    ...readRange(options),
    type: readType(options.type),
    minAmount: readLimit("--min", options.min),
    maxAmount: readLimit("--max", options.max),
    q: options.search,
  };
}

/** Converts the names in the filter to the ids that the server expects. */
export async function findFilterIds(
  api: Api,
  { account, category }: FilterOptions,
): Promise<Query> {
  return {
    accountId: await findAccountId(api, account),
    categoryId: await findCategoryId(api, category),
  };
}

function readType(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const type = TRANSACTION_TYPES.find((known) => known.toLowerCase() === text.toLowerCase());
  if (type) return type;
  throw failUsage(`--type ${text} is not known`, `use one of ${TRANSACTION_TYPES.join(", ")}`);
}

export function readLimit(option: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const paise = readAmount(text);
  if (paise !== undefined) return toDecimal(paise);
  throw failUsage(
    `${option} ${text} is not an amount`,
    "enter it in rupees, like 1500 or 1,500.50",
  );
}
