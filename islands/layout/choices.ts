import { useEffect, useState } from "react";
import { formatDate } from "../../domain/dates.ts";
import type { Client, ClientList } from "../../domain/documents/clients.ts";
import type { InvoiceList, InvoiceRow } from "../../domain/documents/invoices.ts";
import type { Receipt, ReceiptList } from "../../domain/documents/receipts.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import type { Category } from "../../domain/ledger/categories.ts";
import type { Transaction, TransactionList } from "../../domain/ledger/transactions.ts";
import { toDecimal } from "../../domain/money.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { get } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { goTo } from "../browser/urlQuery.ts";
import type { IconName } from "../ui/Icon.tsx";
import { moneyText } from "../ui/Money.tsx";

/** A line of the palette. */
export interface Choice {
  id: string;
  group: string;
  label: string;
  /** Further search words. */
  words?: string;
  note?: string;
  icon: IconName;
  run(): void;
}

/** Returns the sidebar's screens for this user, and the actions available everywhere. */
export function staticChoices(): Choice[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".nav-item")];
  const screens = links
    .filter((link) => !link.closest(`.not-${document.documentElement.dataset.role}`))
    .filter((link) => !link.closest(".waiting") || "waiting" in document.documentElement.dataset)
    .map((link): Choice => {
      const icon = link.querySelector("use")?.getAttribute("href")?.replace("#i-", "") as IconName;
      const label = link.title;
      return { id: `go-${link.pathname}`, group: "Go to", label, icon, run: goTo(link.href) };
    });
  const action = (label: string, icon: IconName, address: string, words = ""): Choice => ({
    id: `do-${label}`,
    group: "Actions",
    label,
    words: `new ${words}`,
    icon,
    run: goTo(address),
  });
  // Actions come first, because the screens are also in the sidebar.
  return [
    ...(can("enter books") ? ENTRIES.map((entry) => action(...entry)) : []),
    ...(can("manage team")
      ? [action("Add Team Member", "plus", "/settings/team#new", "staff")]
      : []),
    toButtonChoice("Switch theme", "moon", "theme", "dark light"),
    toButtonChoice("Log out", "log-out", "logout", "sign out"),
    ...screens,
    { ...action("Profile", "user", "/profile", "password name"), group: "Go to" },
  ];
}

const ENTRIES: [label: string, icon: IconName, address: string, words?: string][] = [
  ["Add Transaction", "plus", "/transactions#new", "income expense entry"],
  ["Transfer Funds", "arrow-left-right", "/transactions#transfer", "move"],
  ["New Receipt", "receipt-indian-rupee", "/receipts/new", "create cash paid client"],
  ["Create Invoice", "file-text", "/invoices/new", "bill gst client"],
  ["Record Advance", "receipt-text", "/vouchers#new", "money before invoice voucher"],
  ["New Bill", "file-input", "/bills/new", "vendor purchase expense"],
  ["Add Vendor", "store", "/vendors#new", "supplier"],
  ["Add Client", "contact", "/clients#new", "customer"],
  ["Import transactions", "upload", "/transactions#import", "csv file"],
  ["Add Account", "plus", "/settings/masters#new", "bank cash wallet"],
  ["Add Category", "plus", "/settings/masters?tab=categories#new"],
];

/** Returns a choice that presses a button of the frame. */
function toButtonChoice(label: string, icon: IconName, action: string, words: string): Choice {
  const run = () => document.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click();
  return { id: `do-${label}`, group: "Actions", label, words, icon, run };
}

const QUIET_MS = 150;
const MOST = 6;

