import { type KeyboardEvent, useState } from "react";
import type { Candidates, MatchCandidate } from "../../domain/banking/matchCandidates.ts";
import type { BankLine } from "../../domain/banking/statements.ts";
import { formatDate } from "../../domain/dates.ts";
import { failureText, send } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Modal } from "../ui/Modal.tsx";
import { Money } from "../ui/Money.tsx";
import { useTyped } from "../ui/SearchFilter.tsx";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { NotLoaded } from "../ui/states.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { type Choice, isWrong, sumUp, toAcceptance, toChoice, withTds } from "./choices.ts";
import { MatchChoice } from "./MatchChoice.tsx";
import { MatchSum, RestCategory } from "./MatchSum.tsx";
import { toDisplayName } from "./words.ts";

interface Props {
  line: BankLine;
  onSaved(line: BankLine): void;
  onClose(): void;
}

const KINDS = ["all", "invoice", "bill", "transaction", "line"] as const;
type Kind = (typeof KINDS)[number];
const LABELS: Record<Kind, string> = {
  all: "All",
  invoice: "Invoices",
  bill: "Bills",
  transaction: "Entries",
  line: "Bank lines",
};
const STEP = 20;

/** Matches a line by hand with entries, invoices and bills. Arrows and Space choose, Enter matches. */
export function MatchDialog({ line, onSaved, onClose }: Props) {
  const search = useSearch(line);
  const [choices, setChoices] = useState<Choice[]>([]);
  const [rest, setRest] = useState<string>();
  const [refused, setRefused] = useState("");
  const sum = sumUp(choices, line.amount);
  const isEqual = sum.left === 0 || (sum.left > 0 && Boolean(rest));
  const canMatch = choices.length > 0 && isEqual && !choices.some(isWrong);

  const [isBusy, match] = useBusy(async () => {
    try {
      const body = toAcceptance(choices, sum.left, rest ?? "");
      const url = `/api/bank-lines/${line._id}/accept`;
      const answer = await send<{ line: BankLine }>("POST", url, body, crypto.randomUUID());
      onSaved(answer.line);
      onClose();
    } catch (failure) {
      setRefused(failureText(failure, "Could not reach the server. Try again."));
    }
  });
  const change = (id: string, to: (choice: Choice) => Choice) =>
    setChoices(choices.map((one) => (one.candidate.id === id ? to(one) : one)));
  const toggle = (candidate: MatchCandidate) => {
    const others = choices.filter((one) => one.candidate.id !== candidate.id);
    const isNew = others.length === choices.length;
    // Another bank line always matches in full.
    const isLine = candidate.kind === "line" || others.some((one) => one.candidate.kind === "line");
    const before = isLine ? [] : choices;
    const left = sumUp(before, line.amount).left;
    setChoices(isNew ? [...before, toChoice(candidate, left)] : others);
  };
  const leftWithout = (choice: Choice) =>
    sumUp(
      choices.filter((one) => one !== choice),
      line.amount,
    ).left;
  const held = new Map(choices.map((one) => [one.candidate.id, one]));
  const items = search.data?.items ?? [];
  const found = new Set(items.map(({ id }) => id));
  const notFound = choices.map(({ candidate }) => candidate).filter(({ id }) => !found.has(id));
  const count = choices.length;
  return (
    <Modal title="Other match" size="match" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields inside. */}
      <div className="match-body" onKeyDown={handleKeys(() => canMatch && match())}>
        <LineFacts line={line} />
        <Tools search={search} />
        {refused && (
          <p className="error" role="alert">
            {refused}
          </p>
        )}
        {search.failure !== undefined && (
          <NotLoaded text="Entries and documents could not be loaded" onRetry={search.reload} />
        )}
        <p className="match-row match-head not-phone on-sunken small" aria-hidden="true">
          <span />
          <span>Invoice, bill or entry</span>
          <span>Open</span>
          <span className="match-fields">
            <span>Pays</span>
            <span>TDS deducted</span>
          </span>
        </p>
        <ul className="match-rows" aria-label="Invoices, bills and entries">
          {[...notFound, ...items].map((candidate) => (
            <MatchChoice
              key={candidate.id}
              line={line}
              candidate={candidate}
              choice={held.get(candidate.id)}
              onToggle={() => toggle(candidate)}
              onPays={(pays) => change(candidate.id, (one) => ({ ...one, pays, isTyped: true }))}
              onTds={(tds) => change(candidate.id, (one) => withTds(one, tds, leftWithout(one)))}
            />
          ))}
          {search.data?.total === 0 && (
            <li className="match-none muted">
              {`No open invoice, bill or entry up to ${formatDate(line.date)}`}
            </li>
          )}
          {(search.data?.totalPages ?? 0) > 1 && (
            <li className="match-none">
              <Button look="link" label="Show more" onClick={search.showMore} />
            </li>
          )}
        </ul>
        {count > 0 && <MatchSum count={count} sum={sum} line={line} isEven={isEqual} />}
        <div className="modal-foot">
          <RestCategory
            line={line}
            left={count > 0 ? sum.left : 0}
            chosen={rest}
            onChoose={setRest}
          />
          <Button label="Cancel" className="spring" onClick={onClose} />
          <Button
            needs="enter books"
            look="primary"
            label={count === 2 ? "Match both" : count > 2 ? `Match ${count}` : "Match"}
            keyName="↵"
            isBusy={isBusy}
            disabled={!canMatch}
            onClick={match}
          />
        </div>
      </div>
    </Modal>
  );
}

