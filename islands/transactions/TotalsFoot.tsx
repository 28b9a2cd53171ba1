// biome-ignore-all lint/a11y/noRedundantRoles: CSS makes lists of tables on a phone; that takes roles away.
import { groupIndian } from "../../domain/money.ts";
import type { TransactionList } from "../../domain/transactions.ts";
import { Money } from "../ui/Money.tsx";

interface Props {
  list: TransactionList | undefined;
  columns: number;
}

/** What all that the filter finds comes to. */
export function TotalsFoot({ list, columns }: Props) {
  const { income = 0, expense = 0, balance = 0 } = list?.totals ?? {};
  const sums = [
    { name: "Income", amount: income, tone: "pos" },
    { name: "Expense", amount: expense, tone: "" },
    { name: "Balance", amount: balance, tone: balance < 0 ? "neg" : "pos" },
  ];
  return (
    <tr role="row">
      <td role="cell" colSpan={columns}>
        <div className="foot-sums">
          <span className="spring-r">
            Totals{" "}
            {list && (
              <span className="muted small reg">
                {list.total === 1 ? "1 entry" : `all ${groupIndian(list.total)} entries`}, transfers
                left out
              </span>
            )}
          </span>
          {sums.map(({ name, amount, tone }) => (
            <span key={name}>
              <span className="k">{name}</span>{" "}
              <span className={tone}>{list ? <Money amount={amount} /> : "…"}</span>
            </span>
          ))}
        </div>
      </td>
    </tr>
  );
}
