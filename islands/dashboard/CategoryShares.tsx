import { useMemo } from "react";
import type { Analytics } from "../../domain/ledger/analytics.ts";
import type { Category } from "../../domain/ledger/categories.ts";
import { type RupeeSum, toChartNumber } from "../../domain/money.ts";
import type { PeriodView } from "../browser/period.ts";
import { useFetch } from "../browser/useFetch.ts";
import { DataTable } from "../ui/DataTable.tsx";
import { Money } from "../ui/Money.tsx";
import { columnHelper, useDataTable } from "../ui/useDataTable.tsx";
import { ChartPanel } from "./ChartPanel.tsx";
import { transactionsPath } from "./links.ts";
import { compactInr } from "./Plot.tsx";

// Specification, section 9: a palette of 8 colours, cycled.
const COLOURS = 8;
const RADIUS = 54;
const AROUND = 2 * Math.PI * RADIUS;
/** The gap between two slices, in the same unit. */
const GAP = 1.6;

interface Props {
  analytics: Analytics | undefined;
  period: PeriodView | undefined;
}

/** Expenses by category: a ring with its figures. */
export function CategoryShares({ analytics, period }: Props) {
  // The figures have names; the transactions filter needs ids.
  const { data } = useFetch<{ categories: Category[] }>(analytics ? "/api/categories" : null);
  const total = toChartNumber(analytics?.totals.expense ?? 0);
  const shares = useMemo(
    () => toShares(analytics, data?.categories, period),
    [analytics, data, period],
  );
  return (
    <ChartPanel
      title="Expenses by category"
      isLoading={!analytics}
      empty={shares.length === 0 ? "No expenses in this period" : undefined}
    >
      <div className="shares grid gap-12">
        <Ring shares={shares.map(({ part }) => part)} total={total} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <section className="share-list" tabIndex={0} aria-label="Figures by category">
          <ShareTable shares={shares} />
        </section>
      </div>
    </ChartPanel>
  );
}

/** A category's share, with the colour of its slice. */
interface Share {
  name: string;
  total: RupeeSum;
  /** From 0 to 1. */
  part: number;
  percent: string;
  colour: string;
  /** The link to its transactions, once known. */
  way: string | undefined;
}

function toShares(
  analytics: Analytics | undefined,
  categories: Category[] | undefined,
  period: PeriodView | undefined,
): Share[] {
  const all = toChartNumber(analytics?.totals.expense ?? 0);
  const expenses = (analytics?.byCategory ?? []).filter(({ type }) => type === "Expense");
  return expenses.map(({ categoryName, total }, index) => {
    const part = toChartNumber(total) / all;
    return {
      name: categoryName,
      total,
      part,
      percent: `${(part * 100).toFixed(1)}%`,
      colour: sliceColor(index),
      way: wayTo(categoryName, categories, period),
    };
  });
}

function wayTo(
  category: string,
  categories: Category[] | undefined,
  period: PeriodView | undefined,
): string | undefined {
  const found = categories?.find(({ name, type }) => name === category && type === "Expense");
  return found && period && transactionsPath(period, { categoryId: found._id });
}

const column = columnHelper<Share>();
const getId = ({ name }: Share) => name;
const COLUMNS = column.columns([
  column.accessor("name", {
    header: "Category",
    enableSorting: false,
    meta: { isRowHeader: true, head: "sr-only" },
    cell: ({ getValue, row }) => (
      <span className="key">
        <span className={`swatch ${row.original.colour}`} />
        <a className="truncate" href={row.original.way}>
          {getValue()}
        </a>
      </span>
    ),
  }),
  column.accessor("total", {
    header: "Amount",
    enableSorting: false,
    meta: { cell: "r", head: "sr-only" },
    cell: ({ getValue }) => <Money amount={getValue()} />,
  }),
  column.accessor("percent", {
    header: "Share",
    enableSorting: false,
    meta: { cell: "r num muted", head: "sr-only" },
  }),
]);

function ShareTable({ shares }: { shares: Share[] }) {
  const table = useDataTable({ name: "shares", rows: shares, columns: COLUMNS, getId });
  return (
    <DataTable table={table} caption="Expenses by category" className="share small" isLoaded />
  );
}

const sliceColor = (index: number) => `k${(index % COLOURS) + 1}`;

function Ring({ shares, total }: { shares: number[]; total: number }) {
  let before = 0;
  return (
    <svg className="donut block mid-page" viewBox="0 0 140 140" aria-hidden="true">
      {shares.map((share, index) => {
        const length = Math.max(0.4, share * AROUND - (shares.length > 1 ? GAP : 0));
        const offset = -before;
        before += share * AROUND;
        return (
          <circle
            key={index}
            className={`arc ${sliceColor(index)}`}
            cx="70"
            cy="70"
            r={RADIUS}
            strokeDasharray={`${length.toFixed(2)} ${(AROUND - length).toFixed(2)}`}
            strokeDashoffset={offset.toFixed(2)}
            transform="rotate(-90 70 70)"
          />
        );
      })}
      <text className="t1" x="70" y="64">
        Total expense
      </text>
      <text className="t2" x="70" y="81">
        {compactInr(total)}
      </text>
    </svg>
  );
}
