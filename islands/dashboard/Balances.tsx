// biome-ignore-all lint/a11y/noRedundantRoles: CSS makes lists of tables on a phone; that takes roles away.
import type { BalanceRow, Balances as BalancesAnswer } from "../../domain/accounts.ts";
import type { RupeeSum } from "../../domain/money.ts";
import { sentenceOf } from "../browser/api.ts";
import { Icon } from "../parts/Icon.tsx";
import { Money } from "../parts/Money.tsx";
import { type PeriodView, periodText } from "../parts/periodView.ts";

interface Props {
  period: PeriodView | undefined;
  balances: BalancesAnswer | undefined;
  failure: unknown;
  isLoading: boolean;
  onRefresh(): void;
}

/** Account Balances: what each account opened with, what went through it, and what it closed with. */
export function Balances({ period, balances, failure, isLoading, onRefresh }: Props) {
  const isRefreshing = isLoading && balances !== undefined;
  return (
    <section className="panel" aria-labelledby="balances-title" aria-busy={isLoading}>
      <div className="panel-head">
        <h2 id="balances-title">Account Balances</h2>
        {period && <span className="muted small num">{periodText(period)}</span>}
        <button
          className="btn btn-quiet spring"
          type="button"
          aria-busy={isRefreshing}
          aria-label={isRefreshing ? "Refreshing account balances" : "Refresh account balances"}
          onClick={onRefresh}
        >
          {!isRefreshing && <Icon name="refresh-cw" />}
          {isRefreshing ? "Refreshing..." : "Refresh"}
        </button>
      </div>
      <Body balances={balances} failure={failure} onRefresh={onRefresh} />
    </section>
  );
}

function Body({ balances, failure, onRefresh }: Pick<Props, "balances" | "failure" | "onRefresh">) {
  if (failure && !balances) {
    return (
      <div className="empty">
        <p>{sentenceOf(failure, "Failed to load account balances")}</p>
        <button className="btn" type="button" onClick={onRefresh}>
          Try again
        </button>
      </div>
    );
  }
  if (balances?.balances.length === 0) {
    return <p className="empty">No accounts found or no data for the selected period.</p>;
  }
  return (
    <table role="table" className="tbl to-list balances">
      <caption className="sr-only">Balances of the accounts</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            Account
          </th>
          <th role="columnheader" scope="col">
            Type
          </th>
          {["Opening", "Income", "Expense", "Transfers", "Closing"].map((name) => (
            <th role="columnheader" scope="col" className="r" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {balances ? (
          balances.balances.map((row) => <Row key={row.accountId} row={row} />)
        ) : (
          <Waiting />
        )}
      </tbody>
      {balances && <Total balances={balances} />}
    </table>
  );
}

function Row({ row }: { row: BalanceRow }) {
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <span className="cell-main">{row.accountName}</span>
      </th>
      <td role="cell" className="soft drop">
        {row.accountType}
      </td>
      <Figure name="Opening" amount={row.openingBalance} />
      <Figure name="Income" amount={row.periodIncome} />
      <Figure name="Expense" amount={row.periodExpense} />
      <Figure name="Transfers" amount={row.periodTransfers} signed />
      <Closing amount={row.closingBalance} />
    </tr>
  );
}

function Total({ balances: { total } }: { balances: BalancesAnswer }) {
  return (
    <tfoot role="rowgroup">
      <tr role="row">
        <th role="rowheader" scope="row">
          Total
        </th>
        <td role="cell" className="drop" />
        <Figure name="Opening" amount={total.openingBalance} />
        <Figure name="Income" amount={total.periodIncome} />
        <Figure name="Expense" amount={total.periodExpense} />
        {/* What leaves one account reaches another. */}
        <Figure name="Transfers" amount={0} signed />
        <Closing amount={total.closingBalance} />
      </tr>
    </tfoot>
  );
}

/** On a phone the heads are gone, so every figure brings its name. */
function Figure({
  name,
  amount,
  signed = false,
}: {
  name: string;
  amount: RupeeSum;
  signed?: boolean;
}) {
  return (
    <td role="cell" className="r figure">
      <span className="figure-name">{name}</span>
      <Money amount={amount} signed={signed} />
    </td>
  );
}

function Closing({ amount }: { amount: RupeeSum }) {
  return (
    <td role="cell" className={`r closing ${amount < 0 ? "neg" : "pos"}`}>
      <span className="strong">
        <Money amount={amount} />
      </span>
    </td>
  );
}

function Waiting() {
  return [0, 1, 2, 3].map((row) => (
    <tr role="row" key={row} className="sk">
      <td role="cell" colSpan={6}>
        <span className="skeleton" />
      </td>
      <td role="cell" className="r">
        <span className="skeleton" />
      </td>
    </tr>
  ));
}
