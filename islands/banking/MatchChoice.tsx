import type { MatchCandidate } from "../../domain/banking/matchCandidates.ts";
import type { BankLine } from "../../domain/banking/statements.ts";
import { formatDate } from "../../domain/dates.ts";
import { formatPaise, type Paise } from "../../domain/money.ts";
import { Money, moneyText } from "../ui/Money.tsx";
import { type Choice, isFixed, listTdsRates, paise, readPays, usualGst } from "./choices.ts";

interface Props {
  line: BankLine;
  candidate: MatchCandidate;
  choice: Choice | undefined;
  onToggle(): void;
  onPays(text: string): void;
  onTds(change: Partial<Choice>): void;
}

const formatTitle = ({ kind, party, number, date }: MatchCandidate): string => {
  if (kind === "transaction") return `Unmatched entry, ${formatDate(date)}`;
  if (kind === "line") return `Line of ${number}, ${formatDate(date)}`;
  return `${party}, ${kind}`;
};

/** An entry or document to match the line with, and the amount for a chosen document. */
export function MatchChoice({ line, candidate, choice, onToggle, onPays, onTds }: Props) {
  const { party, number } = candidate;
  const name = isFixed(candidate) ? party : number;
  return (
    <li className={`match-row ${choice ? "is-in" : ""}`}>
      <label className="tick">
        <input
          type="checkbox"
          aria-label={name}
          checked={choice !== undefined}
          onChange={onToggle}
        />
      </label>
      <span className="match-what grow min-0">
        <span className="cell-main truncate">{formatTitle(candidate)}</span>
        <span className="cell-sub truncate">{`${name} · ${describeRest(line, candidate, choice)}`}</span>
      </span>
      <span>
        <Money amount={candidate.open} />
      </span>
      {choice && !isFixed(candidate) && (
        <Fields choice={choice} name={name} onPays={onPays} onTds={onTds} date={line.date} />
      )}
    </li>
  );
}

interface FieldsProps extends Pick<Props, "onPays" | "onTds"> {
  choice: Choice;
  name: string;
  /** The date of the bank line. */
  date: string;
}

function Fields({ choice, name, date, onPays, onTds }: FieldsProps) {
  const { candidate, pays, rate, tds } = choice;
  return (
    <span className="match-fields">
      <input
        className="input num"
        inputMode="decimal"
        autoComplete="off"
        aria-label={`Amount for ${name}`}
        value={pays}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => onPays(target.value)}
      />
      <select
        className="input"
        aria-label={`TDS on ${name}`}
        value={rate}
        onChange={({ target }) => onTds({ rate: target.value })}
      >
        <option value="">None</option>
        {listTdsRates(candidate).map(({ rate, tds }) => (
          <option key={rate} value={rate}>
            {`${rate}% of ${moneyText(candidate.taxable)}: ${formatPaise(tds)}`}
          </option>
        ))}
        {candidate.tdsLimit > 0 && <option value="other">Other</option>}
      </select>
      {rate === "other" && (
        <input
          className="input num"
          inputMode="decimal"
          autoComplete="off"
          aria-label={`TDS amount on ${name}`}
          value={tds}
          onChange={({ target }) => onTds({ tds: target.value })}
        />
      )}
      {candidate.gstMode !== "" && (
        <label className="tick match-gst">
          <input
            type="checkbox"
            checked={choice.gstTds !== undefined}
            onChange={({ target }) =>
              onTds({ gstTds: target.checked ? usualGst(choice, date) : undefined })
            }
          />
          GST-TDS (s. 51)
        </label>
      )}
      {choice.gstTds !== undefined && (
        <input
          className="input num"
          inputMode="decimal"
          autoComplete="off"
          aria-label={`GST-TDS on ${name}`}
          value={choice.gstTds}
          onChange={({ target }) => onTds({ gstTds: target.value })}
        />
      )}
    </span>
  );
}

function describeRest(
  line: BankLine,
  candidate: MatchCandidate,
  choice: Choice | undefined,
): string {
  const { dueDate, open } = candidate;
  if (choice && !isFixed(candidate)) {
    const left = paise(open) - readPays(choice);
    if (left < 0) return `${formatPaise(-left as Paise)} more than is open`;
    return left > 0 ? `part payment, leaves ${formatPaise(left as Paise)}` : "paid in full";
  }
  const more = paise(open) - Math.abs(paise(line.amount));
  const off =
    more > 0 ? `${formatPaise(more as Paise)} more` : `${formatPaise(-more as Paise)} less`;
  const near = more === 0 ? "same amount" : off;
  return isFixed(candidate) ? near : `due ${formatDate(dueDate)}, ${near}`;
}
