import { type ReactNode, useState } from "react";
import type { Reconciliation } from "../../domain/banking/reconciliation.ts";
import type { BankLine, StatementRow } from "../../domain/banking/statements.ts";
import { counted } from "../../domain/counts.ts";
import { formatDate } from "../../domain/dates.ts";
import { nearestPaise, type RupeeSum } from "../../domain/money.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Money, moneyText } from "../ui/Money.tsx";

interface Props {
  statement: StatementRow;
  lines: BankLine[];
  proof: Reconciliation | undefined;
}

const sum = (amounts: number[]): number =>
  amounts.reduce((all, amount) => all + nearestPaise(amount), 0) / 100;

/** Two sums that must come out: of the statement by itself, and of the books against it. */
export function ProofStrip({ statement, lines, proof }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={`panel proof ${isOpen ? "is-open" : ""}`} aria-label="Proof">
      <table>
        <caption className="sr-only">Whether the statement and the books add up</caption>
        <tbody>
          <StatementSum statement={statement} lines={lines} />
          <BooksSum proof={proof} statement={statement} />
        </tbody>
      </table>
      <Button
        look="quiet"
        className="proof-more"
        label={isOpen ? "Hide the sums" : "Show the sums"}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="chevron-down" />
      </Button>
    </section>
  );
}

function StatementSum({ statement, lines }: Omit<Props, "proof">) {
  const { opening, closing, credits, debits, periodFrom, periodTo, proof, gaps } = statement;
  const [ins, outs] = [1, -1].map((sign) => lines.filter(({ amount }) => amount * sign > 0).length);
  const missing = sum(gaps.map((gap) => gap.missing));
  const day = (date: string) => formatDate(date).slice(0, -5);
  return (
    <tr>
      <th scope="row">Statement</th>
      <Term name={`Opening, ${day(periodFrom)}`} amount={opening ?? 0} />
      <Term op="+" name={`In, ${counted(ins ?? 0, "line")}`} amount={credits} />
      <Term op="−" name={`Out, ${counted(outs ?? 0, "line")}`} amount={debits} />
      <Term op="=" name={`Closing, ${day(periodTo)}`} amount={closing ?? 0} isSum />
      {gaps.length > 0 ? (
        <Verdict isRight={false} words={`${moneyText(Math.abs(missing))} is missing`}>
          {counted(gaps.length, "break")} in the balances
        </Verdict>
      ) : proof === "proved" || proof === "totals" ? (
        <Verdict isRight words="The statement adds up">
          {proof === "proved" ? `all ${lines.length} balances follow on` : "as a whole"}
        </Verdict>
      ) : (
        <Verdict isRight={false} words="Not proved yet">
          the file has no opening balance
        </Verdict>
      )}
    </tr>
  );
}

function BooksSum({ proof, statement }: Omit<Props, "lines">) {
  const day = formatDate(statement.periodTo).slice(0, -5);
  if (!proof) {
    return (
      <tr aria-busy="true">
        <th scope="row">Books</th>
        {[`On ${day}`, "To enter", "Not on it", "By the bank"].map((name) => (
          <td key={name}>
            <span className="proof-term">{name}</span>
            <span className="num">–</span>
          </td>
        ))}
        <Verdict isRight={false} words="Looking" />
      </tr>
    );
  }
  const { book, bank, issued, deposited, bankCredits, bankDebits, openingDifference } = proof;
  const amounts = (items: { amount: number }[]) => items.map(({ amount }) => amount);
  const negative = (items: { amount: number }[]) => items.map(({ amount }) => -amount);
  const entered = sum([...amounts(bankCredits), ...negative(bankDebits)]);
  const apart = sum([...amounts(deposited), ...negative(issued)]);
  const difference = Number(proof.difference);
  const isRight = difference === 0 && Number(openingDifference) === 0;
  const left = issued.length + deposited.length;
  const words = difference === 0 ? Number(openingDifference) : difference;
  return (
    <tr>
      <th scope="row">Books</th>
      <Term name={`On ${day}`} amount={book} />
      <Term
        op="+"
        name={`To enter, ${counted(bankCredits.length + bankDebits.length, "line")}`}
        amount={entered}
      />
      <Term op="−" name={`Not on it, ${counted(left, "entry", "entries")}`} amount={apart} />
      <Term
        op="="
        name={isRight ? "By the bank" : "Comes to"}
        amount={sum([Number(book), entered, -apart])}
        isSum
      />
      <Verdict isRight={isRight} words={`Differs by ${moneyText(Math.abs(words))}`}>
        {isRight
          ? left > 0
            ? `after ${counted(left, "unmatched entry", "unmatched entries")}`
            : "books and bank agree"
          : bank !== null && `the bank says ${moneyText(bank)}`}
      </Verdict>
    </tr>
  );
}

function Term(props: { op?: string; name: string; amount: RupeeSum; isSum?: boolean }) {
  const { op, name, amount, isSum } = props;
  return (
    <td className={isSum ? "sum" : undefined}>
      <span className="proof-term">
        {op && <span className="op">{op}</span>}
        {name}
      </span>
      <Money amount={amount} />
    </td>
  );
}

function Verdict(props: { isRight: boolean; words: string; children?: ReactNode }) {
  const { isRight, words, children } = props;
  return (
    <td className="verdict">
      <span className={`verdict-line ${isRight ? "pos" : "warn"}`}>
        <Icon name={isRight ? "circle-check" : "triangle-alert"} />
        {words}
      </span>
      {children && <span className="help">{children}</span>}
    </td>
  );
}
