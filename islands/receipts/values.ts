import type { Account } from "../../domain/accounts.ts";
import { today } from "../../domain/dates.ts";
import { readRupees } from "../ui/AmountField.tsx";

/** A receipt before anything is typed. */
export const blank = (accounts: Account[]) => ({
  date: today(),
  accountId: accounts[0]?._id ?? "",
  client: { name: "", phone: "", email: "", address: "" },
  purpose: "",
  amount: "",
  mode: "Cash",
  reference: "",
  notes: "",
});
export type Values = ReturnType<typeof blank>;

/** What is sent: empty optional values are left out (specification, section 3). */
export const bodyOf = ({ client, amount, ...fields }: Values) => ({
  ...filled(fields),
  amount: readRupees(amount),
  client: filled(client),
});

const filled = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ""));
