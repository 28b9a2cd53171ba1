import type { Account } from "../../domain/accounts.ts";
import type { Category } from "../../domain/categories.ts";
import { today } from "../../domain/dates.ts";
import { toPaise } from "../../domain/money.ts";
import { NewTransaction, type Transaction } from "../../domain/transactions.ts";
import { amountText, readRupees } from "../ui/AmountField.tsx";
import { showToast } from "../ui/toasts.ts";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import type { DialogProps } from "./dialogs.ts";
import { keepChoice, lastChoice } from "./lastChoice.ts";
import { useKnownDescriptions } from "./useKnownDescriptions.ts";

export interface EntryProps extends DialogProps {
  transaction: Transaction | undefined;
  onNext(): void;
}

/** The form of an entry: what it begins with, how it is saved, and what becomes of it when it is not. */
export function useEntryForm(props: EntryProps) {
  const { transaction, accounts, categories, onSaved, onClose, onNext } = props;
  const known = useKnownDescriptions(!transaction);
  const form = useAppForm({
    values: transaction ? valuesOf(transaction) : startFrom(accounts, categories),
    schema: NewTransaction,
    read: (values) => ({ ...values, amount: readRupees(values.amount) }),
    draft: transaction ? undefined : { noun: "entry" },
    save: saveTo("/api/transactions", transaction?._id),
    onSaved: (_, values, how) => {
      keepChoice(values);
      onSaved();
      showToast("success", `Transaction ${transaction ? "updated" : "created"} successfully`);
      if (how === "next") onNext();
      else onClose();
    },
    otherwise: "Operation failed",
  });

  /** Without making it a choice. */
  const follow = (name: "type" | "accountId" | "categoryId" | "amount", value: string) =>
    form.form.setFieldValue(name, value, { dontUpdateMeta: true });
  const changeType = (type: string) => {
    const set = transaction ? form.change : follow;
    set("type", type);
    set("categoryId", lastCategory(categories, type));
  };
  /** What nobody has chosen in this form yet is taken from the entry that is being repeated. */
  const followKnown = (type: string, description: string) => {
    const entry = known.find(type, description);
    if (!entry || transaction) return;
    const paise = toPaise(entry.amount);
    const category = categories.find(({ _id }) => _id === entry.categoryId?._id);
    if (category?.isActive && !form.form.getFieldMeta("categoryId")?.isTouched) {
      follow("categoryId", category._id);
    }
    const account = accounts.find(({ _id }) => _id === entry.accountId._id);
    if (account?.isActive && !form.values.accountId) follow("accountId", account._id);
    if (paise !== undefined && !form.values.amount) follow("amount", amountText(paise));
  };
  return { form, known, followKnown, changeType };
}

function valuesOf(transaction: Transaction) {
  const paise = toPaise(transaction.amount);
  return {
    date: transaction.date,
    type: transaction.type as string,
    amount: paise === undefined ? "" : amountText(paise),
    description: transaction.description,
    accountId: transaction.accountId._id,
    categoryId: transaction.categoryId?._id ?? "",
    notes: transaction.notes,
  };
}

/** What a new entry begins with: today, and what was chosen last, where that is still to be had. */
function startFrom(accounts: Account[], categories: Category[]) {
  const { date = today(), type = "Expense" } = lastChoice();
  const open = accounts.filter(({ isActive }) => isActive);
  const last = open.find(({ _id }) => _id === lastChoice(type).accountId);
  const account = last ?? (open.length === 1 ? open[0] : undefined);
  return {
    date,
    type,
    amount: "",
    description: "",
    accountId: account?._id ?? "",
    categoryId: lastCategory(categories, type),
    notes: "",
  };
}

/** The last one chosen for the type, where it can still be chosen. */
function lastCategory(categories: Category[], type: string): string {
  const { categoryId } = lastChoice(type);
  const last = categories.find(({ _id }) => _id === categoryId);
  return last?.isActive && last.type === type ? last._id : "";
}
