import type { AuditEntry, AuditStats } from "../../domain/agencies/audit.ts";
import { toastError } from "../browser/api.ts";
import { useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { AccessDenied, Allowed, isDenied } from "../ui/Allowed.tsx";
import { Button } from "../ui/Button.tsx";
import { saveCsv } from "../ui/downloads.ts";
import { PageHead } from "../ui/Page.tsx";
import { Pager } from "../ui/Pager.tsx";
import { AuditTabs } from "../ui/PageTabs.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { type PagedList, readView, useList } from "../ui/useList.ts";
import { AuditFilters, FILTERS, filterQuery } from "./AuditFilters.tsx";
import { AuditTable } from "./AuditTable.tsx";
import { StatsPanel } from "./StatsPanel.tsx";

const FAILED = "Failed to load audit logs";

type AuditList = PagedList & { items: AuditEntry[] };

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
  const list = useList<AuditList>("/api/audit", search, toastError(FAILED));
  const stats = useFetch<AuditStats>(`/api/audit/stats${search}`);
  const [isExporting, exportLog] = useBusy(() => exportCsv(filterQuery(view)));
  if (isDenied(list.failure)) {
    return <AccessDenied title="Audit Log" permission="view audit log" />;
  }
  return (
    <>
      <PageHead title="Audit Log">
        <Button icon="download" label="Export CSV" isBusy={isExporting} onClick={exportLog} />
      </PageHead>
      <AuditTabs path="/settings/audit" />
      <StatsPanel stats={stats.data} />
      <AuditFilters view={view} />
      <AuditTable
        entries={list.data?.items}
        isFiltered={filterQuery(view) !== ""}
        failure={list.failure}
        onRetry={list.reload}
      />
      {list.data && <Pager list={list.data} limit={view.limit} />}
    </>
  );
}

const exportCsv = (filter: string) =>
  saveCsv(`/api/audit/export.csv${filter}`, "audit-log.csv", FAILED);
