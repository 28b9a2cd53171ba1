import { checklistPage, formatShortDay } from "../../domain/closing/closing.ts";
import { type AgencyOverview, openWords } from "../../domain/closing/overview.ts";
import { formatDaysTo } from "../../domain/dates.ts";
import { groupIndian } from "../../domain/money.ts";
import { monthName, monthShort } from "../../domain/months.ts";
import { isPermitted } from "../../domain/roles.ts";
import { columnHelper } from "../ui/useDataTable.tsx";
import { ResponsibleSelect } from "./ResponsibleSelect.tsx";

const column = columnHelper<AgencyOverview>();

/** Returns the page of an agency's month, in its own address. */
export const agencyPage = ({ agencySlug, state }: AgencyOverview): string => {
  const agency = new URLSearchParams({ agency: agencySlug });
  return state ? `${checklistPage(state.month)}&${agency}` : `/dashboard?${agency}`;
};

export const overviewColumns = (onChanged: () => void) =>
  column.columns([
    column.accessor("agencyName", {
      header: "Agency",
      enableHiding: false,
      enableSorting: false,
      meta: { cell: "card-1", isRowHeader: true },
      cell: ({ row: { original } }) => (
        <>
          <a className="cell-main cell-open truncate" href={agencyPage(original)}>
            {original.agencyName}
          </a>
          <span className="cell-sub truncate">{original.state?.place}</span>
        </>
      ),
    }),
    column.display({
      id: "month",
      header: "Month",
      meta: { cell: "w-9 card-2", head: "w-9" },
      cell: ({ row: { original } }) => <Month {...original} />,
    }),
    column.display({
      id: "open",
      header: "Open items",
      meta: { cell: "w-11 from-43", head: "w-11 from-43" },
      cell: ({ row: { original } }) => <OpenItems {...original} />,
    }),
    column.display({
      id: "waiting",
      header: "Waiting for",
      meta: { cell: "w-7 from-56", head: "w-7 from-56" },
      cell: ({ row: { original } }) => <span className="truncate">{waitingFor(original)}</span>,
    }),
    column.display({
      id: "due",
      header: "Next due",
      meta: { cell: "w-11 card-3", head: "w-11" },
      cell: ({ row: { original } }) => <NextDue {...original} />,
    }),
    column.display({
      id: "responsible",
      header: "Responsible",
      meta: { cell: "w-9 card-4", head: "w-9" },
      cell: ({ row: { original } }) =>
        isPermitted(original.role, "close books") ? (
          <ResponsibleSelect agency={original} onChanged={onChanged} />
        ) : (
          original.state?.responsible?.name
        ),
    }),
  ]);

function Month({ state }: AgencyOverview) {
  if (!state) return <span className="muted">Not known</span>;
  const { month, steps, closed } = state;
  return (
    <>
      <span className="cell-main">{monthName(month)}</span>
      <span className="cell-sub truncate">
        {steps.done === 0 && closed
          ? `${monthShort(`${closed.month}-01`)} closed ${formatShortDay(closed.on)}`
          : `${steps.done} of ${steps.all} steps`}
      </span>
    </>
  );
}

function OpenItems({ state }: AgencyOverview) {
  if (!state) return null;
  const all = state.open.tasks + state.open.lines;
  return (
    <>
      <span className="cell-main num">{all > 0 ? groupIndian(all) : "–"}</span>
      <span className="cell-sub truncate">{openWords(state.open)}</span>
    </>
  );
}

function waitingFor({ state, userId }: AgencyOverview): string {
  if (!state?.waitingFor) return "–";
  return state.waitingFor._id === userId ? "You" : state.waitingFor.name;
}

function NextDue({ state }: AgencyOverview) {
  const [next] = state?.dues ?? [];
  if (!next) return <span className="muted">–</span>;
  return (
    <>
      <span className="cell-main truncate">
        <span
          className={next.isLate ? "neg" : ""}
        >{`${next.title}, ${formatShortDay(next.date)}`}</span>
      </span>
      <span className="cell-sub">{formatDaysTo(next.date)}</span>
    </>
  );
}
