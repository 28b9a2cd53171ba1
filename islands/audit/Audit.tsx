import type { AuditEntry, AuditStats } from "../../domain/audit.ts";
import { fetchFile, sentenceOf } from "../browser/api.ts";
import { showToast } from "../browser/toasts.ts";
import { useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { AccessDenied, Allowed, isDenied } from "../ui/Allowed.tsx";
import { Button } from "../ui/Button.tsx";
import { download } from "../ui/downloads.ts";
import { Pager } from "../ui/Pager.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { type PagedList, readView, useList } from "../ui/useList.ts";
import { AuditFilters, FILTERS, filterOf } from "./AuditFilters.tsx";
import { AuditTable } from "./AuditTable.tsx";
import { StatsPanel } from "./StatsPanel.tsx";

type AuditList = PagedList & { items: AuditEntry[] };

/** Who changed what, and when: the owner's to read. */
export default function Audit() {
  return (
    <Allowed permission="view audit log" title="Audit Log">
      <Log />
    </Allowed>
  );
}

function Log() {
  const search = useUrlQuery() ?? "";
  const view = readView(search, FILTERS, 50);
  const list = useList<AuditList>("/api/audit", search, sayFailure);
  const stats = useFetch<AuditStats>(`/api/audit/stats${search}`);
  const [isExporting, exportLog] = useBusy(() => exportCsv(filterOf(view)));
  if (isDenied(list.failure)) {
    return <AccessDenied title="Audit Log" permission="view audit log" />;
  }
  return (
    <>
      <div className="page-head">
        <div className="page-title">
          <h1>Audit Log</h1>
        </div>
        <div className="actions">
          <Button icon="download" label="Export CSV" isBusy={isExporting} onClick={exportLog} />
        </div>
      </div>
      <StatsPanel stats={stats.data} />
      <AuditFilters view={view} />
      <AuditTable
        entries={list.data?.items}
        isFiltered={filterOf(view) !== ""}
        failure={list.failure}
        onRetry={list.reload}
      />
      {list.data && list.data.total > 0 && (
        <Pager
          page={list.data.page}
          totalPages={list.data.totalPages}
          total={list.data.total}
          shown={list.data.items.length}
          limit={view.limit}
        />
      )}
    </>
  );
}

const sayFailure = (failure: unknown) =>
  showToast("error", sentenceOf(failure, "Failed to load audit logs"));

async function exportCsv(filter: string): Promise<void> {
  try {
    const file = await fetchFile(`/api/audit/export.csv${filter}`, "text/csv");
    download("audit-log.csv", file);
  } catch (failure) {
    sayFailure(failure);
  }
}
