import { useState } from "react";
import { type Agreement, findAgreement, openInWords } from "../../domain/banking/agreement.ts";
import type { Continuity } from "../../domain/banking/continuity.ts";
import type { Reconciliation } from "../../domain/banking/reconciliation.ts";
import type { BankLine, StatementRow } from "../../domain/banking/statements.ts";
import { pluralize } from "../../domain/counts.ts";
import { formatDate } from "../../domain/dates.ts";
import { type RupeeSum, roundToPaise, toRupees } from "../../domain/money.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { moneyText } from "../ui/Money.tsx";
import { Term, Verdict } from "./proofParts.tsx";
import { ToGo } from "./Remaining.tsx";
import { countGaps, describeReading } from "./reading.ts";

interface Props {
  statement: StatementRow;
  lines: BankLine[];
  proof: Reconciliation | undefined;
  continuity: Continuity | null;
}

const sum = (amounts: number[]): number =>
  amounts.reduce((all, amount) => all + roundToPaise(amount), 0) / 100;

/**
 * Two checks, of the statement's own balances and of the books, and what is left to enter. All of it is
 * green only if nothing is open.
 */
export function ProofStrip({ statement, lines, proof, continuity }: Props) {
  const [isOpen, setOpen] = useState(false);
  const gaps = countGaps(statement, continuity);
  const isMet = proof !== undefined && gaps === 0 && findAgreement(proof).state === "agrees";
  return (
    <section
      className={`panel proof mb-16 ${isOpen ? "is-open" : ""} ${isMet ? "is-met" : ""}`}
      aria-label="Balance check"
    >
      <table className="text-13">
        <caption className="sr-only">Balance check of statement and books</caption>
        <tbody>
          <StatementSum statement={statement} lines={lines} continuity={continuity} />
          <BooksSum proof={proof} statement={statement} lines={lines} gaps={gaps} />
          <ToGo lines={lines} gaps={gaps} agreement={proof && findAgreement(proof)} />
        </tbody>
      </table>
      <Button
        look="quiet"
        className="proof-more"
        label={isOpen ? "Hide the calculation" : "Show the calculation"}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="chevron-down" />
      </Button>
    </section>
  );
}

function StatementSum({ statement, lines, continuity }: Omit<Props, "proof">) {
  const { opening, closing, credits, debits, periodFrom, periodTo } = statement;
  const [ins, outs] = [1, -1].map((sign) => lines.filter(({ amount }) => amount * sign > 0).length);
  const day = (date: string) => formatDate(date).slice(0, -5);
  const verdict = describeReading(statement, continuity);
  return (
    <tr>
      <th scope="row">Statement</th>
      <Term name={`Opening, ${day(periodFrom)}`} amount={opening} />
      <Term op="+" name={`In, ${pluralize(ins ?? 0, "line")}`} amount={credits} />
      <Term op="−" name={`Out, ${pluralize(outs ?? 0, "line")}`} amount={debits} />
      <Term op="=" name={`Closing, ${day(periodTo)}`} amount={closing} isSum />
      <Verdict look={verdict.look} words={verdict.words}>
        {verdict.help}
      </Verdict>
    </tr>
  );
}

type BooksProps = Omit<Props, "continuity"> & { gaps: number };

function BooksSum({ proof, statement, lines, gaps }: BooksProps) {
  const day = formatDate(statement.periodTo).slice(0, -5);
  if (!proof) {
    return (
      <tr aria-busy="true">
        <th scope="row">Books</th>
        {[
          `On ${day}`,
          "On statement, not in books",
          "In books, not on statement",
          "At the bank",
        ].map((name) => (
          <td key={name}>
            <span className="proof-term">{name}</span>
            <span className="num">–</span>
          </td>
        ))}
        <Verdict look="none" words="Checking" />
      </tr>
    );
  }
  const { book, bank, issued, deposited, bankCredits, bankDebits } = proof;
  const agreement = findAgreement(proof);
  const own = new Set(lines.map(({ _id }) => _id));
  const signed = [
    ...bankCredits.map(({ _id, amount }) => ({ _id, amount })),
    ...bankDebits.map(({ _id, amount }) => ({ _id, amount: -amount })),
  ];
  const mine = signed.filter(({ _id }) => own.has(_id));
  const entered = sum(mine.map(({ amount }) => amount));
  const earlier = sum(signed.filter(({ _id }) => !own.has(_id)).map(({ amount }) => amount));
  const entries = sum([
    ...deposited.map(({ amount }) => amount),
    ...issued.map(({ amount }) => -amount),
  ]);
  const apart = sum([entries, -earlier]);
  const others = signed.length - mine.length;
  const outside = [
    pluralize(agreement.entries, "entry", "entries"),
    ...(others > 0 ? [pluralize(others, "earlier line")] : []),
  ];
  return (
    <tr>
      <th scope="row">Books</th>
      <Term name={`On ${day}`} amount={book} />
      <Term
        op="+"
        name={`On statement, not in books: ${pluralize(mine.length, "line")}`}
        amount={entered}
      />
      <Term op="−" name={`In books, not on statement: ${outside.join(", ")}`} amount={apart} />
      <Term
        op="="
        name={agreement.state === "differs" ? "Total" : "At the bank"}
        amount={sum([Number(book), entered, -apart])}
        isSum
      />
      <AgreementVerdict agreement={agreement} bank={bank} gaps={gaps} />
    </tr>
  );
}

function AgreementVerdict(props: { agreement: Agreement; bank: RupeeSum | null; gaps: number }) {
  const { agreement, bank, gaps } = props;
  const { state, toGoPaise } = agreement;
  const amount = moneyText(toRupees(toGoPaise < 0n ? -toGoPaise : toGoPaise));
  if (gaps > 0) return <Verdict look="none" words="Cannot be verified yet" />;
  if (state === "agrees") {
    return (
      <Verdict look="right" words="Differs by ₹0.00">
        books and bank agree
      </Verdict>
    );
  }
  if (state === "unknown") return <Verdict look="none" words="Cannot be verified yet" />;
  if (state === "differs") {
    return (
      <Verdict look="wrong" words={`Differs by ${amount}`}>
        {bank !== null && `the bank says ${moneyText(bank)}`}
      </Verdict>
    );
  }
  return (
    <Verdict look="open" words={`${amount} to go`}>
      {openInWords(agreement)}
    </Verdict>
  );
}
