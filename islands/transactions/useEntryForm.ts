import { useMemo, useState } from "react";
import { today } from "../../domain/dates.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import { type Category, listBookable } from "../../domain/ledger/categories.ts";
import {
  NewTransaction,
  type Transaction,
  type TransactionList,
} from "../../domain/ledger/transactions.ts";
import { toPaise } from "../../domain/money.ts";
import { readStored } from "../browser/stored.ts";
import { useFetch } from "../browser/useFetch.ts";
import { amountText, readRupees } from "../ui/AmountField.tsx";
import { useTyped } from "../ui/SearchFilter.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import type { AttachmentsState } from "../ui/useAttachments.ts";
import { toastBooked, type Waiting } from "../ui/waiting.ts";
import type { DialogProps } from "./dialogs.ts";

export interface EntryProps extends DialogProps {
  transaction: Transaction | undefined;
  onNext(): void;
  /** A new entry's attachments are attached after it is saved. */
  attachments: AttachmentsState;
}

/** The state of the entry form: initial values, saving and errors. */
export function useEntryForm(props: EntryProps) {
  const { transaction, accounts, categories, attachments, onSaved, onClose, onNext } = props;
  const known = usePastEntries(!transaction);
  const form = useAppForm({
    values: transaction ? toValues(transaction) : startFrom(accounts, categories),
    schema: NewTransaction,
    read: (values) => ({ ...values, amount: readRupees(values.amount) }),
    draft: transaction ? undefined : { noun: "entry" },
    save: saveTo("/api/transactions", transaction),
    onSaved: async (answer: { transaction: Transaction } | Waiting, values, how) => {
      storeChoice(values);
      await attachments.attachTo(
        "waiting" in answer
          ? { entity: "approval", id: answer.waiting._id }
          : { entity: "transaction", id: answer.transaction._id },
      );
      onSaved();
      toastBooked(answer, `Transaction ${transaction ? "updated" : "created"} successfully`);
      if (how === "next") onNext();
      else onClose();
    },
    otherwise: "Operation failed",
  });

  /** Does not count as the user's choice. */
  const follow = (name: "type" | "accountId" | "categoryId" | "amount", value: string) =>
    form.form.setFieldValue(name, value, { dontUpdateMeta: true });
  const changeType = (type: string) => {
    const set = transaction ? form.change : follow;
    set("type", type);
    set("categoryId", lastCategory(categories, type));
    const account = accounts.find(({ _id }) => _id === form.values.accountId);
    const isChosen = form.form.getFieldMeta("accountId")?.isTouched;
    if (!transaction && account && !isChosen && !mayStartWith(account, type)) {
      follow("accountId", "");
    }
  };
  /** Copies fields that the user has not set from the repeated entry. */
  const followKnown = (type: string, description: string) => {
    if (!transaction) known.search(description);
    const entry = known.find(type, description);
    if (!entry || transaction) return;
    const paise = toPaise(entry.amount);
    const category = listBookable(categories, type).find(
      ({ _id }) => _id === entry.categoryId?._id,
    );
    if (category && !form.form.getFieldMeta("categoryId")?.isTouched) {
      follow("categoryId", category._id);
    }
    const account = accounts.find(({ _id }) => _id === entry.accountId._id);
    if (account && mayStartWith(account, type) && !form.values.accountId) {
      follow("accountId", account._id);
    }
    if (paise !== undefined && !form.values.amount) follow("amount", amountText(paise));
  };
  return { form, known, followKnown, changeType };
}

function toValues(transaction: Transaction) {
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

/** Returns the initial values of a new entry: today, and the last choices that are still available. */
function startFrom(accounts: Account[], categories: Category[]) {
  const { date = today(), type = "Expense" } = lastChoice();
  const open = accounts.filter((account) => mayStartWith(account, type));
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

/** Income is never entered on a card unless the user chooses the card. */
const mayStartWith = (account: Account | undefined, type: string): boolean =>
  account?.isActive === true && !(type === "Income" && account.type === "Card");

function lastCategory(categories: Category[], type: string): string {
  const { categoryId } = lastChoice(type);
  return listBookable(categories, type).find(({ _id }) => _id === categoryId)?._id ?? "";
}

// The last choices for each type. They last as long as the page is open; the account's is stored in this
// browser.

interface Choice {
  date?: string;
  type?: string;
  accountId?: string;
  categoryId?: string;
}

const CHOICE_KEY = "bahi-last-choice";
let session: Choice = {};

/** Returns the last choice for a type, or for any type. The date is only kept until the page is left. */
function lastChoice(type?: string): Choice {
  if (type === undefined) return session;
  return readStored<Record<string, Choice>>(CHOICE_KEY)?.[type] ?? {};
}

function storeChoice({ date, type, accountId, categoryId }: Required<Choice>): void {
  session = { date, type };
  const stored = {
    ...Object.fromEntries(["Income", "Expense"].map((name) => [name, lastChoice(name)])),
  };
  localStorage.setItem(
    CHOICE_KEY,
    JSON.stringify({ ...stored, [type]: { accountId, categoryId } }),
  );
}

const LATEST = "/api/transactions?limit=100";
/** The search covers all entries from this many letters on. */
const SEARCHED = 3;

/**
 * Returns entries by type and description: the latest ones and those that match the typed text, because
 * people tend to repeat a description.
 */
function usePastEntries(isWanted: boolean) {
  const [q, setQ] = useState("");
  const latest = useFetch<TransactionList>(isWanted ? LATEST : null);
  const isSearched = isWanted && q.length >= SEARCHED;
  const found = useFetch<TransactionList>(
    isSearched ? `/api/transactions?limit=20&q=${encodeURIComponent(q)}` : null,
  );
  const [, search] = useTyped("", (text) => setQ(text.trim()));
  const past = useMemo(() => {
    const known = new Map<string, Transaction>();
    // Newest first, so the first of a name is the one to follow.
    for (const entry of [...(latest.data?.items ?? []), ...(found.data?.items ?? [])]) {
      const key = nameKey(entry.type, entry.description);
      if (!entry.isTransfer && !known.has(key)) known.set(key, entry);
    }
    return {
      find: (type: string, description: string) => known.get(nameKey(type, description)),
      descriptions: (type: string) =>
        [...known.values()]
          .filter((entry) => entry.type === type)
          .map((entry) => entry.description),
    };
  }, [latest.data, found.data]);
  return { ...past, search };
}

const nameKey = (type: string, description: string) =>
  `${type} ${description.trim().toLowerCase()}`;
