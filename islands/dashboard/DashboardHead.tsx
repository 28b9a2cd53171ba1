import { fetchFile, sentenceOf } from "../browser/api.ts";
import { download } from "../browser/download.ts";
import { Icon } from "../parts/Icon.tsx";
import { PeriodMenu } from "../parts/PeriodMenu.tsx";
import type { PeriodView } from "../parts/periodView.ts";
import { showToast } from "../parts/toasts.ts";
import { useBusy } from "../parts/useBusy.ts";

interface Props {
  period: PeriodView | undefined;
  isRefreshing: boolean;
  onRefresh(): void;
}

export function DashboardHead({ period, isRefreshing, onRefresh }: Props) {
  const [isPrinting, print] = useBusy(() => downloadPdf(period));
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

async function downloadPdf(period: PeriodView | undefined): Promise<void> {
  if (!period?.dateFrom || !period.dateTo) {
    showToast("warning", "Please select a date range first");
    return;
  }
  const { dateFrom, dateTo } = period;
  try {
    const query = new URLSearchParams({ dateFrom, dateTo });
    const file = await fetchFile(`/api/reports/dashboard.pdf?${query}`, "application/pdf");
    download(`dashboard-report-${dateFrom}-to-${dateTo}.pdf`, file);
    showToast("success", "PDF downloaded successfully");
  } catch (failure) {
    showToast("error", sentenceOf(failure, "Failed to download PDF"));
  }
}
