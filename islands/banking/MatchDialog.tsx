import { useState } from "react";
import type { BankLine } from "../../domain/banking/statements.ts";
import { addDays, formatDate } from "../../domain/dates.ts";
import type { InvoiceRow } from "../../domain/documents/invoices.ts";
import type { Transaction, TransactionList } from "../../domain/ledger/transactions.ts";
import { nearestPaise } from "../../domain/money.ts";
import { failureText, send } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { Modal } from "../ui/Modal.tsx";
import { Money, moneyText } from "../ui/Money.tsx";
import { useBusy } from "../ui/useBusy.ts";

interface Props {
  line: BankLine;
  onSaved(line: BankLine): void;
  onClose(): void;
}

const DAYS = 90;

/** Entries that are there, and for money that came open invoices, to be matched by hand. */
export function MatchDialog({ line, onSaved, onClose }: Props) {
  const [q, setQ] = useState("");
  const [chosen, setChosen] = useState<Map<string, number>>(new Map());
  const [refused, setRefused] = useState("");
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

  async function say(body: object) {
    try {
      const url = `/api/bank-lines/${line._id}/accept`;
      const answer = await send<{ line: BankLine }>("POST", url, body, crypto.randomUUID());
      onSaved(answer.line);
      onClose();
    } catch (failure) {
      setRefused(failureText(failure, "Could not reach the server. Try again."));
    }
  }
  const [isBusy, match] = useBusy(() => say({ entries: [...chosen.keys()] }));
  const pay = ({ _id, balance }: InvoiceRow) => {
    const tds = (nearestPaise(balance) - nearestPaise(line.amount)) / 100;
    const tax = tds > 0 && { tdsAmount: tds };
    return say({ create: [{ invoiceId: _id, amount: line.amount, ...tax }] });
  };
  const toggle = (id: string, amount: number) => {
    const next = new Map(chosen);
    if (!next.delete(id)) next.set(id, amount);
    setChosen(next);
  };
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
        {refused && (
          <p className="error" role="alert">
            {refused}
          </p>
        )}
        <ul className="candidates" aria-label="Entries">
          {rows.map(({ entry, amount }) => (
            <EntryChoice
              key={entry._id}
              {...{ entry, amount }}
              isChosen={chosen.has(entry._id)}
              onToggle={() => toggle(entry._id, amount)}
            />
          ))}
          {rows.length === 0 && !entries.isLoading && (
            <li className="pick muted">No entries of this account within 90 days.</li>
          )}
        </ul>
        <InvoiceChoices invoices={owed} line={line} onPay={(invoice) => void pay(invoice)} />
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
  onPay(invoice: InvoiceRow): void;
}

/** Open invoices that the line may be a payment of: the rest is tax that the client kept back. */
function InvoiceChoices({ invoices, line, onPay }: InvoicesProps) {
  if (invoices.length === 0) return null;
  const tds = ({ balance }: InvoiceRow) =>
    (nearestPaise(balance) - nearestPaise(line.amount)) / 100;
  return (
    <ul className="candidates" aria-label="Open invoices">
      {invoices.map((invoice) => (
        <li className="pick" key={invoice._id}>
          <Button look="link" onClick={() => onPay(invoice)}>
            {`${invoice.invoiceNumber}, ${invoice.clientId.displayName}`}
          </Button>
          <span className="end small">
            {tds(invoice) === 0 ? "in full" : `${moneyText(tds(invoice))} as TDS`}
          </span>
        </li>
      ))}
    </ul>
  );
}
