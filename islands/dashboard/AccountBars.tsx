import { useMemo } from "react";
import type uPlot from "uplot";
import type { Balances } from "../../domain/ledger/accounts.ts";
import type { Analytics } from "../../domain/ledger/analytics.ts";
import { toChartNumber } from "../../domain/money.ts";
import { useLatest } from "../browser/keys.ts";
import type { PeriodView } from "../browser/period.ts";
import { goTo } from "../browser/urlQuery.ts";
import { moneyText } from "../ui/Money.tsx";
import { ChartPanel } from "./ChartPanel.tsx";
import { transactionsPath } from "./links.ts";
import {
  amountAxis,
  element,
  nameAxis,
  Plot,
  type PlotColors,
  type PlotOptions,
  tipRow,
  tooltip,
} from "./Plot.tsx";

type Accounts = Analytics["byAccount"];

interface Props {
  analytics: Analytics | undefined;
  /** Contains the accounts' ids. */
  balances: Balances | undefined;
  period: PeriodView | undefined;
}

const NONE: Accounts = [];
/** Places on the axis per account: three bars, and as much space. */
const PLACES = 6;

/** Income, expense and closing balance of each account. */
export function AccountBars({ analytics, balances, period }: Props) {
  const accounts = analytics?.byAccount ?? NONE;
  const data = useMemo(() => toPlotData(accounts), [accounts]);
  const open = useLatest((name: string | undefined) => {
    const row = balances?.balances.find(({ accountName }) => accountName === name);
    if (row && period) goTo(transactionsPath(period, { accountId: row.accountId }))();
  });
  const options = useMemo(
    () => optionsFor(accounts, (at) => open.current(accounts[at]?.accountName)),
    [accounts],
  );
  return (
    <div className="mt-16">
      <ChartPanel
        title="By account"
        isLoading={!analytics}
        empty={
          accounts.length === 0 ? "No account has entries or a balance in this period" : undefined
        }
        legend={[
          ["Income", "k-income"],
          ["Expense", "k-expense"],
          ["Balance", "k-balance"],
        ]}
        table={{
          of: "the accounts",
          caption: "Income, expense and balance by account",
          heads: ["Account", "Income", "Expense", "Balance"],
          rows: accounts.map((row) => [row.accountName, row.income, row.expense, row.balance]),
        }}
      >
        <Plot
          label={`Bar chart of income, expense and balance for ${accounts.length} accounts`}
          data={data}
          options={options}
        />
      </ChartPanel>
    </div>
  );
}

/** Each account takes six adjacent places; a series has a value only at its own. */
function toPlotData(accounts: Accounts): uPlot.AlignedData {
  const places = accounts.flatMap((_, index) =>
    [0, 1, 2, 3, 4, 5].map((place) => index * PLACES + place),
  );
  const at = (own: number, amount: (row: Accounts[number]) => number) =>
    places.map((place) => {
      const row = accounts[Math.floor(place / PLACES)];
      return row && place % PLACES === own ? amount(row) : null;
    });
  return [
    places,
    at(0, (row) => toChartNumber(row.income)),
    at(1, (row) => toChartNumber(row.expense)),
    at(2, (row) => toChartNumber(row.balance)),
  ];
}

function optionsFor(accounts: Accounts, onOpen: (at: number) => void) {
  return (ink: PlotColors, Plotter: typeof uPlot, width: number): PlotOptions => {
    const paths = Plotter.paths.bars?.({ size: [0.84, 30], radius: 0.08 });
    const bar = (colour: string): uPlot.Series => ({
      fill: colour,
      stroke: colour,
      width: 0,
      points: { show: false },
      ...(paths && { paths }),
    });
    const letters = Math.floor((width - 60) / Math.max(1, accounts.length) / 6.5);
    return {
      legend: { show: false },
      padding: [8, 8, 0, 0],
      cursor: { x: false, y: false, points: { show: false }, drag: { x: false, y: false } },
      scales: {
        x: { time: false, range: [-2, accounts.length * PLACES - 2] },
        y: { range: (_, least, most) => [Math.min(0, least * 1.08), Math.max(1, most * 1.08)] },
      },
      axes: [
        {
          ...nameAxis(
            ink,
            (at) => shorten(accounts[(at - 1) / PLACES]?.accountName ?? "", letters),
            0,
          ),
          splits: accounts.map((_, index) => index * PLACES + 1),
        },
        amountAxis(ink),
      ],
      series: [{}, bar(ink.income), bar(ink.expense), bar(ink.balance)],
      plugins: [
        tooltip(
          (at) => rowsFor(accounts[Math.floor(at / PLACES)]),
          (at) => onOpen(Math.floor(at / PLACES)),
        ),
      ],
    };
  };
}

function rowsFor(account: Accounts[number] | undefined): Node[] | undefined {
  if (!account) return undefined;
  return [
    element("span", "head-row", account.accountName),
    ...tipRow("k-income", "Income", moneyText(account.income)),
    ...tipRow("k-expense", "Expense", moneyText(account.expense)),
    ...tipRow("k-balance", "Balance", moneyText(account.balance)),
  ];
}

const shorten = (name: string, letters: number) =>
  name.length > letters ? `${name.slice(0, Math.max(2, letters - 1)).trim()}…` : name;