/** Searches the books: records by type, and transactions by amount. */
export function useSearch(text: string): { choices: Choice[]; isLooking: boolean } {
  const wanted = text.trim();
  const [found, setFound] = useState<{ choices: Choice[]; for: string }>({ choices: [], for: "" });
  useEffect(() => {
    if (wanted.length < 2) return;
    const stale = new AbortController();
    const timer = setTimeout(() => {
      find(wanted, stale.signal).then(
        (choices) => stale.signal.aborted || setFound({ choices, for: wanted }),
        () => stale.signal.aborted || setFound({ choices: [], for: wanted }),
      );
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      stale.abort();
    };
  }, [wanted]);
  const isLooking = wanted.length >= 2 && found.for !== wanted;
  return { choices: wanted.length < 2 || isLooking ? [] : found.choices, isLooking };
}

async function find(text: string, signal: AbortSignal): Promise<Choice[]> {
  const query = new URLSearchParams({ q: text, limit: String(MOST) });
  const [accounts, categories, clients, invoices, receipts, entries] = await Promise.all([
    get<{ accounts: Account[] }>("/api/accounts", signal),
    get<{ categories: Category[] }>("/api/categories", signal),
    get<ClientList>(`/api/clients?${new URLSearchParams({ q: text })}`, signal),
    get<InvoiceList>(`/api/invoices?${query}`, signal),
    get<ReceiptList>(`/api/receipts?${query}`, signal),
    get<TransactionList>(`/api/transactions?${query}`, signal),
  ]);
  const named = ({ name }: { name: string }) => name.toLowerCase().includes(text.toLowerCase());
  return [
    ...findAmount(text),
    ...accounts.accounts.filter(named).slice(0, MOST).map(toAccount),
    ...categories.categories.filter(named).slice(0, MOST).map(toCategory),
    ...clients.clients.slice(0, MOST).map(toClient),
    ...invoices.items.map(toInvoice),
    ...receipts.items.map(toReceipt),
    ...entries.items.map(toTransaction),
  ];
}

function findAmount(text: string): Choice[] {
  const paise = readTypedAmount(text);
  if (paise === undefined || paise <= 0) return [];
  const amount = toDecimal(paise);
  const query = new URLSearchParams({ minAmount: amount, maxAmount: amount, preset: "custom" });
  const label = `Transactions of ${moneyText(Number(amount))}`;
  const run = goTo(`/transactions?${query}`);
  return [{ id: "amount", group: "Amount", label, icon: "indian-rupee", run }];
}

type ToChoice<Thing> = (thing: Thing) => Choice;

/** Returns a choice for a record that was found, and the page that shows it. */
const found = (
  id: string,
  group: string,
  icon: IconName,
  label: string,
  note: string,
  page: string,
  params?: Record<string, string>,
): Choice => ({
  id,
  group,
  icon,
  label,
  note,
  run: goTo(params ? `${page}?${new URLSearchParams(params)}` : page),
});

const toAccount: ToChoice<Account> = ({ _id, name, type }) =>
  found(_id, "Accounts", "library-big", name, type, "/transactions", { accountId: _id });

const toCategory: ToChoice<Category> = ({ _id, name, type }) =>
  found(_id, "Categories", "library-big", name, type, "/transactions", { categoryId: _id });

const toClient: ToChoice<Client> = ({ _id, displayName, gstin }) =>
  found(_id, "Clients", "contact", displayName, gstin, "/clients", { client: _id });

const toInvoice: ToChoice<InvoiceRow> = ({ _id, invoiceNumber, clientId, grandTotal }) => {
  const label = `${invoiceNumber}, ${clientId.displayName}`;
  return found(_id, "Invoices", "file-text", label, moneyText(grandTotal), `/invoices/${_id}`);
};

const toReceipt: ToChoice<Receipt> = ({ _id, receiptNumber, client, amount }) => {
  const [label, note] = [`${receiptNumber}, ${client.name}`, moneyText(amount)];
  return found(_id, "Receipts", "receipt-indian-rupee", label, note, `/receipts/${_id}`);
};

const toTransaction: ToChoice<Transaction> = ({ _id, description, date, amount }) => {
  const note = `${moneyText(amount)}, ${formatDate(date)}`;
  const params = { q: description, preset: "custom" };
  return found(_id, "Transactions", "arrow-left-right", description, note, "/transactions", params);
};