/** Searches the server for matches by text and kind. */
function useSearch(line: BankLine) {
  const [q, setQ] = useState("");
  const [kind, setKind] = useState<Kind>("all");
  const [limit, setLimit] = useState(STEP);
  const params = new URLSearchParams({
    limit: String(limit),
    ...(q && { q }),
    ...(kind !== "all" && { kind }),
  });
  const loaded = useFetch<Candidates>(`/api/bank-lines/${line._id}/candidates?${params}`);
  const showMore = () => setLimit(Math.min(100, limit + STEP));
  return { ...loaded, line, q, setQ, kind, setKind, showMore };
}

function Tools({ search }: { search: ReturnType<typeof useSearch> }) {
  const { line, q, setQ, kind, setKind, data } = search;
  const [text, type] = useTyped(q, setQ);
  const counts = data?.counts;
  const all = counts && counts.transaction + counts.invoice + counts.bill + counts.line;
  const shown = KINDS.filter(
    (one) =>
      one !== (line.amount > 0 ? "bill" : "invoice") &&
      (one !== "line" || kind === "line" || (counts?.line ?? 0) > 0),
  );
  return (
    <div className="match-tools">
      <search className="with-icon search grow">
        <Icon name="search" />
        <input
          className="input"
          type="search"
          aria-label="Search entries, invoices and bills"
          placeholder="Number, party, amount"
          data-autofocus
          value={text}
          onChange={({ target }) => type(target.value)}
        />
      </search>
      <SegmentedControl<Kind>
        label="Show"
        choices={shown.map((one) => {
          const count = one === "all" ? all : counts?.[one];
          return [one, count === undefined ? LABELS[one] : `${LABELS[one]} ${count}`];
        })}
        chosen={kind}
        onChoose={setKind}
      />
    </div>
  );
}

const LineFacts = ({ line }: { line: BankLine }) => (
  <div className="match-line on-sunken text-13">
    <span className="num not-phone">{formatDate(line.date).slice(0, -5)}</span>
    <span className="match-what grow min-0">
      <span className="cell-main truncate">{toDisplayName(line)}</span>
      <span className="cell-sub truncate">{line.narration}</span>
    </span>
    <span className={`match-big ${line.amount > 0 ? "pos" : ""}`}>
      <Money amount={line.amount} signed />
    </span>
  </div>
);

/** Arrows move from the search to the rows and on; Enter matches, except on a button. */
const handleKeys = (match: () => void) => (event: KeyboardEvent<HTMLDivElement>) => {
  const { target, currentTarget, key } = event;
  if (key === "Enter" && !(target instanceof HTMLButtonElement)) {
    event.preventDefault();
    match();
  }
  const isField = target instanceof HTMLSelectElement || !(target instanceof HTMLInputElement);
  if (isField || (key !== "ArrowDown" && key !== "ArrowUp")) return;
  event.preventDefault();
  const stops = [
    ...currentTarget.querySelectorAll<HTMLInputElement>("[type=search], [type=checkbox]"),
  ];
  const at = stops.indexOf(target);
  stops[at + (key === "ArrowDown" ? 1 : -1)]?.focus();
};
