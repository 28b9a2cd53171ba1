import { useEffect, useState } from "react";
import type { Account } from "../../domain/accounts.ts";
import type { Category } from "../../domain/categories.ts";
import type { Client, ClientList } from "../../domain/clients.ts";
import { formatDate } from "../../domain/dates.ts";
import type { InvoiceList, InvoiceRow } from "../../domain/invoices.ts";
import { toDecimal } from "../../domain/money.ts";
import type { Receipt, ReceiptList } from "../../domain/receipts.ts";
import type { TransactionList } from "../../domain/transactions.ts";
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
  /** Also found by these. */
  words?: string;
  note?: string;
  icon: IconName;
  run(): void;
}

/** The screens of the sidebar that this user sees, and what can be done from anywhere. */
export function staticChoices(): Choice[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".nav-item")];
  const screens = links
    .filter(
      (link) => !link.closest(".owner-only") || document.documentElement.dataset.role === "owner",
    )
    .map((link): Choice => {
      const icon = link.querySelector("use")?.getAttribute("href")?.replace("#i-", "") as IconName;
      const label = link.textContent ?? "";
      return { id: `go-${link.pathname}`, group: "Go to", label, icon, run: goTo(link.pathname) };
    });
  const permission = (label: string, icon: IconName, address: string, words = ""): Choice => ({
    id: `do-${label}`,
    group: "Actions",
    label,
    words: `new ${words}`,
    icon,
    run: goTo(address),
  });
  return [
    ...screens,
    permission("Add Transaction", "plus", "/transactions#new", "income expense entry"),
    permission("Transfer Funds", "arrow-left-right", "/transactions#transfer", "move"),
    permission("New Receipt", "receipt-indian-rupee", "/receipts/new", "create cash paid client"),
    permission("Create Invoice", "file-text", "/invoices/new", "bill gst client"),
    permission("Add Client", "contact", "/clients#new", "customer"),
    permission("Import transactions", "upload", "/transactions#import", "csv file"),
    permission("Add Account", "plus", "/settings/masters#new", "bank cash wallet"),
    permission("Add Category", "plus", "/settings/masters?tab=categories#new"),
    ...(can("manage team")
      ? [permission("Add Team Member", "plus", "/settings/team#new", "staff")]
      : []),
    { ...permission("Profile", "user", "/profile", "password name"), group: "Go to" },
    press("Switch theme", "moon", "theme", "dark light"),
    press("Log out", "log-out", "logout", "sign out"),
  ];
}

/** What a button of the frame does. */
function press(label: string, icon: IconName, action: string, words: string): Choice {
  const run = () => document.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click();
  return { id: `do-${label}`, group: "Actions", label, words, icon, run };
}

const QUIET_MS = 150;
const MOST = 6;

/** What the books hold for a text: its records by kind, and an amount's entries. */
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
    ...ofAmount(text),
    ...accounts.accounts.filter(named).slice(0, MOST).map(toAccount),
    ...categories.categories.filter(named).slice(0, MOST).map(toCategory),
    ...clients.clients.slice(0, MOST).map(toClient),
    ...invoices.items.map(toInvoice),
    ...receipts.items.map(toReceipt),
    ...entries.items.map(
      ({ _id, description, date, amount }): Choice => ({
        id: _id,
        group: "Transactions",
        label: description,
        note: `${moneyText(amount)}, ${formatDate(date)}`,
        icon: "arrow-left-right",
        run: goTo(`/transactions?${new URLSearchParams({ q: description, preset: "custom" })}`),
      }),
    ),
  ];
}

function ofAmount(text: string): Choice[] {
  const paise = readTypedAmount(text);
  if (paise === undefined || paise <= 0) return [];
  const amount = toDecimal(paise);
  const query = new URLSearchParams({ minAmount: amount, maxAmount: amount, preset: "custom" });
  const label = `Transactions of ${moneyText(Number(amount))}`;
  const run = goTo(`/transactions?${query}`);
  return [{ id: "amount", group: "Amount", label, icon: "indian-rupee", run }];
}

const toAccount = ({ _id, name, type }: Account): Choice => ({
  id: _id,
  group: "Accounts",
  label: name,
  note: type,
  icon: "library-big",
  run: goTo(`/transactions?${new URLSearchParams({ accountId: _id })}`),
});

const toCategory = ({ _id, name, type }: Category): Choice => ({
  id: _id,
  group: "Categories",
  label: name,
  note: type,
  icon: "library-big",
  run: goTo(`/transactions?${new URLSearchParams({ categoryId: _id })}`),
});

const toClient = ({ _id, displayName, gstin }: Client): Choice => ({
  id: _id,
  group: "Clients",
  label: displayName,
  note: gstin,
  icon: "contact",
  run: goTo(`/clients?${new URLSearchParams({ client: _id })}`),
});

const toInvoice = ({ _id, invoiceNumber, clientId, grandTotal }: InvoiceRow): Choice => ({
  id: _id,
  group: "Invoices",
  label: `${invoiceNumber}, ${clientId.displayName}`,
  note: moneyText(grandTotal),
  icon: "file-text",
  run: goTo(`/invoices/${_id}`),
});

const toReceipt = ({ _id, receiptNumber, client, amount }: Receipt): Choice => ({
  id: _id,
  group: "Receipts",
  label: `${receiptNumber}, ${client.name}`,
  note: moneyText(amount),
  icon: "receipt-indian-rupee",
  run: goTo(`/receipts/${_id}`),
});
