import * as v from "valibot";
import { field, money, name, strictObject } from "../fields.ts";
import type { Paise, RupeeSum, Rupees } from "../money.ts";

export const ACCOUNT_TYPES = ["Bank", "Cash", "Wallet", "Card"] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export interface Account {
  _id: string;
  name: string;
  type: AccountType;
  openingBalance: Rupees;
  isActive: boolean;
  /** Whether sure matches of its bank lines are accepted at upload. */
  postSure: boolean;
}

/** Returns the id of a form's default account: the first active one that is not a Card, or "". */
export const defaultAccount = (accounts: readonly Account[]): string =>
  accounts.find(({ isActive, type }) => isActive && type !== "Card")?._id ?? "";

// CSV files write a transfer's accounts as `from → to`, so a name with an arrow could not be parsed.
export const accountName = v.pipe(
  name("Account name"),
  v.check((text) => !/→|->/.test(text), "Account name cannot contain an arrow"),
);

/** Whether a record is offered for new entries. */
export const isActive = field(v.optional(v.boolean("Active must be true or false"), true), {
  label: "Status",
  help: "Inactive entries keep their transactions but are hidden from new ones",
  names: { true: "Active", false: "Inactive" },
});

export const accountFields = {
  name: field(accountName, { label: "Name", isPrinted: true }),
  type: field(
    v.optional(v.picklist(ACCOUNT_TYPES, "Type must be Bank, Cash, Wallet or Card"), "Bank"),
    { label: "Type" },
  ),
  openingBalance: field(v.optional(money("Balance"), 0 as Paise), { label: "Opening balance" }),
  isActive,
  postSure: field(v.optional(v.boolean("Post sure matches must be true or false"), false), {
    label: "Accept confident matches of its bank transactions at upload",
  }),
};
const POSITIVE = "Balance must be positive";

/** Specification, section 5. Parses the opening balance from rupees to paise. */
export const NewAccount = v.pipe(
  strictObject(accountFields),
  v.forward(
    v.partialCheck(
      [["type"], ["openingBalance"]],
      // A card's balance is what is owed, so it is normally negative.
      ({ type, openingBalance }) => type === "Card" || openingBalance >= 0,
      POSITIVE,
    ),
    ["openingBalance"],
  ),
);
const heldAccount = strictObject({
  ...accountFields,
  openingBalance: v.pipe(
    money("Balance"),
    v.check((paise) => paise >= 0, POSITIVE),
  ),
});
/** Schema for forms, which reports a wrong name and a wrong balance together. */
export const TypedAccount = v.lazy((typed) =>
  (typed as { type?: string }).type === "Card" ? NewAccount : heldAccount,
);
export type NewAccount = v.InferOutput<typeof NewAccount>;

/**
 * An account over a period: opening + income − expense + transfers = closing. Transfers are net: in
 * minus out.
 */
export interface BalanceRow {
  accountId: string;
  accountName: string;
  accountType: AccountType;
  openingBalance: RupeeSum;
  periodIncome: RupeeSum;
  periodExpense: RupeeSum;
  periodTransfers: RupeeSum;
  closingBalance: RupeeSum;
}

export interface Balances {
  balances: BalanceRow[];
  total: Pick<BalanceRow, "openingBalance" | "periodIncome" | "periodExpense" | "closingBalance">;
}
