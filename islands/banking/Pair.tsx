import type { BankLine, Proposal } from "../../domain/banking/statements.ts";
import type { LineThread } from "../../domain/comments/comments.ts";
import { formatDate, formatMoment } from "../../domain/dates.ts";
import type { Permission } from "../../domain/roles.ts";
import { readSession } from "../browser/session.ts";
import { openThread } from "../comments/openThread.ts";
import { Button } from "../ui/Button.tsx";
import { Icon, Key } from "../ui/Icon.tsx";
import { Money, moneyText } from "../ui/Money.tsx";
import {
  chooseIcon,
  classifyLine,
  describeProposal,
  explainLine,
  PILLS,
  toDisplayName,
  VERBS,
  WORDS,
} from "./words.ts";

export type Wanted = "match" | "new" | "transfer" | "split" | "rule";

interface Props {
  line: BankLine;
  isCurrent: boolean;
  /** Its comments, if there are any. */
  thread: LineThread | undefined;
  /** Whether the request is running. */
  isPending: boolean;
  /** The server's error. */
  refused: string | undefined;
  onCurrent(): void;
  onAccept(proposal?: Proposal): void;
  onUndo(): void;
  onDecline(): void;
  onWant(wanted: Wanted): void;
}

/** A bank transaction and its match or suggestion. */
export function Pair(props: Props) {
  const { line, isCurrent, isPending, refused, thread, onCurrent, onAccept, onUndo } = props;
  const { match } = line;
  const [first] = line.proposals;
  const status = classifyLine(line);
  const isDone = status === "done" || isPending;
  const title = describeProposal(line, first);
  const word = WORDS[isDone ? "done" : status];
  const day = formatDate(line.date);
  const state = isDone ? "is-done" : `is-${status}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go from pair to pair over the whole page.
    <li
      className={`pair ${state} ${isCurrent ? "is-current" : ""}`}
      data-id={line._id}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={`${day}, ${toDisplayName(line)}, ${moneyText(line.amount)}: ${word}, ${title}`}
      onClick={onCurrent}
    >
      <div className="pair-bank grid items-center gap-0-12 py-4 min-0">
        <span className="pair-date num">{day.slice(0, -5)}</span>
        <div className="pair-what">
          <span className="cell-main truncate">{toDisplayName(line)}</span>
          <span className="cell-sub truncate">{line.narration}</span>
        </div>
        <span className={`pair-amount end strong ${line.amount > 0 ? "pos" : ""}`}>
          <Money amount={line.amount} signed />
        </span>
        <dl className="pair-open pair-raw grid packed gap-2-12 breaks small soft">
          {line.ref && (
            <>
              <dt className="muted">Ref.</dt>
              <dd className="num">{line.ref}</dd>
            </>
          )}
          {line.balance !== null && (
            <>
              <dt className="muted">Balance</dt>
              <dd>
                <Money amount={line.balance} /> after this line
              </dd>
            </>
          )}
        </dl>
      </div>
      <div className="pair-join">
        <span className="pair-mark grid mid framed-strong round-full on-surface relative soft">
          <Icon name={isDone ? "check" : chooseIcon(line)} />
        </span>
      </div>
      <div className="pair-books grid items-center gap-0-12 py-4 min-0">
        <div className="pair-what">
          <span className="cell-main truncate">{title}</span>
          <span className="cell-sub truncate">{explainLine(line, first)}</span>
          {thread && <Discuss id={line._id} thread={thread} />}
        </div>
        <span>
          {isDone ? (
            <span className="small muted" title={match && formatMoment(match.at)}>
              {isPending ? "Saving" : matchedBy(line)}
            </span>
          ) : (
            <span className={`pill ${PILLS[status]}`}>{word}</span>
          )}
        </span>
        <span className="pair-acts">
          {isDone ? (
            <Button
              needs="enter books"
              look="quiet"
              label="Undo"
              disabled={isPending}
              onClick={onUndo}
            />
          ) : (
            <span className={`when-open ${status === "sure" ? "pair-more" : ""}`}>
              <Button
                needs="enter books"
                onClick={() => (first ? onAccept(first) : props.onWant("new"))}
              >
                {VERBS[status]}
                <Key name="↵" />
              </Button>
            </span>
          )}
        </span>
        {refused && (
          <p className="error pair-refused" role="alert">
            <Icon name="circle-alert" />
            {refused}
          </p>
        )}
        {isCurrent && !isDone && <Open {...props} />}
      </div>
    </li>
  );
}

/** Opens the comments of a line. Shows how many there are, and who was asked. */
function Discuss({ id, thread }: { id: string; thread: LineThread }) {
  const { count, asked } = thread;
  return (
    <span className="row gap-8">
      {asked && <span className="pill pill-warn dot">{`Asked ${asked}`}</span>}
      <Button
        look="quiet"
        icon="message-square"
        label={<span className="num">{count}</span>}
        aria-label={`Comments, ${count}`}
        aria-keyshortcuts="c"
        title="Comments (C)"
        className="min-28 rigid"
        onClick={() => openThread({ entity: "line", id })}
      />
    </span>
  );
}

/** Names the user who accepted a line, unless it is the current user. */
function matchedBy({ match }: BankLine): string {
  return match && match.by._id !== readSession()?.user._id
    ? `Matched by ${match.by.name}`
    : "Accepted";
}

/** The panel below the pair with keyboard focus. */
function Open({ line, onAccept, onDecline, onWant }: Props) {
  const [first, ...others] = line.proposals;
  const discuss = (isQuestion: boolean) => openThread({ entity: "line", id: line._id }, isQuestion);
  return (
    <div className="pair-open">
      {first && <Sum line={line} proposal={first} />}
      {others.length > 0 && (
        <ul
          className="candidates grid framed-strong round-6 on-surface"
          aria-label="Other suggestions"
        >
          {line.proposals.map((proposal, n) => (
            <li className="pick flex px-8 pointer text-13 min-36" key={proposal._id}>
              <Button needs="enter books" look="link" onClick={() => onAccept(proposal)}>
                <Key name={String(n + 1)} />
                {describeProposal(line, proposal)}
              </Button>
              <span className="spring end small muted">{proposal.why}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="pair-keys row wrap gap-4">
        <Act label="Other match" name="M" onClick={() => onWant("match")} />
        <Act label="New entry" name="N" onClick={() => onWant("new")} />
        <Act label="Transfer" name="T" onClick={() => onWant("transfer")} />
        <Act label="Split" name="S" onClick={() => onWant("split")} />
        <Act label="Create a rule" name="R" onClick={() => onWant("rule")} />
        {first && <Act label="Not this" name="X" onClick={onDecline} />}
        <Act label="Comments" name="C" needs={undefined} onClick={() => discuss(false)} />
        <Act label="Ask an owner" name="Q" needs={undefined} onClick={() => discuss(true)} />
      </div>
    </div>
  );
}

interface ActProps {
  label: string;
  name: string;
  needs?: Permission | undefined;
  onClick(): void;
}

const Act = ({ name, ...props }: ActProps) => (
  <Button
    needs="enter books"
    look="quiet"
    keyName={name}
    aria-keyshortcuts={name.toLowerCase()}
    {...props}
  />
);

/** `₹90,063.50 − ₹7,632.50 = ₹82,431.00`, if tax or a fee was deducted. */
function Sum({ line, proposal }: { line: BankLine; proposal: Proposal }) {
  const paid = proposal.parts.filter(({ kind }) => kind === "invoice");
  const whole = paid.reduce((sum, { amount, tdsAmount }) => sum + amount + tdsAmount, 0);
  const tds = paid.reduce((sum, { tdsAmount }) => sum + tdsAmount, 0);
  const fee = whole - tds - line.amount;
  if (paid.length === 0 || (tds === 0 && fee < 0.005)) return null;
  return (
    <p className="pair-sum flex wrap items-base gap-4-8 small soft">
      <span className="num">
        {moneyText(whole)}
        {tds > 0 && ` − ${moneyText(tds)} TDS`}
        {fee > 0.005 && ` − ${moneyText(fee)} fee`}
        {` = ${moneyText(line.amount)}`}
      </span>
      <span className="key ok">
        <Icon name="check" />
        same as the bank
      </span>
    </p>
  );
}
