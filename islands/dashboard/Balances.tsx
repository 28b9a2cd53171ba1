import { useCallback, useMemo } from "react";
import type { BalanceRow, Balances as BalancesAnswer } from "../../domain/ledger/accounts.ts";
import type { RupeeSum } from "../../domain/money.ts";
import { failureText } from "../browser/api.ts";
import { type PeriodView, periodText } from "../browser/period.ts";
import { goTo } from "../browser/urlQuery.ts";
import { Button } from "../ui/Button.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Money } from "../ui/Money.tsx";
import { columnHelper, useDataTable } from "../ui/useDataTable.tsx";
import { transactionsPath } from "./links.ts";

interface Props {
  period: PeriodView | undefined;
  balances: BalancesAnswer | undefined;
  failure: unknown;
  isLoading: boolean;
  onRefresh(): void;
}

/** Account Balances: each account's opening balance, movements and closing balance. */
export function Balances({ period, balances, failure, isLoading, onRefresh }: Props) {
  const isRefreshing = isLoading && balances !== undefined;
  return (
    <section className="panel" aria-labelledby="balances-title" aria-busy={isLoading}>
      <div className="panel-head">
        <h2 id="balances-title">Account Balances</h2>
        {period && <span className="muted small num not-phone">{periodText(period)}</span>}
        <Button
          look="quiet"
          className="spring"
          isBusy={isRefreshing}
          aria-label={isRefreshing ? "Refreshing account balances" : "Refresh account balances"}
          onClick={onRefresh}
        >
          {!isRefreshing && <Icon name="refresh-cw" />}
          {isRefreshing ? "Refreshing..." : "Refresh"}
        </Button>
      </div>
      <Body period={period} balances={balances} failure={failure} onRefresh={onRefresh} />
    </section>
  );
}

function Body({ period, balances, failure, onRefresh }: Omit<Props, "isLoading">) {
  if (failure && !balances) {
    return (
      <div className="empty">
        <p>{failureText(failure, "Failed to load account balances")}</p>
        <Button label="Try again" onClick={onRefresh} />
      </div>
    );
  }
  if (balances?.balances.length === 0) {
    return <p className="empty">No accounts found or no data for the selected period.</p>;
  }
  return <BalanceTable period={period} balances={balances} />;
}

const getId = ({ accountId }: BalanceRow) => accountId;

function BalanceTable({ period, balances }: Pick<Props, "period" | "balances">) {
  const total = balances?.total;
  const linkPath = useCallback(
    (accountId: string) => (period ? transactionsPath(period, { accountId }) : ""),
    [period],
  );
  const columns = useMemo(() => balanceColumns(total, linkPath), [total, linkPath]);
  const table = useDataTable({ name: "balances", rows: balances?.balances, columns, getId });
  return (
    <DataTable
      table={table}
      caption="Account balances"
      className="tbl to-list balances"
      isLoaded={balances !== undefined}
      waiting={4}
      onOpen={({ accountId }) => goTo(linkPath(accountId))()}
    />
  );
}

const column = columnHelper<BalanceRow>();

const balanceColumns = (
  total: BalancesAnswer["total"] | undefined,
  wayOf: (accountId: string) => string,
) => {
  const figure = (name: string, of: keyof BalancesAnswer["total"]) =>
    column.accessor(of, {
      header: name,
      sortDescFirst: true,
      meta: { cell: "r figure", head: "r" },
      cell: ({ getValue }) => <Figure name={name} amount={getValue()} />,
      footer: () => <Figure name={name} amount={total?.[of] ?? 0} />,
    });
  return column.columns([
    column.accessor("accountName", {
      header: "Account",
      meta: { isRowHeader: true },
      cell: ({ getValue, row }) => (
        <a className="cell-main" href={wayOf(row.original.accountId)}>
          {getValue()}
        </a>
      ),
      footer: "Total",
    }),
    column.accessor("accountType", { header: "Type", meta: { cell: "soft drop", head: "" } }),
    figure("Opening", "openingBalance"),
    figure("Income", "periodIncome"),
    figure("Expense", "periodExpense"),
    column.accessor("periodTransfers", {
      header: "Transfers",
      sortDescFirst: true,
      meta: { cell: "r figure", head: "r" },
      cell: ({ getValue }) => <Figure name="Transfers" amount={getValue()} signed />,
      // A transfer leaves one account and enters another.
      footer: () => <Figure name="Transfers" amount={0} signed />,
    }),
    column.accessor("closingBalance", {
      header: "Closing",
      sortDescFirst: true,
      meta: { cell: "r closing", head: "r", tone: balanceTone },
      cell: ({ getValue }) => (
        <span className="strong">
          <Money amount={getValue()} />
        </span>
      ),
      footer: () => (
        <span className={`strong ${balanceTone(total?.closingBalance ?? 0)}`}>
          <Money amount={total?.closingBalance ?? 0} />
        </span>
      ),
    }),
  ]);
};

interface FigureProps {
  name: string;
  amount: RupeeSum;
  signed?: boolean;
}

/** A figure with its name, because phones hide the header. */
function Figure({ name, amount, signed = false }: FigureProps) {
  return (
    <>
      <span className="figure-name">{name}</span>
      <Money amount={amount} signed={signed} />
    </>
  );
}

const balanceTone = (amount: RupeeSum) => (amount < 0 ? "neg" : "pos");
