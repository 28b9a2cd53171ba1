import type { ProfitAndLossReport } from "../../domain/ledger/reports.ts";
import { hiddenFrom } from "../../domain/roles.ts";
import type { PeriodView } from "../browser/period.ts";
import { can } from "../browser/session.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Icon } from "../ui/Icon.tsx";
import { Money } from "../ui/Money.tsx";
import { NotLoaded } from "../ui/states.tsx";

interface Props {
  period: PeriodView | undefined;
  /** Whether the period's totals have loaded; the profit must not delay them. */
  isReady: boolean;
}

/** The profit, next to the money received, with a link to the statement. For owners. */
export function Profit({ period, isReady }: Props) {
  const { dateFrom = "", dateTo = "" } = period ?? {};
  const query = new URLSearchParams({ dateFrom, dateTo });
  const isWanted = isReady && dateFrom <= dateTo && can("view statements");
  const { data, failure, reload } = useFetch<ProfitAndLossReport>(
    isWanted ? `/api/reports/profit-and-loss?${query}` : null,
  );
  if (failure !== undefined) {
    return (
      <span className={`profit items-center nowrap text-13 ${hiddenFrom("view statements")}`}>
        <NotLoaded text="The profit could not be loaded" onRetry={reload} />
      </span>
    );
  }
  return (
    <a
      className={`profit items-center nowrap text-13 ${hiddenFrom("view statements")}`}
      href={period && `/reports/profit-and-loss?${query}`}
    >
      <span className="soft">{data && data.profit < 0 ? "Loss" : "Profit"}, by document date</span>
      <strong>
        {data ? (
          <Money amount={data.profit} />
        ) : (
          <span className="skeleton kpi-wait">{"\u00a0"}</span>
        )}
      </strong>
      <Icon name="chevron-right" />
    </a>
  );
}
