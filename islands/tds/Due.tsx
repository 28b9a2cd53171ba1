import { formatWeekday } from "../../domain/dates.ts";
import { monthName } from "../../domain/months.ts";
import type { TdsCode, TdsPayable } from "../../domain/tds/payable.ts";
import { Button } from "../ui/Button.tsx";
import { Money } from "../ui/Money.tsx";
import { addUp } from "../ui/SelectionBar.tsx";
import type { ToDeposit } from "./DepositForm.tsx";
import { type Month, toDeposit, toDisplayName } from "./words.ts";

interface Props {
  payable: TdsPayable;
  onDeposit(what: ToDeposit): void;
}

/** Shows a card for each month with TDS to deposit. */
export const Due = ({ payable, onDeposit }: Props) =>
  payable.months
    .filter((month) => month.codes.some(isOwed))
    .map((month) => <MonthDue key={month.month} month={month} onDeposit={onDeposit} />);

const isOwed = ({ payable, interest }: TdsCode) => Number(payable) > 0 || interest > 0;

function MonthDue({ month, onDeposit }: { month: Month; onDeposit: Props["onDeposit"] }) {
  const title = monthName(month.month);
  const interest = addUp(month.codes.map((code) => code.interest));
  const owed = month.codes.filter(isOwed);
  return (
    <section className="card" aria-label={title}>
      <p className="small strong">{`${title}, deposit by ${formatWeekday(month.due)}`}</p>
      <p className="tds-due num text-20 semi">
        <Money amount={month.payable} big />
      </p>
      <ul className="tds-lines">
        {owed.map((code) => (
          <li className="grid items-center gap-4-8" key={code.code}>
            <span>
              {code.code && <span className="pill pill-line num">{code.code}</span>}
              {` ${toDisplayName(code)}`}
            </span>
            <Money amount={code.payable} />
            <Button
              label={
                <>
                  Record deposit
                  <span className="sr-only">{` ${toDisplayName(code)}, ${title}`}</span>
                </>
              }
              onClick={() => onDeposit(toDeposit(month, code))}
            />
          </li>
        ))}
        <li className="grid items-center gap-4-8">
          <span>Interest</span>
          <Money amount={interest} />
        </li>
      </ul>
    </section>
  );
}
