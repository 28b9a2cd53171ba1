import type { Agreement } from "../../domain/banking/agreement.ts";
import type { BankLine } from "../../domain/banking/statements.ts";
import { pluralize } from "../../domain/counts.ts";
import { roundToPaise } from "../../domain/money.ts";
import { moneyText } from "../ui/Money.tsx";
import { Term, Verdict } from "./proofParts.tsx";

interface Props {
  lines: BankLine[];
  /** Breaks in the balances, including the one before the first line. */
  gaps: number;
  /** Undefined until it is loaded. */
  agreement: Agreement | undefined;
}

/** The part of a statement that is left to enter: in, out, and the share already entered. */
export function ToGo({ lines, gaps, agreement }: Props) {
  const open = lines.filter(({ match }) => !match);
  const size = (some: BankLine[]) =>
    some.reduce((sum, { amount }) => sum + Math.abs(roundToPaise(amount)), 0) / 100;
  const [ins, outs] = [
    open.filter(({ amount }) => amount > 0),
    open.filter(({ amount }) => amount < 0),
  ];
  const [whole, left] = [size(lines), size(open)];
  const net = (Math.round(size(ins) * 100) - Math.round(size(outs) * 100)) / 100;
  const done = lines.length - open.length;
  return (
    <tr className="to-go">
      <th scope="row">To go</th>
      <Term name={`In, ${ins.length}`} amount={size(ins)} />
      <Term name={`Out, ${outs.length}`} amount={size(outs)} />
      <td>
        <span className="proof-term">Entered</span>
        <span className="num">
          {`${moneyText(Math.round((whole - left) * 100) / 100)} of ${moneyText(whole)}`}
        </span>
      </td>
      <td>
        <span className="proof-term">{`${done} of ${lines.length}`}</span>
        <progress aria-label="Entered by amount" value={whole - left} max={whole || 1} />
      </td>
      {open.length > 0 ? (
        <Verdict look="open" words={`${open.length} to go`}>
          {gaps > 0 ? `and ${pluralize(gaps, "gap")}` : `${moneyText(net)} net`}
        </Verdict>
      ) : (
        <AllEntered state={agreement?.state} gaps={gaps} />
      )}
    </tr>
  );
}

interface EnteredProps {
  state: Agreement["state"] | undefined;
  gaps: number;
}

function AllEntered({ state, gaps }: EnteredProps) {
  if (gaps > 0) {
    return (
      <Verdict look="wrong" words="All entered">
        {`but ${pluralize(gaps, "gap")}`}
      </Verdict>
    );
  }
  if (state === "agrees") {
    return (
      <Verdict look="right" words="All entered">
        ready to close
      </Verdict>
    );
  }
  const words = state === "differs" ? "All entered, but the balances differ" : "All entered";
  return <Verdict look={state === "differs" ? "wrong" : "none"} words={words} />;
}
