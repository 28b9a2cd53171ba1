import { useMemo, useState } from "react";
import type uPlot from "uplot";
import { addDays, formatDate, today } from "../../domain/dates.ts";
import type { Analytics } from "../../domain/ledger/analytics.ts";
import { type RupeeSum, sumInPaise, toChartNumber, toRupees } from "../../domain/money.ts";
import { useLatest } from "../browser/keys.ts";
import type { PeriodView } from "../browser/period.ts";
import { goTo } from "../browser/urlQuery.ts";
import { moneyText } from "../ui/Money.tsx";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
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

type Series = Analytics["timeSeries"];

const NONE: Series = [];
const WAYS = [
  ["daily", "Daily"],
  ["running", "Running total"],
] as const;

interface Props {
  analytics: Analytics | undefined;
  period: PeriodView | undefined;
}

/** Income and expense over time. Days start as a running total, because single payments make spikes. */
export function FlowChart({ analytics, period }: Props) {
  const series = analytics?.timeSeries ?? NONE;
  // While loading it assumes a month, the usual case, so that nothing moves later.
  const isByDay = !analytics || series[1]?.date.slice(0, 7) === series[0]?.date.slice(0, 7);
  const [isRunning, setRunning] = useState(true);
  const shown = useMemo(
    () => (isByDay && isRunning ? runningTotal(series) : series),
    [series, isByDay, isRunning],
  );
  const data = useMemo(() => toPlotData(shown), [shown]);
  const open = useLatest((at: number) => {
    const { date: dateFrom } = series[at] ?? {};
    const next = series[at + 1]?.date;
    const dateTo = next ? addDays(next, -1) : period?.dateTo;
    if (dateFrom && dateTo) goTo(transactionsPath({ dateFrom, dateTo }))();
  });
  const options = useMemo(
    () => optionsFor(shown, isByDay, (at) => open.current(at)),
    [shown, isByDay],
  );
  const isEmpty = series.every(({ income, expense }) => income === 0 && expense === 0);
  return (
    <ChartPanel
      title="Income and expense"
      isLoading={!analytics}
      empty={isEmpty ? "No income or expense in this period" : undefined}
      choice={
        isByDay && (
          <SegmentedControl
            label="Chart type"
            className="seg-small spring"
            choices={WAYS}
            chosen={isRunning ? "running" : "daily"}
            onChoose={(way) => setRunning(way === "running")}
          />
        )
      }
      legend={[
        ["Income", "line k-income"],
        ["Expense", "line dash k-expense"],
      ]}
      table={{
        of: "income and expense",
        caption: "Income and expense over time",
        heads: [isByDay ? "Day" : "Month", "Income", "Expense"],
        rows: shown.map(({ date, income, expense }) => [
          momentName(date, isByDay),
          income,
          expense,
        ]),
      }}
    >
      <Plot label={sentenceFor(series, isByDay)} data={data} options={options} />
    </ChartPanel>
  );
}

function runningTotal(series: Series): Series {
  let [income, expense] = [0n, 0n];
  return series.map((moment) => {
    income += sumInPaise(moment.income);
    expense += sumInPaise(moment.expense);
    return { date: moment.date, income: toRupees(income), expense: toRupees(expense) };
  });
}

/** Future days have no value: a line that falls to zero would look like the end of business. */
function toPlotData(series: Series): uPlot.AlignedData {
  const now = today();
  const drawn = (of: (moment: Series[number]) => RupeeSum) =>
    series.map((moment) => (moment.date > now ? null : toChartNumber(of(moment))));
  return [
    series.map((_, index) => index),
    drawn(({ income }) => income),
    drawn(({ expense }) => expense),
  ];
}

function optionsFor(series: Series, isByDay: boolean, onOpen: (at: number) => void) {
  return (ink: PlotColors): PlotOptions => ({
    legend: { show: false },
    padding: [8, 18, 0, 0],
    cursor: { y: false, points: { size: 9 }, drag: { x: false, y: false } },
    scales: { x: { time: false }, y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] } },
    axes: [
      nameAxis(ink, (at) => axisName(series[at]?.date ?? "", isByDay, at === 0), isByDay ? 46 : 44),
      amountAxis(ink),
    ],
    series: [
      {},
      { stroke: ink.income, width: 2, fill: fade(ink.income), points: { show: false } },
      { stroke: ink.expense, width: 2, dash: [5, 4], points: { show: false } },
    ],
    plugins: [
      tooltip((at) => {
        const moment = series[at];
        if (!moment) return undefined;
        const net = toRupees(sumInPaise(moment.income) - sumInPaise(moment.expense));
        return [
          element("span", "head-row", momentName(moment.date, isByDay)),
          ...tipRow("line k-income", "Income", moneyText(moment.income)),
          ...tipRow("line dash k-expense", "Expense", moneyText(moment.expense)),
          ...tipRow("", "Net", moneyText(net)),
        ];
      }, onOpen),
    ],
  });
}

/** Returns the colour, nearly transparent. */
const fade = (colour: string) => colour.replace(/^rgb\((.*)\)$/, "rgba($1, 0.09)");

const momentName = (date: string, isByDay: boolean) =>
  formatDate(date)
    .slice(isByDay ? 0 : 2)
    .trim();

/** Returns `15 Nov` or `Nov`, and `Jan ’27` at the start of a year. */
function axisName(date: string, isByDay: boolean, isFirst: boolean): string {
  if (!date) return "";
  const [day, month, year = ""] = formatDate(date).split(" ");
  if (isByDay) return `${day} ${month}`;
  return month === "Jan" && !isFirst ? `Jan ’${year.slice(2)}` : `${month}`;
}

function sentenceFor(series: Series, isByDay: boolean): string {
  const incomes = series.map(({ income }) => sumInPaise(income));
  const expenses = series.map(({ expense }) => sumInPaise(expense));
  return `Line chart by ${isByDay ? "day" : "month"}: income ${span(incomes)}, expense ${span(expenses)}`;
}

function span(amounts: bigint[]): string {
  const ordered = amounts.toSorted((a, b) => (a < b ? -1 : 1));
  const text = (paise: bigint | undefined) => moneyText(toRupees(paise ?? 0n));
  return `from ${text(ordered[0])} to ${text(ordered.at(-1))}`;
}
