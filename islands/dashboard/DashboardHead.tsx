import { Icon } from "../ui/Icon.tsx";
import { PeriodMenu } from "../ui/PeriodMenu.tsx";
import type { PeriodView } from "../ui/periodView.ts";
import { saveReport } from "../ui/saveReport.ts";
import { useBusy } from "../ui/useBusy.ts";

interface Props {
  period: PeriodView | undefined;
  isRefreshing: boolean;
  onRefresh(): void;
}

export function DashboardHead({ period, isRefreshing, onRefresh }: Props) {
  const [isPrinting, print] = useBusy(() => saveReport("dashboard", period ?? {}));
  return (
    <div className="page-head">
      <div className="page-title">
        <h1>Dashboard</h1>
      </div>
      <div className="actions">
        <PeriodMenu period={period} />
        <button className="btn as-icon" type="button" aria-busy={isRefreshing} onClick={onRefresh}>
          <Icon name="refresh-cw" />
          <span className="txt">Refresh</span>
        </button>
        <button className="btn as-icon" type="button" aria-busy={isPrinting} onClick={print}>
          <Icon name="download" />
          <span className="txt">Download PDF</span>
        </button>
      </div>
    </div>
  );
}
