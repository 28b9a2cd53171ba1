import { useMemo } from "react";
import type { AgencyOverview } from "../../domain/closing/overview.ts";
import { pluralize } from "../../domain/counts.ts";
import { formatDate, today } from "../../domain/dates.ts";
import { useKeys } from "../browser/keys.ts";
import { changeUrlQuery, goTo, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { LinkButton } from "../ui/Button.tsx";
import { TablePanel } from "../ui/DataTable.tsx";
import { PageHead } from "../ui/Page.tsx";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { Empty } from "../ui/states.tsx";
import { useDataTable } from "../ui/useDataTable.tsx";
import { agencyPage, overviewColumns } from "./columns.tsx";
import { DueDates } from "./DueDates.tsx";

const SHOWS = {
  all: "All",
  mine: "Mine",
  late: "Late",
  waiting: "Waiting for others",
  closed: "Last month closed",
} as const;
type Show = keyof typeof SHOWS;

const FILTERS: Record<Show, (agency: AgencyOverview) => boolean> = {
  all: () => true,
  mine: ({ state, userId }) => state?.responsible?._id === userId,
  late: ({ state }) => state?.dues.some(({ isLate }) => isLate) ?? false,
  waiting: ({ state, userId }) => state?.waitingFor != null && state.waitingFor._id !== userId,
  closed: ({ state }) => state?.month === today().slice(0, 7) && state.closed !== null,
};

/** All agencies of a person: the month of each, what is open, what is due, who is responsible. */
export default function Overview() {
  const search = useUrlQuery();
  const { data, failure, isLoading, reload } = useFetch<{ agencies: AgencyOverview[] }>(
    search === null ? null : "/api/overview",
  );
  const wanted = new URLSearchParams(search ?? "").get("show") ?? "all";
  const show: Show = wanted in FILTERS ? (wanted as Show) : "all";
  const agencies = data?.agencies;
  const rows = useMemo(() => agencies?.filter(FILTERS[show]), [agencies, show]);
  const columns = useMemo(() => overviewColumns(reload), [reload]);
  const table = useDataTable({ name: "overview", rows, columns, getId, sort: "" });
  const next = agencies?.find(({ state }) => state && state.open.tasks + state.open.lines > 0);
  useKeys({ Enter: () => (next ? goTo(agencyPage(next))() : false) });
  const counts = (Object.keys(SHOWS) as Show[]).map(
    (name) => [name, `${SHOWS[name]} ${agencies?.filter(FILTERS[name]).length ?? ""}`] as const,
  );
  return (
    <>
      <PageHead
        title="Overview"
        aside={
          <span className="not-phone text-13 muted">
            {agencies &&
              `${pluralize(agencies.length, "agency", "agencies")} on ${formatDate(today())}`}
          </span>
        }
      >
        {next && (
          <LinkButton
            look="primary"
            href={agencyPage(next)}
            label={`Continue: ${next.agencyName}`}
            keyName="↵"
          />
        )}
      </PageHead>
      <div className="toolbar">
        <SegmentedControl
          label="Show"
          className="scroll"
          choices={counts}
          chosen={search === null ? undefined : show}
          onChoose={(name) => changeUrlQuery({ show: name === "all" ? "" : name })}
        />
      </div>
      <div className="overview grid gap-16 items-start">
        <TablePanel
          table={table}
          label="Agencies"
          caption="Agencies with their month, open items, next due date and person responsible"
          className="tbl stick to-list"
          isLoaded={data !== undefined}
          isLoading={isLoading}
          waiting={3}
          failure={failure}
          otherwise="Failed to load your agencies"
          onRetry={reload}
          empty={<Empty label="Agencies" icon="building-2" title="No agency matches" />}
        />
        {agencies && <DueDates agencies={agencies} />}
      </div>
    </>
  );
}

const getId = ({ agencySlug }: AgencyOverview) => agencySlug;
