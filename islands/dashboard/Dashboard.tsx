import { useMemo } from "react";
import type { Task } from "../../domain/closing/tasks.ts";
import { type DateRange, pickEarlier, today } from "../../domain/dates.ts";
import type { Balances as BalancesAnswer } from "../../domain/ledger/accounts.ts";
import type { Analytics } from "../../domain/ledger/analytics.ts";
import type { Forecast } from "../../domain/ledger/forecast.ts";
import type { TransactionList } from "../../domain/ledger/transactions.ts";
import { CASH_BASIS, periodBefore } from "../../domain/periods.ts";
import { toastError } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { type PeriodView, readPeriod } from "../browser/period.ts";
import { goTo, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { saveReport } from "../ui/downloads.ts";
import { Icon } from "../ui/Icon.tsx";
import { PageHead } from "../ui/Page.tsx";
import { PeriodMenu } from "../ui/Period.tsx";
import { FailedToLoad } from "../ui/states.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { AccountBars } from "./AccountBars.tsx";
import { Balances } from "./Balances.tsx";
import { CategoryShares } from "./CategoryShares.tsx";
import { FirstSteps, useFirstSteps } from "./FirstSteps.tsx";
import { FlowChart } from "./FlowChart.tsx";
import { Kpis } from "./Kpis.tsx";
import { Profit } from "./Profit.tsx";
import { SixWeeks } from "./SixWeeks.tsx";
import { Today } from "./Today.tsx";

export default function Dashboard() {
  const search = useUrlQuery();
  const period = useMemo(() => (search === null ? undefined : readPeriod(search)), [search]);
  // Totals and balances need both dates.
  const isWhole = period && period.dateFrom !== "" && period.dateTo !== "";
  const analytics = useFetch<Analytics>(
    isWhole ? `/api/dashboard${search}` : null,
    toastError("Failed to load dashboard data"),
  );
  const balances = useFetch<BalancesAnswer>(
    isWhole ? `/api/accounts/balances${search}` : null,
    toastError("Failed to load account balances"),
  );
  // Loaded after the totals, so as not to delay them.
  const isFigured = isWhole === false || analytics.data || analytics.failure;
  const tasks = useFetch<{ tasks: Task[] }>(isFigured ? "/api/tasks" : null);
  const forecast = useFetch<Forecast>(analytics.data ? "/api/reports/forecast" : null);
  const reload = () => {
    forecast.reload();
    tasks.reload();
    analytics.reload();
    balances.reload();
  };
  // The comparison is loaded after the period's own totals, so as not to delay them.
  const earlier = isWhole && period.dateFrom <= period.dateTo ? comparable(period) : undefined;
  const comparison = earlier && analytics.data ? new URLSearchParams({ ...earlier }) : undefined;
  const before = useFetch<Analytics>(comparison ? `/api/dashboard?${comparison}` : null);
  const isQuiet = analytics.data && balances.data && isQuietIn(balances.data, analytics.data);
  const entries = useFetch<TransactionList>(isQuiet ? "/api/transactions?limit=1" : null);
  const isNew = isQuiet === true && entries.data?.total === 0;
  const steps = useFirstSteps(isNew);
  const hasFigures = analytics.failure === undefined;

  return (
    <>
      <DashboardHead
        period={period}
        isRefreshing={analytics.data !== undefined && (analytics.isLoading || balances.isLoading)}
        onRefresh={reload}
      />
      <Today tasks={tasks.data?.tasks} failure={tasks.failure} onRetry={tasks.reload} />
      {isWhole === false && (
        <section className="panel empty" aria-label="No period">
          <Icon name="calendar" />
          <p>Please select a date range first</p>
        </section>
      )}
      {isWhole !== false && (
        <>
          {search !== null && steps.isShown && (
            <FirstSteps onHide={steps.end} onDone={steps.finish} />
          )}
          {hasFigures ? (
            <>
              <Kpis
                analytics={analytics.data}
                shown={period}
                before={before.data}
                period={earlier}
              />
              <div className="row wrap between gap-4-16 mb-16">
                <p className="muted small">{CASH_BASIS}</p>
                <Profit period={period} isReady={analytics.data !== undefined} />
              </div>
              <SixWeeks
                forecast={forecast.data}
                failure={forecast.failure}
                onRetry={forecast.reload}
              />
              <div className="two-one">
                <FlowChart analytics={analytics.data} period={period} />
                <CategoryShares analytics={analytics.data} period={period} />
              </div>
            </>
          ) : (
            <FailedToLoad
              label="Figures for the period"
              failure={analytics.failure}
              otherwise="Failed to load dashboard data"
              onRetry={analytics.reload}
            />
          )}
          <Balances
            period={period}
            balances={balances.data}
            failure={balances.failure}
            isLoading={balances.isLoading}
            onRefresh={balances.reload}
          />
          {hasFigures && (
            <AccountBars analytics={analytics.data} balances={balances.data} period={period} />
          )}
        </>
      )}
    </>
  );
}

/**
 * Returns the period to compare with. A current period is compared with the same part of the previous one.
 */
function comparable({ dateFrom, dateTo }: DateRange): DateRange | undefined {
  const now = today();
  if (dateFrom > now) return undefined;
  return periodBefore({ dateFrom, dateTo: pickEarlier(dateTo, now) });
}

/** Returns whether the period has no movements. A second call then checks whether there ever were any. */
function isQuietIn({ balances }: BalancesAnswer, { totals }: Analytics): boolean {
  const hasTransfers = balances.some((row) => row.periodTransfers !== 0);
  return totals.income === 0 && totals.expense === 0 && !hasTransfers;
}

interface HeadProps {
  period: PeriodView | undefined;
  isRefreshing: boolean;
  onRefresh(): void;
}

/** The forms that the dashboard's keys open. */
const ADD = { n: "/transactions#new", i: "/invoices/new" };

function DashboardHead({ period, isRefreshing, onRefresh }: HeadProps) {
  const [isPrinting, print] = useBusy(() => saveReport("dashboard", period ?? {}));
  useKeys({ n: goTo(ADD.n), i: goTo(ADD.i) }, "enter books");
  return (
    <PageHead title="Dashboard">
      <PeriodMenu period={period} />
      <Button icon="refresh-cw" className="as-icon" isBusy={isRefreshing} onClick={onRefresh}>
        <span className="txt">Refresh</span>
      </Button>
      <Button icon="download" className="as-icon" isBusy={isPrinting} onClick={print}>
        <span className="txt">Download PDF</span>
      </Button>
      <LinkButton
        needs="enter books"
        icon="plus"
        label="Add Transaction"
        keyName="N"
        aria-keyshortcuts="n"
        href={ADD.n}
      />
      <LinkButton
        needs="enter books"
        look="primary"
        icon="plus"
        label="New Invoice"
        keyName="I"
        aria-keyshortcuts="i"
        href={ADD.i}
      />
    </PageHead>
  );
}
