import { useState } from "react";
import type { BankLine } from "../../domain/banking/statements.ts";
import { addDays, formatDate } from "../../domain/dates.ts";
import type { InvoiceRow } from "../../domain/documents/invoices.ts";
import type { Transaction, TransactionList } from "../../domain/ledger/transactions.ts";
import { nearestPaise } from "../../domain/money.ts";
import { failureText, send } from "../browser/api.ts";
import { type Loaded, useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { Modal } from "../ui/Modal.tsx";
import { Money, moneyText } from "../ui/Money.tsx";
import { NotLoaded } from "../ui/states.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { InvoiceMatch } from "./InvoiceMatch.tsx";

interface Props {
  line: BankLine;
  onSaved(line: BankLine): void;
  onClose(): void;
}

const DAYS = 90;

/** Matches a line by hand with existing entries, or with an open invoice, which asks first. */
export function MatchDialog({ line, onSaved, onClose }: Props) {
  const [q, setQ] = useState("");
  const [chosen, setChosen] = useState<Map<string, number>>(new Map());
  const [refused, setRefused] = useState("");
  const [invoice, setInvoice] = useState<InvoiceRow>();
  const asked = new URLSearchParams({
    accountId: line.accountId,
    dateFrom: addDays(line.date, -DAYS),
    dateTo: addDays(line.date, 14),
    limit: "50",
    ...(q && { q }),
  });
  const entries = useFetch<TransactionList>(`/api/transactions?${asked}`);
  const open = new URLSearchParams({ limit: "20", ...(q && { q }) });
  const invoices = useFetch<{ items: InvoiceRow[] }>(
    line.amount > 0 ? `/api/invoices?${open}` : null,
  );
  const rows = (entries.data?.items ?? [])
    .map((entry) => ({ entry, amount: signedIn(entry, line.accountId) }))
    .filter(({ amount }) => amount * line.amount > 0)
    .sort((a, b) => distance(a.amount, line) - distance(b.amount, line));
  const owed = (invoices.data?.items ?? []).filter(
    ({ status, balance }) =>
      (status === "SENT" || status === "PARTIALLY_PAID") && balance >= line.amount,
  );
  const sum = [...chosen.values()].reduce((all, amount) => all + nearestPaise(amount), 0);
  const left = nearestPaise(line.amount) - sum;

  const [isBusy, match] = useBusy(async () => {
    try {
      const body = { entries: [...chosen.keys()] };
      const url = `/api/bank-lines/${line._id}/accept`;
      const answer = await send<{ line: BankLine }>("POST", url, body, crypto.randomUUID());
      onSaved(answer.line);
      onClose();
    } catch (failure) {
      setRefused(failureText(failure, "Could not reach the server. Try again."));
    }
  });
  const toggle = (id: string, amount: number) => {
    const next = new Map(chosen);
    if (!next.delete(id)) next.set(id, amount);
    setChosen(next);
  };
  if (invoice) {
    return (
      <InvoiceMatch {...{ line, invoice, onSaved, onClose }} onBack={() => setInvoice(undefined)} />
    );
  }
  return (
    <Modal title="Other match" wide onClose={onClose}>
      <div className="modal-body">
        <p className="small muted">
          {line.narration} <span className="num strong">{moneyText(line.amount)}</span>
        </p>
        <input
          className="input"
          type="search"
          aria-label="Search entries and invoices"
          placeholder="Search description, notes, client"
          data-autofocus
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
        {refused && <Refused>{refused}</Refused>}
        <Failures sources={[entries, invoices]} />
        <ul className="candidates" aria-label="Entries">
          {rows.map(({ entry, amount }) => (
            <EntryChoice
              key={entry._id}
              {...{ entry, amount }}
              isChosen={chosen.has(entry._id)}
              onToggle={() => toggle(entry._id, amount)}
            />
          ))}
          {rows.length === 0 && entries.data && !entries.isLoading && (
            <li className="pick muted">No entries of this account within 90 days.</li>
          )}
        </ul>
        <InvoiceChoices invoices={owed} line={line} onChoose={setInvoice} />
      </div>
      <div className="modal-foot">
        <span className="small muted" role="status">
          {chosen.size > 0 &&
            (left === 0 ? "The entries add up to the line" : `${moneyText(left / 100)} left`)}
        </span>
        <Button label="Cancel" className="spring" onClick={onClose} />
        <Button
          needs="enter books"
          look="primary"
          label="Match"
          isBusy={isBusy}
          disabled={chosen.size === 0 || left !== 0}
          onClick={match}
        />
      </div>
    </Modal>
  );
}

const Refused = ({ children }: { children: string }) => (
  <p className="error" role="alert">
    {children}
  </p>
);

function Failures({ sources }: { sources: Loaded<unknown>[] }) {
  const failed = sources.filter(({ failure }) => failure !== undefined);
  const retry = () => {
    for (const { reload } of failed) reload();
  };
  if (failed.length === 0) return null;
  return <NotLoaded text="Entries or invoices could not be loaded" onRetry={retry} />;
}

const distance = (amount: number, line: BankLine) =>
  Math.abs(nearestPaise(amount) - nearestPaise(line.amount));

function signedIn({ type, amount, transfer }: Transaction, accountId: string): number {
  const isIn = type === "Income" || transfer?.toAccountId._id === accountId;
  return isIn ? amount : -amount;
}

interface EntryProps {
  entry: Transaction;
  amount: number;
  isChosen: boolean;
  onToggle(): void;
}

const EntryChoice = ({ entry, amount, isChosen, onToggle }: EntryProps) => (
  <li>
    <label className="pick">
      <input type="checkbox" checked={isChosen} onChange={onToggle} />
      <span>
        {entry.description}
        <span className="muted small num"> {formatDate(entry.date)}</span>
      </span>
      <span className="end">
        <Money amount={amount} />
      </span>
    </label>
  </li>
);

interface InvoicesProps {
  invoices: InvoiceRow[];
  line: BankLine;
  onChoose(invoice: InvoiceRow): void;
}

/** Open invoices that the line may pay, in full or in part. */
function InvoiceChoices({ invoices, line, onChoose }: InvoicesProps) {
  if (invoices.length === 0) return null;
  const isWhole = ({ balance }: InvoiceRow) => distance(balance, line) === 0;
  return (
    <ul className="candidates" aria-label="Open invoices">
      {invoices.map((invoice) => (
        <li className="pick" key={invoice._id}>
          <Button look="link" onClick={() => onChoose(invoice)}>
            {`${invoice.number}, ${invoice.clientId.displayName}`}
          </Button>
          <span className="muted small num">{formatDate(invoice.date)}</span>
          <span className="end small">
            {isWhole(invoice) ? "in full" : `part of ${moneyText(invoice.balance)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
