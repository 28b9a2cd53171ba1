import { type KeyboardEvent, useState } from "react";
import type { Account } from "../../domain/accounts.ts";
import type { Category } from "../../domain/categories.ts";
import { today } from "../../domain/dates.ts";
import { toPaise } from "../../domain/money.ts";
import { NewTransaction, type Transaction } from "../../domain/transactions.ts";
import { sentenceOf } from "../browser/api.ts";
import { draftsOf } from "../browser/drafts.ts";
import { amountText, readRupees } from "../parts/AmountField.tsx";
import { showToast } from "../parts/toasts.ts";
import { useBookForm } from "../parts/useBookForm.ts";
import type { DialogProps } from "./dialogs.ts";
import { keepChoice, lastChoice } from "./lastChoice.ts";
import { useKnownEntries } from "./useKnownEntries.ts";

export interface EntryProps extends DialogProps {
  transaction: Transaction | undefined;
  onNext(): void;
}

/** The form of an entry: what it begins with, how it is saved, and what becomes of it when it is not. */
export function useEntryForm(props: EntryProps) {
  const { transaction, accounts, categories, onSaved, onClose, onNext } = props;
  const [wantsNext] = useState({ current: false });
  const known = useKnownEntries(!transaction);
  const drafts = draftsOf<Record<string, string>>("draft");
  const [draft] = useState(() => (transaction ? undefined : drafts.read()));
  const { form, bind, element } = useBookForm({
    values: transaction ? valuesOf(transaction) : { ...startFrom(accounts, categories), ...draft },
    schema: NewTransaction,
    read: (values) => ({ ...values, amount: readRupees(values.amount) }),
    method: transaction ? "PUT" : "POST",
    url: transaction ? `/api/transactions/${transaction._id}` : "/api/transactions",
    onSaved: (_, values) => {
      if (!transaction) drafts.drop();
      keepChoice(values);
      onSaved();
      showToast("success", `Transaction ${transaction ? "updated" : "created"} successfully`);
      if (wantsNext.current) onNext();
      else onClose();
    },
    onFailure: (failure) => showToast("error", sentenceOf(failure, "Operation failed")),
  });

  const save = (next: boolean) => {
    if (form.state.isSubmitting) return;
    wantsNext.current = next;
    form.handleSubmit();
  };
  /** Enter in a line of a new entry leads to the next one; Ctrl Enter saves and closes. */
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    const closes = event.ctrlKey || event.metaKey;
    const isNew = !transaction && event.target instanceof HTMLInputElement;
    if (!closes && !isNew) return; // A button is pressed, a line broken, an edit submitted.
    event.preventDefault();
    save(!closes);
  };
  const discard = () => {
    if (!transaction) drafts.drop();
    onClose();
  };
  /** Without making it a choice; what the form began with, that it is missing, is true no more. */
  const follow = (name: "accountId" | "categoryId" | "amount", value: string) => {
    form.setFieldValue(name, value, { dontUpdateMeta: true });
    form.setFieldMeta(name, (meta) => ({
      ...meta,
      errorMap: { ...meta.errorMap, onMount: undefined },
    }));
  };
  /** What nobody has chosen in this form yet is taken from the entry that is being repeated. */
  const followKnown = (type: string, description: string) => {
    const entry = known.find(type, description);
    if (!entry || transaction) return;
    const paise = toPaise(entry.amount);
    const category = categories.find(({ _id }) => _id === entry.categoryId?._id);
    if (category?.isActive && !form.getFieldMeta("categoryId")?.isTouched) {
      follow("categoryId", category._id);
    }
    const account = accounts.find(({ _id }) => _id === entry.accountId._id);
    if (account?.isActive && !form.state.values.accountId) follow("accountId", account._id);
    if (paise !== undefined && !form.state.values.amount) {
      follow("amount", amountText(paise));
    }
  };
  return { form, bind, element, draft, drafts, known, followKnown, save, saveByKey, discard };
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
export function lastCategory(categories: Category[], type: string): string {
  const { categoryId } = lastChoice(type);
  const last = categories.find(({ _id }) => _id === categoryId);
  return last?.isActive && last.type === type ? last._id : "";
}
