import { formatDate, formatDaysAway, today } from "../../domain/dates.ts";
import { describeSchedule } from "../../domain/series/schedule.ts";
import { MODE_NAMES, type SeriesRow } from "../../domain/series/series.ts";
import { actionsColumn, moneyColumn } from "../ui/columns.tsx";
import { columnHelper } from "../ui/useDataTable.tsx";
import { Acts, type SeriesAction, toDisplayName } from "./SeriesActions.tsx";

const column = columnHelper<SeriesRow>();
// The API returns the next one first.
const enableSorting = false;

export const seriesColumns = (onDo: (series: SeriesRow, action: SeriesAction) => void) =>
  column.columns([
    column.accessor(toDisplayName, {
      id: "name",
      header: "Client",
      enableHiding: false,
      enableSorting,
      meta: { cell: "card-1", isRowHeader: true },
      cell: ({ row: { original } }) => (
        <>
          <a className="cell-main truncate" href={`/series/${original._id}`}>
            {toDisplayName(original)}
          </a>
          <span className="cell-sub truncate reg">{describeSub(original)}</span>
        </>
      ),
    }),
    column.accessor(describeSchedule, {
      id: "repeats",
      header: "Repeats",
      enableSorting,
      meta: { cell: "soft w-12-5 from-56", head: "w-12-5 from-56" },
    }),
    column.accessor("nextDate", {
      header: "Next",
      enableSorting,
      meta: { cell: "w-11 card-3", head: "w-11" },
      cell: ({ row }) => <Next {...row.original} />,
    }),
    column.accessor(({ kind, mode }) => MODE_NAMES[kind][mode], {
      id: "mode",
      header: "On each date",
      enableSorting,
      meta: { cell: "soft w-8 from-56", head: "w-8 from-56" },
    }),
    column.accessor("state", {
      header: "Status",
      enableSorting,
      meta: { cell: "w-7 card-4", head: "w-7" },
      cell: ({ row }) => <State {...row.original} />,
    }),
    column.accessor("made", {
      header: "Created",
      enableSorting,
      meta: { cell: "r soft w-4-5 from-56", head: "r w-4-5 from-56" },
    }),
    column.accessor("amount", {
      ...moneyColumn("Amount", { cell: "r t-amt strong card-2", head: "r t-amt" }),
      enableSorting,
    }),
    column.display(
      actionsColumn<SeriesRow>(
        { cell: "t-acts w-3-5 drop", head: "t-acts w-3-5 drop" },
        (series) => (series.state === "ended" ? null : <Acts series={series} onDo={onDo} />),
      ),
    ),
  ]);

const describeSub = ({ client, title, account, category }: SeriesRow) =>
  client ? title : [account?.name, category?.name].filter(Boolean).join(", ");

const isStopped = ({ state, reason }: SeriesRow) => state === "paused" && reason !== "";

/** The next date, or the reason why there is none. */
function Next(series: SeriesRow) {
  const { state, nextDate, reason, paused } = series;
  const [main, sub] =
    state === "ended"
      ? ["Ended", ""]
      : isStopped(series)
        ? ["Stopped", reason]
        : state === "paused"
          ? ["Paused", paused && `since ${formatSince(paused.at)}, by ${paused.by.name}`]
          : [nextDate && formatDate(nextDate), reason || (nextDate && formatDaysAway(nextDate))];
  return (
    <>
      <span className="num">{main}</span>
      {sub && <span className={`cell-sub wraps ${reason ? "neg" : ""}`}>{sub}</span>}
    </>
  );
}

/** `2 Nov` */
const formatSince = (at: string) => formatDate(today(new Date(at))).slice(0, -5);

function State(series: SeriesRow) {
  if (isStopped(series)) return <span className="pill pill-neg dot">Stopped</span>;
  if (series.state === "active") return <span className="pill pill-pos dot">Active</span>;
  return <span className="pill dot">{series.state === "paused" ? "Paused" : "Ended"}</span>;
}
